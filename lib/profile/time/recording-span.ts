import type { Profile } from '../model/profile.ts'
import { getTimeSpan } from './time-span.ts'

/**
 * From when to when it was recorded, in ms since the start; null when no sample has a time. An engine that says how long it recorded
 * was idle, not absent, before its first and after its last sample.
 */
export function getRecordingSpan(profile: Profile): readonly [number, number] | null {
  const span = getTimeSpan(profile)
  const { durationMs } = profile.provenance
  return span && durationMs !== null ? [Math.min(0, span[0]), Math.max(durationMs, span[1])] : span
}
