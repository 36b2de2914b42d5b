import { encodeProfile } from './encode.ts'
import { placesOf } from './encoding-layout.ts'
import type { Profile } from './profile.ts'
import { pictureOf } from './tree-picture.ts'

/** The tree of a smaller profile is there as fast as its picture would be, which would only make it longer. */
const leastBytes = 2 ** 18

/** The bytes of a profile for the store: those of a large one begin with its picture, to be drawn before the rest arrives. */
export function encodeStored(profile: Profile): Uint8Array<ArrayBuffer> {
  return isLarge(profile) ? encodeProfile(profile, pictureOf(profile)) : encodeProfile(profile)
}

/** By what it has at least: letters may take more than a byte. */
function isLarge({ strings, frames, stacks, threads, samples }: Profile): boolean {
  const rows = {
    strings: strings.length,
    textBytes: strings.reduce((sum, text) => sum + text.length, 0),
    frames: frames.length,
    stacks: stacks.length,
    threads: threads.length,
    samples: samples.length,
  }
  return placesOf(0, rows).end >= leastBytes
}
