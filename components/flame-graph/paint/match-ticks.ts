import { findFirstAbove } from '../../../lib/profile/model/sorted-columns.ts'
import type { FlameLayout } from '../../../lib/profile/tree/call-tree.ts'
import type { GraphViewport } from '../scene/viewport.ts'

/** Room for a match that is too small to see: a tick is so wide, and no two ticks stand closer. */
export const tickPx = 2

/** A box merged from nodes too narrow to be drawn. */
interface MergedBox {
  /** The first of its nodes. */
  readonly node: number
  readonly row: number
  readonly x0: number
  readonly x1: number
}

/**
 * Left edges of the ticks for what one search found in a merged box or below it. The work follows the pixels: from a match it leaps to
 * the first one that stands clear of its tick.
 */
export function findTickPositions(
  { tree, starts }: FlameLayout,
  { range, widthPx }: GraphViewport,
  matches: Int32Array,
  { node, row, x0, x1 }: MergedBox,
): number[] {
  const pxPerWeight = widthPx / (range.to - range.from)
  const ticks: number[] = []
  let index = findFirstAbove(matches, node - 1)
  while (index < matches.length) {
    const match = matches[index]!
    const x = (starts[match]! - range.from) * pxPerWeight
    if (x >= x1) break
    index++
    if (tree.depth[match]! < row) continue // a caller that a run of several families of callees passes over
    const tick = Math.max(x, x0)
    ticks.push(tick)
    if (tick + tickPx >= x1) break // most merged boxes have room for one
    const clear = findFirstAbove(starts, range.from + (tick + tickPx) / pxPerWeight, match + 1)
    index = findFirstAbove(matches, clear - 1, index)
  }
  return ticks
}
