import type { CallTree } from '../tree/call-tree.ts'
import { notJava, type ColourGroup, type ColourMode, type ColourRule } from './colour-group.ts'
import { createFrameGroups } from './frame-groups.ts'
import { getSelfTimeBand, selfTimeGroups } from './self-time-shading.ts'
import { getMainTier } from './node-tiers.ts'
import { otherPools } from './node-pools.ts'
import type { CompileTier, Profile } from '../model/profile.ts'

/** What decides the colours of a tree. The frames are those that the tree's nodes point at. */
export interface ColourFacts extends Pick<Profile, 'frames' | 'strings'> {
  readonly tree: Pick<CallTree, 'frame' | 'self' | 'total'>
  readonly mode: ColourMode
  /** By node, see node-tiers.ts. Mode `compile` without them takes every tier for unknown. */
  readonly tiers: Uint8Array | null
  /** What the worker found out for modes `thread` (node-pools.ts) and `rules` (frame-rules.ts); null until it is there. */
  readonly colours: {
    readonly nodePools: Uint16Array | null
    readonly pools: readonly string[]
    readonly frameRules: Uint8Array | null
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

/** By compile state; `byKind` is the frame's group by kind. What is not Java has no state. */
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
  const byFrame = createFrameGroups(facts.mode === 'package' ? 'package' : 'kind', facts)
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
