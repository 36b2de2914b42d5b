import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { buildTreeWithRows } from '../tree/call-tree.ts'
import { applyFilters } from '../filters/filters.ts'
import { computeNodePools, getPoolsOfRoots, otherPools, rankPools } from './node-pools.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../model/profile.ts'

function poolsOf(profile: Profile) {
  const { tree, nodeOfRow } = buildTreeWithRows(profile)
  return computeNodePools(profile, tree, nodeOfRow)
}

describe('nodePools', () => {
  test('gives each node to the pool that has most of its weight', () => {
    const profile = profileFromDiagram(`
      http-1>main http-2>main gc-1>main http-3>main
      a           a           a         b
      2           2           3         1
    `)
    const { pools, nodePools: ofNode } = poolsOf(profile)
    expect(pools).toEqual(['http-#', 'gc-#'])
    // Nodes: 0 all, 1 main, 2 a (http 4, gc 3), 3 b.
    expect([...ofNode]).toEqual([0, 0, 0, 0])
    const inverted = profileFromDiagram(`
      http-1>main gc-1>main
      a           b
      2           3
    `)
    expect([...poolsOf(inverted).nodePools]).toEqual([0, 0, 1, 0])
  })

  test('makes one of the pools past the heaviest 24', () => {
    const builder = createProfileBuilder()
    const main = builder.stack(-1, builder.frame('main', 'java'))
    for (let pool = 0; pool < 40; pool++) {
      const stack = builder.stack(main, builder.frame(`f${String(pool).padStart(2, '0')}`, 'java'))
      const letters = String.fromCharCode(97 + (pool % 26), 97 + Math.floor(pool / 26))
      builder.sample(stack, builder.thread(`${letters}-7`), NaN, 100 - pool)
    }
    const profile = builder.finish('samples', emptyProvenance('test'))
    const { pools, nodePools: ofNode } = poolsOf(profile)
    expect([pools.length, pools.at(-1)]).toEqual([25, otherPools])
    expect([...ofNode.subarray(2)]).toEqual(Array.from({ length: 40 }, (_, pool) => Math.min(pool, 24)))
    expect(rankPools(profile).weights.reduce((sum, weight) => sum + weight, 0)).toBe(40 * 100 - (39 * 40) / 2)
  })

  test('law: no other pool has more of a node than the one it is given to', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const { samples } = profile
        const { tree, nodeOfRow } = buildTreeWithRows(profile)
        const { pools, nodePools: ofNode } = computeNodePools(profile, tree, nodeOfRow)
        const { poolOfThread } = rankPools(profile)
        const weights = Array.from({ length: tree.length }, () => new Array<number>(pools.length).fill(0))
        for (let sample = 0; sample < samples.length; sample++) {
          if (samples.weight[sample] === 0) continue
          const stack = samples.stack[sample]!
          for (let node = stack < 0 ? 0 : nodeOfRow[stack]!; node >= 0; node = tree.parent[node]!) {
            weights[node]![poolOfThread[samples.thread[sample]!]!]! += samples.weight[sample]!
          }
        }
        weights.forEach((byPool, node) => {
          if (pools.length > 0) expect(byPool[ofNode[node]!]).toBe(Math.max(...byPool))
        })
      }),
      { seed: 16, numRuns: 200 },
    )
  })
})

test('law: where threads are roots, the pool of a node is that of its root', () => {
  fc.assert(
    fc.property(anyProfile, (profile) => {
      const byThread = applyFilters(profile, [{ type: 'by-thread' }])
      const { tree, nodeOfRow } = buildTreeWithRows(byThread)
      const bySamples = computeNodePools(byThread, tree, nodeOfRow)
      const byRoots = getPoolsOfRoots(tree, byThread)
      for (let node = 1; node < tree.length; node++) {
        expect(byRoots.pools[byRoots.nodePools[node]!]).toBe(bySamples.pools[bySamples.nodePools[node]!])
      }
    }),
    { seed: 17, numRuns: 200 },
  )
})

test('what is under no thread belongs to none', () => {
  const profile = profileFromDiagram('a b')
  const { pools, nodePools: ofNode } = getPoolsOfRoots(buildTreeWithRows(profile).tree, profile)
  expect([...ofNode].map((pool) => pools[pool])).toEqual(Array<string>(3).fill(otherPools))
})
