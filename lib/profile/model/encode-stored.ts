import { encodeProfile } from './encode.ts'
import { countRows, placesOf } from './encoding-layout.ts'
import type { Profile } from './profile.ts'
import { pictureOf } from '../layout/tree-picture.ts'

/** The tree of a smaller profile is there as fast as its picture would be, which would only make it longer. */
const leastBytes = 2 ** 18

/** The bytes of a profile for the store: those of a large one begin with its picture, to be drawn before the rest arrives. */
export function encodeStored(profile: Profile): Uint8Array<ArrayBuffer> {
  return isLarge(profile) ? encodeProfile(profile, pictureOf(profile)) : encodeProfile(profile)
}

/** By what it has at least: letters may take more than a byte. */
function isLarge(profile: Profile): boolean {
  const letters = profile.strings.reduce((sum, text) => sum + text.length, 0)
  return placesOf(0, countRows(profile, letters)).end >= leastBytes
}
