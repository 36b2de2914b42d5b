import type { Profile } from '../model/profile.ts'

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
