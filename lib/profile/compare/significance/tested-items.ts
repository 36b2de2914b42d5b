import type { DeltaKind } from '../merged-tree/comparison.ts'
import type { CallTree } from '../../tree/tree-columns.ts'
import { sumOverSubtrees } from '../merged-tree/merged-tree-weights.ts'

/**
 * What is compared: nodes of the union, or the functions that stand in it. An item's weight is the sum over its nodes, of what ends there or
 * of what passes through.
 */
export interface TestItems {
  readonly length: number
  readonly tree: Pick<CallTree, 'length' | 'parent'>
  readonly delta: DeltaKind
  /** Item of each node, -1 for a node that does not count; null where items are the nodes. */
  readonly itemOfNode: Int32Array | null
}

/** Weights by item from weights that end at nodes. */
export function weighItems({ length, tree, delta, itemOfNode }: TestItems, self: Float64Array): Float64Array {
  const ofNodes = delta === 'self' ? self : sumOverSubtrees(tree, self)
  if (itemOfNode === null) return ofNodes
  const ofItems = new Float64Array(length)
  for (let node = 0; node < tree.length; node++) {
    const item = itemOfNode[node]!
    if (item >= 0) ofItems[item] = ofItems[item]! + ofNodes[node]!
  }
  return ofItems
}
