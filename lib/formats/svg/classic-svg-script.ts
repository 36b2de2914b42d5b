/**
 * The script inside an exported drawing: constant text, no data in it, no dependency. It reads attributes of the
 * boxes: data-s where a box starts, data-v how wide it is (both in weight), data-d its depth. Boxes stand in
 * depth-first order, so a subtree is a run of them.
 *
 * Like flamegraph.pl's: click zooms, Reset Zoom, Search (Ctrl-F, F3), ic (Ctrl-I), the address keeps x, y of the zoomed
 * box and s of the search. Unlike it: the matched share counts samples, not pixels, inside the zoom.
 */
export const classicSvgScript = String.raw`(function () {
  'use strict'
  var padding = 10, charWidth = 7.25, svg = document.documentElement, width = +svg.getAttribute('width')
  var byId = function (id) { return document.getElementById(id) }
  var details = byId('details'), matched = byId('matched'), idle = details.textContent
  var boxes = [], open = [], zoomed = 0, term = '', ignoresCase = false

  Array.prototype.forEach.call(byId('frames').children, function (group, index) {
    var title = group.querySelector('title').textContent
    var box = {
      group: group, rect: group.querySelector('rect'), text: group.querySelector('text'), info: title,
      name: title.slice(0, title.lastIndexOf(' (')), start: +group.getAttribute('data-s'),
      value: +group.getAttribute('data-v'), depth: +group.getAttribute('data-d'), end: 0
    }
    while (open.length && boxes[open[open.length - 1]].depth >= box.depth) boxes[open.pop()].end = index
    open.push(index)
    box.x = box.rect.getAttribute('x'); box.y = box.rect.getAttribute('y'); box.fill = box.rect.getAttribute('fill')
    group.addEventListener('click', function () { zoom(index); remember() })
    group.addEventListener('mouseover', function () { details.textContent = 'Function: ' + box.info })
    group.addEventListener('mouseout', function () { details.textContent = idle })
    boxes.push(box)
  })
  open.forEach(function (index) { boxes[index].end = boxes.length })
  if (!boxes.length) return

  function place(box, x, boxWidth) {
    var fits = Math.floor((boxWidth - 6) / charWidth)
    box.group.style.display = ''
    box.rect.setAttribute('x', x.toFixed(1))
    box.rect.setAttribute('width', boxWidth.toFixed(1))
    box.text.setAttribute('x', (x + 3).toFixed(1))
    box.text.textContent = fits < 3 ? '' : box.name.length <= fits ? box.name : box.name.slice(0, fits - 2) + '..'
  }

  function zoom(target) {
    var to = boxes[target], ratio = (width - 2 * padding) / to.value
    zoomed = target
    boxes.forEach(function (box, index) {
      var isAncestor = index < target && box.end > target
      box.group.style.opacity = isAncestor ? '0.5' : ''
      if (isAncestor) place(box, padding, width - 2 * padding)
      else if (index >= target && index < to.end) place(box, padding + (box.start - to.start) * ratio, box.value * ratio)
      else box.group.style.display = 'none'
    })
    byId('unzoom').style.opacity = target ? '1' : '0'
    showMatches()
  }

  function pattern() {
    try { return new RegExp(term, ignoresCase ? 'i' : '') }
    catch (error) { return new RegExp(term.replace(/[.*+?^{}$()|[\]\\]/g, '\\$&'), ignoresCase ? 'i' : '') }
  }

  function showMatches() {
    var re = term ? pattern() : null, inView = 0, inAll = 0, afterAll = 0, afterView = 0, view = boxes[zoomed]
    boxes.forEach(function (box, index) {
      var hit = re !== null && re.test(box.name)
      box.rect.setAttribute('fill', hit ? 'rgb(230,0,230)' : box.fill)
      if (!hit) return
      if (index >= afterAll) { inAll += box.value; afterAll = box.end }
      if (index >= zoomed && index < view.end && index >= afterView) { inView += box.value; afterView = box.end }
      else if (index < zoomed && box.end > zoomed) { inView = view.value; afterView = view.end }
    })
    byId('search').textContent = term ? 'Reset Search' : 'Search'
    var share = function (part, whole) { return (100 * part / whole).toFixed(1) + '%' }
    matched.textContent = !term ? '' : 'Matched: ' + share(inView, view.value) +
      (zoomed ? ' (of all: ' + share(inAll, boxes[0].value) + ')' : '')
  }

  function search(text) { term = text; showMatches(); remember() }
  function ask() {
    var text = prompt('Enter a search term (regexp allowed, eg: ^java\\.util\\.)' + (ignoresCase ? ', ignoring case' : ''), term)
    if (text !== null) search(text)
  }
  function toggleCase() {
    ignoresCase = !ignoresCase
    byId('ignorecase').style.opacity = ignoresCase ? '1' : '0.3'
    showMatches()
  }

  function remember() {
    var query = new URLSearchParams()
    if (zoomed) { query.set('x', boxes[zoomed].x); query.set('y', boxes[zoomed].y) }
    if (term) query.set('s', term)
    var text = query.toString()
    try { history.replaceState(null, '', text ? '?' + text : location.pathname) }
    catch (error) { console.info('This page may not change its address:', error.message) }
  }

  byId('unzoom').addEventListener('click', function () { zoom(0); remember() })
  byId('search').addEventListener('click', function () { if (term) search(''); else ask() })
  byId('ignorecase').addEventListener('click', toggleCase)
  addEventListener('keydown', function (event) {
    var letter = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : ''
    if (event.key === 'F3' || letter === 'f') { event.preventDefault(); ask() }
    else if (letter === 'i') { event.preventDefault(); toggleCase() }
  })

  var asked = new URLSearchParams(location.search), target = -1
  boxes.forEach(function (box, index) { if (box.x === asked.get('x') && box.y === asked.get('y')) target = index })
  if (target > 0) zoom(target)
  if (asked.get('s')) { term = asked.get('s'); showMatches() }
})()`
