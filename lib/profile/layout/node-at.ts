import type { CallTree, Weights } from '../tree/call-tree.ts'
import { findFirstAbove } from '../model/sorted-columns.ts'
import type { Viewport } from './visible-boxes.ts'

/** The node drawn at a place, -1 where there is none. Inside a merged box it is the very node at that place. */
export function findNodeAt(
  tree: CallTree,
  starts: Weights,
  { from, to, widthPx }: Viewport,
  zoomNode: number,
  xPx: number,
  row: number,
): number {
  const { depth, parent, end, total } = tree
  if (row < 0 || row > tree.maxDepth || !(xPx >= 0 && xPx < widthPx)) return -1
  const weight = from + (xPx * (to - from)) / widthPx
  const isAbove = row < depth[zoomNode]!
  // The last node that starts here or before is inside every node drawn at this place.
  let node = isAbove ? zoomNode : findFirstAbove(starts, weight, zoomNode, end[zoomNode]) - 1
  while (depth[node]! > row) node = parent[node]!
  if (depth[node] !== row) return -1
  return isAbove || (node >= zoomNode && weight >= starts[node]! && weight < starts[node]! + total[node]!) ? node : -1
}
