/** Recordings of async-profiler 2, made by hand as its source code writes them. */
import { expect, test } from 'vitest'
import { frameKinds, type Profile } from '../../profile/model/profile.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import {
  checkpoint,
  chunk,
  type ChunkOptions,
  leb,
  chunkMetadata,
  type Part,
  pool,
  encodeRecord,
  text,
  type TypeOf,
  typesOfSamples,
} from '../../testing/formats/jfr-chunk.ts'
import { readJfr } from './jfr.ts'

/** Written since version 2.5. */
const log: TypeOf = { id: 103, name: 'profiler.Log', fields: { startTime: 'long' } }
const symbols: Part = pool(10, {
  1: text.utf8('a/B'),
  2: text.utf8('run'),
  3: text.utf8('memcpy'),
  4: text.utf8('tick'),
})
const frameTypes = (...names: readonly string[]): Part =>
  pool(13, Object.fromEntries(names.map((name, type) => [type, text.utf8(name)])))
const ofAsyncProfiler = frameTypes('Interpreted', 'JIT compiled', 'Inlined', 'Native', 'C++', 'Kernel')
const ofTheJdk = frameTypes('Interpreted', 'JIT compiled', 'Inlined', 'Native')
const pools: readonly Part[] = [
  symbols,
  pool(11, { 1: leb(1), 2: leb(0) }),
  pool(12, { 1: [...leb(1), ...leb(2)], 2: [...leb(2), ...leb(3)], 3: [...leb(2), ...leb(4)] }),
  // tick, memcpy, a.B.run
  pool(15, { 1: [0, ...leb(3), ...leb(3), ...leb(5), ...leb(2), ...leb(3), ...leb(1), ...leb(1)] }),
  pool(16, { 0: text.utf8('STATE_RUNNABLE'), 1: text.utf8('STATE_SLEEPING'), 2: text.utf8('STATE_DEFAULT') }),
]
/** A setting of the whole recording, or of an event as `ExecutionSample#name`. */
const setting = (key: string, value: string) => {
  const [name, ofEvent] = key.split('#').reverse() as [string, string?]
  return encodeRecord(102, leb(6e6), leb(ofEvent === undefined ? 101 : 100), text.utf8(name), text.utf8(value))
}
const sample = (state: number) => encodeRecord(100, leb(6e6), leb(1), leb(state))

function recordingOf(
  settings: Readonly<Record<string, string>>,
  more: readonly TypeOf[] = [log],
  samples = [sample(0), sample(1)],
  options: ChunkOptions = {},
) {
  const records = [
    chunkMetadata([...typesOfSamples, ...more]),
    ...Object.entries(settings).map(([name, value]) => setting(name, value)),
    ...samples,
    checkpoint(0, ofAsyncProfiler, ...pools),
  ]
  return chunk(records, options)
}
const graphsOf = async (bytes: Uint8Array) =>
  (await readJfr(chunksOf(bytes))).profiles.map(({ provenance, samples }) => [provenance.event, samples.length])

test('samples of version 2 are of the CPU unless its event is wall, whatever their thread state', async () => {
  for (const version of ['2.0', '2.10', '1.8.8']) {
    for (const event of ['cpu', 'itimer', 'cache-misses', ''])
      expect(await graphsOf(recordingOf({ version, event }))).toEqual([['cpu', 2]])
    expect(await graphsOf(recordingOf({ version, event: 'wall' }))).toEqual([['wall', 2]])
  }
  for (const version of ['3.0', '21.0'])
    expect(await graphsOf(recordingOf({ version, event: 'cpu' }))).toEqual([['wall', 2]])
})

test('samples of version 2 with both cpu and wall are separated by their thread state', async () => {
  const both = { version: '2.10', event: 'cpu' }
  const samples = [sample(2), sample(1), sample(1), sample(0)]
  const graphs = await graphsOf(recordingOf({ ...both, 'ExecutionSample#wall': '200000000' }, [log], samples))
  // A running thread in a wall clock sample counts as wall, as in async-profiler's converter.
  expect(graphs).toEqual([
    ['cpu', 1],
    ['wall', 3],
  ])
  expect(await graphsOf(recordingOf({ ...both, 'ExecutionSample#wall': '-1' }, [log], samples))).toEqual([['cpu', 4]])
})

test('the settings of the first chunk apply to the chunks after it', async () => {
  const later = recordingOf({}, undefined, undefined, { startNanos: 1_700_000_010_000_000_000n })
  const bytes = Buffer.concat([recordingOf({ version: '2.9', event: 'cpu' }), later])
  expect(await graphsOf(bytes)).toEqual([['cpu', 4]])
})

test('frames have their kinds, also in versions without log events', async () => {
  const { profiles } = await readJfr(chunksOf(recordingOf({ version: '2.0', event: 'cpu' }, [])))
  expect(profiles.map(kindsOf)).toEqual([{ 'a.B.run': 'java', memcpy: 'native', tick: 'kernel' }])
  expect(profiles[0]!.provenance).toMatchObject({ engine: 'async-profiler', versions: { 'async-profiler': '2.0' } })
})

test('a recording without async-profiler’s frame types is the JDK’s, whose native methods are Java frames', async () => {
  const bytes = chunk([chunkMetadata(typesOfSamples), checkpoint(0, ofTheJdk, ...pools), sample(0)])
  const { profiles } = await readJfr(chunksOf(bytes))
  expect(profiles[0]!.provenance).toMatchObject({ engine: 'jfr', event: 'cpu' })
  expect(Object.values(kindsOf(profiles[0]!))).toEqual(['java', 'java', 'java'])
})

function kindsOf({ frames, strings }: Profile): Record<string, string> {
  const pairs = Array.from(frames.kind, (kind, frame) => [strings[frames.name[frame]!]!, frameKinds[kind]!] as const)
  return Object.fromEntries(pairs)
}
