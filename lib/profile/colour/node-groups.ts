import type { CallTree } from '../tree/call-tree.ts'
import {
  colourGroup,
  type ColourGroup,
  type ColourMode,
  type ColourRule,
  notJava,
  type PackageColours,
} from './colour-group.ts'
import { getMainTier } from './node-tiers.ts'
import { otherPools } from './node-pools.ts'
import { kindOfFrame, nameOfFrame, type CompileTier, type NamedFrames } from '../model/profile.ts'

/**
 * Least share of all weight for each band of heat, the hottest first; half a power of ten each, as costs spread that
 * widely.
 */
const leastShares = [0.1, 0.03, 0.01, 0.003, 0.001, Number.MIN_VALUE, 0]
const labels = ['10% and more', '3 to 10%', '1 to 3%', '0.3 to 1%', '0.1 to 0.3%', 'less', 'nothing']

export const selfTimeGroups: readonly ColourGroup[] = labels.map((label, index) => ({ palette: 'heat', label, index }))

/**
 * The band, 0 the hottest, of a node with this share (0 to 1) of all weight as its own. The share of nothing is
 * nothing.
 */
export function getSelfTimeBand(share: number): number {
  const band = leastShares.findIndex((least) => share >= least)
  return band < 0 ? leastShares.length - 1 : band
}

/** The facts that decide the colours of a tree. The frames are those that the tree's nodes point at. */
export interface ColourFacts extends NamedFrames {
  readonly tree: Pick<CallTree, 'frame' | 'self' | 'total'>
  readonly mode: ColourMode
  /** Tiers of each node, see node-tiers.ts. Mode `compile` without them takes every tier for unknown. */
  readonly tiers: Uint8Array | null
  /** Facts from the worker for modes `thread` (node-pools.ts) and `rules` (firstRules); null until they are there. */
  readonly colours: {
    readonly nodePools: Uint16Array | null
    readonly pools: readonly string[]
    readonly frameRules: Uint8Array | null
    readonly packages: PackageColours | null
  } | null
  readonly rules: readonly ColourRule[]
  /** In an inverted tree own weight stands at the wrong end, so mode `cost` goes by the whole weight of a box. */
  readonly isInverted: boolean
}

const tierGroups: Readonly<Record<CompileTier, ColourGroup>> = {
  interpreted: { palette: 'interpreted', label: 'interpreted' },
  c1: { palette: 'c1', label: 'C1' },
  c2: { palette: 'c2', label: 'C2' },
  inlined: { palette: 'inlined', label: 'inlined' },
  unknown: { palette: 'unknown', label: 'Java, state not known' },
}
export const noRule: ColourGroup = { palette: 'other', label: 'no rule' }

/**
 * Gives the group of a compile state; `byKind` is the frame's group by kind. Frames that are not Java have no state.
 */
export function tierGroup(byKind: ColourGroup, tier: CompileTier): ColourGroup {
  if (byKind.palette === 'java') return tierGroups[tier]
  return byKind.palette === 'thread' || byKind.palette === 'folded' ? byKind : notJava
}

export function poolGroup(pool: string): ColourGroup {
  return pool === otherPools ? { palette: 'other', label: pool } : { palette: 'pool', label: pool }
}

export function ruleGroup({ pattern, colour }: ColourRule): ColourGroup {
  return { palette: 'rule', label: pattern, index: colour }
}

/** Tells the group of any node but 0. Equal groups are one object, so they can be compared and counted. */
export function createNodeGroups(facts: ColourFacts): (node: number) => ColourGroup {
  const { tree, tiers, colours, rules, isInverted } = facts
  const byFrame = createFrameGroups(facts.mode === 'package' ? 'package' : 'kind', facts, facts.colours?.packages)
  const ofFrame = (node: number) => byFrame(tree.frame[node]!)
  switch (facts.mode) {
    case 'kind':
    case 'package':
      return ofFrame
    case 'thread': {
      const nodePools = colours?.nodePools
      if (!nodePools) return ofFrame
      const groups = colours.pools.map(poolGroup)
      return (node) => groups[nodePools[node]!]!
    }
    case 'rules': {
      const frameRules = colours?.frameRules
      const groups = rules.map(ruleGroup)
      return (node) => groups[(frameRules?.[tree.frame[node]!] ?? 0) - 1] ?? noRule
    }
    case 'cost': {
      const weight = isInverted ? tree.total : tree.self
      const whole = tree.total[0]!
      return (node) => selfTimeGroups[getSelfTimeBand(weight[node]! / whole)]!
    }
    case 'compile':
      return (node) => {
        const group = ofFrame(node)
        // Looked up for Java only: it is the slower part.
        return group.palette === 'java'
          ? tierGroup(group, (tiers && getMainTier(tiers, node)) ?? 'unknown')
          : tierGroup(group, 'unknown')
      }
  }
}

/**
 * Gives for each frame the first rule that finds it, counted from 1; 0 for none.
 *
 * Shape: for each rule 1 or 0 a frame, as matchesLiteral and matchesPattern give; null for a rule that could not be
 * run.
 */
export function firstRules(matchesByRule: readonly (Uint8Array | null)[], frameCount: number): Uint8Array<ArrayBuffer> {
  const rules = new Uint8Array(frameCount)
  matchesByRule.forEach((matches, rule) => {
    if (!matches) return
    for (let frame = 0; frame < frameCount; frame++)
      if (rules[frame] === 0 && matches[frame] === 1) rules[frame] = rule + 1
  })
  return rules
}

/**
 * The group of each frame by kind or by package, worked out once; equal groups are one object. `colours` are those of
 * packages.
 */
export function createFrameGroups(
  mode: 'kind' | 'package',
  named: NamedFrames,
  colours: PackageColours | null = null,
): (frame: number) => ColourGroup {
  // It gets its length at once: an array that is filled at scattered indices becomes a slow dictionary.
  const cachedGroups = new Array<ColourGroup | undefined>(named.frames.length)
  const packages = new Map<string, ColourGroup>()
  return (frame) => (cachedGroups[frame] ??= groupOf(frame))

  function groupOf(frame: number): ColourGroup {
    const group = colourGroup(mode, kindOfFrame(named, frame), nameOfFrame(named, frame))
    if (group.palette !== 'package') return group
    // Where colours are assigned, -1 is that of a package without one: pale. Without them the name decides.
    const same = packages.get(group.label) ?? (colours ? { ...group, index: colours.get(group.label) ?? -1 } : group)
    packages.set(group.label, same)
    return same
  }
}
