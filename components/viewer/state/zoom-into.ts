import { getWidths } from '../../../lib/profile/layout/layout.ts'
import type { FlameLayout } from '../../../lib/profile/tree/call-tree.ts'
import { isInSubtree } from '../../../lib/profile/tree/tree-rows.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { findWhole } from '../../flame-graph/geometry/node-ranges.ts'
import { getViewPath } from '../tree/tree-paths.ts'
import { toggleBase, wholeGraph } from '../view/view-changes.ts'
import type { TreeModel } from '../worker/tree-messages.ts'

/**
 * The node to zoom to so that `node` can be read: the outermost caller of whose width it has `leastShare` (0
 * to 1), else its direct caller. Not the node itself: the tree and the tables of a zoomed leaf are one row.
 */
export function findZoomToRead(graph: FlameLayout, node: number, leastShare: number): number {
  const { parent } = graph.tree
  const widths = getWidths(graph)
  const outermost = findWhole(graph, node)
  if (node === outermost) return node
  let around = parent[node]!
  const widest = Math.max(widths[around]!, widths[node]! / leastShare)
  while (around !== outermost && widths[parent[around]!]! <= widest) around = parent[around]!
  return around
}

/** Changes the view by a click on a node: it zooms, or opens the box of a folded base. */
export function zoomInto(
  model: TreeModel,
  sort: ViewState['sort'],
  zoomNode: number,
  node: number,
): Partial<ViewState> {
  const { tree, base } = model
  const path = getViewPath(model, sort, node)
  // From inside of it, the box is a way out like any caller.
  const isInside = zoomNode !== node && isInSubtree(tree, zoomNode, node)
  const isBox = tree.frame[node] === base?.box && !isInside
  // In a flame chart a path is the number of a node, which the open tree has not.
  if (isBox) return { ...toggleBase({ base: 'folded' }), selected: sort === 'time' ? [] : path }
  return { ...wholeGraph, zoom: path, selected: path }
}
