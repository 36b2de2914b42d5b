import type { FlameLayout } from '../../../lib/profile/tree/call-tree.ts'
import { minBoxPx } from '../../../lib/profile/layout/box-look.ts'
import type { Viewport } from '../../../lib/profile/layout/layout.ts'
import { getNodeRange } from '../geometry/node-ranges.ts'
import type { Range } from '../geometry/ranges.ts'
import { getVisibleRows, getRowTop, rowPx, type RowWindow } from '../geometry/rows.ts'

/** The drawn part of a scene, and its size. */
export interface GraphViewport extends RowWindow {
  readonly range: Range
  /** Drawn with its subtree; its callers stand over the whole width. */
  readonly node: number
  readonly widthPx: number
  /** Device pixels in a CSS pixel: edges of boxes lie on them. */
  readonly ratio: number
}

export function toLayoutViewport(viewport: GraphViewport): Viewport {
  return { ...viewport.range, widthPx: viewport.widthPx, ...getVisibleRows(viewport), minWidthPx: minBoxPx }
}

/**
 * Where a node is drawn, or would be if it were wide enough; it can lie beside the window. Null when the zoomed node
 * hides it.
 */
export function getNodeExtent(
  layout: FlameLayout,
  { node: zoomNode, range, widthPx }: Pick<GraphViewport, 'node' | 'range' | 'widthPx'>,
  node: number,
): { readonly x0: number; readonly x1: number; readonly row: number } | null {
  const { tree } = layout
  const row = tree.depth[node]!
  if (node < zoomNode) return zoomNode < tree.end[node]! ? { x0: 0, x1: widthPx, row } : null
  if (node >= tree.end[zoomNode]!) return null
  const { from, to } = getNodeRange(layout, node)
  const pxPerWeight = widthPx / (range.to - range.from)
  return { x0: (from - range.from) * pxPerWeight, x1: (to - range.from) * pxPerWeight, row }
}

/** A place on the nearest device pixel. */
export function snapToPixel(px: number, { ratio }: Pick<GraphViewport, 'ratio'>): number {
  return Math.round(px * ratio) / ratio
}

/** The line between two boxes: one CSS pixel, as near as whole device pixels come. */
export function getGapPx({ ratio }: Pick<GraphViewport, 'ratio'>): number {
  return Math.max(1, Math.round(ratio)) / ratio
}

/** Top and height of the boxes of a row. */
export function getRowBox(viewport: GraphViewport, row: number): { readonly top: number; readonly heightPx: number } {
  const topPx = getRowTop(viewport, row)
  const top = snapToPixel(topPx, viewport)
  return { top, heightPx: snapToPixel(topPx + rowPx, viewport) - top - getGapPx(viewport) }
}
