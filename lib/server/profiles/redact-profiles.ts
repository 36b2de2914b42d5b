/** Makes copies of profiles for people who may not see all of them, in the profile thread. */
import { engineNames } from '../../contract/engines.ts'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { type FirstPaint, firstPaintOf } from '../../profile/first-paint/first-paint.ts'
import { redactProfiles } from '../../profile/redact/redact.ts'
import type { RedactionOptions } from '../../profile/redact/redaction.ts'
import { decodeStored } from './decode-stored.ts'
import { packStored } from './pack-stored.ts'

/** A copy, packed for the store. */
export interface PackedCopy {
  readonly gzipped: Uint8Array<ArrayBuffer>
  readonly encodedBytes: number
  readonly firstPaint: FirstPaint
}

/** Gives redacted copies. Throws: Problem `unreadable-profile`. */
export function redactPacked(gzipped: readonly Uint8Array[], redaction: RedactionOptions): PackedCopy[] {
  const profiles = gzipped.map(decodeStored)
  return redactProfiles(profiles, redaction, engineNames).map((copy) => {
    const encoded = encodeProfile(copy)
    return { gzipped: packStored(encoded), encodedBytes: encoded.byteLength, firstPaint: firstPaintOf(copy) }
  })
}
