/**
 * Exact tests of two counts, and bounded intervals of their difference. Counts may be fractions of a sample: they are
 * rounded where a test needs whole ones.
 */

/** A count, out of a number of trials for a share, or of exposure (seconds, requests) for a rate. */
export interface Observed {
  readonly count: number
  readonly outOf: number
}

/** 97.5% of a normal distribution is below this many standard deviations. */
const normal95 = 1.959964

/**
 * How many standard deviations an interval reaches from the middle, that is wrong with this chance: 1.96 for 0.05.
 *
 * Source: Abramowitz and Stegun 26.2.23, with an error below 0.0005.
 */
export function findReach(chance: number): number {
  const root = Math.sqrt(-2 * Math.log(chance / 2))
  const above = 2.515517 + root * (0.802853 + root * 0.010328)
  return root - above / (1 + root * (1.432788 + root * (0.189269 + root * 0.001308)))
}

/**
 * Chance of two shares that differ at least so much, if the program is the same: twice the smaller tail.
 *
 *     17 of 301 and 0 of 479   6e-8
 *
 * Source: Fisher's exact test, the tails of the hypergeometric distribution.
 */
export function testShares(one: Observed, two: Observed): number {
  const [first, second] = [Math.round(one.count), Math.round(two.count)]
  const trials = Math.max(first, Math.round(one.outOf))
  const others = Math.max(second, Math.round(two.outOf))
  const hits = first + second
  const misses = trials + others - hits
  if (hits === 0 || misses === 0 || trials === 0 || others === 0) return 1
  const mean = (hits * trials) / (trials + others)
  const log = (count: number) =>
    logChoose(trials, count) + logChoose(others, hits - count) - logChoose(trials + others, hits)
  // The chance of the next count in terms of this one.
  const up = (count: number) => ((trials - count) * (hits - count)) / ((count + 1) * (others - hits + count + 1))
  return sumTail(first, mean, Math.max(0, hits - others), Math.min(hits, trials), log, up)
}

/**
 * The same for two rates: given both counts together, how they fall to two exposures.
 *
 * Source: the conditional test of two Poisson rates, tails of the binomial distribution.
 */
export function testRates(one: Observed, two: Observed): number {
  const [first, second] = [Math.round(one.count), Math.round(two.count)]
  const hits = first + second
  const share = one.outOf / (one.outOf + two.outOf)
  if (hits === 0 || !(share > 0 && share < 1)) return 1
  const log = (count: number) => logChoose(hits, count) + count * Math.log(share) + (hits - count) * Math.log(1 - share)
  const up = (count: number) => ((hits - count) * share) / ((count + 1) * (1 - share))
  return sumTail(first, hits * share, 0, hits, log, up)
}

/** Sums chances from `count` away from the mean, until the rest is nothing. `up(n)` is that of n + 1 over that of n. */
function sumTail(
  count: number,
  mean: number,
  least: number,
  most: number,
  log: (count: number) => number,
  up: (count: number) => number,
): number {
  const isAbove = count > mean
  let term = Math.exp(log(count))
  let sum = term
  for (let at = count; isAbove ? at < most : at > least; at += isAbove ? 1 : -1) {
    term *= isAbove ? up(at) : 1 / up(at - 1)
    sum += term
    if (term < sum * 1e-12) break
  }
  return Math.min(1, 2 * sum)
}

function logChoose(from: number, count: number): number {
  return logFactorial(from) - logFactorial(count) - logFactorial(from - count)
}

const smallFactorials = Float64Array.from({ length: 256 }, () => 0)
for (let number = 2; number < smallFactorials.length; number++)
  smallFactorials[number] = smallFactorials[number - 1]! + Math.log(number)

/** Source: Stirling's series, whose error is below 1e-15 from 256 on. */
function logFactorial(number: number): number {
  if (number < smallFactorials.length) return smallFactorials[number]!
  const square = number * number
  return (
    (number + 0.5) * Math.log(number) - number + 0.5 * Math.log(2 * Math.PI) + (1 / 12 - 1 / (360 * square)) / number
  )
}

/**
 * Gives the interval of the difference of two shares, two minus one, within -1 to 1. It is at 95% where `reach` is not
 * given.
 *
 * Source: Newcombe 1998, method 10, of two Wilson intervals.
 */
export function shareInterval(one: Observed, two: Observed, reach = normal95): readonly [low: number, high: number] {
  return combine(estimateShare(one, reach), estimateShare(two, reach))
}

/** The same for rates, of which none is below 0. Source: the score interval of a Poisson mean, combined as above. */
export function rateInterval(one: Observed, two: Observed, reach = normal95): readonly [low: number, high: number] {
  return combine(poissonScore(one, reach), poissonScore(two, reach))
}

/** A share or rate, and where it lies. */
interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

function combine(one: Estimate, two: Estimate): readonly [number, number] {
  const delta = two.value - one.value
  return [
    delta - Math.hypot(two.value - two.low, one.high - one.value),
    delta + Math.hypot(two.high - two.value, one.value - one.low),
  ]
}

/** Gives one share with its interval, within 0 to 1. Source: the score interval of Wilson 1927. */
export function estimateShare({ count, outOf }: Observed, reach = normal95): Estimate {
  if (outOf <= 0) return { value: 0, low: 0, high: 1 }
  const value = Math.min(1, count / outOf)
  const square = reach ** 2 / outOf
  const middle = (value + square / 2) / (1 + square)
  const half = (reach / (1 + square)) * Math.sqrt((value * (1 - value)) / outOf + square / (4 * outOf))
  return {
    value,
    low: Math.max(0, Math.min(value, middle - half)),
    high: Math.min(1, Math.max(value, middle + half)),
  }
}

function poissonScore({ count, outOf }: Observed, reach: number): Estimate {
  if (outOf <= 0) return { value: 0, low: 0, high: 0 }
  const square = reach ** 2
  const half = reach * Math.sqrt(count + square / 4)
  return {
    value: count / outOf,
    low: Math.max(0, count + square / 2 - half) / outOf,
    high: (count + square / 2 + half) / outOf,
  }
}
