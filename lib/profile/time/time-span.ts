import type { Profile } from '../model/profile.ts'

/** Time of the first and the last sample in ms since the recording began; null when no sample has a time. */
export function getTimeSpan({ samples }: Pick<Profile, 'samples'>): readonly [number, number] | null {
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
 * From when to when it was recorded, in ms since the start; null when no sample has a time. An engine that says how long it recorded
 * was idle, not absent, before its first and after its last sample.
 */
export function getRecordingSpan(profile: Profile): readonly [number, number] | null {
  const span = getTimeSpan(profile)
  const { durationMs } = profile.provenance
  return span && durationMs !== null ? [Math.min(0, span[0]), Math.max(durationMs, span[1])] : span
}
