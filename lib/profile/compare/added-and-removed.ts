import { isSignificant, type MergedTree, type SignificanceResults } from './merged-tree/comparison.ts'
import { sortByWeight } from '../tree/weight-order.ts'

/** The outermost nodes that only one side has, the heaviest first. Their callees are part of them. */
export interface AddedAndRemoved {
  /** Nodes of the merged tree. */
  readonly removed: Uint32Array
  readonly added: Uint32Array
  /** Their weight together, in the own unit of the side that has them, unscaled. */
  readonly removedWeight: number
  readonly addedWeight: number
  /** How many nodes only one side has: these outermost ones, and the listed ones of their callees. */
  readonly removedCount: number
  readonly addedCount: number
}

/**
 * Finds them; with `significance` only those that noise does not explain.
 *
 *     before `a;b;c 2` `a;d 1`, after `a;d 1` `a;e 3`:   removed [a;b]  removedWeight 2   added [a;e]  addedWeight 3
 */
export function findAddedAndRemoved(
  merged: ComparedTree,
  significance: Pick<SignificanceResults, 'q'> | null = null,
): AddedAndRemoved {
  const isListed = (node: number) => significance === null || isSignificant(significance, node)
  const removed = findOnlyIn(merged, merged.before.total, merged.after.total, isListed)
  const added = findOnlyIn(merged, merged.after.total, merged.before.total, isListed)
  return {
    removed: removed.outermost,
    added: added.outermost,
    removedWeight: removed.outermost.reduce((sum, node) => sum + merged.before.total[node]!, 0),
    addedWeight: added.outermost.reduce((sum, node) => sum + merged.after.total[node]!, 0),
    removedCount: removed.count,
    addedCount: added.count,
  }
}

type ComparedTree = Pick<MergedTree, 'tree' | 'before' | 'after'>

function findOnlyIn(
  { tree }: ComparedTree,
  here: Float64Array,
  there: Float64Array,
  isListed: (node: number) => boolean,
): { outermost: Uint32Array; count: number } {
  const nodes: number[] = []
  let count = 0
  let end = 0
  for (let node = 1; node < tree.length; node++) {
    if (here[node] === 0 || there[node]! > 0 || !isListed(node)) continue
    count++
    if (node < end) continue
    nodes.push(node)
    end = tree.end[node]!
  }
  return { outermost: sortByWeight(Uint32Array.from(nodes), here), count }
}
