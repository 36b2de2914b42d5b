import { findNodeWithBase } from '../../../lib/profile/tree/base-paths.ts'
import { getNodePath, type PathMatch } from '../../../lib/profile/tree/path-keys.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import type { NamedTree, TreeModel } from '../worker/tree-messages.ts'

/**
 * A node's path as the view keeps it: keys of the names on the way to it. In a flame chart many nodes have the same
 * path, so there its one key is the node's number in base 36, `---2S`, with five characters as path keys have: such a
 * view is of this one recording.
 */
export function getViewPath(model: NamedTree, sort: ViewState['sort'], node: number): string[] {
  if (node === 0) return []
  return sort === 'time' ? [node.toString(36).toUpperCase().padStart(5, '-')] : getNodePath(model, model.tree, node)
}

/**
 * The node at a path, or the deepest one on the way to it. A flame chart shows one thread: without a path the first
 * one.
 */
export function findNodeByViewPath(
  model: NamedTree & Pick<TreeModel, 'chartThreads'>,
  sort: ViewState['sort'],
  path: readonly string[],
): PathMatch {
  if (sort !== 'time') return findNodeWithBase(model, model.tree, path)
  const start = model.chartThreads[0] ?? 0
  if (path.length === 0) return { node: start, missing: 0 }
  // In links of older releases a flame chart had no time on x, and its path has keys of names.
  const [, number] = /^-*([1-9A-Z][0-9A-Z]*)$/.exec(path[0]!) ?? []
  const node = number === undefined ? Infinity : parseInt(number, 36)
  return node < model.tree.length ? { node, missing: 0 } : { node: start, missing: 1 }
}
