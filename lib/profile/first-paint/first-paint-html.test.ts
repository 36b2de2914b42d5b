import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { frameColour } from '../colour/colour.ts'
import { firstPaintOf } from './first-paint.ts'
import { firstPaintBoxes } from './first-paint-html.ts'

const graph = firstPaintOf(profileFromDiagram('main main\na    b\n3    1'))
const boxesOf = (query = '', event = 'cpu') => firstPaintBoxes(graph, query, event)

/** `left top width text` of each label for wide windows. */
function labelsIn(html: string): string[] {
  const wide = html.slice(html.indexOf('max-sm:hidden'))
  return [...wide.matchAll(/<svg x="(.+?)" y="(.+?)" width="(.+?)" .+?<text .+?>(.*?)<\/text>/g)].map((match) =>
    match.slice(1).join(' '),
  )
}

/** Where the boxes of a frame's colour stand, as a path. */
function pathOf(html: string, name: string): string {
  const colour = `light-dark(${frameColour('kind', 'java', name, 'light')},${frameColour('kind', 'java', name, 'dark')})`
  return html.split(`fill:${colour}" d="`)[1]!.split('"')[0]!
}

describe('firstPaintBoxes', () => {
  it('writes names where the canvas of the viewer does, the roots below', () => {
    expect(labelsIn(boxesOf())).toEqual(['0% 36 100% all', '0% 18 100% main', '0% 0 75% a', '75% 0 25% b'])
  })

  it('has the roots above in an icicle', () => {
    expect(labelsIn(boxesOf('draw=icicle'))).toEqual([
      '0% 0 100% all',
      '0% 18 100% main',
      '0% 36 75% a',
      '75% 36 25% b',
    ])
  })

  it('colours boxes by kind in both themes, a line narrower than their row', () => {
    expect(pathOf(boxesOf(), 'a')).toContain('M0 0h7500v17h-7500z')
    expect(pathOf(boxesOf(), 'b')).toContain('M7500 0h2500v17h-2500z')
  })

  it('has the background of the event', () => {
    expect(boxesOf('', 'cpu')).toContain('background:light-dark(#fffcf3,#171512)')
    expect(boxesOf('', 'cache-misses')).toContain('background:var(--color-canvas)')
  })

  it('shortens names to their boxes, for narrow windows too', () => {
    const name = 'com.acme.shop.checkout.internal.CheckoutController$Steps.chargeTheCustomer'
    const html = firstPaintBoxes(firstPaintOf(profileFromDiagram(`main main\n${name} b\n1 3`)), '', 'cpu')
    const [narrow, wide] = [html.slice(0, html.indexOf('max-sm:hidden')), html.slice(html.indexOf('max-sm:hidden'))]
    expect(wide).toContain('Steps.chargeTheCustomer<')
    expect(narrow).toContain('chargeTheCu…<')
    expect(html).not.toContain(name)
  })

  it('shows simple names and colours of packages where the view does', () => {
    const profile = profileFromDiagram('com.acme.Main.run\norg.lib.Work.step')
    const html = firstPaintBoxes(firstPaintOf(profile), 'names=simple&colour=package', 'cpu')
    expect(labelsIn(html)).toEqual(['0% 36 100% all', '0% 18 100% Main.run', '0% 0 100% Work.step'])
    const light = frameColour('package', 'java', 'org.lib.Work.step', 'light')
    expect(html).toContain(`fill:light-dark(${light},`)
  })

  it('lets no name be more than text', () => {
    const profile = profileFromDiagram('main\na')
    for (const name of [
      '</text><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '&lt;b&gt;',
      'turned\u202eround',
    ]) {
      const strings = profile.strings.map((text) => (text === 'a' ? name : text))
      const html = firstPaintBoxes(firstPaintOf({ ...profile, strings }), '', 'cpu')
      expect(new Set(html.match(/<\/?[^\s>/]*/g))).toEqual(
        new Set(['<div', '<svg', '<path', '<g', '<text', '</text', '</svg', '</g', '</div']),
      )
      expect(html).not.toMatch(/&lt;b&gt;|\u202e/)
    }
  })

  it.each(['zoom=kZ3_x', 'invert=1', 'q=main', 'sort=weight', 'tab=table', 'colour=cost', 'row=7', 'f=hide:main'])(
    'is nothing where the view shows something else: %s',
    (query) => {
      expect(boxesOf(query)).toBe('')
    },
  )

  it('is nothing where nothing is known', () => {
    expect(firstPaintBoxes(null, '', 'cpu')).toBe('')
  })

  it('is short enough to stand in a page', () => {
    expect(firstPaintBoxes(firstPaintOf(shopProfile()), '', 'cpu').length).toBeLessThan(80_000)
  })
})
