import { captureKeyOf } from '../../lib/contract/capture-key.ts'
import { noService } from '../../lib/contract/constants.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'

/** Files of one batch that are listed. */
const mostOfBatch = 3
/** Imports of one person that are less than this apart are one batch. */
const batchGapMs = 60_000

/**
 * The latest profiles of the page of JVMs: those of services first, since a file that names none says nothing of the
 * JVMs above; both newest first, as `profiles` are. Of each batch of imported files the newest three: eighty would
 * leave nothing else.
 */
export function listLatest(profiles: readonly ProfileSummary[]): readonly ProfileSummary[] {
  const thinned = thinImports(profiles)
  const isNamed = ({ service }: ProfileSummary) => service !== noService
  return [...thinned.filter(isNamed), ...thinned.filter((profile) => !isNamed(profile))]
}

/** Without what `listLatest` leaves out of batches, in the same order. The events of one file count as one. */
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
    batch.add(captureKeyOf(profile))
    return batch.size <= mostOfBatch
  })
}
