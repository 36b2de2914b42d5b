/** Part of the graph's width, in the profile's weight units. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** How far one can zoom in: a smaller share of the whole would lose its pixels to the precision of float64. */
const leastZoomedShare = 1e-11

/** The range zoomed in by `factor` (out when under 1), so that the weight `around` stays where it is on the screen. */
export function zoomRange(range: Range, factor: number, around: number, bounds: Range): Range {
  const span = range.to - range.from
  const whole = bounds.to - bounds.from
  const nextSpan = Math.min(Math.max(span / factor, whole * leastZoomedShare), whole)
  return clampRange(around - ((around - range.from) / span) * nextSpan, nextSpan, bounds)
}

/** The range moved to the right by `weight`, as far as there is something. */
export function panRange({ from, to }: Range, weight: number, bounds: Range): Range {
  return clampRange(from + weight, to - from, bounds)
}

/** The weight at a place on the screen. */
export function weightAt({ from, to }: Range, xPx: number, widthPx: number): number {
  return from + (xPx / widthPx) * (to - from)
}

/** The difference cannot be seen: less than a twentieth of a pixel. */
export function isSameRange(one: Range, other: Range, widthPx: number): boolean {
  const slack = (0.05 * (one.to - one.from)) / Math.max(widthPx, 1)
  return Math.abs(one.from - other.from) <= slack && Math.abs(one.to - other.to) <= slack
}

/** Keeps: both edges inside the bounds; a range over all of them is exactly them. */
function clampRange(from: number, span: number, bounds: Range): Range {
  if (!(span < bounds.to - bounds.from)) return bounds
  const start = Math.min(Math.max(from, bounds.from), bounds.to - span)
  return { from: start, to: start + span }
}
