import type { MergedTree } from '../merged-tree/comparison.ts'
import { estimateDispersions } from './dispersion.ts'
import type { SideStatistics } from './side-evidence.ts'

export interface NoiseInput {
  /** Items, of which the replicates hold the weights in this order. */
  readonly tested: Uint32Array
  readonly before: SideStatistics
  readonly after: SideStatistics
  /** How much samples cluster by what the two have in common, for where neither has replicates. */
  readonly commonDispersion: () => number
}

/** One number for all items, from some dozens of functions. */
const commonFreedom = 10

/**
 * How far two captures of the same program differ. Sampling alone makes a share p of n samples vary by p (1 - p) / n; samples that cluster
 * make all such variances so many times larger. An item varies by more than that where its own windows say so (dispersion.ts): by as much,
 * and not by as many times, or one burst of what is seldom would hide that it has become often.
 */
export function createNoiseModel(
  merged: Pick<MergedTree, 'scale' | 'scaleBefore' | 'scaleAfter'>,
  { tested, before, after, commonDispersion }: NoiseInput,
) {
  const isShare = merged.scale === 'share'
  const scaleBefore = merged.scaleBefore * before.grain
  const scaleAfter = merged.scaleAfter * after.grain
  const spreads = [before, after].map((side) => estimateDispersions(side, tested, isShare))
  const known = spreads.filter((spread) => spread !== null)
  const freedom = known.reduce((sum, spread) => sum + spread.freedom, 0)
  const common = known.length === 0 ? commonDispersion() : known[0]!.pooled
  const pooled = spreads.map((spread) => spread?.pooled ?? common)
  const scales = [scaleBefore, scaleAfter] as const
  const lengths = lengthsOf(before, after)
  /** Scaled variance of a tested item on both sides, by the windows of that where it varies more: half as long is twice as unsure. */
  const varianceByWindows = (index: number): readonly number[] => {
    const seen = spreads.map((spread, side) =>
      spread ? spread.varianceOf(index) * scales[side]! ** 2 * lengths[side]! : 0,
    )
    const most = Math.max(...seen)
    return lengths.map((length) => most / length)
  }
  return {
    /** Of the estimate of how much samples cluster. */
    freedom: known.length === 0 ? commonFreedom : freedom,
    /**
     * Of tested item `index`: its scaled delta, the delta's standard deviation by noise alone, and how many of those it is. `hidden` is scaled
     * weight that the side with less may have had without showing it.
     */
    measure(index: number, hidden = 0) {
      const item = tested[index]!
      const [one, two] = withHidden(before.weight[item]!, after.weight[item]!, hidden)
      // The weight of one sample here. Unsampled sides have none, so it is that of both together.
      const grain = (before.squares[item]! + after.squares[item]!) / (before.weight[item]! + after.weight[item]!)
      const expectedShare = (one + two) / (1 / scaleBefore + 1 / scaleAfter)
      const base = (side: SideStatistics, sideScale: number) => {
        const sampled = grain * expectedShare * sideScale
        if (!isShare) return sampled
        return Math.max(0, sampled * (1 - 2 * expectedShare)) + expectedShare ** 2 * side.totalSquares * sideScale ** 2
      }
      const bases = [base(before, scaleBefore), base(after, scaleAfter)] as const
      // What comes in bursts does so in both, though one may have caught too few to show it.
      const byWindows = varianceByWindows(index)
      const variance = Math.max(bases[0] * pooled[0]!, byWindows[0]!) + Math.max(bases[1] * pooled[1]!, byWindows[1]!)
      const dispersion = variance / (bases[0] + bases[1])
      const delta = two * scaleAfter - one * scaleBefore
      const deviation = Math.sqrt(variance)
      const [seenOne, seenTwo] = [one / grain, two / grain]
      const information = isShare
        ? shareInformation(seenOne, seenTwo, before.total / grain, after.total / grain)
        : rateInformation(seenOne, seenTwo, scaleAfter / (scaleBefore + scaleAfter))
      // Small counts are skew: what is surprising must be so by both measures.
      const surprise = Math.min(Math.abs(delta) / deviation, Math.sqrt(information / dispersion))
      return { delta, deviation, surprise }
    },
  }

  /** The two as near to each other as hidden weight allows. */
  function withHidden(one: number, two: number, hidden: number): readonly [number, number] {
    const change = two * scaleAfter - one * scaleBefore
    const moved = Math.min(hidden, Math.abs(change))
    return change > 0 ? [one + moved / scaleBefore, two] : [one, two + moved / scaleAfter]
  }
}

/** Of the two recordings, in any unit: where only one of them tells, they are taken for equals. */
function lengthsOf(
  { replicates: one }: SideStatistics,
  { replicates: two }: SideStatistics,
): readonly [number, number] {
  return one && two ? [one.lengthMs, two.lengthMs] : [1, 1]
}

/** "Here or elsewhere" by "before or after". */
function shareInformation(one: number, two: number, allOne: number, allTwo: number): number {
  const share = (one + two) / (allOne + allTwo)
  const here = [[one, allOne * share] as const, [two, allTwo * share] as const]
  return computeInformation(...here, [allOne - one, allOne * (1 - share)], [allTwo - two, allTwo * (1 - share)])
}

/** Two counts, of which the first is expected to be this share of both. */
function rateInformation(one: number, two: number, share: number): number {
  return computeInformation([one, (one + two) * share], [two, (one + two) * (1 - share)])
}

/** The G statistic of counts, each against what is expected of it. */
function computeInformation(...counts: readonly (readonly [seen: number, expected: number])[]): number {
  const gains = counts.map(([seen, expected]) => (seen > 0 && expected > 0 ? seen * Math.log(seen / expected) : 0))
  return Math.max(0, 2 * gains.reduce((sum, gain) => sum + gain, 0))
}
