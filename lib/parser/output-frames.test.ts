import { describe, expect, it } from 'vitest'
import { createParsedProfileReader, encodeParsedProfile } from './output-frames.ts'

const profile = (event: string, samples: number, text: string) => ({ event, samples, bytes: Buffer.from(text) })
const framed = (...profiles: ReturnType<typeof profile>[]) => Buffer.concat(profiles.flatMap(encodeParsedProfile))

function readFrames(output: Uint8Array, chunkBytes = output.length, maxBytes = Infinity) {
  const reader = createParsedProfileReader(maxBytes)
  for (let at = 0; at < output.length; at += chunkBytes) reader.add(output.subarray(at, at + chunkBytes))
  return reader.finish()
}

describe('createParsedProfileReader', () => {
  it('reads framed profiles in order, and none from empty output', () => {
    const profiles = [profile('cpu', 7, 'abc'), profile('ünicode', 0, ''), profile('io', 2 ** 31, 'x'.repeat(1000))]
    for (const chunkBytes of [1, 7, 13, 64, 5000]) {
      const found = readFrames(framed(...profiles), chunkBytes)
      expect(found.map((parsed) => ({ ...parsed, bytes: Buffer.from(parsed.bytes) }))).toEqual(profiles)
    }
    expect(readFrames(new Uint8Array(0))).toEqual([])
  })

  it('refuses incomplete frames, wherever they are cut', () => {
    const whole = framed(profile('cpu', 1, 'abcd'))
    for (let length = 1; length < whole.length; length++) {
      expect(() => readFrames(whole.subarray(0, length))).toThrow(expect.objectContaining({ code: 'parser-failed' }))
    }
    expect(() => readFrames(Buffer.alloc(5000))).toThrow(expect.objectContaining({ code: 'parser-failed' }))
  })

  it('refuses more than the total limit before it is buffered', () => {
    const whole = framed(profile('cpu', 1, 'abcd'), profile('io', 1, 'efgh'))
    expect(readFrames(whole, 10, 8).length).toBe(2)
    expect(() => readFrames(whole.subarray(0, 40), 10, 7)).toThrow(expect.objectContaining({ code: 'parser-limit' }))
  })

  it('removes control characters from names that are printed', () => {
    expect(readFrames(framed(profile('c\x1b[31mpu\n', 1, '')))[0]!.event).toBe('c[31mpu')
  })
})
