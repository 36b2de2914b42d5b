import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import { buildTreeWithRows, type CallTree } from '../tree/call-tree.ts'
import { knownTiers, computeNodeTiers, getMainTier, getTierShares } from './node-tiers.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { compileTiers, emptyProvenance, type CompileTier, type Profile } from '../model/profile.ts'

function tiersOf(profile: Profile) {
  const { tree, nodeOfRow } = buildTreeWithRows(profile)
  return computeNodeTiers(profile, tree, nodeOfRow)
}

/** `main` calling `a`, which ran so many samples in each tier. */
function profileOfTiers(weights: Partial<Record<CompileTier, number>>): Profile {
  const builder = createProfileBuilder()
  const main = builder.stack(-1, builder.frame('main', 'java'))
  for (const tier of compileTiers) {
    const stack = builder.stack(main, builder.frame('a', 'java'), tier)
    if (weights[tier]) builder.sample(stack, builder.thread('t'), NaN, weights[tier])
  }
  return builder.finish('samples', emptyProvenance('test'))
}

function shownOf(weights: Partial<Record<CompileTier, number>>) {
  const profile = profileOfTiers(weights)
  return getMainTier(tiersOf(profile) ?? new Uint8Array(12), 2)
}

describe('computeNodeTiers', () => {
  test('gives the share of each node by how its own frame ran there', () => {
    const profile = profileFromDiagram(`
      main main   main   main
      a    a_[i]  a_[i]  b_[i]
      c    c      .      a
      1    3      2      9
    `)
    const tiers = tiersOf(profile)!
    // Nodes: 0 all, 1 main, 2 a, 3 c, 4 b, 5 a.
    const [split] = getTierShares(tiers, 2)
    expect(split!.tier).toBe('inlined')
    expect(split!.share).toBeCloseTo(5 / 6, 2)
    expect([0, 1, 3, 5].map((node) => getTierShares(tiers, node))).toEqual([[], [], [], []])
    expect(getTierShares(tiers, 4)).toEqual([{ tier: 'inlined', share: 1 }])
  })

  test('gives nothing when no engine said', () => {
    const profile = profileFromDiagram('main a\na    b')
    expect(tiersOf(profile)).toBe(null)
  })

  test('puts the largest tier first', () => {
    const profile = profileOfTiers({ c1: 10, c2: 30, interpreted: 20, unknown: 40 })
    expect(getTierShares(tiersOf(profile)!, 2).map(({ tier }) => tier)).toEqual(['c2', 'interpreted', 'c1'])
  })

  test('law: the shares of a node are those of its samples, by whichever order siblings stand', () => {
    fc.assert(
      fc.property(anyProfile, fc.constantFrom('name', 'weight'), (profile, sort) => {
        const { tree, nodeOfRow } = buildTreeWithRows(profile, { sort })
        const tiers = computeNodeTiers(profile, tree, nodeOfRow)
        for (let node = 1; node < tree.length; node++) {
          const weights = weighTiers(profile, pathTo(tree, node))
          knownTiers.forEach((tier, index) => {
            const share = weights[tier] / tree.total[node]!
            expect((tiers?.[node * 4 + index] ?? 0) / 255).toBeCloseTo(share, 2)
          })
        }
      }),
      { seed: 15, numRuns: 150 },
    )
  })
})

describe('the one tier to name', () => {
  test('is inlined from a third on, C1 and interpreted from a half on, else C2', () => {
    expect(shownOf({ inlined: 1, c2: 2 })).toBe('inlined')
    expect(shownOf({ inlined: 32, c2: 68 })).toBe('c2')
    expect(shownOf({ c1: 1, c2: 1 })).toBe('c1')
    expect(shownOf({ interpreted: 1, c2: 1 })).toBe('interpreted')
    expect(shownOf({ interpreted: 2, c1: 2, c2: 1 })).toBe('c2')
    expect(shownOf({ interpreted: 4, c1: 3, inlined: 2 })).toBe('interpreted')
  })

  test('is none when most is not known', () => {
    expect(shownOf({ unknown: 5 })).toBe(null)
    expect(shownOf({ unknown: 6, c2: 4 })).toBe(null)
    expect(shownOf({ unknown: 4, c2: 6 })).toBe('c2')
  })
})

function pathTo(tree: CallTree, node: number): number[] {
  const frames: number[] = []
  for (let at = node; at > 0; at = tree.parent[at]!) frames.unshift(tree.frame[at]!)
  return frames
}

/** Weight of the samples through a path of frames, by the tier of its last frame: one sample after the other. */
function weighTiers({ stacks, samples }: Profile, path: readonly number[]): Record<CompileTier, number> {
  const weights = { unknown: 0, interpreted: 0, c1: 0, c2: 0, inlined: 0 }
  for (let sample = 0; sample < samples.length; sample++) {
    const rows: number[] = []
    for (let row = samples.stack[sample]!; row >= 0; row = stacks.parent[row]!) rows.unshift(row)
    if (rows.length < path.length || !path.every((frame, at) => stacks.frame[rows[at]!] === frame)) continue
    weights[compileTiers[stacks.tier[rows[path.length - 1]!]!]!] += samples.weight[sample]!
  }
  return weights
}
