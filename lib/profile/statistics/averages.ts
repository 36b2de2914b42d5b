/** Averages of measured values. */

/** NaN of nothing. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** `at`: 0.5 for the median. Between two values it lies as far between them. NaN of nothing. */
export function quantile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = at * (sorted.length - 1)
  const below = Math.floor(position)
  return sorted[below]! + (position - below) * ((sorted[below + 1] ?? sorted[below]!) - sorted[below]!)
}
