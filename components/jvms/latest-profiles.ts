import type { ProfileSummary } from '../../lib/contract/profile.ts'

/** Files of one batch that are listed. */
const mostOfBatch = 3
/** Imports of one person that are less than this apart are one batch. */
const batchGapMs = 60_000

/**
 * The latest profiles of the page of JVMs without all but the newest three of each batch of imported files: eighty of them would leave
 * nothing else. `profiles` are in the order of the library, the newest first; the events of one file count as one.
 */
export function thinImports(profiles: readonly ProfileSummary[]): readonly ProfileSummary[] {
  let previous: ProfileSummary | null = null
  let batch = new Set<string>()
  return profiles.filter((profile) => {
    // A capture has one moment; what is imported or merged was captured before, or at a time that is not known.
    if (profile.capturedAt === profile.createdAt) return true
    const isSameBatch =
      previous !== null &&
      previous.createdBy === profile.createdBy &&
      previous.createdAt - profile.createdAt < batchGapMs
    previous = profile
    if (!isSameBatch) batch = new Set()
    batch.add(profile.captureId ?? profile.id)
    return batch.size <= mostOfBatch
  })
}
