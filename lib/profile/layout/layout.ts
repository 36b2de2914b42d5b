import type { CallTree, FlameLayout, Weights } from '../tree/call-tree.ts'
import { findFirstAbove } from '../model/sorted-columns.ts'

/** CSS pixels: the height of a row of boxes, with the line between two rows. */
export const rowPx = 18

/** The part of a tree that is on the screen. */
export interface Viewport {
  /** The left and the right edge, in the units of the layout's starts. */
  readonly from: number
  readonly to: number
  readonly widthPx: number
  /** Depths at both edges, inclusive. */
  readonly firstRow: number
  readonly lastRow: number
  /** Narrower nodes are merged with their neighbours and their subtrees are not walked. */
  readonly minWidthPx: number
}

/**
 * The left edge of each node, in units of weight: node i covers [starts[i], starts[i] + total[i]).
 * A node's own weight is the gap at its left and its children follow it, as flamegraph.pl draws them.
 *
 *     all      |main.............|
 *     main     |self|a......|b...|      starts  all 0, main 0, a 2, b 5   (main's self 2, a's total 3)
 *
 * Keeps: starts never sink from one node to the next, so that a place can be found by halving.
 */
export function layoutStarts({ length, parent, self, total }: CallTree): Weights {
  const starts = total instanceof Uint32Array ? new Uint32Array(length) : new Float64Array(length)
  // Where the next child of a node begins.
  const free = starts.slice()
  free[0] = self[0]!
  for (let node = 1; node < length; node++) {
    const caller = parent[node]!
    const start = free[caller]!
    starts[node] = start
    free[caller] = start + total[node]!
    free[node] = start + self[node]!
  }
  return starts
}

/** How wide each node is, in the units of the layout's starts. */
export function getWidths({ tree, widths }: FlameLayout): Weights {
  return widths ?? tree.total
}

/**
 * The node drawn at a place, -1 where there is none. Inside a merged box it is the very node at that place. In a flame
 * chart a node is as wide as `minWidthPx` at least, as it is drawn.
 */
export function findNodeAt(
  layout: FlameLayout,
  { from, to, widthPx, minWidthPx }: Viewport,
  zoomNode: number,
  xPx: number,
  row: number,
): number {
  const { tree, starts } = layout
  const { depth, parent, end } = tree
  if (row < 0 || row > tree.maxDepth || !(xPx >= 0 && xPx < widthPx)) return -1
  const weight = from + (xPx * (to - from)) / widthPx
  const isAbove = row < depth[zoomNode]!
  // The last node that starts here or before is inside every node drawn at this place.
  let node = isAbove ? zoomNode : findFirstAbove(starts, weight, zoomNode, end[zoomNode]) - 1
  while (depth[node]! > row) node = parent[node]!
  if (depth[node] !== row) return -1
  const leastWidth = layout.widths ? (minWidthPx * (to - from)) / widthPx : 0
  const stop = starts[node]! + Math.max(getWidths(layout)[node]!, leastWidth)
  return isAbove || (node >= zoomNode && weight >= starts[node]! && weight < stop) ? node : -1
}
