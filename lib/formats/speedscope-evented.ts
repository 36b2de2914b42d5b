import { type EventedProfile } from './speedscope-file.ts'

export interface Stretch {
  /** Root first. */
  readonly stack: readonly number[]
  /** In the profile's own unit. */
  readonly from: number
  readonly weight: number
}

/**
 * The stretches between events in which the same frames were open.
 *
 * Keeps: closes what is open above a frame that is closed; skips events that close what is not open or go back in time, and
 * tells `onSkipped`; what is open at the end is closed there.
 */
export function* stretchesOf(
  { events, startValue, endValue }: EventedProfile,
  onSkipped: () => void,
): Generator<Stretch> {
  const open: number[] = []
  let now = startValue
  for (const { type, at, frame } of events) {
    const depth = type === 'C' ? open.lastIndexOf(frame) : open.length
    if (!(at >= now) || at === Infinity || depth < 0 || (type !== 'O' && type !== 'C')) {
      onSkipped()
      continue
    }
    if (at > now && open.length > 0) yield { stack: open, from: now, weight: at - now }
    now = at
    if (type === 'O') open.push(frame)
    else open.length = depth
  }
  if (endValue > now && endValue < Infinity && open.length > 0) yield { stack: open, from: now, weight: endValue - now }
}
