/** The recordings that a profile holds: itself, or those that it was merged of. */
import type { MergedFrom, Profile } from '../model/profile.ts'
import { countSamples } from '../model/stack-weights.ts'

type Recording = MergedFrom['profiles'][number]

/** Gives what `profile` was merged of, or itself as the only one, of this name. */
export function listRecordings(profile: Profile, name: string): MergedFrom {
  const { engine, startedAt, durationMs, mergedFrom } = profile.provenance
  return mergedFrom ?? { count: 1, profiles: [{ name, engine, startedAt, durationMs, samples: countSamples(profile) }] }
}

/** Gives what tells recordings apart; null for one without a start, which nothing tells from another. */
export function getRecordingKey({ engine, startedAt, durationMs, samples }: Recording): string | null {
  return startedAt === null ? null : JSON.stringify([engine, startedAt, durationMs, samples])
}
