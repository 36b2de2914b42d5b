/** How far a profile is from several others, by the self shares of functions, and how far noise alone would put it. */
import { estimateFunctionDispersion } from './significance/significance.ts'
import { mergeFrames } from './merged-tree/merge-frames.ts'
import { nameOfFrame, type Profile } from '../model/profile.ts'
import { selfByFrame, totalWeight } from '../model/stack-weights.ts'

export interface ProfileDistance {
  /**
   * The total variation distance: half of the sum of |here - others| over the self shares of all functions. 0 is the
   * same, 1 nothing in common.
   */
  readonly distance: number
  /** The distance that noise alone would give for so many samples, clustered as these are. */
  readonly expected: number
  /** The functions that differ most, with their self shares: in the profile, and the mean of those in the others. */
  readonly most: readonly { readonly name: string; readonly here: number; readonly others: number }[]
}

/** Functions that are named for the distance of a profile, those that differ most. */
const maxDistanceFunctions = 5

/**
 * Gives how far a profile is from others taken together, each of which counts the same however many samples it has.
 *
 *     here a 8 b 2, others a 5 b 5 and a 1 b 1:   distance 0.3   most [a 0.8 0.5, b 0.2 0.5]
 */
export function computeDistance(profile: Profile, others: readonly Profile[]): ProfileDistance {
  const differences = new Map<string, { name: string; here: number; others: number }>()
  const sharesHere = computeSelfShares(profile)
  sharesHere.forEach((share, frame) => {
    if (share > 0) differences.set(keyOf(profile, frame), { name: nameOfFrame(profile, frame), here: share, others: 0 })
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
      const difference = differences.get(key) ?? { name: nameOfFrame(from, row), here: 0, others: 0 }
      differences.set(key, { ...difference, others: difference.others + share / filled.length })
    })
  }
  const all = [...differences.values()]
  const change = ({ here, others }: { here: number; others: number }) => Math.abs(here - others)
  if (sharesHere.length === 0 || filled.length === 0) return { distance: 0, expected: 0, most: [] }
  return {
    distance: all.reduce((sum, difference) => sum + change(difference), 0) / 2,
    expected: expectedDistance(all, profile, filled),
    most: all.sort((a, b) => change(b) - change(a)).slice(0, maxDistanceFunctions),
  }
}

/**
 * Gives the distance to expect if the profile and the others had the same shares. The difference of a function whose
 * share is p then has about the variance v = p (1 - p) (d / n of the profile + that of the mean of the others), for n
 * samples and their dispersion d, and the mean of its absolute value is √(2 v / π).
 * Source: the mean of the half-normal distribution.
 */
function expectedDistance(
  all: readonly { here: number; others: number }[],
  profile: Profile,
  others: readonly Profile[],
) {
  /** d / n: what p (1 - p) is multiplied with for the variance of a share. */
  const noiseOf = (one: Profile) => {
    const { samples, dispersion } = estimateFunctionDispersion(one)
    return samples > 0 ? dispersion / samples : 0
  }
  const noiseOfOthers = others.reduce((sum, other) => sum + noiseOf(other), 0) / others.length ** 2
  const noiseHere = noiseOf(profile)
  const noise = noiseHere + noiseOfOthers
  const weightHere = noiseHere === 0 ? 0.5 : noiseOfOthers / noise
  return (
    all.reduce((sum, { here, others }) => {
      // The share that both would have if they were the same; the surer one counts more.
      const share = Math.min(1, weightHere * here + (1 - weightHere) * others)
      return sum + Math.sqrt((2 * share * (1 - share) * noise) / Math.PI)
    }, 0) / 2
  )
}

/** Gives the self share of each row of the frame table. */
function computeSelfShares(profile: Profile): Float64Array {
  const self = selfByFrame(profile)
  const total = totalWeight(profile)
  return total > 0 ? self.map((weight) => weight / total) : self
}

function keyOf(profile: Profile, frame: number): string {
  return `${profile.frames.kind[frame]!} ${nameOfFrame(profile, frame)}`
}
