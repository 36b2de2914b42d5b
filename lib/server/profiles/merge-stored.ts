/** In the profile thread: stored profiles as one. */
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { createProfileMerger } from '../../profile/merge/merge-profiles.ts'
import { compactTables } from '../../profile/model/tidy-tables.ts'
import { sortForDrawing } from '../../profile/tree/drawing-order.ts'
import { decodeStored } from './decode-stored.ts'

/** A blob of the store, and what people call it. */
export interface NamedBlob {
  readonly gzipped: Uint8Array
  readonly name: string
}

/** Encoded, in drawing order. One is unpacked at a time. Throws: Problem `unreadable-profile`, `not-mergeable`. */
export function mergeStored(blobs: readonly NamedBlob[]): Uint8Array<ArrayBuffer> {
  const merger = createProfileMerger()
  for (const { gzipped, name } of blobs) merger.add(decodeStored(gzipped), name)
  return Uint8Array.from(encodeProfile(compactTables(sortForDrawing(merger.finish()))))
}
