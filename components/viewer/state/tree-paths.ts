import { nodeOfPath, pathOfNode, type FoundPath } from '../../../lib/profile/tree/path-keys.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import type { NamedTree } from '../worker/tree-messages.ts'

/**
 * A node's place as the view keeps it: by the names on the way to it. In the order of time many nodes have the same way, so there it is
 * the node's number, as a key like others: such a view is of this one recording.
 */
export function placeOfNode(drawn: NamedTree, sort: ViewState['sort'], node: number): string[] {
  if (node === 0) return []
  return sort === 'time' ? [node.toString(36).padStart(5, '0')] : pathOfNode(drawn, drawn.tree, node)
}

/** The node at a place, or the nearest one on the way to it. */
export function nodeOfPlace(drawn: NamedTree, sort: ViewState['sort'], place: readonly string[]): FoundPath {
  if (sort !== 'time' || place.length === 0) return nodeOfPath(drawn, drawn.tree, place)
  const node = parseInt(place[0]!, 36)
  return node < drawn.tree.length ? { node, missing: 0 } : { node: 0, missing: 1 }
}
