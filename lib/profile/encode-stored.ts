import { encodeProfile } from './encode.ts'
import type { Profile } from './profile.ts'
import { pictureOf } from './tree-picture.ts'

/** The tree of a smaller profile is there as fast as its picture would be, which would only make it longer. */
const leastBytes = 2 ** 18

/** The bytes of a profile for the store: those of a large one begin with its picture, to be drawn before the rest arrives. */
export function encodeStored(profile: Profile): Uint8Array<ArrayBuffer> {
  const encoded = encodeProfile(profile)
  return encoded.length < leastBytes ? encoded : encodeProfile(profile, pictureOf(profile))
}
