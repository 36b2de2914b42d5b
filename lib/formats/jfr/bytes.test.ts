import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leb, text } from '../../testing/formats/jfr-chunk.ts'
import { Damage, JfrBytes } from './bytes.ts'

const bytesOf = (...parts: (readonly number[])[]) => new JfrBytes(Uint8Array.from(parts.flat()))
const noPool = () => null

describe('JfrBytes', () => {
  it.each([0, 1, 127, 128, 300, 2 ** 28 - 1, 2 ** 28, 2 ** 35, 2 ** 53 - 1, -1, -5, -128, -(2 ** 31), -(2 ** 53)])(
    'reads %d and passes over it',
    (value) => {
      const bytes = bytesOf(leb(value), leb(7))
      expect(bytes.integer()).toBe(value)
      expect(bytes.integer()).toBe(7)
      bytes.at = 0
      bytes.skipInteger()
      expect(bytes.integer()).toBe(7)
      expect(bytes.isPast).toBe(false)
    },
  )

  it('gives what BigInt gives for every signed 64-bit integer, to the precision of a double', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const bytes = bytesOf(leb(value))
        const read = bytes.integer()
        const isExact = value <= 2n ** 53n && value >= -(2n ** 53n)
        if (isExact) expect(read).toBe(Number(value))
        else expect(Math.abs(read / Number(value) - 1)).toBeLessThan(2 ** -51)
        expect(bytes.at).toBe(bytes.end)
      }),
      { seed: 1, numRuns: 2000 },
    )
  })

  it('adds up deltas back to where they came from, however far', () => {
    fc.assert(
      fc.property(fc.integer({ min: 68, max: 2 ** 40 }), fc.integer({ min: 68, max: 2 ** 40 }), (from, to) => {
        expect(from + bytesOf(leb(to - from)).integer()).toBe(to)
      }),
      { seed: 2 },
    )
  })

  it('reads an integer of any nine bytes without a look at the tenth', () => {
    const bytes = new JfrBytes(new Uint8Array(20).fill(255))
    expect(bytes.integer()).toBe(-1)
    expect(bytes.at).toBe(9)
    bytes.skipInteger()
    expect(bytes.at).toBe(18)
  })

  it.each([
    ['null', text.null, null],
    ['empty', text.empty, ''],
    ['of the pool', text.pool(300), 'pooled 300'],
    ['UTF-8', text.utf8('grün 🔥'), 'grün 🔥'],
    ['an array of chars', text.chars('grün 🔥'), 'grün 🔥'],
    ['a long array of chars', text.chars('ab'.repeat(5000)), 'ab'.repeat(5000)],
    ['Latin-1', text.latin1('grün'), 'grün'],
  ])('reads a string that is %s, and passes over it', (_, part, expected) => {
    const bytes = bytesOf(part, leb(7))
    expect(bytes.string((id) => `pooled ${id}`)).toBe(expected)
    expect(bytes.integer()).toBe(7)
    bytes.at = 0
    bytes.skipString()
    expect(bytes.integer()).toBe(7)
  })

  it('believes no length that the record has no room for', () => {
    for (const part of [[3, ...leb(2 ** 40)], [4, ...leb(2 ** 40)], [5, 9, 65], [5, ...leb(-1)], [6], []]) {
      expect(() => bytesOf(part).string(noPool)).toThrow(Damage)
      expect(() => bytesOf(part).skipString()).toThrow(Damage)
    }
  })

  it('reads zeros past the end and says so', () => {
    const bytes = bytesOf([0x80])
    expect([bytes.integer(), bytes.isPast]).toEqual([0, true])
    expect(bytesOf().integer()).toBe(0)
  })
})
