import { sortByWeight } from '../tree/weight-order.ts'

/**
 * Adjusts p-values of many tests: gives for each the share of false results among all that are at least as unlikely.
 * NaN stays NaN, and does not count as a test.
 *
 *     [0.01, 0.04, 0.03, NaN]   become   [0.03, 0.04, 0.04, NaN]
 *
 * Source: Benjamini and Hochberg 1995; holds where tests depend on each other positively, as a caller and its callee
 * do.
 */
export function adjustPValues(chances: Float64Array): Float64Array {
  const all = Uint32Array.from(chances.keys())
  const asked = sortByWeight(
    all.filter((index) => !Number.isNaN(chances[index]!)),
    chances,
  )
  const adjusted = new Float64Array(chances.length).fill(Number.NaN)
  let least = 1
  // The largest come first: of so many as `asked.length - rank` the chance is at most that of this one.
  asked.forEach((index, rank) => {
    least = Math.min(least, (chances[index]! * asked.length) / (asked.length - rank))
    adjusted[index] = least
  })
  return adjusted
}

/** The chance that none of all these differs: the least of the adjusted ones. 1 of none. Source: Simes 1986. */
export function testAll(chances: Float64Array): number {
  return adjustPValues(chances).reduce((least, chance) => (chance < least ? chance : least), 1)
}

/** Adjusted for how many were asked on this level, and no surer than that anything changed at all, on any level. */
export function adjust(chances: Float64Array, chanceOfNone: number): Float64Array {
  return adjustPValues(chances).map((q) => Math.max(q, chanceOfNone))
}
