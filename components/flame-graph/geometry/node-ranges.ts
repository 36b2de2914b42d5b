import { getWidths } from '../../../lib/profile/layout/layout.ts'
import type { CallTree, FlameLayout } from '../../../lib/profile/tree/call-tree.ts'
import type { Range } from './ranges.ts'
import { findFirstRowToSee, rowPx } from './rows.ts'

export { type Range } from './ranges.ts'

/** Rows of callers that stay in sight beside a zoomed frame when not all of them fit. */
const visibleCallers = 3
/** Of the width of a zoomed frame: on a phone a box of 20 px has no room for a name. */
const readableShare = 0.05

export function getNodeRange(layout: FlameLayout, node: number): Range {
  const start = layout.starts[node]!
  return { from: start, to: start + getWidths(layout)[node]! }
}

/** What is all there is to look at from this node: everything, or in a flame chart its thread. */
export function findWhole({ tree, widths }: FlameLayout, node: number): number {
  if (!widths) return 0
  let whole = node
  while (tree.depth[whole]! > 1) whole = tree.parent[whole]!
  return whole
}

/** The deepest node that both are under; a node is under itself. */
export function findCommonAncestor(tree: CallTree, one: number, other: number): number {
  let node = Math.min(one, other, tree.length - 1)
  while (node > 0 && tree.end[node]! <= Math.max(one, other)) node = tree.parent[node]!
  return node
}

/** `node`, or the first of its callers that holds all of this range: what a gesture has zoomed out to. */
export function findNodeAround(graph: FlameLayout, node: number, range: Range): number {
  const slack = (range.to - range.from) * 1e-6 // a gesture's arithmetic does not come back to the last bit
  let around = node
  while (around > 0) {
    const { from, to } = getNodeRange(graph, around)
    if (from <= range.from + slack && to >= range.to - slack) break
    around = graph.tree.parent[around]!
  }
  return around
}

/** The range moved just so far within `bounds` that some of this node is in it; the same object when it is already. */
export function panToShow(graph: FlameLayout, node: number, shown: Range, bounds: Range): Range {
  const { from, to } = getNodeRange(graph, node)
  if (to > shown.from && from < shown.to) return shown
  const span = shown.to - shown.from
  const start = Math.min(Math.max((from + to - span) / 2, bounds.from), bounds.to - span)
  return { from: start, to: start + span }
}

/** Depth of the deepest node of a subtree that has at least this share (0 to 1) of its weight. */
export function findDeepestRow({ depth, end, total }: CallTree, zoomNode: number, leastShare = 0): number {
  const least = total[zoomNode]! * leastShare
  let deepest = 0
  for (let node = zoomNode; node < end[zoomNode]!; node++)
    if (depth[node]! > deepest && total[node]! >= least) deepest = depth[node]!
  return deepest
}

/**
 * How far to scroll for a zoomed frame, in rows: from `startRow`, where the graph is without a zoom, just so far that
 * its callees are in sight, but for those too narrow to read, and never so far that its nearest callers are not.
 * Everything below node 0 starts at the root.
 */
export function findRowToShow(tree: CallTree, zoomNode: number, heightPx: number, startRow = 0): number {
  const rowOfDeepest = findDeepestRow(tree, zoomNode, readableShare) + 1 - Math.floor(heightPx / rowPx)
  return Math.min(Math.max(startRow, rowOfDeepest), Math.max(0, tree.depth[zoomNode]! - visibleCallers))
}

/**
 * Gives how many rows of callers stay in sight below a frame that two graphs are zoomed to: so few that its callees can
 * be read in both. The same whichever of the two is `one`.
 */
export function countCallersBeside(one: ZoomedGraph, other: ZoomedGraph, heightPx: number): number {
  const graphs = [one, other]
  const hotDepths = graphs.map(({ tree, hotNode }) => (hotNode > 0 ? tree.depth[hotNode]! : 0))
  const startRow = Math.max(...hotDepths.map((depth) => findFirstRowToSee(depth, heightPx)))
  return Math.min(
    ...graphs.map(({ tree, zoomNode }) => tree.depth[zoomNode]! - findRowToShow(tree, zoomNode, heightPx, startRow)),
  )
}

/** A graph, its hot node (-1 for none) and the node that it is zoomed to. */
interface ZoomedGraph {
  readonly tree: CallTree
  readonly hotNode: number
  readonly zoomNode: number
}
