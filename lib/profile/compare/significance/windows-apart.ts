import type { SideStatistics } from './side-samples.ts'
import { sumWindows } from './windows.ts'

/** Windows of each side: by chance alone, one order in 6,435 of two times eight has all of one side first. */
const minWindowsApart = 8
/**
 * Smaller differences may be those of two recordings of the same program: a factor of rates, and a difference of
 * shares.
 */
const leastApart = { factor: 2, share: 0.2 }

type WindowedSide = Pick<SideStatistics, 'grain' | 'replicates'>

/**
 * Whether every window of one side has far more of tested item `index` than any window of the other: at least twice as
 * much per millisecond, since a share also grows when something else falls, and 20 points of share. Then the item
 * differs, however much the program changed otherwise: in a JVM that warms up nearly all others vary. False where a
 * side has fewer than 8 windows, or an empty one.
 */
export function areWindowsApart(index: number, before: WindowedSide, after: WindowedSide): boolean {
  const one = measureWindows(index, before)
  const two = measureWindows(index, after)
  return one !== null && two !== null && (areAbove(one, two) || areAbove(two, one))
}

function areAbove(high: WindowWeights, low: WindowWeights): boolean {
  const rate = leastApart.factor * Math.max(...low.rates)
  return Math.min(...high.rates) > rate && Math.min(...high.shares) > Math.max(...low.shares) + leastApart.share
}

/** For each window: weight per millisecond, and part of the window's weight. */
interface WindowWeights {
  readonly rates: readonly number[]
  readonly shares: readonly number[]
}

/** In twos where there are enough: a short window holds few samples. */
function measureWindows(index: number, { grain, replicates }: WindowedSide): WindowWeights | null {
  if (replicates === null || replicates.count < minWindowsApart) return null
  const { count, lengthMs } = replicates
  const together = count >= 2 * minWindowsApart ? 2 : 1
  const rates: number[] = []
  const shares: number[] = []
  for (let from = 0; from + together <= count; from += together) {
    const { weight, total } = sumWindows(replicates, index, from, from + together)
    if (total === 0) return null
    rates.push((weight * grain * count) / (together * lengthMs))
    shares.push(weight / total)
  }
  return { rates, shares }
}
