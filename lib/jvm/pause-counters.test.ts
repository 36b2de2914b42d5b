import { expect, test } from 'vitest'
import type { PerfData } from './hsperfdata.ts'
import { findCountedCollectors, readPauses } from './pause-counters.ts'

/** Counters as a JVM 17 with G1 had them. */
const longs = {
  'sun.os.hrt.frequency': 1_000_000_000,
  'sun.rt.safepoints': 427,
  'sun.rt.safepointTime': 600_819_933,
  'sun.gc.collector.0.invocations': 419,
  'sun.gc.collector.0.time': 588_486_204,
  'sun.gc.collector.0.lastEntryTime': 3_237_119_513,
  'sun.gc.collector.0.lastExitTime': 3_231_567_668,
  'sun.gc.collector.1.invocations': 1,
  'sun.gc.collector.1.time': 12_000_000,
  'sun.gc.collector.1.lastEntryTime': 3_005_000_000,
  'sun.gc.collector.1.lastExitTime': 3_017_000_000,
}

function perfDataOf(values: Record<string, number>, texts: Record<string, string>) {
  const bytes = new Uint8Array(Object.keys(values).length * 8)
  const view = new DataView(bytes.buffer)
  const longOffsets = new Map(Object.keys(values).map((name, index) => [name, index * 8]))
  Object.values(values).forEach((value, index) => view.setBigInt64(index * 8, BigInt(value), true))
  const perfData: PerfData = { texts: new Map(Object.entries(texts)), longOffsets, littleEndian: true }
  return { perfData, bytes }
}

test('the pauses of each collector and all safepoints are read in ms', () => {
  const { perfData, bytes } = perfDataOf(longs, {
    'sun.gc.collector.0.name': 'G1 young collection pauses',
    'sun.gc.collector.1.name': 'G1 full collection pauses',
  })
  const collectors = findCountedCollectors(perfData)
  expect(collectors.map(({ pauses }) => pauses)).toEqual(['G1 young collection', 'G1 full collection'])
  expect(readPauses(perfData, bytes, collectors)).toEqual({
    collectors: [
      { begun: 419, isUnderWay: true, lastEntryMs: 3237.119513, lastExitMs: 3231.567668, totalMs: 588.486204 },
      { begun: 1, isUnderWay: false, lastEntryMs: 3005, lastExitMs: 3017, totalMs: 12 },
    ],
    safepoints: { count: 427, totalMs: 600.819933 },
  })
})

test('collectors whose numbers have a gap are read, as those of ZGC', () => {
  const { perfData, bytes } = perfDataOf(
    {
      'sun.gc.collector.2.invocations': 45,
      'sun.gc.collector.2.time': 9_000_000,
      'sun.gc.collector.2.lastEntryTime': 5_000_000,
      'sun.gc.collector.2.lastExitTime': 6_000_000,
    },
    { 'sun.gc.collector.2.name': 'ZGC major collection pauses' },
  )
  const collectors = findCountedCollectors(perfData)
  expect(collectors).toEqual([{ number: 2, pauses: 'ZGC major collection' }])
  expect(readPauses(perfData, bytes, collectors).collectors).toMatchObject([{ begun: 45, totalMs: 9 }])
})

test('names that a container made up are short, plain and few', () => {
  const many = Object.fromEntries(
    Array.from({ length: 99 }, (_, index) => [`sun.gc.collector.${index}.lastExitTime`, 0]),
  )
  const { perfData } = perfDataOf(many, {
    'sun.gc.collector.0.name': `<b>\n\u202e${'x'.repeat(999)}`,
    'sun.gc.collector.1.name': '\u0000',
  })
  const names = findCountedCollectors(perfData).map(({ pauses }) => pauses)
  expect(names).toHaveLength(8)
  expect(names[0]).toBe(`<b> ${'x'.repeat(56)}`)
  expect(names[1]).toBe('garbage collection')
})

test('a JVM without such counters has none', () => {
  const { perfData, bytes } = perfDataOf({}, {})
  expect(findCountedCollectors(perfData)).toEqual([])
  expect(readPauses(perfData, bytes, [])).toEqual({ collectors: [], safepoints: null })
})
