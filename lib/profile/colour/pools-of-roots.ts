import type { CallTree } from '../tree/call-tree.ts'
import { maxPools, otherPools, type NodePools } from './node-pools.ts'
import { frameKinds, type Profile } from '../model/profile.ts'
import { getPoolName } from '../time/thread-pool.ts'

/**
 * The pool of each node where threads are the roots of the tree (filter `by-thread`), whatever order its nodes stand in: that of the
 * thread it is under. Needs no samples, so it is right for a tree in order of time too, where a stack has many nodes.
 */
export function getPoolsOfRoots(tree: CallTree, { frames, strings }: Pick<Profile, 'frames' | 'strings'>): NodePools {
  const poolOfRoot = (root: number) => {
    const frame = tree.frame[root]!
    return frameKinds[frames.kind[frame]!] === 'thread' ? getPoolName(strings[frames.name[frame]!]!) : otherPools
  }
  const weights = new Map<string, number>()
  for (let root = 1; root < tree.length; root = tree.end[root]!) {
    const pool = poolOfRoot(root)
    if (pool !== otherPools) weights.set(pool, (weights.get(pool) ?? 0) + tree.total[root]!)
  }
  const pools = [...weights.keys()]
    .sort((a, b) => weights.get(b)! - weights.get(a)! || (a < b ? -1 : 1))
    .slice(0, maxPools)
  const rankOf = new Map(pools.map((pool, rank) => [pool, rank]))
  const nodePools = new Uint16Array(tree.length)
  for (let root = 1; root < tree.length; root = tree.end[root]!) {
    nodePools.fill(rankOf.get(poolOfRoot(root)) ?? pools.length, root, tree.end[root])
  }
  return { pools: [...pools, otherPools], nodePools }
}
