/** Chunks that no JVM writes: records in any order, cyclic references, wrong lengths and counts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chunksOf } from '../../testing/formats/chunks.ts'
import {
  checkpoint,
  chunk,
  leb,
  chunkMetadata,
  type Part,
  pool,
  encodeRecord,
  text,
  type TypeOf,
} from '../../testing/formats/jfr-chunk.ts'
import { readToEnd, startCounting, stopCounting } from '../../testing/formats/jfr-work.ts'
import { writeFolded } from '../folded/write-folded.ts'
import { readJfr } from './jfr.ts'

beforeAll(startCounting)
afterAll(stopCounting)

const types: readonly TypeOf[] = [
  { id: 2, name: 'long' },
  { id: 3, name: 'int' },
  { id: 4, name: 'boolean' },
  { id: 5, name: 'java.lang.String' },
  { id: 6, name: 'jdk.jfr.Timespan' },
  { id: 10, name: 'jdk.types.Symbol', fields: { string: 'java.lang.String' } },
  { id: 11, name: 'java.lang.Class', fields: { name: '*jdk.types.Symbol' } },
  {
    ...{ id: 12, name: 'jdk.types.Method' },
    fields: { type: '*java.lang.Class', name: '*jdk.types.Symbol', descriptor: '*jdk.types.Symbol' },
  },
  { id: 13, name: 'jdk.types.FrameType', fields: { description: 'java.lang.String' } },
  {
    ...{ id: 14, name: 'jdk.types.StackFrame' },
    fields: { method: '*jdk.types.Method', lineNumber: 'int', type: '*jdk.types.FrameType' },
  },
  { id: 15, name: 'jdk.types.StackTrace', fields: { truncated: 'boolean', frames: 'jdk.types.StackFrame[]' } },
  { id: 16, name: 'java.lang.Thread', fields: { osName: 'java.lang.String', osThreadId: 'long' } },
  { id: 17, name: 'jdk.loop', fields: { inner: 'jdk.loop', two: 'jdk.loop' } },
  { id: 18, name: 'jdk.nothing' },
  {
    ...{ id: 100, name: 'jdk.ExecutionSample' },
    fields: { startTime: 'long TICKS', sampledThread: '*java.lang.Thread', stackTrace: '*jdk.types.StackTrace' },
  },
  { id: 101, name: 'jdk.Looping', fields: { loop: 'jdk.loop' } },
  {
    ...{ id: 102, name: 'jdk.JavaMonitorEnter' },
    fields: { startTime: 'long TICKS', duration: 'long TICKS', many: 'long[]', stackTrace: '*jdk.types.StackTrace' },
  },
  {
    id: 103,
    name: 'jdk.SocketRead',
    fields: { startTime: 'long TICKS', none: 'jdk.nothing[]', duration: 'long TICKS' },
  },
  {
    ...{ id: 104, name: 'jdk.ObjectAllocationSample' },
    fields: { startTime: 'long TICKS', eventThread: '*java.lang.Thread', weight: 'long' },
  },
  { id: 105, name: 'jdk.ThreadStart', fields: { startTime: 'long TICKS', thread: '*java.lang.Thread' } },
]
const names: Part = pool(10, { 1: text.utf8('a/B'), 2: text.latin1('run'), 3: text.pool(7), 4: text.empty })
const strings: Part = pool(5, { 7: text.pool(7) })
const classes: Part = pool(11, { 1: leb(1) })
const methodPool: Part = pool(12, {
  1: [...leb(1), ...leb(2), ...leb(4)],
  2: [...leb(1), ...leb(3), ...leb(4)],
})
const frameTypes: Part = pool(13, { 0: text.utf8('Interpreted') })
const frame = (method: number): Part => [...leb(method), ...leb(1), ...leb(0)]
const stacks: Part = pool(15, {
  1: [0, ...leb(2), ...frame(1), ...frame(1)],
  2: [1, ...leb(1), ...frame(2)],
  3: [0, ...leb(1), ...frame(99)],
})
const threads: Part = pool(16, { 1: [...text.utf8('main'), ...leb(7)] })
const sampleEvent = (stack: number, ticks = 6_000_000) => encodeRecord(100, leb(ticks), leb(1), leb(stack))
const later = { startNanos: 1_700_000_010_000_000_000n }
const pools = [names, strings, classes, methodPool, frameTypes, stacks, threads]

describe('readJfr with chunks made by hand', () => {
  const foldedOf = async (bytes: Uint8Array) => {
    const { profiles } = await readJfr(chunksOf(bytes))
    return profiles.map((profile) => [...writeFolded(profile, { threads: true })].join(''))
  }

  it('reads records in any order', async () => {
    const records = [chunkMetadata(types), checkpoint(0, ...pools), sampleEvent(1), sampleEvent(1)]
    for (const order of [records, records.toReversed()]) {
      expect(await foldedOf(chunk(order))).toEqual(['[main tid=7];a.B.run;a.B.run 2\n'])
    }
  })

  it('gives no name to a string that refers to itself, nor to a missing method', async () => {
    const bytes = chunk([
      chunkMetadata(types),
      checkpoint(0, ...pools),
      sampleEvent(2),
      sampleEvent(3),
      sampleEvent(77),
    ])
    expect(await foldedOf(bytes)).toEqual(['[main tid=7] 1\n[main tid=7];[unknown] 1\n[main tid=7];a.B. 1\n'])
    const { profiles } = await readJfr(chunksOf(bytes))
    expect(profiles[0]!.provenance).toMatchObject({
      maxDepth: 1,
      warnings: [
        { code: 'stacks-truncated', count: 1 },
        { code: 'samples-without-stack', count: 1 },
      ],
    })
  })

  it('does not mix up methods whose frames have an unknown type', async () => {
    const odd: Part = pool(15, {
      1: [0, ...leb(1), ...leb(1), ...leb(1), ...leb(33)],
      2: [0, ...leb(1), ...leb(2), ...leb(1), ...leb(1)],
    })
    const oddPools = [names, strings, classes, methodPool, frameTypes, odd, threads]
    const bytes = chunk([chunkMetadata(types), checkpoint(0, ...oddPools), sampleEvent(1), sampleEvent(2)])
    expect(await foldedOf(bytes)).toEqual(['[main tid=7];a.B. 1\n[main tid=7];a.B.run 1\n'])
  })

  it('finds metadata and checkpoints after a damaged record, by the header and by the chain of checkpoints', async () => {
    const front = [sampleEvent(1), sampleEvent(1)]
    const broken = encodeRecord(100, leb(1)).with(0, 0x80).with(1, 0x80).with(2, 0x80).with(3, 0)
    const first = checkpoint(0, names, strings, classes, methodPool)
    const described = chunkMetadata(types)
    const offsets = [68 + [...front.flat(), ...broken].length]
    offsets.push(offsets[0]! + first.length)
    const last = checkpoint(offsets[0]! - offsets[1]! - described.length, frameTypes, stacks, threads)
    const bytes = chunk([...front, broken, first, described, last], {
      metadataAt: offsets[1]!,
      checkpointAt: offsets[1]! + described.length,
    })
    const { profiles, warnings } = await readJfr(chunksOf(bytes))
    expect([...writeFolded(profiles[0]!)]).toEqual(['a.B.run;a.B.run 2\n'])
    expect(warnings).toMatchObject([{ code: 'events-cut' }])
  })

  it('stops at a chain of checkpoints that is cyclic or points out of the chunk', async () => {
    const broken: Part = [0x80, 0x80, 0x80, 0, 100]
    const start = 68 + broken.length
    for (const delta of [0n, 1n, -1n, 7n, -(2n ** 62n), 2n ** 62n, -(2n ** 63n)]) {
      const bytes = chunk([broken, checkpoint(delta, ...pools), chunkMetadata(types)], {
        checkpointAt: start,
        metadataAt: start + checkpoint(delta, ...pools).length,
      })
      expect(await readToEnd(bytes)).toMatchObject({ samples: 0 })
    }
  })

  it('skips events of a type that contains itself, without recursion', async () => {
    const bytes = chunk([chunkMetadata(types), checkpoint(0, ...pools), encodeRecord(101, leb(1)), sampleEvent(1)])
    expect(await readToEnd(bytes)).toMatchObject({ samples: 1 })
  })

  it('bounds the counts of events, checkpoints and stacks', async () => {
    const many = leb(2 ** 40)
    const events = Array.from({ length: 2000 }, () => encodeRecord(102, leb(6e6), leb(5), leb(100_000), leb(1)))
    const empties = Array.from({ length: 500 }, () => encodeRecord(103, leb(6e6), leb(2), leb(1000)))
    const stacksOf = (count: Part): Part => pool(15, { 1: [0, ...count, ...frame(1)] })
    const hostile = Array.from({ length: 500 }, () =>
      encodeRecord(1, leb(0), leb(0), leb(0), [0], leb(20_000), leb(18), leb(9)),
    )
    const bytes = chunk([
      ...[chunkMetadata(types), checkpoint(0, stacksOf(many)), checkpoint(0, stacksOf(leb(9000)))],
      ...[...hostile, checkpoint(0, ...pools), ...events, ...empties, sampleEvent(1)],
    ])
    const end = await readToEnd(bytes)
    expect(end).toMatchObject({ samples: 501 })
    expect(typeof end === 'string' ? [] : end.warnings).toContain('events-damaged')
  })

  it('drops times far outside the recording, and durations that no clock can have measured', async () => {
    const far = [2 ** 52, -(2 ** 52)].map((ticks) => sampleEvent(1, ticks))
    const lock = (duration: number | bigint) => encodeRecord(102, leb(6e6), leb(duration), leb(0), leb(1))
    const bytes = chunk([
      chunkMetadata(types),
      checkpoint(0, ...pools),
      ...far,
      lock(-5),
      lock(2n ** 62n),
      lock(3_000_000),
    ])
    const { profiles } = await readJfr(chunksOf(bytes))
    expect([...profiles[0]!.samples.time]).toEqual([Number.NaN, Number.NaN])
    expect([...profiles[1]!.samples.weight]).toEqual([3_000_000_000])
    expect([...profiles[1]!.samples.time]).toEqual([1000])
    expect(profiles[1]!.provenance.warnings).toMatchObject([{ code: 'weights-not-usable', count: 2 }])
  })

  it('corrects the weight of a thread’s first allocation, and warns of threads where it cannot', async () => {
    const tids = { 1: 7, 2: 8, 3: 9, 4: 0 }
    const named = Object.entries(tids).map(([id, tid]) => [id, [...text.utf8(`thread ${id}`), ...leb(tid)]] as const)
    const allocated = (ticks: number, thread: number, weight: number) =>
      encodeRecord(104, leb(ticks), leb(thread), leb(weight))
    const start = encodeRecord(105, leb(6e6), leb(2))
    const older = [allocated(7e6, 1, 10), allocated(6e6, 1, 5000), allocated(8e6, 1, 30), allocated(6e6, 3, 7000)]
    const others = [start, allocated(7e6, 2, 600), allocated(7e6, 4, 800)]
    const bytes = chunk([chunkMetadata(types), checkpoint(0, pool(16, Object.fromEntries(named))), ...older, ...others])
    const { profiles } = await readJfr(chunksOf(bytes))
    expect([...profiles[0]!.samples.weight]).toEqual([10, 20, 30, 0, 600, 800])
    expect(profiles[0]!.provenance.warnings).toContainEqual(
      expect.objectContaining({ code: 'weights-of-virtual-threads', count: 1 }),
    )
  })

  it('reads the chunk of a killed JVM, whose header has no size or an old one', async () => {
    const records = [chunkMetadata(types), checkpoint(0, ...pools), sampleEvent(1)]
    for (const options of [{ size: 0 }, { state: 3 }]) {
      const { profiles, warnings } = await readJfr(chunksOf(chunk(records, options)))
      expect(profiles[0]!.samples.length).toBe(1)
      expect(warnings).toMatchObject([{ code: 'chunks-unfinished' }])
    }
  })

  it('reads a chunk without metadata by those of the chunk before', async () => {
    const whole = chunk([chunkMetadata(types), checkpoint(0, ...pools), sampleEvent(1)])
    const without = chunk([checkpoint(0, ...pools), sampleEvent(1), sampleEvent(1)], later)
    const { profiles } = await readJfr(chunksOf(Buffer.concat([whole, without])))
    expect(profiles[0]!.samples.length).toBe(3)
    expect(await readToEnd(without)).toBe('unreadable-profile')
  })

  it('takes time in proportion to the bytes of chunks, however many there are', async () => {
    const whole = chunk([chunkMetadata(types), checkpoint(0, ...pools), sampleEvent(1)])
    const second = chunk([chunkMetadata(types), checkpoint(0, ...pools), sampleEvent(1)], later)
    const tiny = Array.from({ length: 20_000 }, (_, i) => chunk([], { startNanos: later.startNanos + BigInt(i + 1) }))
    const bytes = Buffer.concat([whole, ...tiny, second])
    expect(await readToEnd(bytes)).toMatchObject({ samples: 2, warnings: [] })
  })

  it('keeps chunks on one time scale', async () => {
    const records = [chunkMetadata(types), checkpoint(0, ...pools), sampleEvent(1)]
    const { profiles } = await readJfr(chunksOf(Buffer.concat([chunk(records), chunk(records, later)])))
    expect([...profiles[0]!.samples.time]).toEqual([1000, 11_000])
    expect(profiles[0]!.provenance).toMatchObject({ startedAt: 1_700_000_000_000, durationMs: 20_000 })
  })
})
