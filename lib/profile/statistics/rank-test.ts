/** Whether something differs between runs: by their order alone, within strata in which all else is equal. */

/**
 * Runs before and after a change. Strata may differ in anything: runs of one are never compared with runs of another.
 */
export interface Stratum {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

export interface RankTest {
  /** Two-sided. */
  readonly p: number
  /** The smallest that so many runs can give. Runs of equal values tell less. */
  readonly leastP: number
  /** How many strata have runs that are higher after the change, or runs that are lower: the smaller number. */
  readonly contrary: number
}

/** Pairs of runs. Up to here all orders are counted; beyond, the sum is as good as normal. */
const mostExactPairs = 250

/**
 * Chance of so uneven an order, or a more uneven one, if the change does nothing: each run of a stratum may then stand
 * on either side.
 *
 *     [1 2 3 | 4 5 6]                      p 2/20
 *     [1 2 3 | 4 5 6] [11 12 13 | 14 15 16]   p 2/400
 *
 * Source: Wilcoxon's rank-sum test over strata (van Elteren 1960), each pair of runs of equal weight; exact, with ties
 * at their middle rank.
 */
export function testRanks(strata: readonly Stratum[]): RankTest {
  const orders = createOrders(strata)
  const winsOf = strata.map(({ before, after }) => countWins(before, after))
  const wins = winsOf.reduce((sum, one) => sum + one, 0)
  // Half of all wins that there can be is neither.
  const ways = winsOf.map((one, at) => Math.sign(one - countPairs([strata[at]!])))
  const double = (tail: number) => Math.min(1, 2 * tail)
  return {
    p: double(Math.min(orders.atMost(wins), orders.atLeast(wins))),
    leastP: double(Math.min(orders.atMost(orders.least), orders.atLeast(orders.most))),
    contrary: Math.min(ways.filter((way) => way > 0).length, ways.filter((way) => way < 0).length),
  }
}

/** Chance of so uneven an order, and that adjusted for all that was tested with it: never less. */
export interface AdjustedChance {
  readonly p: number
  readonly q: number
}

export interface Interval {
  readonly low: number
  readonly high: number
  /** How often the interval holds the true shift: 95% or a little more, less where the runs are too few for that. */
  readonly confidence: number
}

/** How far a change moves a measure. */
export interface Shift {
  /** Median of all pairs of runs. */
  readonly median: number
  /** null where none would be right in half of all cases, or agree with `q`. */
  readonly interval: Interval | null
}

/** How often an interval between runs may miss the true change; equal to `maxFalseDiscoveryRate` of comparison.ts. */
export const wantedChance = 0.05
/** An interval that misses more often says nothing. */
const mostChance = 0.5
/** Chances that should be equal differ in their last digits. */
const slack = 1 + 1e-9

/** How many times adjusting makes a chance larger. */
export function countTimes({ p, q }: AdjustedChance): number {
  return p > 0 ? q / p : 1
}

/**
 * The shift that fits best, and all that `testRanks` would not refuse, adjusted as `q` is: no shift lies outside of an
 * interval of 95% exactly where q is at most 5%, and outside of one of 75% where q is at most 25%. `tested` is of these
 * strata. null without a pair of runs.
 *
 * Source: Hodges and Lehmann 1963.
 */
export function estimateShift(
  strata: readonly Stratum[],
  shiftOf: (before: number, after: number) => number,
  tested: AdjustedChance,
): Shift | null {
  const shifts = new Float64Array(countPairs(strata))
  let at = 0
  for (const { before, after } of strata)
    for (const one of before) for (const other of after) shifts[at++] = shiftOf(one, other)
  shifts.sort()
  if (shifts.length === 0) return null
  const last = shifts.length - 1
  const median = (shifts[last >> 1]! + shifts[(last + 1) >> 1]!) / 2
  return { median, interval: findInterval(strata, shifts, tested) }
}

function findInterval(strata: readonly Stratum[], shifts: Float64Array, tested: AdjustedChance): Interval | null {
  const orders = createOrders(strata.map(({ before, after }) => untie(before.length, after.length)))
  const last = shifts.length - 1
  const chanceOf = (outside: number) => 2 * orders.atMost(2 * outside) * countTimes(tested)
  const isSplit = (outside: number) => shifts[outside]! <= 0 && shifts[last - outside]! >= 0
  const isRefused = (outside: number) => tested.q <= Math.max(wantedChance, slack * chanceOf(outside))
  // How many pairs at each end lie outside of the interval.
  let outside = 0
  while (chanceOf(outside + 1) <= slack * wantedChance) outside++
  // Runs of equal values tell less than others, or more: the interval is as wide then as agrees with q.
  while (outside > 0 && !isSplit(outside) && !isRefused(outside)) outside--
  while (isSplit(outside) && isRefused(outside) && 2 * outside < last) outside++
  const chance = Math.max(chanceOf(outside), isSplit(outside) ? 0 : tested.q)
  if (chance > slack * mostChance || isSplit(outside) === isRefused(outside)) return null
  return createInterval(shifts[outside]!, shifts[last - outside]!, chance)
}

/** `chance`: how often it does not hold the true shift. */
export function createInterval(low: number, high: number, chance: number): Interval {
  return { low, high, confidence: Number((1 - chance).toFixed(9)) }
}

/**
 * Makes an interval hold a change that another average than its own gives, which only makes it surer; null where zero,
 * outside of it, would then be in it.
 */
export function extendInterval(interval: Interval | null, change: number): Interval | null {
  if (interval === null) return null
  const [low, high] = [Math.min(interval.low, change), Math.max(interval.high, change)]
  return low * high > 0 === interval.low * interval.high > 0 ? { ...interval, low, high } : null
}

/** Two for each pair of runs of which the one after is higher, one for each that is equal. */
function countWins(before: readonly number[], after: readonly number[]): number {
  let wins = 0
  for (const one of before) for (const other of after) wins += 1 + Math.sign(other - one)
  return wins
}

/** Gives a stratum of so many runs, no two alike. */
function untie(before: number, after: number): Stratum {
  const all = Array.from({ length: before + after }, (_, at) => at)
  return { before: all.slice(0, before), after: all.slice(before) }
}

/** How likely each number of wins is if the change does nothing. */
interface Orders {
  readonly least: number
  readonly most: number
  atMost(wins: number): number
  atLeast(wins: number): number
}

function createOrders(strata: readonly Stratum[]): Orders {
  const pairs = countPairs(strata)
  return pairs > mostExactPairs ? approximateOrders(strata, pairs) : countOrders(strata)
}

function countPairs(strata: readonly Stratum[]): number {
  return strata.reduce((sum, { before, after }) => sum + before.length * after.length, 0)
}

function countOrders(strata: readonly Stratum[]): Orders {
  const counts = strata.map(countStratum).reduce(convolve, Float64Array.of(1))
  const sum = (from: number, to: number) => counts.subarray(from, to).reduce((all, count) => all + count, 0)
  const all = sum(0, counts.length)
  return {
    least: counts.findIndex((count) => count > 0),
    most: counts.findLastIndex((count) => count > 0),
    atMost: (wins) => sum(0, wins + 1) / all,
    atLeast: (wins) => sum(wins, counts.length) / all,
  }
}

/** Gives for each number of wins in how many ways the runs of a stratum can stand so. */
function countStratum(stratum: Stratum): Float64Array {
  const ranks = doubleRanks([...stratum.before, ...stratum.after])
  if (new Set(ranks).size < ranks.length) return countSums(ranks, stratum.after.length)
  const key = `${stratum.before.length} ${stratum.after.length}`
  const counts = countsOfUntied.get(key) ?? countSums(ranks, stratum.after.length)
  countsOfUntied.set(key, counts)
  return counts
}

/** Counts by the number of runs of both sides, which decide all without ties. */
const countsOfUntied = new Map<string, Float64Array>()

/** In how many ways so many of these doubled ranks have each sum, from the least that there can be without ties. */
function countSums(ranks: readonly number[], chosen: number): Float64Array {
  const least = chosen * (chosen + 1)
  const most = least + 2 * chosen * (ranks.length - chosen)
  const ways = Array.from({ length: chosen + 1 }, () => new Float64Array(most + 1))
  ways[0]![0] = 1
  for (const [taken, rank] of ranks.entries())
    for (let runs = Math.min(taken + 1, chosen); runs > 0; runs--) {
      const [fewer, ofRuns] = [ways[runs - 1]!, ways[runs]!]
      for (let sum = most; sum >= rank; sum--) ofRuns[sum]! += fewer[sum - rank]!
    }
  return ways[chosen]!.subarray(least)
}

/** Twice the middle rank of each run, from 2. */
export function doubleRanks(all: readonly number[]): number[] {
  const sorted = Float64Array.from(all).sort()
  return all.map((value) => findFirst(sorted, (one) => one >= value) + findFirst(sorted, (one) => one > value) + 1)
}

/** Where the first of those that pass is; all behind it pass, too. */
function findFirst(sorted: Float64Array, isPast: (value: number) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isPast(sorted[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

function convolve(one: Float64Array, other: Float64Array): Float64Array {
  const both = new Float64Array(one.length + other.length - 1)
  one.forEach((count, at) => {
    if (count > 0) for (let by = 0; by < other.length; by++) both[at + by]! += count * other[by]!
  })
  return both
}

/** Approximates by mean and variance of the sum of ranks. */
function approximateOrders(strata: readonly Stratum[], mean: number): Orders {
  const variance = strata.reduce((sum, { before, after }) => {
    const runs = before.length + after.length
    const squares = doubleRanks([...before, ...after]).reduce((all, rank) => all + (rank - runs - 1) ** 2, 0)
    return runs < 2 ? sum : sum + (before.length * after.length * squares) / (runs * (runs - 1))
  }, 0)
  // Wins go by twos: half of a step.
  const tail = (distance: number) => (variance === 0 ? 1 : tailOfNormal((distance - 1) / Math.sqrt(variance)))
  return {
    least: 0,
    most: 2 * mean,
    atMost: (wins) => tail(mean - wins),
    atLeast: (wins) => tail(wins - mean),
  }
}

/** Chance of more than so many standard deviations. Source: Abramowitz and Stegun 26.2.17, off by at most 7.5e-8. */
function tailOfNormal(deviations: number): number {
  if (deviations < 0) return 1 - tailOfNormal(-deviations)
  const t = 1 / (1 + 0.2316419 * deviations)
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const density = Math.exp(-(deviations ** 2) / 2) / Math.sqrt(2 * Math.PI)
  return density * series.reduceRight((sum, factor) => (sum + factor) * t, 0)
}
