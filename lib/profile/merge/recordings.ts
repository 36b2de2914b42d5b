/** The recordings that a profile holds: itself, or those that it was merged of. */
import { formatCount } from '../format/units.ts'
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

/**
 * Says which recordings both sides of a comparison hold, where a side is merged: of two that are not, samples tell.
 */
export function describeSharedRecordings(before: Profile, after: Profile): string[] {
  if (before.provenance.mergedFrom === null && after.provenance.mergedFrom === null) return []
  const [one, other] = [before, after].map(
    (side) => new Map(listRecordings(side, '').profiles.map((part) => [getRecordingKey(part), part.name])),
  ) as [Map<string | null, string>, Map<string | null, string>]
  const names = [...one].flatMap(([key, name]) => (key !== null && other.has(key) ? [name || other.get(key)!] : []))
  if (names.length === 0) return []
  const held = names.length === 1 ? `the recording ${names[0]!}`.trimEnd() : `${formatCount(names.length)} recordings`
  return [`Both sides hold ${held}: what they share cannot differ, so a change looks smaller than it is.`]
}
