/**
 * Files of several recordings, concatenated, cut or shuffled: `cat a.jfr b.jfr`, async-profiler's `loop=` and
 * `jfrsync`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import type { Profile } from '../../profile/model/profile.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import {
  checkpoint,
  chunk,
  type ChunkOptions,
  encodeRecord,
  leb,
  chunkMetadata,
  type Part,
  pool,
  text,
  type TypeOf,
  typesOfSamples,
} from '../../testing/formats/jfr-chunk.ts'
import { writeFolded } from '../folded/write-folded.ts'
import { readJfr, type JfrProfiles } from './jfr.ts'

const goldens = ['jdk-17', 'jdk-25', 'async-profiler-4.6'].map((name) =>
  gunzipSync(readFileSync(join(import.meta.dirname, '../golden/jfr', `${name}.jfr.gz`))),
)
const read = (parts: readonly Uint8Array[]) => readJfr(chunksOf(Buffer.concat(parts)))
const foldedOf = (profile: Profile) => [...writeFolded(profile, { threads: true })].join('')

/** The content of a profile without the order of its tables. */
function contentOf({ profiles, eventCounts, warnings }: JfrProfiles) {
  return {
    eventCounts: [...eventCounts].sort(),
    warnings: byText(warnings),
    profiles: profiles.map((profile) => ({
      folded: foldedOf(profile),
      times: profile.samples.time.toSorted().map((ms) => Math.round(ms * 1000)),
      provenance: {
        ...profile.provenance,
        durationMs: profile.provenance.durationMs?.toFixed(3),
        marks: profile.provenance.marks.map(({ fromMs, toMs, ...mark }) => [mark, fromMs.toFixed(3), toMs.toFixed(3)]),
        warnings: byText(profile.provenance.warnings),
      },
    })),
  }
}
const byText = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort()

function ordersOf<Row>(rows: readonly Row[]): Row[][] {
  if (rows.length <= 1) return [[...rows]]
  return rows.flatMap((row, at) => ordersOf(rows.toSpliced(at, 1)).map((rest) => [row, ...rest]))
}

const types: readonly TypeOf[] = [
  ...typesOfSamples,
  { id: 17, name: 'jdk.types.GCName', fields: { name: 'java.lang.String' } },
  {
    ...{ id: 103, name: 'jdk.JVMInformation' },
    fields: { jvmName: 'java.lang.String', jvmVersion: 'java.lang.String', jvmStartTime: 'long', pid: 'int' },
  },
  {
    id: 104,
    name: 'jdk.GCPhasePause',
    fields: { startTime: 'long', duration: 'long TICKS', gcId: 'int', name: 'java.lang.String' },
  },
  { id: 105, name: 'jdk.GarbageCollection', fields: { gcId: 'int', name: '*jdk.types.GCName' } },
]
const log: TypeOf = { id: 110, name: 'profiler.Log', fields: { startTime: 'long' } }
const pools: readonly Part[] = [
  pool(10, { 1: text.utf8('a/B'), 2: text.utf8('run'), 3: text.utf8('stop') }),
  pool(11, { 1: leb(1) }),
  pool(12, { 1: [...leb(1), ...leb(2)], 2: [...leb(1), ...leb(3)] }),
  pool(13, { 0: text.utf8('Interpreted') }),
  pool(15, { 1: [0, ...leb(1), ...leb(1), ...leb(0)], 2: [0, ...leb(1), ...leb(2), ...leb(0)] }),
  pool(16, { 1: text.utf8('STATE_DEFAULT') }),
  pool(17, { 1: text.utf8('G1New'), 2: text.utf8('ZGC Minor') }),
]

interface Made {
  readonly writer?: 'jdk' | 'async-profiler'
  /** Seconds after the start of the first recording. */
  readonly at?: number
  /** Process id; 0 for a chunk that does not name its JVM. */
  readonly pid?: number
  readonly settings?: Readonly<Record<string, string>>
  /** How many samples of each of the two stacks. */
  readonly samples?: readonly [number, number]
  readonly more?: readonly Part[]
  readonly options?: ChunkOptions
}

/** A chunk of ten seconds with its samples one second after its start. */
function made({ writer = 'jdk', at = 0, pid = 7, settings = {}, samples = [1, 0], more = [], options }: Made = {}) {
  const jvm = [...text.utf8('VM'), ...text.utf8(`21.0.${pid}`), ...leb(1_600_000_000_000), ...leb(pid)]
  const toSetting = ([key, value]: [string, string]) =>
    encodeRecord(102, leb(6e6), leb(key.startsWith('run') ? 101 : 100), text.utf8(key.split('#')[1]!), text.utf8(value))
  const records = [
    chunkMetadata([...types, ...(writer === 'jdk' ? [] : [log])]),
    ...Object.entries(settings).map(toSetting),
    ...samples.flatMap((count, stack) =>
      Array.from({ length: count }, () => encodeRecord(100, leb(6e6), leb(stack + 1), leb(1))),
    ),
    ...more,
    ...(pid === 0 ? [] : [encodeRecord(103, jvm)]),
    checkpoint(0, ...pools),
  ]
  return chunk(records, { startNanos: 1_700_000_000_000_000_000n + BigInt(at * 1000) * 1_000_000n, ...options })
}
const codesOf = ({ warnings }: Pick<JfrProfiles, 'warnings'>) => warnings.map(({ code }) => code)
const cpuOf = ({ profiles }: JfrProfiles) => profiles.find(({ provenance }) => provenance.event === 'cpu')!
const ofAsyncProfiler = {
  writer: 'async-profiler',
  settings: { 'run#version': '4.6', '#interval': '10000000' },
} as const

describe('the profile of a file', () => {
  it('is the same for any order of recordings of three JVMs and two writers', async () => {
    const [first, ...others] = await Promise.all(ordersOf(goldens).map(async (parts) => contentOf(await read(parts))))
    for (const other of others) expect(other).toEqual(first)
    expect(first!.warnings.join()).toContain('recordings of 3 JVMs')
  })

  it('is the same for any order of the chunks of a recording, of each writer and of both', async () => {
    const pause = [encodeRecord(104, leb(7e6), leb(5000), leb(1), text.utf8('GC Pause'))]
    const parts = [
      made({ at: 0, samples: [3, 0], more: pause, settings: { '#period': '10 ms' } }),
      made({ at: 10, samples: [0, 2], more: [encodeRecord(105, leb(1), leb(1))], settings: { '#period': '10 ms' } }),
      made({ at: 20, samples: [1, 1], settings: { '#period': '10 ms' } }),
    ]
    const loop = [
      made({ ...ofAsyncProfiler, at: 0.5, samples: [3, 1] }),
      made({ writer: 'async-profiler', at: 10.5, samples: [5, 0], pid: 0 }),
      made({ writer: 'async-profiler', at: 20.5, samples: [1, 0], pid: 0 }),
    ]
    for (const chunks of [parts, loop, [...parts, loop[1]!, loop[0]!]]) {
      const [first, ...others] = await Promise.all(ordersOf(chunks).map(async (some) => contentOf(await read(some))))
      for (const other of others) expect(other).toEqual(first)
    }
    const [cpu] = (await read(parts.toReversed())).profiles
    expect(cpu!.provenance).toMatchObject({ startedAt: 1_700_000_000_000, durationMs: 30_000, warnings: [] })
    expect(cpu!.provenance.marks).toMatchObject([{ fromMs: 2000, text: 'G1New' }])
    expect([...cpu!.samples.time.toSorted()]).toEqual([1000, 1000, 1000, 11_000, 11_000, 21_000, 21_000])
    const [ofLoop] = (await read(loop.toReversed())).profiles
    expect(ofLoop!.provenance).toMatchObject({
      frequencyHz: 100,
      versions: { 'async-profiler': '4.6', jvm: 'VM 21.0.7' },
    })
  })

  it('has the sum of the weights of two concatenated recordings', async () => {
    const sumOf = (all: readonly string[]) => {
      const sums = new Map<string, number>()
      for (const line of all.flatMap((one) => one.trimEnd().split('\n'))) {
        const [, stack, weight] = /^(.*) (\d+)$/.exec(line)!
        sums.set(stack!, (sums.get(stack!) ?? 0) + Number(weight))
      }
      return [...sums].sort()
    }
    const [jdk, , profiler] = goldens
    const [a, b, both] = [await read([jdk!]), await read([profiler!]), await read([jdk!, profiler!])]
    for (const profile of both.profiles) {
      const { event } = profile.provenance
      const of = ({ profiles }: JfrProfiles) => profiles.filter(({ provenance }) => provenance.event === event)
      // The two have different sampling rates, and sample allocations differently.
      if (event === 'cpu' || event === 'alloc') continue
      expect(sumOf([foldedOf(profile)]), event).toEqual(sumOf([...of(a), ...of(b)].map(foldedOf)))
    }
    const same = [made({ samples: [3, 1] }), made({ pid: 8, at: 99, samples: [2, 5] })]
    expect(foldedOf(cpuOf(await read(same)))).toBe('a.B.run 5\na.B.stop 6\n')
  })
})

test('chunks that occur twice, as in two dumps of one recording, count once', async () => {
  const [first, second] = [made({ samples: [3, 0] }), made({ at: 10, samples: [0, 4] })]
  const whole = await read([first, second])
  const twice = await read([first, first, second])
  expect(foldedOf(cpuOf(twice))).toBe(foldedOf(cpuOf(whole)))
  expect(twice.eventCounts).toEqual(whole.eventCounts)
  expect(twice.warnings).toMatchObject([{ code: 'chunks-repeated', count: 1 }])
  const golden = await read([goldens[1]!])
  const doubled = await read([goldens[1]!, goldens[1]!])
  expect(doubled.profiles.map(foldedOf)).toEqual(golden.profiles.map(foldedOf))
})

test('samples are weighted by the highest rate of the joined recordings', async () => {
  const fast = made({ samples: [4, 0], settings: { '#period': '10 ms' } })
  const slow = made({ at: 10, samples: [0, 3], settings: { '#period': '20 ms' } })
  for (const parts of [
    [fast, slow],
    [slow, fast],
  ]) {
    const cpu = cpuOf(await read(parts))
    expect(foldedOf(cpu)).toBe('a.B.run 4\na.B.stop 6\n')
    expect(cpu.provenance).toMatchObject({ frequencyHz: 100, warnings: [{ code: 'rates-joined', count: 3 }] })
  }
  const unknown = cpuOf(await read([fast, made({ at: 10, pid: 8, samples: [0, 3] })]))
  expect(foldedOf(unknown)).toBe('a.B.run 4\na.B.stop 3\n')
  expect(unknown.provenance.frequencyHz).toBe(null)
  expect(codesOf(unknown.provenance)).toContain('rates-unknown')
})

test('the reader warns of gaps between recordings, and of several JVMs', async () => {
  const gap = await read([made({ at: 10_000 }), made()])
  expect(cpuOf(gap).provenance.durationMs).toBe(10_010_000)
  expect(gap.warnings).toMatchObject([
    { code: 'time-not-recorded', text: expect.stringContaining('2 h 47 min') as string },
  ])
  const two = await read([made({ pid: 8, at: 2 }), made()])
  expect(two.warnings).toMatchObject([
    { code: 'jvms-joined', text: expect.stringContaining('VM 21.0.7; VM 21.0.8') as string },
  ])
  expect(cpuOf(two).provenance.versions).toEqual({})
  const overlapping = await read([made(), made({ at: 5 })])
  expect(codesOf(overlapping)).toEqual(['chunks-overlap'])
})

test('each GC pause has the name from its own JVM’s recording', async () => {
  const collected = (name: number) => [
    encodeRecord(104, leb(7e6), leb(5000), leb(1), text.utf8('GC Pause')),
    encodeRecord(105, leb(1), leb(name)),
  ]
  const { profiles } = await read([made({ more: collected(1) }), made({ pid: 8, at: 50, more: collected(2) })])
  expect(profiles[0]!.provenance.marks.map(({ text: name }) => name)).toEqual(['G1New', 'ZGC Minor'])
})

test('two writers in one file have their own clock, rate and version, and the time that both recorded counts once', async () => {
  const settings = { '#period': '20 ms' }
  const ofTheJdk = made({ samples: [0, 0], settings })
  const sync = { ...ofAsyncProfiler, pid: 0, at: 0.5, samples: [4, 0] } as const
  const cpu = cpuOf(await read([ofTheJdk, made(sync)]))
  expect(cpu.provenance).toMatchObject({ engine: 'async-profiler', frequencyHz: 100, warnings: [] })
  expect(cpu.provenance.versions).toEqual({ jvm: 'VM 21.0.7', 'async-profiler': '4.6' })
  // The JDK's higher rate does not count, since async-profiler recorded the same time.
  const faster = cpuOf(
    await read([made({ samples: [0, 3], settings: { '#period': '5 ms' } }), made({ ...sync, pid: 7 })]),
  )
  expect(foldedOf(faster)).toBe('a.B.run 4\n')
  expect(faster.provenance).toMatchObject({ engine: 'async-profiler', frequencyHz: 100 })
  expect(codesOf(faster.provenance)).toEqual(['samples-by-two-writers'])
  // Both have sampled; the JDK continued for ten seconds.
  const both = cpuOf(
    await read([
      made({ samples: [0, 3], settings }),
      made({ ...sync, pid: 7 }),
      made({ at: 11, samples: [0, 1], settings }),
    ]),
  )
  expect(foldedOf(both)).toBe('a.B.run 4\na.B.stop 2\n')
  expect(both.provenance.engine).toBe('async-profiler + jfr')
  expect(codesOf(both.provenance)).toEqual(['rates-joined', 'samples-by-two-writers'])
})
