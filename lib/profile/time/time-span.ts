import type { Profile, Provenance } from '../model/profile.ts'
import { findFirstAbove } from '../model/sorted-columns.ts'

/** First and last moment, in ms since the recording began. */
export type Span = readonly [number, number]

/** Time of the first and the last sample in ms since the recording began; null when no sample has a time. */
export function getTimeSpan({ samples }: Pick<Profile, 'samples'>): Span | null {
  let first = Infinity
  let last = -Infinity
  for (let sample = 0; sample < samples.length; sample++) {
    const time = samples.time[sample]!
    if (!Number.isFinite(time)) continue
    if (time < first) first = time
    if (time > last) last = time
  }
  return first <= last ? [first, last] : null
}

/**
 * From when to when it was recorded, in ms since the start; null when no sample has a time. An engine that says how
 * long it recorded was idle, not absent, before its first and after its last sample. Of a merged profile the duration
 * is the sum of all, which overlap or lie apart: only its samples tell.
 */
export function getRecordingSpan(profile: Profile): Span | null {
  const span = getTimeSpan(profile)
  const { durationMs, mergedFrom } = profile.provenance
  return span && durationMs !== null && mergedFrom === null
    ? [Math.min(0, span[0]), Math.max(durationMs, span[1])]
    : span
}

/** Gives how many ms were recorded up to a moment, which is in ms since the start. */
export type RecordedClock = (timeMs: number) => number

/**
 * Creates the clock of a merged profile, which stands still while none of its parts was recorded, and counts the time
 * of each part that ran: two replicas make 2 s of a second. null where parts do not say when, or are too many to be
 * named.
 */
export function createMergedClock({ startedAt, mergedFrom }: Provenance): RecordedClock | null {
  if (mergedFrom === null || startedAt === null || mergedFrom.profiles.length < mergedFrom.count) return null
  const changes: { readonly atMs: number; readonly by: number }[] = []
  for (const part of mergedFrom.profiles) {
    if (part.startedAt === null || part.durationMs === null) return null
    const fromMs = part.startedAt - startedAt
    changes.push({ atMs: fromMs, by: 1 }, { atMs: fromMs + part.durationMs, by: -1 })
  }
  changes.sort((a, b) => a.atMs - b.atMs)
  const at = Float64Array.from(changes, ({ atMs }) => atMs)
  const running = new Float64Array(changes.length)
  const recorded = new Float64Array(changes.length)
  changes.forEach(({ by }, index) => {
    running[index] = (running[index - 1] ?? 0) + by
    if (index > 0) recorded[index] = recorded[index - 1]! + running[index - 1]! * (at[index]! - at[index - 1]!)
  })
  return (timeMs) => {
    const last = findFirstAbove(at, timeMs) - 1
    // Behind the last change none runs, and infinity times 0 is no number.
    if (last < 0 || running[last] === 0) return recorded[last] ?? 0
    return recorded[last]! + running[last]! * (timeMs - at[last]!)
  }
}
