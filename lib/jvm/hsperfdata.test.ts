import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collectorOf, parsePerfData, readHeapLimit, readHeapUsed, readLong } from './hsperfdata.ts'

/** Writes counters as HotSpot lays them out: prologue, then entries of header, name and data. */
function writePerfData(counters: Record<string, string | bigint>, littleEndian = true): Uint8Array {
  const bytes = new Uint8Array(32 * 1024)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0xcafec0c0)
  bytes.set([littleEndian ? 1 : 0, 2, 0, 1], 4)
  let start = 32
  for (const [name, value] of Object.entries(counters)) {
    const text = typeof value === 'string' ? new TextEncoder().encode(value) : null
    const nameBytes = new TextEncoder().encode(`${name}\0`)
    const data = Math.ceil((20 + nameBytes.length) / 8) * 8
    const length = Math.ceil((data + (text ? text.length + 1 : 8)) / 8) * 8
    view.setUint32(start, length, littleEndian)
    view.setUint32(start + 4, 20, littleEndian)
    view.setUint32(start + 8, text ? text.length + 1 : 0, littleEndian)
    bytes[start + 12] = (text ? 'B' : 'J').charCodeAt(0)
    view.setUint32(start + 16, data, littleEndian)
    bytes.set(nameBytes, start + 20)
    if (text) bytes.set(text, start + data)
    else view.setBigInt64(start + data, value as bigint, littleEndian)
    start += length
  }
  view.setUint32(24, 32, littleEndian)
  view.setUint32(28, Object.keys(counters).length, littleEndian)
  return bytes
}

const g1 = {
  'sun.gc.collector.0.name': 'G1 young collection pauses',
  'sun.gc.generation.0.maxCapacity': 64n,
  'sun.gc.generation.1.maxCapacity': 64n,
  'sun.gc.generation.0.space.0.used': 5n,
  'sun.gc.generation.1.space.0.used': 7n,
  'sun.gc.metaspace.used': 1000n,
  'sun.rt.javaCommand': 'com.acme.Shop --port 80',
}

describe('performance counters of HotSpot', () => {
  test.each([true, false])('reads texts and numbers in either byte order (little endian: %s)', (littleEndian) => {
    const bytes = writePerfData(g1, littleEndian)
    const perfData = parsePerfData(bytes)!
    expect(perfData.texts.get('sun.rt.javaCommand')).toBe('com.acme.Shop --port 80')
    expect(readLong(perfData, bytes, 'sun.gc.metaspace.used')).toBe(1000)
    expect(collectorOf(perfData)).toBe('G1')
  })

  test('counts the heap of all generations, and nothing beside it', () => {
    const bytes = writePerfData(g1)
    expect(readHeapUsed(parsePerfData(bytes)!, bytes)).toBe(12)
  })

  test('takes the heap limit once where generations share the heap, adds it up where they split it', () => {
    const shared = writePerfData(g1)
    const split = writePerfData({
      ...g1,
      'sun.gc.collector.0.name': 'Parallel young',
      'sun.gc.policy.name': 'ParScav:MSC',
    })
    expect(readHeapLimit(parsePerfData(shared)!, shared)).toBe(64)
    expect(readHeapLimit(parsePerfData(split)!, split)).toBe(128)
  })

  test('finds a number again after it moved, from the place alone', () => {
    const bytes = writePerfData(g1)
    const perfData = parsePerfData(bytes)!
    const later = writePerfData({ ...g1, 'sun.gc.generation.0.space.0.used': 50n })
    expect(readHeapUsed(perfData, later)).toBe(57)
  })

  test('refuses what is no performance data, another version, and data the JVM has not filled yet', () => {
    const unfilled = writePerfData(g1)
    unfilled[7] = 0
    const version1 = writePerfData(g1)
    version1[5] = 1
    const inputs = [new Uint8Array(0), new Uint8Array(31), new Uint8Array(4096), unfilled, version1]
    expect(inputs.map((bytes) => parsePerfData(bytes))).toEqual([null, null, null, null, null])
  })

  test('keeps the entries before one that points outside, and never throws, whatever was changed', () => {
    const original = writePerfData(g1)
    const change = fc.record({ at: fc.nat(600), value: fc.integer({ min: 0, max: 255 }) })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), fc.nat(700), (changes, length) => {
        const bytes = original.slice(0, length < 40 ? length : original.length)
        for (const { at, value } of changes) if (at < bytes.length) bytes[at] = value
        const perfData = parsePerfData(bytes)
        if (perfData === null) return
        readHeapUsed(perfData, bytes)
        readHeapLimit(perfData, bytes.subarray(0, length))
        collectorOf(perfData)
      }),
      { numRuns: 20_000, seed: 7 },
    )
  })
})
