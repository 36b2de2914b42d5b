import type { SideStatistics } from './side-samples.ts'

/** By chance alone, one order in 6,435 of two times eight windows has all of one side first. */
const minWindowsApart = 8
/** Smaller differences may be those of two recordings of the same program. */
const leastFactorApart = 2

type WindowedSide = Pick<SideStatistics, 'grain' | 'replicates'>

/**
 * Whether every window of one side has at least twice as much of tested item `index` as any window of the other: per millisecond and, with
 * `isShare`, as a share too, since a share also falls when something else grows. Then the item differs, however much the program changed
 * otherwise: in a JVM that warms up nearly all others vary. False where a side has fewer than 8 windows, or an empty one.
 */
export function areWindowsApart(index: number, before: WindowedSide, after: WindowedSide, isShare: boolean): boolean {
  const one = measureWindows(index, before)
  const two = measureWindows(index, after)
  if (one === null || two === null) return false
  const kinds = isShare ? (['rates', 'shares'] as const) : (['rates'] as const)
  return kinds.every((kind) => areAbove(one[kind], two[kind])) || kinds.every((kind) => areAbove(two[kind], one[kind]))
}

function areAbove(high: readonly number[], low: readonly number[]): boolean {
  return Math.min(...high) > leastFactorApart * Math.max(...low)
}

/** In twos where there are enough: a short window holds few samples. */
function measureWindows(index: number, { grain, replicates }: WindowedSide) {
  if (replicates === null || replicates.count < minWindowsApart) return null
  const { count, lengthMs, weights, totals } = replicates
  const together = count >= 2 * minWindowsApart ? 2 : 1
  const rates: number[] = []
  const shares: number[] = []
  for (let from = 0; from + together <= count; from += together) {
    let weight = 0
    let total = 0
    for (let window = from; window < from + together; window++) {
      weight += weights[index * count + window]!
      total += totals[window]!
    }
    if (total === 0) return null
    rates.push((weight * grain * count) / (together * lengthMs))
    shares.push(weight / total)
  }
  return { rates, shares }
}
