import type { SideStatistics } from './side-evidence.ts'

type Sums = Pick<SideStatistics, 'total' | 'weight' | 'squares'>

/** Of so few items nobody can tell; on the whole, samples of a JVM hardly ever cluster more than this. */
const minItems = 8
const defaultDispersion = 2
/** What the square of a normal variable is below of, at the half and at three quarters. */
const squareAt = [
  [0.5, 0.4549],
  [0.75, 1.3233],
] as const

/**
 * How much samples cluster, where they have no times that would show it: how far apart the two are in items that did not change, and most of
 * them did not. What one large change does to the shares of all others is taken out first, as their common ratio.
 *
 * Source: genomic control, Devlin and Roeder 1999; the ratio as in DESeq, Anders and Huber 2010.
 */
export function estimateCommonDispersion(before: Sums, after: Sums, tested: Uint32Array): number {
  if (tested.length < minItems) return defaultDispersion
  const counts = Array.from(tested, (item) => {
    const [one, two] = [before.weight[item]!, after.weight[item]!]
    const grain = (before.squares[item]! + after.squares[item]!) / (one + two)
    return [one / grain, two / grain] as const
  })
  const ratio = quantile(
    counts.filter(([one, two]) => one > 0 && two > 0).map(([one, two]) => two / one),
    0.5,
  )
  const share = Number.isNaN(ratio) ? after.total / (before.total + after.total) : ratio / (1 + ratio)
  const squares = counts.map(([one, two]) => (two - (one + two) * share) ** 2 / ((one + two) * share * (1 - share)))
  const seen = squareAt.map(([at, square]) => quantile(squares, at) / square).filter((ratio) => ratio > 0)
  return Math.max(1, ...seen)
}

/** NaN of nothing. */
function quantile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = at * (sorted.length - 1)
  const below = Math.floor(place)
  return sorted[below]! + (place - below) * ((sorted[below + 1] ?? sorted[below]!) - sorted[below]!)
}
