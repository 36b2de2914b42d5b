/**
 * Milliseconds from `now`, which the browser says, until `until`, which another machine said; never less than none,
 * nor more than `wholeMs`: the clocks of two machines may be minutes apart.
 */
export function getMsLeft(until: number, now: number, wholeMs: number): number {
  return Math.max(0, Math.min(until - now, wholeMs))
}
