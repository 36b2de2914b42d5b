import type { DeltaKind } from '../merged-tree/comparison.ts'
import type { CallTree } from '../../tree/tree-columns.ts'
import { sumOverSubtrees } from '../../model/stack-weights.ts'

/**
 * What is compared: nodes of the merged tree, or the functions in it. An item's weight is the sum over its nodes, of what ends there or
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

/** What is left of items when only some of them matter: a smaller tree, which is weighed many times. */
export interface PrunedItems {
  readonly items: TestItems
  /** Those that matter, among `items`. */
  readonly tested: Uint32Array
  /** For each node of the old tree the node of the new one that has its weight, -1 where nothing needs it. */
  readonly nodeOf: Int32Array
}

/**
 * Of a million nodes a few thousand have enough samples to be tested. The others give their weight to the nearest caller that counts, or to
 * none where only what ends in a node matters.
 */
export function pruneForTesting(items: TestItems, tested: Uint32Array): PrunedItems {
  const { tree, delta, itemOfNode } = items
  const isTested = new Uint8Array(items.length)
  for (const item of tested) isTested[item] = 1
  const counts = (node: number) => {
    const item = itemOfNode === null ? node : itemOfNode[node]!
    return item >= 0 && isTested[item] === 1
  }
  const nodeOf = new Int32Array(tree.length).fill(-1)
  const parent = new Int32Array(tree.length)
  const nodes = new Int32Array(tree.length)
  let length = 0
  for (let node = 0; node < tree.length; node++) {
    const caller = node === 0 ? -1 : nodeOf[tree.parent[node]!]!
    if (counts(node)) {
      parent[length] = caller
      nodes[length] = node
      nodeOf[node] = length++
    } else if (delta === 'total') nodeOf[node] = caller
  }
  return {
    items: {
      length: items.length,
      tree: { length, parent: parent.slice(0, length) },
      delta,
      itemOfNode: nodes.slice(0, length).map((node) => (itemOfNode === null ? node : itemOfNode[node]!)),
    },
    tested,
    nodeOf,
  }
}
