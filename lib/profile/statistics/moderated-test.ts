/**
 * Whether something differs between runs, where they are too few for their order to tell: by a model of how far runs
 * lie apart.
 */
import jstat from 'jstat'
import { mean, quantile } from './averages.ts'
import {
  type AdjustedChance,
  countTimes,
  createInterval,
  type Interval,
  type Stratum,
  wantedChance,
} from './rank-test.ts'

/** The data of one item: a difference and how far runs of one side and stratum lie apart. */
interface Difference {
  /** Change of logarithms, over all strata. */
  readonly change: number
  /** Variance of one run. */
  readonly variance: number
  /** How many runs its variance is from, less one of each side; 0 where it tells nothing. */
  readonly freedom: number
  /** Variance of the difference, as a multiple of that of one run. */
  readonly factor: number
  /** Logarithm of the mean over all runs. */
  readonly level: number
}

/** How far an item differs by the model, and how sure that is. */
export interface ModelledDifference {
  /** Two-sided. */
  readonly p: number
  /** Change of logarithms, and its standard deviation. */
  readonly change: number
  readonly deviation: number
  /** Of Student's t; 0 where nothing shows how far runs lie apart. */
  readonly freedom: number
}

/** Fewer items do not show how items vary in common: each is then tested by itself. */
const fewestItems = 8
/** Least variance of logarithms that can be known: costs have nine digits. */
const leastKnown = 1e-18

/**
 * Two-sided chance of so large a difference in each of many items, if the change does nothing to it: Student's t of
 * logarithms, whose variance is drawn towards that which items of this size have in common, and is never below the
 * item's own. Few runs tell little of how far one item varies, and much of how far all do. Runs of one item are assumed
 * to vary alike on both sides; `offset`, added to each value, keeps those near 0 from differing by multiples.
 * `leastVariance` is that of how values were rounded. Each side of a stratum has a run; null where none has two.
 *
 *     [9 10 11 | 1 1.1 1.2] among a hundred items that vary by 10%   p 1e-12
 *
 * Source: the moderated t statistic with a trend, Smyth 2004 and Sartor et al. 2006; the larger of two variances,
 * Anders and Huber 2010.
 */
export function testModerated(
  items: readonly (readonly Stratum[])[],
  offset: number,
  leastVariance = leastKnown,
): ModelledDifference[] | null {
  const differences = items.map((strata) => describe(strata, offset))
  const withFreedom = differences.filter(({ freedom }) => freedom > 0)
  if (withFreedom.length === 0) return null
  const prior = fitPrior(withFreedom)
  return differences.map(({ change, variance, freedom, factor, level }) => {
    const all = freedom + prior.freedom
    if (all === 0) return { p: 1, change, deviation: Infinity, freedom: all }
    const shared = prior.varianceAt(level)
    const moderated = all === Infinity ? shared : (freedom * variance + prior.freedom * shared) / all
    const deviation = Math.sqrt(Math.max(variance, moderated, leastVariance) * factor)
    return { p: chanceOfT(change / deviation, all), change, deviation, freedom: all }
  })
}

/**
 * Gives the interval of a change of logarithms at 95%, adjusted as `q` is: zero is outside of it exactly where q is at
 * most 5%. null where nothing shows how far runs lie apart.
 */
export function estimateModelled(
  { change, deviation, freedom }: ModelledDifference,
  tested: AdjustedChance,
): Interval | null {
  if (freedom === 0) return null
  const reach = deviation * findT(wantedChance / countTimes(tested), freedom)
  return createInterval(change - reach, change + reach, wantedChance)
}

/** Gives the t whose two-sided chance is this one: bisects, since it falls all the way. */
function findT(chance: number, freedom: number): number {
  let [low, high] = [1e-6, 1e30]
  for (let step = 0; step < 100 && high / low > 1 + 1e-12; step++) {
    const middle = Math.sqrt(low * high)
    if (chanceOfT(middle, freedom) > chance) low = middle
    else high = middle
  }
  return low
}

function chanceOfT(t: number, freedom: number): number {
  const most = Math.min(freedom, 1e6)
  return jstat.ibeta(most / (most + t * t), most / 2, 0.5)
}

function describe(strata: readonly Stratum[], offset: number): Difference {
  let squares = 0
  let freedom = 0
  let weights = 0
  let changes = 0
  for (const { before, after } of strata) {
    const [one, two] = [before, after].map((values) => {
      const logs = values.map((value) => Math.log(value + offset))
      const middle = mean(logs)
      // An item that is absent from all of them does not show how far they vary.
      if (values.some((value) => value > 0)) {
        squares += logs.reduce((sum, log) => sum + (log - middle) ** 2, 0)
        freedom += values.length - 1
      }
      return middle
    })
    const weight = (before.length * after.length) / (before.length + after.length)
    weights += weight
    changes += weight * (two! - one!)
  }
  const level = Math.log(mean(strata.flatMap(({ before, after }) => [...before, ...after])) + offset)
  return { change: changes / weights, variance: squares / Math.max(1, freedom), freedom, factor: 1 / weights, level }
}

/** Common part of the variances of all items, and how many runs more that is worth. */
interface Prior {
  readonly freedom: number
  varianceAt(level: number): number
}

/** Their logarithms lie around a line over the logarithm of the size: rare items vary more. */
function fitPrior(known: readonly Difference[]): Prior {
  const positive = known.map(({ variance }) => variance).filter((variance) => variance > 0)
  if (positive.length < fewestItems) return { freedom: 0, varianceAt: () => 0 }
  const least = 1e-5 * quantile(positive, 0.5)
  const points = known.map(({ variance, freedom, level }) => ({
    x: level,
    // Its expected value without the chance of so few runs.
    y: Math.log(Math.max(variance, least)) - digamma(freedom / 2) + Math.log(freedom / 2),
    byChance: trigamma(freedom / 2),
  }))
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))]
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  const slope = spread > 0 ? points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread : 0
  const lineAt = (level: number) => y + slope * (level - x)
  const rest = points.reduce((sum, point) => sum + (point.y - lineAt(point.x)) ** 2, 0) / Math.max(1, points.length - 2)
  const beyondChance = rest - mean(points.map(({ byChance }) => byChance))
  const freedom = beyondChance > 0 ? 2 * invertTrigamma(beyondChance) : Infinity
  const bias = Number.isFinite(freedom) ? digamma(freedom / 2) - Math.log(freedom / 2) : 0
  return { freedom, varianceAt: (level) => Math.exp(lineAt(level) + bias) }
}

/** Derivative of the logarithm of the gamma function. Source: Abramowitz and Stegun 6.3.5, 6.3.18. */
function digamma(x: number): number {
  if (x < 6) return digamma(x + 1) - 1 / x
  const square = 1 / (x * x)
  return Math.log(x) - 1 / (2 * x) - square * (1 / 12 - square * (1 / 120 - square / 252))
}

/** Its derivative. Source: 6.4.6, 6.4.12. */
function trigamma(x: number): number {
  if (x < 6) return trigamma(x + 1) + 1 / (x * x)
  const square = 1 / (x * x)
  return 1 / x + square / 2 + (square / x) * (1 / 6 - square * (1 / 30 - square / 42))
}

/** Bisects, since the function falls all the way. */
function invertTrigamma(value: number): number {
  let [low, high] = [1e-4, 1e6]
  for (let step = 0; step < 60; step++) {
    const middle = Math.sqrt(low * high)
    if (trigamma(middle) > value) low = middle
    else high = middle
  }
  return Math.sqrt(low * high)
}
