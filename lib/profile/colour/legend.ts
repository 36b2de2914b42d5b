import { totalWeight } from '../model/stack-weights.ts'
import { buildCallTree, type Weights } from '../tree/call-tree.ts'
import type { ColourGroup, ColourMode, ColourRule, PackageColours } from './colour-group.ts'
import { measureGroupAreas } from './group-areas.ts'
import {
  createFrameGroups,
  getSelfTimeBand,
  noRule,
  poolGroup,
  ruleGroup,
  selfTimeGroups,
  tierGroup,
} from './node-groups.ts'
import { rankPools } from './node-pools.ts'
import { compileTiers, type Profile } from '../model/profile.ts'

/** A colour of the drawing, see groupColour. */
export interface LegendEntry {
  readonly group: ColourGroup
  /** Share of all weight, 0 to 1: the self weight of frames of this colour, or in mode `thread` that of its threads. */
  readonly share: number
}

/** Entries of the legend of colours; further ones are left out. */
export const maxLegendEntries = 12

export interface LegendOptions {
  /** In mode `rules`, with the rule of each frame (firstRules). */
  readonly rules?: readonly ColourRule[]
  readonly frameRules?: Uint8Array | null
  /** In mode `package`. */
  readonly packages?: PackageColours | null
  /** Mode `cost` is about own weight, but in an inverted tree about all weight of a box. */
  readonly isInverted?: boolean
}

/**
 * Gives the meaning of each colour of the drawing, the one with most self weight first; heat from hot to cold, rules in
 * their order. At most twelve are given. Pass the profile before it is inverted: there every stack would end in its
 * root.
 */
export function buildLegend(mode: ColourMode, profile: Profile, facts: LegendOptions = {}): LegendEntry[] {
  // Samples of which a filter left no frame end in the root, which has no colour: they count in `all` alone.
  const all = totalWeight(profile)
  return listGroups(mode, profile, facts)
    .slice(0, maxLegendEntries)
    .map(([group, weight]) => ({ group, share: all > 0 ? weight / all : 0 }))
}

type GroupWeight = readonly [group: ColourGroup, weight: number]

function listGroups(mode: ColourMode, profile: Profile, facts: LegendOptions): GroupWeight[] {
  switch (mode) {
    case 'kind':
      return byWeight(weighGroups(selfByFrame(profile), createFrameGroups(mode, profile)))
    case 'package':
      return legendOfPackages(profile, facts.packages)
    case 'thread': {
      const { pools, weights } = rankPools(profile)
      return pools.map((pool, rank) => [poolGroup(pool), weights[rank]!])
    }
    case 'compile':
      return byWeight(weighTiers(profile))
    case 'cost':
      return facts.isInverted === true ? legendOfFunctionSelf(profile) : legendOfNodeSelf(profile)
    case 'rules': {
      const groups = (facts.rules ?? []).map(ruleGroup)
      const ofFrame = (frame: number) => groups[(facts.frameRules?.[frame] ?? 0) - 1] ?? noRule
      return inOrder([...groups, noRule], weighGroups(selfByFrame(profile), ofFrame))
    }
  }
}

/** The groups with the largest areas, though little may be spent in them: their colours are those on the screen. */
function legendOfPackages(profile: Profile, packages: PackageColours | null = null): GroupWeight[] {
  const groupOf = createFrameGroups('package', profile, packages)
  const areas = measureGroupAreas(profile, groupOf)
  const weights = weighGroups(selfByFrame(profile), groupOf)
  const bySize = [...weights.keys()].sort((one, other) => areas.get(other)! - areas.get(one)!)
  const listed = new Set(bySize.slice(0, maxLegendEntries))
  return byWeight(weights).filter(([group]) => listed.has(group))
}

type GroupWeights = ReadonlyMap<ColourGroup, number>

function byWeight(weights: GroupWeights): GroupWeight[] {
  return [...weights].sort(([, a], [, b]) => b - a)
}

function inOrder(order: readonly ColourGroup[], weights: GroupWeights): GroupWeight[] {
  return order.filter((group) => weights.has(group)).map((group) => [group, weights.get(group)!])
}

/** Sum of the weights by group, without those below 0. */
function weighGroups(weights: Weights, groupOf: (index: number) => ColourGroup): Map<ColourGroup, number> {
  const ofGroup = new Map<ColourGroup, number>()
  for (let index = 0; index < weights.length; index++) {
    if (weights[index]! < 0) continue
    const group = groupOf(index)
    ofGroup.set(group, (ofGroup.get(group) ?? 0) + weights[index]!)
  }
  return ofGroup
}

function weighTiers(profile: Profile): Map<ColourGroup, number> {
  const kindOf = createFrameGroups('kind', profile)
  const tiers = compileTiers.length
  const { frame, tier } = profile.stacks
  const weights = selfByKey(profile, profile.frames.length * tiers, (stack) => frame[stack]! * tiers + tier[stack]!)
  return weighGroups(weights, (key) => tierGroup(kindOf(Math.floor(key / tiers)), compileTiers[key % tiers]!))
}

function legendOfNodeSelf(profile: Profile): GroupWeight[] {
  const { self, total } = buildCallTree(profile)
  // Node 0 is the root and has no colour.
  return inOrder(
    selfTimeGroups,
    weighGroups(self.subarray(1), (index) => selfTimeGroups[getSelfTimeBand(self[index + 1]! / total[0]!)]!),
  )
}

/**
 * Gives the legend of an inverted tree, whose roots are the functions; boxes above a root are as hot or colder.
 */
function legendOfFunctionSelf(profile: Profile): GroupWeight[] {
  const self = selfByFrame(profile)
  const total = self.reduce((sum, weight) => sum + Math.max(weight, 0), 0)
  const weights = weighGroups(self, (frame) => selfTimeGroups[getSelfTimeBand(self[frame]! / total)]!)
  const hottest = selfTimeGroups.findIndex((group) => (weights.get(group) ?? 0) > 0)
  if (hottest < 0) return []
  // Without the last band, `nothing`: a function in which no sample ends is no root.
  return selfTimeGroups.slice(hottest, -1).map((group) => [group, weights.get(group) ?? 0])
}

function selfByFrame(profile: Profile): Float64Array {
  return selfByKey(profile, profile.frames.length, (stack) => profile.stacks.frame[stack]!)
}

/** Weight of the samples that end in a row of each key; -1 for a key that no sample passes through. */
function selfByKey({ stacks, samples }: Profile, keys: number, keyOf: (stack: number) => number): Float64Array {
  const self = new Float64Array(keys).fill(-1)
  const used = new Uint8Array(stacks.length)
  for (let sample = 0; sample < samples.length; sample++) {
    const stack = samples.stack[sample]!
    if (stack < 0 || samples.weight[sample] === 0) continue
    const key = keyOf(stack)
    self[key] = Math.max(self[key]!, 0) + samples.weight[sample]!
    used[stack] = 1
  }
  for (let stack = stacks.length - 1; stack >= 0; stack--) {
    if (used[stack] === 0) continue
    const key = keyOf(stack)
    self[key] = Math.max(self[key]!, 0)
    if (stacks.parent[stack]! >= 0) used[stacks.parent[stack]!] = 1
  }
  return self
}
