import { interpolateZoom } from 'd3-interpolate'
import { type Range } from './places.ts'
import { prefersReducedMotion } from './reduced-motion.ts'

const durationMs = 160

/** Where the view is during an animation: the range shown, and how many pixels the rows are scrolled. */
export interface Place extends Range {
  readonly scrollPx: number
}

/**
 * Moves from one place to another in 160 ms, calling `onStep` once for each painted frame; at once when the person asked for
 * reduced motion. Returns a function that stops it where it is.
 */
export function glide(start: Place, end: Place, onStep: (place: Place, done: boolean) => void): () => void {
  if (prefersReducedMotion() || isSamePlace(start, end)) {
    onStep(end, true)
    return () => undefined
  }
  // A zoom by 1000 looks even only when each frame multiplies the width by the same factor, while the middle moves along.
  const between = interpolateZoom(
    [(start.from + start.to) / 2, 0, start.to - start.from],
    [(end.from + end.to) / 2, 0, end.to - end.from],
  )
  let startedAt: number | undefined
  let request = requestAnimationFrame(function step(now) {
    startedAt ??= now
    const passed = Math.min(1, (now - startedAt) / durationMs)
    if (passed === 1) {
      onStep(end, true)
      return
    }
    const eased = 1 - (1 - passed) ** 3
    const [middle, , span] = between(eased)
    const scrollPx = start.scrollPx + (end.scrollPx - start.scrollPx) * eased
    onStep({ from: middle - span / 2, to: middle + span / 2, scrollPx }, false)
    request = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(request)
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.from === other.from && one.to === other.to && one.scrollPx === other.scrollPx
}
