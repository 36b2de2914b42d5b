import { rankFrames } from './frame-order.ts'
import { heaviestFirst } from './heaviest-first.ts'
import type { Profile } from '../model/profile.ts'
import { readInOrder } from './read-in-order.ts'
import { sortIntoTree } from './sort-into-tree.ts'
import type { CallTree } from './tree-columns.ts'
import { markSampled, weighTree } from './tree-outline.ts'

export { type CallTree, type Weights } from './tree-columns.ts'

/** Siblings by name, which is the same for every profile, or by weight. */
export type SiblingOrder = 'name' | 'weight'

export function buildCallTree(profile: Profile, order: { readonly sort: SiblingOrder } = { sort: 'name' }): CallTree {
  return buildTreeWithRows(profile, order).tree
}

/** The tree, and for each row of the stack table its node; -1 for rows that no weight ends at or passes through. */
export function buildTreeWithRows(
  profile: Profile,
  { sort }: { readonly sort: SiblingOrder } = { sort: 'name' },
): { readonly tree: CallTree; readonly nodeOfRow: Int32Array } {
  const { stacks, samples } = profile
  const ranks = rankFrames(profile)
  const isSampled = markSampled(stacks, samples)
  // Stored profiles are in order, and filters of samples keep them so; after other filters it must be made again.
  const outline = readInOrder(stacks, isSampled, ranks) ?? sortIntoTree(stacks, isSampled, ranks)
  const tree = weighTree(outline, samples)
  return sort === 'weight' ? heaviestFirst(tree, outline.nodeOfRow) : { tree, nodeOfRow: outline.nodeOfRow }
}
