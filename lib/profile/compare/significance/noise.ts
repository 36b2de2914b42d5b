import type { MergedTree } from '../merged-tree/comparison.ts'
import { type Dispersions, estimateDispersions } from './dispersion.ts'
import { type Observed, rateInterval, shareInterval, testRates, testShares } from './exact-tests.ts'
import type { SideStatistics } from './side-samples.ts'
import { areWindowsApart } from './windows-apart.ts'

export interface NoiseInput {
  /** Items, of which the replicates hold the weights in this order. */
  readonly tested: Uint32Array
  readonly before: SideStatistics
  readonly after: SideStatistics
  /** How much samples cluster by what the two have in common, for where neither has replicates. */
  readonly commonDispersion: () => number
}

/** Result of testing one item. */
export interface Measured {
  /** Scaled, as it was seen. */
  readonly delta: number
  /** Chance of a difference at least so large, if nothing changed. */
  readonly p: number
  readonly intervalAt: IntervalAt
}

/** The interval of a scaled delta that reaches so many standard deviations: see findReach. */
export type IntervalAt = (reach: number) => readonly [low: number, high: number]

/**
 * How far two captures of the same program differ. Samples cluster, so n of them are as sure as n divided by the
 * dispersion (dispersion.ts) samples at random: the effective count. Each side has its own, and exact tests take them
 * as counts. So an item that one side does not have needs no variance of its own.
 */
export function createNoiseModel(
  { scale, scaleBefore, scaleAfter }: Pick<MergedTree, 'scale' | 'scaleBefore' | 'scaleAfter'>,
  { tested, before, after, commonDispersion }: NoiseInput,
) {
  const isShare = scale === 'share'
  const sides = [
    { ...before, scale: scaleBefore * before.grain, dispersions: estimateDispersions(before, tested, isShare) },
    { ...after, scale: scaleAfter * after.grain, dispersions: estimateDispersions(after, tested, isShare) },
  ] as const
  const anyPooled = sides.find(({ dispersions }) => dispersions !== null)?.dispersions?.pooled ?? commonDispersion()
  const pooledOf = ({ dispersions }: NoisySide) => dispersions?.pooled ?? anyPooled
  /**
   * Gives the dispersion of an item on one side. The windows of a side that lacks the item cannot show it, so both
   * sides are averaged, by their weight of the item:
   *
   *     dispersion of `to` = max(pooled of `to`, sum over sides of (weight / weight of both) * dispersion transferred to `to`)
   *
   * How other items vary does not count where all windows agree on this one.
   */
  const dispersionOf = (index: number, to: NoisySide, isClear: boolean): number => {
    const item = tested[index]!
    const weightOfBoth = before.weight[item]! + after.weight[item]!
    let average = 0
    for (const from of sides) {
      const weight = from.weight[item]!
      if (weight === 0) continue
      // A sample that weighs more than others is no surer than they are.
      const ratio = isClear ? from.dispersions?.ownOf(index) : from.dispersions?.ratioOf(index)
      const dispersion = (from.squares[item]! / weight) * (ratio ?? anyPooled)
      average += (weight / weightOfBoth) * transferDispersion(dispersion, from, to)
    }
    return isClear ? average : Math.max(average, pooledOf(to))
  }
  const observe = (side: NoisySide, index: number, isClear: boolean, hidden: number): Observed => {
    const dispersion = dispersionOf(index, side, isClear)
    const outOf = isShare ? side.total : side.scale > 0 ? 1 / side.scale : 0
    const weight = side.weight[tested[index]!]! + (side.scale > 0 ? hidden / side.scale : 0)
    return { count: weight / dispersion, outOf: outOf / dispersion }
  }
  const sizeOf = (side: NoisySide) => side.total / pooledOf(side)
  const [test, interval] = isShare ? [testShares, shareInterval] : [testRates, rateInterval]
  return {
    /** Samples at random that would be as sure as those of each side. */
    effective: [sizeOf(sides[0]), sizeOf(sides[1])] as const,
    isTimed: sides.some(({ dispersions }) => dispersions !== null),
    /**
     * Measures tested item `index`. `hidden` is scaled weight that the side with less may have had without showing it:
     * the two are as near to each other as it allows.
     */
    measure(index: number, hidden = 0): Measured {
      const item = tested[index]!
      const change = after.weight[item]! * sides[1].scale - before.weight[item]! * sides[0].scale
      const moved = Math.min(hidden, Math.abs(change))
      const isClear = areWindowsApart(index, before, after)
      const one = observe(sides[0], index, isClear, change > 0 ? moved : 0)
      const two = observe(sides[1], index, isClear, change > 0 ? 0 : moved)
      return { delta: change, p: test(one, two), intervalAt: (reach) => interval(one, two, reach) }
    },
  }
}

interface NoisySide extends SideStatistics {
  /** Scaled weight of one sample of mean weight. */
  readonly scale: number
  /** Null where samples have no times. */
  readonly dispersions: Dispersions | null
}

/**
 * A burst lasts as long on either side, so it has more samples where more are taken per second: dispersion - 1 grows
 * with their rate.
 */
function transferDispersion(dispersion: number, from: SideStatistics, to: SideStatistics): number {
  const [fromRate, toRate] = [sampleRateOf(from), sampleRateOf(to)]
  return fromRate && toRate ? 1 + ((dispersion - 1) * toRate) / fromRate : dispersion
}

/** Samples of mean weight per millisecond; null where samples have no times. */
function sampleRateOf({ total, replicates }: SideStatistics): number | null {
  return replicates ? total / replicates.lengthMs : null
}
