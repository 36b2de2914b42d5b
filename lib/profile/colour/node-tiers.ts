import type { CallTree } from '../tree/call-tree.ts'
import type { CompileTier, Profile } from '../model/profile.ts'
import { totalByStack } from '../model/stack-weights.ts'

/** The tiers that a node's bytes tell of, in their order. */
export const knownTiers = ['interpreted', 'c1', 'c2', 'inlined'] as const satisfies readonly CompileTier[]
export type KnownTier = (typeof knownTiers)[number]
export const tierNames: Readonly<Record<KnownTier, string>> = {
  interpreted: 'interpreted',
  c1: 'C1',
  c2: 'C2',
  inlined: 'inlined',
}

/** How many bytes a node has: one for each known tier. */
export const tiersPerNode = knownTiers.length
/** The byte of a tier that the whole weight of a node ran in. */
export const wholeTierShare = 255

/**
 * How the frame of each node ran: `tiersPerNode` bytes a node, the shares (0 to `wholeTierShare`) of its weight that
 * were interpreted, compiled by C1, by C2, and inlined into the caller. The tier of the rest is not known. null when no
 * tier is known. `nodeOfRow` comes with the tree from buildTreeWithRows.
 */
export function computeNodeTiers(
  profile: Profile,
  tree: CallTree,
  nodeOfRow: Int32Array,
): Uint8Array<ArrayBuffer> | null {
  const { tier, length } = profile.stacks
  if (!tier.some((known) => known > 0)) return null
  const weight = totalByStack(profile)
  const shares = new Float32Array(tree.length * tiersPerNode)
  for (let row = 0; row < length; row++) {
    const tierColumn = tier[row]! - 1
    const node = nodeOfRow[row]!
    if (tierColumn < 0 || node < 0 || weight[row] === 0) continue
    const at = node * tiersPerNode + tierColumn
    shares[at] = shares[at]! + weight[row]! / tree.total[node]!
  }
  const tiers = new Uint8Array(shares.length)
  for (let at = 0; at < shares.length; at++) {
    // Sums of fractions can pass their whole by a rounding error.
    if (shares[at] !== 0) tiers[at] = Math.min(wholeTierShare, shares[at]! * wholeTierShare + 0.5)
  }
  return tiers
}

/** Gives the share (0 to 1) of each known tier in a node's weight, the largest first. */
export function getTierShares(tiers: Uint8Array, node: number): { tier: KnownTier; share: number }[] {
  return knownTiers
    .map((tier, index) => ({ tier, share: tiers[node * tiersPerNode + index]! / wholeTierShare }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)
}

/**
 * The one tier to name for a node; null when most of it is not known.
 * Source: async-profiler, FlameGraph.java: inlined from a third, C1 and interpreted from a half, else C2.
 */
export function getMainTier(tiers: Uint8Array, node: number): KnownTier | null {
  const at = node * tiersPerNode
  const interpreted = tiers[at]!
  const c1 = tiers[at + 1]!
  const c2 = tiers[at + 2]!
  const inlined = tiers[at + 3]!
  if (inlined >= wholeTierShare / 3) return 'inlined'
  if (c1 >= wholeTierShare / 2) return 'c1'
  if (interpreted >= wholeTierShare / 2) return 'interpreted'
  if (interpreted + c1 + c2 + inlined < wholeTierShare / 2) return null
  if (c2 > 0) return 'c2'
  return c1 >= interpreted ? 'c1' : 'interpreted'
}
