/** Merges stored profiles of runs to one side of a comparison, in the profile thread. */
import { Problem } from '../../errors.ts'
import { mergeRuns } from '../../profile/compare/between-runs/merge-runs.ts'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { compactTables } from '../../profile/model/tidy-tables.ts'
import { sortForDrawing } from '../../profile/tree/drawing-order.ts'
import { decodeIfSound } from './decode-stored.ts'
import { packStored } from './pack-stored.ts'
import type { StoredRun } from './read-run-changes.ts'

/**
 * Gives the merged profile: encoded, in drawing order, packed with gzip. Throws: Problem `unreadable-profile`,
 * `not-mergeable`.
 */
export function mergeStoredRuns(runs: readonly StoredRun[]): Uint8Array<ArrayBuffer> {
  const decoded = runs.map(({ run, gzipped, cost }) => {
    const profile = decodeIfSound(gzipped)
    if (profile === null)
      throw new Problem('unreadable-profile', { reason: `that of run ${run} is damaged`, subject: 'profile' })
    return { number: run, profile, cost }
  })
  return packStored(encodeProfile(compactTables(sortForDrawing(mergeRuns(decoded)))))
}
