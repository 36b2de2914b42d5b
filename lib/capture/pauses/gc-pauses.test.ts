import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CollectorPauses, PauseCounters } from '../../jvm/pause-counters.ts'
import { createGcPauses } from './gc-pauses.ts'
import type { Pause } from './pauses.ts'

/** Times in ms on the recording's clock. */
interface Collection {
  readonly fromMs: number
  readonly ms: number
}

/** The JVM's counters at a time, if the JVM started `originMs` before the recording. */
function countersAt(atMs: number, collections: readonly Collection[], originMs: number): PauseCounters {
  const begun = collections.filter(({ fromMs }) => fromMs <= atMs)
  const ended = begun.filter(({ fromMs, ms }) => fromMs + ms <= atMs)
  const totalMs = ended.reduce((sum, { ms }) => sum + ms, 0)
  const jvmTime = (ms: number) => ms + originMs
  const collector: CollectorPauses = {
    begun: begun.length,
    isUnderWay: begun.length > ended.length,
    lastEntryMs: begun.length > 0 ? jvmTime(begun.at(-1)!.fromMs) : 0,
    lastExitMs: ended.length > 0 ? jvmTime(ended.at(-1)!.fromMs + ended.at(-1)!.ms) : 0,
    totalMs,
  }
  return { collectors: [collector], safepoints: { count: begun.length, totalMs } }
}

function watch(collections: readonly Collection[], times: readonly number[], originMs = 123_456): Pause[] {
  const pauses = createGcPauses(['G1 young collection'])
  for (const atMs of times) pauses.addReading(atMs, countersAt(atMs, collections, originMs))
  return pauses.finish()
}
const every50ms = (untilMs: number) => Array.from({ length: untilMs / 50 + 1 }, (_, index) => index * 50)

test('the times of pauses far apart are as exact as the readings allow', () => {
  const found = watch(
    [
      { fromMs: 112, ms: 20 },
      { fromMs: 337, ms: 60 },
      { fromMs: 790, ms: 5 },
    ],
    every50ms(1000),
  )
  expect(found).toMatchObject([
    { what: 'G1 young collection', count: 1 },
    { what: 'G1 young collection', count: 1 },
    { what: 'G1 young collection', count: 1 },
  ])
  expect(found.map(({ ms }) => Math.round(ms))).toEqual([20, 60, 5])
  // The ends are 132, 397 and 795: 18, 3 and 5 before the readings that show them, so none can be more than 3 later.
  found.forEach(({ toMs }, index) => expect(Math.abs(toMs - [132, 397, 795][index]!)).toBeLessThan(16))
  expect(found[0]!.toMs - found[0]!.fromMs).toBeCloseTo(20)
})

test('many pauses determine the JVM’s clock to within a few milliseconds', () => {
  const collections = Array.from({ length: 60 }, (_, index) => ({ fromMs: 40 + index * 161.7, ms: 7 }))
  watch(collections, every50ms(10_000)).forEach(({ fromMs, ms, count }, index) => {
    expect(count).toBe(1)
    expect(Math.abs(fromMs - collections[index]!.fromMs)).toBeLessThan(3)
    expect(ms).toBeCloseTo(7)
  })
})

test('several pauses between two readings become one mark', () => {
  const found = watch(
    [
      { fromMs: 101, ms: 4 },
      { fromMs: 110, ms: 4 },
      { fromMs: 120, ms: 6 },
    ],
    every50ms(300),
  )
  expect(found).toMatchObject([{ count: 3, fromMs: 100 }])
  expect(found[0]!.ms).toBeCloseTo(14)
})

test('a pause longer than the time between readings is one pause', () => {
  const found = watch([{ fromMs: 210, ms: 400 }], every50ms(1000))
  expect(found).toHaveLength(1)
  expect(found[0]!.toMs - found[0]!.fromMs).toBeCloseTo(400)
})

test('a pause that is under way at the end of the recording ends there', () => {
  const found = watch(
    [
      { fromMs: 110, ms: 20 },
      { fromMs: 700, ms: 999 },
    ],
    every50ms(1000),
  )
  expect(found[1]).toMatchObject({ toMs: 1000, count: 1 })
  expect(Math.abs(found[1]!.fromMs - 700)).toBeLessThan(30)
})

test('a pause that ended before the first reading is left out', () => {
  expect(watch([{ fromMs: 10, ms: 20 }], [50, 100, 150])).toEqual([])
})

test('pauses too short to matter are left out', () => {
  expect(watch([{ fromMs: 110, ms: 0.02 }], every50ms(300))).toEqual([])
})

test('a count that is read before its times are written loses no pause', () => {
  const at = (begun: number, lastEntryMs: number, lastExitMs: number): PauseCounters => ({
    collectors: [{ begun, isUnderWay: lastEntryMs > lastExitMs, lastEntryMs, lastExitMs, totalMs: 0 }],
    safepoints: null,
  })
  const pauses = createGcPauses(['gc'])
  // The second pause has begun, but its entry time is not written yet.
  ;[at(1, 10, 20), at(2, 10, 20), at(2, 110, 20), at(2, 110, 130)].forEach((counters, index) =>
    pauses.addReading(index * 50, counters),
  )
  expect(pauses.finish()).toMatchObject([{ count: 1, ms: 20 }])
})

test('safepoints without a collection are marked between the two readings', () => {
  const pauses = createGcPauses(['gc'])
  const idle = { begun: 3, isUnderWay: false, lastEntryMs: 5, lastExitMs: 9, totalMs: 4 }
  const see = (atMs: number, count: number, totalMs: number) =>
    pauses.addReading(atMs, { collectors: [idle], safepoints: { count, totalMs } })
  see(0, 10, 92)
  see(50, 10, 92)
  see(100, 12, 100)
  see(150, 13, 100.1)
  see(200, 13, 100.1)
  see(400, 14, 300)
  // A safepoint is counted when it begins; its time is added when it has ended.
  see(450, 15, 300)
  see(500, 15, 330)
  expect(pauses.finish()).toMatchObject([
    { kind: 'safepoint', fromMs: 50, toMs: 100, count: 2, ms: 8 },
    { kind: 'safepoint', fromMs: 200, toMs: 400, count: 1 },
    { kind: 'safepoint', fromMs: 450, toMs: 500, count: 1, ms: 30 },
  ])
})

test('the safepoint of a collection has no mark of its own, if it ends after the collection', () => {
  const pauses = createGcPauses(['gc'])
  const at = (begun: number, exitMs: number, totalMs: number): PauseCounters => ({
    collectors: [{ begun, isUnderWay: false, lastEntryMs: exitMs - 9, lastExitMs: exitMs, totalMs: 0 }],
    safepoints: { count: begun, totalMs },
  })
  ;[at(1, 20, 9), at(1, 20, 9), at(2, 95, 9), at(2, 95, 19), at(2, 95, 19)].forEach((counters, index) =>
    pauses.addReading(index * 50, counters),
  )
  expect(pauses.finish().map(({ kind }) => kind)).toEqual(['gc'])
})

test('a collection is not marked as a safepoint too', () => {
  expect(watch([{ fromMs: 110, ms: 20 }], every50ms(300)).map(({ kind }) => kind)).toEqual(['gc'])
})

const anyNumber = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(9e18))
const anyCounters = fc.record({
  collectors: fc.tuple(
    fc.record({
      ...{ begun: anyNumber, isUnderWay: fc.boolean(), lastEntryMs: anyNumber, lastExitMs: anyNumber },
      totalMs: anyNumber,
    }),
  ),
  safepoints: fc.option(fc.record({ count: anyNumber, totalMs: anyNumber })),
})

test('law: no mark is outside the recording, whatever counters a JVM has', () => {
  fc.assert(
    fc.property(fc.array(anyCounters, { maxLength: 20 }), (readings) => {
      const pauses = createGcPauses(['gc'])
      readings.forEach((counters, index) => pauses.addReading(index * 50, counters))
      for (const { fromMs, toMs, ms } of pauses.finish()) {
        expect(fromMs).toBeGreaterThanOrEqual(0)
        expect(toMs).toBeGreaterThanOrEqual(fromMs)
        expect(toMs).toBeLessThanOrEqual((readings.length - 1) * 50)
        expect(Number.isFinite(ms)).toBe(true)
      }
    }),
  )
})

test('law: marks have the number, total time and order of the pauses', () => {
  const anyCollections = fc
    .array(fc.record({ gapMs: fc.integer({ min: 1, max: 300 }), ms: fc.integer({ min: 1, max: 200 }) }), {
      maxLength: 30,
    })
    .map((parts) => {
      let atMs = 60
      return parts.map(({ gapMs, ms }) => {
        const fromMs = atMs + gapMs
        atMs = fromMs + ms
        return { fromMs, ms }
      })
    })
  fc.assert(
    fc.property(anyCollections, fc.integer({ min: -1e6, max: 1e6 }), (collections, originMs) => {
      const endMs = (collections.at(-1)?.fromMs ?? 0) + 400
      const found = watch(collections, every50ms(Math.ceil(endMs / 50) * 50), originMs + 2e6)
      expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(collections.length)
      const total = collections.reduce((sum, { ms }) => sum + ms, 0)
      expect(found.reduce((sum, { ms }) => sum + ms, 0)).toBeCloseTo(total, 3)
      for (const { fromMs, ms } of collections) {
        const middle = fromMs + ms / 2
        expect(found.some((pause) => pause.fromMs - 50 <= middle && middle <= pause.toMs + 50)).toBe(true)
      }
    }),
  )
})
