import type { Range } from '../geometry/ranges.ts'

/** Long enough to see where things went, short enough never to wait for. */
const durationMs = 160

/** Where a view is: the range shown, and how many pixels the rows are scrolled. */
export interface CameraPosition extends Range {
  readonly scrollPx: number
}

/**
 * Moves from one place to another in 160 ms, calling `onStep` once for each painted frame, the last one at `end` itself; at once
 * when the person asked for reduced motion. Returns a function that stops it where it is.
 */
export function animate(
  start: CameraPosition,
  end: CameraPosition,
  onStep: (position: CameraPosition, isThere: boolean) => void,
): () => void {
  if (prefersReducedMotion() || isSamePosition(start, end)) {
    onStep(end, true)
    return () => undefined
  }
  let startedAt: number | undefined
  let request = requestAnimationFrame(function step(now) {
    startedAt ??= now
    const passed = Math.min(1, (now - startedAt) / durationMs)
    if (passed === 1) {
      onStep(end, true)
      return
    }
    onStep(interpolatePosition(start, end, 1 - (1 - passed) ** 3), false)
    request = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(request)
}

/**
 * A place on the way, `part` 0 to 1. A zoom by 1000 looks even only when each step multiplies the width by the same factor; both edges
 * move in one proportion, so that the point zoomed around stands still.
 */
export function interpolatePosition(start: CameraPosition, end: CameraPosition, part: number): CameraPosition {
  const startSpan = start.to - start.from
  const endSpan = end.to - end.from
  const isZoom = Math.abs(endSpan - startSpan) > 1e-9 * startSpan && startSpan > 0 && endSpan > 0
  const share = isZoom ? (startSpan * ((endSpan / startSpan) ** part - 1)) / (endSpan - startSpan) : part
  return {
    from: start.from + (end.from - start.from) * share,
    to: start.to + (end.to - start.to) * share,
    scrollPx: start.scrollPx + (end.scrollPx - start.scrollPx) * part,
  }
}

function isSamePosition(one: CameraPosition, other: CameraPosition): boolean {
  return one.from === other.from && one.to === other.to && one.scrollPx === other.scrollPx
}

/** The person asked the system for less motion. */
function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
