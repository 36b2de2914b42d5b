import type { CallTree } from '../tree/call-tree.ts'
import { kindOfFrame, nameOfFrame, type Profile, type NamedFrames } from '../model/profile.ts'
import { groupIndexes } from '../model/sorted-columns.ts'
import { getPoolName, threadLabel } from '../time/thread-names.ts'

/** Pools with a colour of their own; the rest is one more. */
const maxPools = 24
export const otherPools = 'other threads'

export interface NodePools {
  /** The heaviest first; `other threads` last, when there are more than 24. */
  readonly pools: readonly string[]
  /** For each node the index of the pool with most of its weight. */
  readonly nodePools: Uint16Array<ArrayBuffer>
}

/** Which pool of threads each node belongs to most. `nodeOfRow` comes with the tree from buildTreeWithRows. */
export function computeNodePools(profile: Profile, tree: CallTree, nodeOfRow: Int32Array): NodePools {
  const { samples } = profile
  const { pools, poolOfThread } = rankPools(profile)
  const best = new Uint16Array(tree.length)
  const most = new Float64Array(tree.length)
  // Weight of one pool at a time; all zero between two.
  const weight = new Float64Array(tree.length)
  const poolOfSample = new Uint16Array(samples.length)
  for (let sample = 0; sample < samples.length; sample++) poolOfSample[sample] = poolOfThread[samples.thread[sample]!]!
  const { members, starts } = groupIndexes(poolOfSample, pools.length)
  for (let pool = 0; pool < pools.length; pool++) {
    for (const sample of members.subarray(starts[pool], starts[pool + 1])) {
      const stack = samples.stack[sample]!
      const node = stack < 0 ? 0 : nodeOfRow[stack]!
      if (node >= 0) weight[node] = weight[node]! + samples.weight[sample]!
    }
    // Backwards, each node is complete before its parent needs it.
    for (let node = tree.length - 1; node >= 0; node--) {
      const own = weight[node]!
      if (own === 0) continue
      weight[node] = 0
      if (node > 0) weight[tree.parent[node]!] = weight[tree.parent[node]!]! + own
      if (own <= most[node]!) continue
      most[node] = own
      best[node] = pool
    }
  }
  return { pools, nodePools: best }
}

/** The pools of a profile's threads, the heaviest first, those past the 24th as one. */
export function rankPools(profile: Profile) {
  const { threads, samples } = profile
  const names = Array.from({ length: threads.length }, (_, thread) => getPoolName(threadLabel(profile, thread)))
  const weightOfThread = new Float64Array(threads.length)
  for (let sample = 0; sample < samples.length; sample++) {
    const thread = samples.thread[sample]!
    weightOfThread[thread] = weightOfThread[thread]! + samples.weight[sample]!
  }
  const weightOf = new Map<string, number>()
  names.forEach((name, thread) => {
    const weight = weightOfThread[thread]!
    if (weight > 0) weightOf.set(name, (weightOf.get(name) ?? 0) + weight)
  })
  const ranked = [...weightOf].sort(([a, weightA], [b, weightB]) => weightB - weightA || (a < b ? -1 : 1))
  const rankOf = new Map(ranked.map(([name], rank) => [name, Math.min(rank, maxPools)]))
  const rest = ranked.slice(maxPools)
  const weights = ranked.slice(0, maxPools).map(([, weight]) => weight)
  const pools = ranked.slice(0, maxPools).map(([name]) => name)
  if (rest.length > 0) {
    pools.push(otherPools)
    weights.push(rest.reduce((sum, [, weight]) => sum + weight, 0))
  }
  return { pools, weights, poolOfThread: Uint16Array.from(names, (name) => rankOf.get(name) ?? 0) }
}

/**
 * Gives the pool of each node where threads are the roots of the tree (filter `by-thread`), in any order of its nodes:
 * that of the thread it is under. It needs no samples, so it is right for a tree in order of time too, where a stack
 * has many nodes.
 */
export function getPoolsOfRoots(tree: CallTree, named: NamedFrames): NodePools {
  const poolOfRoot = (root: number) => {
    const frame = tree.frame[root]!
    return kindOfFrame(named, frame) === 'thread' ? getPoolName(nameOfFrame(named, frame)) : otherPools
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
