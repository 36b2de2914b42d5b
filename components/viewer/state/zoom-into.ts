import { isInSubtree } from '../../../lib/profile/tree/tree-rows.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { getViewPath } from '../tree/tree-paths.ts'
import { toggleBase, wholeGraph } from '../view/view-changes.ts'
import type { TreeModel } from '../worker/tree-messages.ts'

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
