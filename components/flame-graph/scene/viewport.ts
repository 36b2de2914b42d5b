import type { Viewport } from '../../../lib/profile/layout/visible-boxes.ts'
import { rangeOfNode } from '../geometry/node-ranges.ts'
import type { Range } from '../geometry/ranges.ts'
import { rowsInSight, topOfRow, rowPx, type RowWindow } from '../geometry/rows.ts'
import type { Scene } from './scene.ts'

/** What part of a scene is drawn, and how large. */
export interface Sight extends RowWindow {
  readonly range: Range
  /** Drawn with its subtree; its callers stand over the whole width. */
  readonly node: number
  readonly widthPx: number
  /** Device pixels in a CSS pixel: edges of boxes lie on them. */
  readonly ratio: number
}

type LaidOut = Pick<Scene, 'tree' | 'starts'>

export function viewportOf(sight: Sight): Viewport {
  return { ...sight.range, widthPx: sight.widthPx, ...rowsInSight(sight), minWidthPx: 1 }
}

/** Where a node is drawn, or would be if it were wide enough; it can lie beside the window. Null when the zoomed node hides it. */
export function placeOfNode(
  { tree, starts }: LaidOut,
  { node: zoomNode, range, widthPx }: Sight,
  node: number,
): { readonly x0: number; readonly x1: number; readonly row: number } | null {
  const row = tree.depth[node]!
  if (node < zoomNode) return zoomNode < tree.end[node]! ? { x0: 0, x1: widthPx, row } : null
  if (node >= tree.end[zoomNode]!) return null
  const { from, to } = rangeOfNode({ tree, starts }, node)
  const pxPerWeight = widthPx / (range.to - range.from)
  return { x0: (from - range.from) * pxPerWeight, x1: (to - range.from) * pxPerWeight, row }
}

/** A place on the nearest device pixel. */
export function snapped(px: number, { ratio }: Pick<Sight, 'ratio'>): number {
  return Math.round(px * ratio) / ratio
}

/** The line between two boxes: one CSS pixel, as near as whole device pixels come. */
export function gapPx({ ratio }: Pick<Sight, 'ratio'>): number {
  return Math.max(1, Math.round(ratio)) / ratio
}

/** Top and height of the boxes of a row. */
export function rowBox(sight: Sight, row: number): { readonly top: number; readonly heightPx: number } {
  const topPx = topOfRow(sight, row)
  const top = snapped(topPx, sight)
  return { top, heightPx: snapped(topPx + rowPx, sight) - top - gapPx(sight) }
}
