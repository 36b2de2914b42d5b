import type {} from './first-click.ts'

/** The script that answers clicks on the boxes of firstPaintBoxes, for a document whose scripts need this nonce. */
export function firstClickScript(nonce: string): string {
  return `<script nonce="${nonce}">(${answerFirstClicks.toString()})()</script>`
}

/**
 * Zooms the boxes of a first paint at a click, before the viewer runs, which goes on from there. Its text is a script
 * of its own, so it may use nothing from outside of itself. Where the boxes are stands in the SVG.
 */
export function answerFirstClicks(): void {
  document.addEventListener('click', (event) => {
    const frame = document.getElementById('first-paint')
    const graph = frame?.querySelector('svg')
    const fills = graph?.querySelector('svg')
    if (!graph || !fills || !frame?.parentElement?.contains(event.target as Node)) return
    const boxes = [...fills.querySelectorAll('path')].flatMap((path) =>
      [...path.getAttribute('d')!.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h/g)].map(([, x, y, width, height]) => ({
        left: Number(x),
        top: Number(y),
        width: Number(width),
        height: Number(height),
      })),
    )
    const root = boxes[0]! // a path of its own, before all others
    const rowPx = root.height + 1
    const area = graph.getBoundingClientRect()
    const shown = fills.viewBox.baseVal
    const x = shown.x + ((event.clientX - area.left) / area.width) * shown.width
    const y = event.clientY - area.top
    // The stripe at the lower edge of a box begins inside of it, and is less high.
    const box = boxes.find(
      ({ left, top, width, height }) =>
        height === root.height && y >= top && y < top + rowPx && x >= left && x < left + width,
    )
    if (!box) return
    fills.setAttribute('viewBox', `${box.left} 0 ${box.width} ${shown.height}`)
    for (const label of graph.querySelectorAll<SVGSVGElement>('g>svg')) {
      label.dataset.x ??= label.getAttribute('x')!
      label.dataset.width ??= label.getAttribute('width')!
      const start = ((parseFloat(label.dataset.x) / 100) * root.width - box.left) / box.width
      const end = start + ((parseFloat(label.dataset.width) / 100) * root.width) / box.width
      const left = Math.max(0, start)
      label.setAttribute('x', `${left * 100}%`)
      label.setAttribute('width', `${Math.max(0, Math.min(1, end) - left) * 100}%`)
    }
    // Edges are rounded in the SVG, so at one of them the tree may have the neighbour.
    const inside = Math.min(Math.max(x, box.left + 0.5), box.left + box.width - 0.5)
    const row = Math.abs(box.top - root.top) / rowPx
    globalThis.hearthFirstClick = { x: inside / root.width, row, page: location.pathname }
  })
}
