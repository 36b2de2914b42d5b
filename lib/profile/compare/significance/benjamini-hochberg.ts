import { sortByWeight } from '../../tree/weight-order.ts'

/**
 * The share of false ones among all that are at least as unlikely: what a chance becomes when many are asked at once. NaN stays NaN, and
 * does not count as asked.
 *
 *     [0.01, 0.04, 0.03, NaN]   become   [0.03, 0.04, 0.04, NaN]
 *
 * Source: Benjamini and Hochberg 1995; holds where tests depend on each other positively, as a caller and its callee do.
 */
export function adjustForMany(chances: Float64Array): Float32Array {
  const all = Uint32Array.from(chances.keys())
  const asked = sortByWeight(
    all.filter((index) => !Number.isNaN(chances[index]!)),
    chances,
  )
  const adjusted = new Float32Array(chances.length).fill(Number.NaN)
  let least = 1
  asked.forEach((index, place) => {
    least = Math.min(least, (chances[index]! * asked.length) / (asked.length - place))
    adjusted[index] = least
  })
  return adjusted
}
