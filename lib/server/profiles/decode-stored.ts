/** Decodes profiles as the store has them, packed with gzip: for threads, since it takes long. */
import { gunzipSync } from 'node:zlib'
import { isProblem, isZlibError } from '../../errors.ts'
import { decodeProfile } from '../../profile/encoding/encode.ts'
import type { Profile } from '../../profile/model/profile.ts'

/** Unpacks a stored profile. Throws: Problem `unreadable-profile`; an error of zlib. */
export function decodeStored(gzipped: Uint8Array): Profile {
  return decodeProfile(Uint8Array.from(gunzipSync(gzipped)))
}

/** Decodes a stored profile; null for one that is damaged. */
export function decodeIfSound(gzipped: Uint8Array): Profile | null {
  try {
    return decodeStored(gzipped)
  } catch (error) {
    if (isProblem(error) || isZlibError(error)) return null
    throw error
  }
}
