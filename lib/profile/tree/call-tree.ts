import { rankFrames } from './frame-order.ts'
import type { Profile } from '../model/profile.ts'
import { mapStacks } from '../model/stack-weights.ts'
import { orderSiblings, permuteTree } from './sibling-order.ts'
import { markSampled, readOrderedOutline, weighTree } from './tree-outline.ts'
import { sortIntoTree } from './sort-into-tree.ts'
import type { CallTree } from './tree-columns.ts'

export { type CallTree, type FlameLayout, type Weights } from './tree-columns.ts'

/** Siblings by name, which is the same for every profile, or by weight. */
export type SiblingOrder = 'name' | 'weight'

export function buildCallTree(profile: Profile, order: { readonly sort: SiblingOrder } = { sort: 'name' }): CallTree {
  return buildTreeWithRows(profile, order).tree
}

export interface TreeWithRows {
  readonly tree: CallTree
  /** For each row of the stack table its node; -1 for rows that no weight ends at or passes through. */
  readonly nodeOfRow: Int32Array
}

export function buildTreeWithRows(
  profile: Profile,
  { sort }: { readonly sort: SiblingOrder } = { sort: 'name' },
): TreeWithRows {
  const { stacks, samples } = profile
  const ranks = rankFrames(profile)
  const isSampled = markSampled(stacks, samples)
  // Stored profiles are in order, and filters of samples keep them so; after other filters it must be made again.
  const outline = readOrderedOutline(stacks, isSampled, ranks) ?? sortIntoTree(stacks, isSampled, ranks)
  const tree = weighTree(outline, samples)
  return sort === 'weight' ? sortHeaviestFirst(tree, outline.nodeOfRow) : { tree, nodeOfRow: outline.nodeOfRow }
}

/** The same tree with siblings in order of their total, the heaviest first; equal ones stay in the order they had. */
function sortHeaviestFirst(tree: CallTree, nodeOfRow: Int32Array) {
  const newNode = orderSiblings(tree, (a, b) => tree.total[b]! - tree.total[a]!)
  if (newNode === null) return { tree, nodeOfRow }
  return { tree: permuteTree(tree, newNode), nodeOfRow: mapStacks(nodeOfRow, newNode) }
}
