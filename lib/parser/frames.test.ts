import { describe, expect, it } from 'vitest'
import { frameHeader, readFrames } from './frames.ts'

const profile = (event: string, samples: number, text: string) => ({ event, samples, bytes: Buffer.from(text) })
const framed = (...profiles: ReturnType<typeof profile>[]) =>
  Buffer.concat(profiles.flatMap((parsed) => [frameHeader(parsed), parsed.bytes]))

describe('readFrames', () => {
  it('gives what was framed, in order, none for nothing', () => {
    const profiles = [profile('cpu', 7, 'abc'), profile('ünicode', 0, ''), profile('io', 2 ** 31, 'x'.repeat(1000))]
    const found = readFrames(framed(...profiles)).map((parsed) => ({ ...parsed, bytes: Buffer.from(parsed.bytes) }))
    expect(found).toEqual(profiles)
    expect(readFrames(new Uint8Array(0))).toEqual([])
  })

  it('takes nothing that is not whole frames, wherever it is cut', () => {
    const whole = framed(profile('cpu', 1, 'abcd'))
    for (let length = 1; length < whole.length; length++) {
      expect(() => readFrames(whole.subarray(0, length))).toThrow(expect.objectContaining({ code: 'parser-failed' }))
    }
    expect(() => readFrames(Buffer.alloc(5000))).toThrow(expect.objectContaining({ code: 'parser-failed' }))
  })

  it('keeps control characters out of names that will be printed', () => {
    expect(readFrames(framed(profile('c\x1b[31mpu\n', 1, '')))[0]!.event).toBe('c[31mpu')
  })
})
