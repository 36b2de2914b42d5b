/** Merges stored profiles into one, in the profile thread. */
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { createProfileMerger } from '../../profile/merge/merge-profiles.ts'
import { type ProfileWarning, withWarning } from '../../profile/model/profile.ts'
import { compactTables } from '../../profile/model/tidy-tables.ts'
import { sortForDrawing } from '../../profile/tree/drawing-order.ts'
import { decodeStored } from './decode-stored.ts'

/** A stored profile and its name. */
export interface NamedBlob {
  readonly gzipped: Uint8Array
  readonly name: string
}

/**
 * Gives the merged profile, encoded and in drawing order, with `warnings` beside those of the profiles. One is unpacked
 * at a time. Throws: Problem `unreadable-profile`, `not-mergeable`.
 */
export function mergeStored(blobs: readonly NamedBlob[], warnings: readonly ProfileWarning[]): Uint8Array<ArrayBuffer> {
  const merger = createProfileMerger()
  for (const { gzipped, name } of blobs) merger.add(decodeStored(gzipped), name)
  let merged = merger.finish()
  for (const { code, text, count } of warnings) merged = withWarning(merged, code, text, count)
  return Uint8Array.from(encodeProfile(compactTables(sortForDrawing(merged))))
}
