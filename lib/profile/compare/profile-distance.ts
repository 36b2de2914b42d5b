import { estimateFunctionDispersion } from './significance/significance.ts'
import { mergeFrames } from './merged-tree/merge-frames.ts'
import type { Profile } from '../model/profile.ts'
import { selfByFrame } from '../model/stack-weights.ts'

export interface ProfileDistance {
  /** Half of the sum of the differences of all functions' self shares: 0 the same, 1 nothing in common. */
  readonly distance: number
  /** The distance that noise alone would give for so many samples, clustered as these are. */
  readonly expected: number
  /** The functions that make most of it, shares of all. */
  readonly most: readonly { readonly name: string; readonly here: number; readonly others: number }[]
}

/** Functions that are named for the distance of a profile, those that differ most. */
const maxDistanceFunctions = 5

/**
 * How far a profile is from others taken together, each of which counts the same however many samples it has.
 *
 *     here a 8 b 2, others a 5 b 5 and a 1 b 1:   distance 0.3   most [a 0.8 0.5, b 0.2 0.5]
 */
export function computeDistance(profile: Profile, others: readonly Profile[]): ProfileDistance {
  const differences = new Map<string, { name: string; here: number; others: number }>()
  const own = computeSelfShares(profile)
  own.forEach((share, frame) => {
    if (share > 0) differences.set(keyOf(profile, frame), { name: nameOf(profile, frame), here: share, others: 0 })
  })
  const filled = others.filter((other) => other.samples.weight.some((weight) => weight > 0))
  for (const other of filled) {
    const { ofBefore, ofAfter } = mergeFrames(other, profile)
    const frameHere = new Map<number, number>()
    ofAfter.forEach((merged, frame) => frameHere.has(merged) || frameHere.set(merged, frame))
    computeSelfShares(other).forEach((share, frame) => {
      if (share === 0) return
      const here = frameHere.get(ofBefore[frame]!)
      const [from, row] = here === undefined ? [other, frame] : [profile, here]
      const key = keyOf(from, row)
      const difference = differences.get(key) ?? { name: nameOf(from, row), here: 0, others: 0 }
      differences.set(key, { ...difference, others: difference.others + share / filled.length })
    })
  }
  const all = [...differences.values()]
  const change = ({ here, others }: { here: number; others: number }) => Math.abs(here - others)
  if (own.length === 0 || filled.length === 0) return { distance: 0, expected: 0, most: [] }
  return {
    distance: all.reduce((sum, difference) => sum + change(difference), 0) / 2,
    expected: expectedDistance(all, profile, filled),
    most: all.sort((a, b) => change(b) - change(a)).slice(0, maxDistanceFunctions),
  }
}

/** A normal variable with variance v has an expected distance of the root of 2 v / π from 0. */
function expectedDistance(
  all: readonly { here: number; others: number }[],
  profile: Profile,
  others: readonly Profile[],
) {
  const perSample = (one: Profile) => {
    const { samples, dispersion } = estimateFunctionDispersion(one)
    return samples > 0 ? dispersion / samples : 0
  }
  const ofOthers = others.reduce((sum, other) => sum + perSample(other), 0) / others.length ** 2
  const noise = perSample(profile) + ofOthers
  const weight = perSample(profile) === 0 ? 0.5 : ofOthers / noise
  return (
    all.reduce((sum, { here, others }) => {
      // The share that both would have if they were the same; the surer one counts more.
      const share = Math.min(1, weight * here + (1 - weight) * others)
      return sum + Math.sqrt((2 * share * (1 - share) * noise) / Math.PI)
    }, 0) / 2
  )
}

/** Self share of each row of the frame table. */
function computeSelfShares(profile: Profile): Float64Array {
  const self = selfByFrame(profile)
  const total = profile.samples.weight.reduce((sum, weight) => sum + weight, 0)
  return total > 0 ? self.map((weight) => weight / total) : self
}

function nameOf({ frames, strings }: Profile, frame: number): string {
  return strings[frames.name[frame]!]!
}

function keyOf(profile: Profile, frame: number): string {
  return `${profile.frames.kind[frame]!} ${nameOf(profile, frame)}`
}
