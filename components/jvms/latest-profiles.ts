import { captureKeyOf } from '../../lib/contract/capture-key.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'

/** Files of one batch that are listed. */
const mostOfBatch = 3
/** Imports of one person that are less than this apart are one batch. */
const batchGapMs = 60_000

/**
 * The latest profiles of the page of JVMs, newest first, as `profiles` are. Of each batch of imported files the newest
 * three: eighty would leave nothing else. The events of one file count as one.
 */
export function listLatest(profiles: readonly ProfileSummary[]): readonly ProfileSummary[] {
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
    batch.add(captureKeyOf(profile))
    return batch.size <= mostOfBatch
  })
}
