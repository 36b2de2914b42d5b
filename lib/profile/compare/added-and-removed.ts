import type { UnionTree } from './merged-tree/comparison.ts'
import { sortByWeight } from '../tree/weight-order.ts'

/** What only one side has: the outermost nodes of it, the heaviest first. What is below them is theirs. */
export interface GoneAndNew {
  /** Nodes of the union. */
  readonly gone: Uint32Array
  readonly new: Uint32Array
  /** Their weight together, in the own unit of the side that has them, unscaled. */
  readonly goneWeight: number
  readonly newWeight: number
}

/**
 *     before `a;b;c 2` `a;d 1`, after `a;d 1` `a;e 3`:   gone [a;b]  goneWeight 2   new [a;e]  newWeight 3
 */
export function goneAndNew(union: UnionTree): GoneAndNew {
  const gone = onlyIn(union, union.before.total, union.after.total)
  const added = onlyIn(union, union.after.total, union.before.total)
  return {
    gone,
    new: added,
    goneWeight: gone.reduce((sum, node) => sum + union.before.total[node]!, 0),
    newWeight: added.reduce((sum, node) => sum + union.after.total[node]!, 0),
  }
}

function onlyIn({ tree }: UnionTree, here: Float64Array, there: Float64Array): Uint32Array {
  const nodes: number[] = []
  let node = 1
  while (node < tree.length) {
    if (here[node]! > 0 && there[node]! === 0) {
      nodes.push(node)
      node = tree.end[node]!
    } else node++
  }
  return sortByWeight(Uint32Array.from(nodes), here)
}
