import type { DeltaKind } from '../merged-tree/comparison.ts'
import type { CallTree } from '../../tree/tree-columns.ts'

/**
 * The compared items: nodes of the merged tree, or the functions in it. An item's weight is the sum over its nodes, of
 * their self weight or of their total.
 */
export interface TestItems {
  readonly length: number
  readonly tree: Pick<CallTree, 'length' | 'parent'>
  readonly delta: DeltaKind
  /** Item of each node, -1 for a node that does not count; null where items are the nodes. */
  readonly itemOfNode: Int32Array | null
}

/** Sums a column of nodes by item. */
export function sumByItem(
  { length, itemOfNode }: Pick<TestItems, 'length' | 'itemOfNode'>,
  ofNodes: Float64Array,
): Float64Array {
  if (itemOfNode === null) return ofNodes
  const ofItems = new Float64Array(length)
  for (let node = 0; node < ofNodes.length; node++) {
    const item = itemOfNode[node]!
    if (item >= 0) ofItems[item] = ofItems[item]! + ofNodes[node]!
  }
  return ofItems
}

/** A smaller tree of the items that matter, which is weighed many times. */
export interface PrunedItems {
  readonly tree: Pick<CallTree, 'length' | 'parent'>
  readonly delta: DeltaKind
  /** How many matter. */
  readonly count: number
  /** For each node of `tree`, the index of its item among the tested ones. */
  readonly indexOfNode: Int32Array
  /** For each node of the old tree the node of the new one that has its weight, -1 where no test needs it. */
  readonly nodeOf: Int32Array
}

/**
 * A few thousand of a million nodes have enough samples to be tested. The others give their weight to the nearest
 * caller that counts, or to none where only self weight matters.
 */
export function pruneForTesting({ tree, delta, itemOfNode, ...items }: TestItems, tested: Uint32Array): PrunedItems {
  const indexOf = new Int32Array(items.length).fill(-1)
  tested.forEach((item, index) => (indexOf[item] = index))
  const nodeOf = new Int32Array(tree.length).fill(-1)
  const parent = new Int32Array(tree.length)
  const indexOfNode = new Int32Array(tree.length)
  let length = 0
  for (let node = 0; node < tree.length; node++) {
    const caller = node === 0 ? -1 : nodeOf[tree.parent[node]!]!
    const item = itemOfNode === null ? node : itemOfNode[node]!
    const index = item < 0 ? -1 : indexOf[item]!
    if (index >= 0) {
      parent[length] = caller
      indexOfNode[length] = index
      nodeOf[node] = length++
    } else if (delta === 'total') nodeOf[node] = caller
  }
  return { tree: { length, parent }, delta, count: tested.length, indexOfNode, nodeOf }
}
