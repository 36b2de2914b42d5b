import { findNodeByPath, getNodePath, type PathMatch } from '../../../lib/profile/tree/path-keys.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import type { NamedTree } from '../worker/tree-messages.ts'

/**
 * A node's place as the view keeps it: by the names on the way to it. In the order of time many nodes have the same way, so there it is
 * the node's number, as a key like others: such a view is of this one recording.
 */
export function getViewPath(model: NamedTree, sort: ViewState['sort'], node: number): string[] {
  if (node === 0) return []
  return sort === 'time' ? [node.toString(36).padStart(5, '0')] : getNodePath(model, model.tree, node)
}

/** The node at a place, or the nearest one on the way to it. */
export function findNodeByViewPath(model: NamedTree, sort: ViewState['sort'], path: readonly string[]): PathMatch {
  if (sort !== 'time' || path.length === 0) return findNodeByPath(model, model.tree, path)
  const node = parseInt(path[0]!, 36)
  return node < model.tree.length ? { node, missing: 0 } : { node: 0, missing: 1 }
}
