import type { MergedTree } from '../merged-tree/comparison.ts'
import { estimateDispersions } from './dispersion.ts'
import { type Observed, rateInterval, shareInterval, testRates, testShares } from './exact-tests.ts'
import type { SideStatistics } from './side-samples.ts'

export interface NoiseInput {
  /** Items, of which the replicates hold the weights in this order. */
  readonly tested: Uint32Array
  readonly before: SideStatistics
  readonly after: SideStatistics
  /** How much samples cluster by what the two have in common, for where neither has replicates. */
  readonly commonDispersion: () => number
}

/** What noise allows to say of one item. */
export interface Measured {
  /** Scaled, as it was seen. */
  readonly delta: number
  /** Chance of a difference at least so large, if nothing changed. */
  readonly p: number
  /** Of the scaled delta, at 95%. */
  readonly low: number
  readonly high: number
}

/**
 * How far two captures of the same program differ. Samples cluster, so n of them are as sure as n divided by the dispersion (dispersion.ts)
 * samples at random: the effective count. Each side has its own, and exact tests take them as counts. So what one side does not have needs no
 * variance of its own.
 */
export function createNoiseModel(
  { scale, scaleBefore, scaleAfter }: Pick<MergedTree, 'scale' | 'scaleBefore' | 'scaleAfter'>,
  { tested, before, after, commonDispersion }: NoiseInput,
) {
  const isShare = scale === 'share'
  const sides = [
    { side: before, scale: scaleBefore * before.grain, own: estimateDispersions(before, tested, isShare) },
    { side: after, scale: scaleAfter * after.grain, own: estimateDispersions(after, tested, isShare) },
  ] as const
  const known = sides.find(({ own }) => own !== null)?.own?.pooled ?? commonDispersion()
  const rates = [before, after].map(({ total, replicates }) => (replicates ? total / replicates.lengthMs : null))
  /** How many samples one burst of as many on the other side has here: bursts last as long, and samples may come more often. */
  const transfer = (size: number, from: 0 | 1, to: 0 | 1): number =>
    rates[0] && rates[1] ? 1 + ((size - 1) * rates[to]!) / rates[from]! : size
  /** Of an item on one side, as it is on the side that has more of it: what one side does not have, its windows cannot tell. */
  const dispersionOf = (index: number, to: 0 | 1): number => {
    const item = tested[index]!
    const all = before.weight[item]! + after.weight[item]!
    const seen = ([0, 1] as const).reduce<number>((sum, from) => {
      const { side, own } = sides[from]
      const weight = side.weight[item]!
      if (weight === 0) return sum
      // A sample that weighs more than others is no surer than they are.
      const size = (side.squares[item]! / weight) * (own?.ratioOf(index) ?? known)
      return sum + (weight / all) * transfer(size, from, to)
    }, 0)
    return Math.max(seen, sides[to].own?.pooled ?? known)
  }
  const observe = (which: 0 | 1, index: number, hidden: number): Observed => {
    const { side, scale } = sides[which]
    const item = tested[index]!
    const size = dispersionOf(index, which)
    const outOf = isShare ? side.total : scale > 0 ? 1 / scale : 0
    return { count: (side.weight[item]! + (scale > 0 ? hidden / scale : 0)) / size, outOf: outOf / size }
  }
  const sizeOf = ({ side, own }: (typeof sides)[number]) => side.total / (own?.pooled ?? known)
  const [test, interval] = isShare ? [testShares, shareInterval] : [testRates, rateInterval]
  return {
    /** Samples at random that would be as sure as those of each side. */
    effective: [sizeOf(sides[0]), sizeOf(sides[1])] as const,
    isTimed: sides.some(({ own }) => own !== null),
    /**
     * Of tested item `index`. `hidden` is scaled weight that the side with less may have had without showing it: the two are as near to
     * each other as it allows.
     */
    measure(index: number, hidden = 0): Measured {
      const item = tested[index]!
      const change = after.weight[item]! * sides[1].scale - before.weight[item]! * sides[0].scale
      const moved = Math.min(hidden, Math.abs(change))
      const one = observe(0, index, change > 0 ? moved : 0)
      const two = observe(1, index, change > 0 ? 0 : moved)
      const [low, high] = interval(one, two)
      return { delta: change, p: test(one, two), low, high }
    },
  }
}
