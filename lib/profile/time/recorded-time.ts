import type { Profile } from '../model/profile.ts'

/**
 * Gives how much was recorded up to a moment, both in ms since the recording began; of a merged profile the sum over
 * its sources, so that of two replicas at once each second counts as two, and a gap between two recordings as none:
 * weight per recorded second is that of one JVM. null where a source has no times, or is not named.
 */
export function createRecordedClock({ provenance }: Pick<Profile, 'provenance'>): ((ms: number) => number) | null {
  if (provenance.mergedFrom === null) return (ms) => ms
  const { count, profiles } = provenance.mergedFrom
  const sources = profiles.flatMap(({ startedAt, durationMs }) =>
    startedAt === null || durationMs === null ? [] : [{ startedAt, durationMs }],
  )
  if (sources.length < count) return null
  const start = sources.reduce((earliest, { startedAt }) => Math.min(earliest, startedAt), Infinity)
  return (ms) =>
    sources.reduce(
      (sum, { startedAt, durationMs }) => sum + Math.min(Math.max(0, ms - (startedAt - start)), durationMs),
      0,
    )
}
