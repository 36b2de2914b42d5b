import { describe, expect, it } from 'vitest'
import { largeProfile } from '../../testing/profiles/random-profile.ts'
import { decodeProfile, encodeProfile } from './encode.ts'
import { encodeStored } from './encode-stored.ts'
import { pictureAtStart } from './encoded-start.ts'
import { headerStart } from './encoding-layout.ts'
import { pictureOf } from '../layout/tree-picture.ts'

const large = largeProfile(30_000, 500)

describe('encodeStored', () => {
  const bytes = encodeStored(large)

  it('puts the picture of a large profile where it can be read before the rest has arrived', () => {
    const headerBytes = new DataView(bytes.buffer).getUint32(8, true)
    expect(pictureAtStart(bytes.subarray(0, 11))).toBe(undefined)
    expect(pictureAtStart(bytes.subarray(0, headerStart + headerBytes - 1))).toBe(undefined)
    const picture = pictureAtStart(bytes.subarray(0, headerStart + headerBytes))
    expect(picture).toEqual(JSON.parse(JSON.stringify(pictureOf(large))))
    expect(pictureAtStart(bytes)).toEqual(picture)
  })

  it('loses nothing of the profile for it', () => {
    expect(encodeProfile(decodeProfile(bytes))).toEqual(encodeProfile(large))
  })

  it('leaves a small one as it is', () => {
    const small = largeProfile(300, 50)
    expect(encodeStored(small)).toEqual(encodeProfile(small))
    expect(pictureAtStart(encodeStored(small))).toBe(null)
  })
})

describe('pictureAtStart', () => {
  it('leaves it to decodeProfile to say what is wrong', () => {
    const damaged = encodeStored(large)
    damaged[headerStart] = 0
    expect(pictureAtStart(damaged)).toBe(null)
  })
})
