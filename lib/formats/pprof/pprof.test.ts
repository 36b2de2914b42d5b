import fc from 'fast-check'
import { Profile as ForeignProfile, StringTable } from 'pprof-format'
import { describe, expect, it } from 'vitest'
import { emptyProvenance, frameKinds, type Profile } from '../../profile/model/profile.ts'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyRichProfile, contentOf } from '../../testing/profiles/same-samples.ts'
import { ProtobufReader } from '../protobuf/protobuf-reader.ts'
import { readPprof } from './pprof.ts'
import { writeFolded } from '../folded/write-folded.ts'
import { writePprof } from './write-pprof.ts'

const write = (profile: Profile) => Buffer.concat([...writePprof(profile)])
const read = async (bytes: Uint8Array) => (await readPprof(chunksOf(bytes, 700))).profile

describe('our own pprof', () => {
  it('comes back as it was: every sample, thread, time, tier, kind, raw name and the provenance', async () => {
    await fc.assert(
      fc.asyncProperty(anyRichProfile, async (profile) => {
        const again = await read(write(profile))
        expect(contentOf(again)).toEqual(contentOf(profile))
        expect(contentOf(await read(write(again)))).toEqual(contentOf(again))
      }),
      { seed: 11, numRuns: 300 },
    )
  }, 60_000)

  it('comes back from 20,000 frames deep', async () => {
    const builder = createProfileBuilder()
    let stack = -1
    for (let depth = 0; depth < 20_000; depth++) stack = builder.stack(stack, builder.frame(`f${depth % 7}`, 'java'))
    builder.sample(stack, builder.thread('main', 1), 0, 1)
    const profile = builder.finish('samples', emptyProvenance('deep'))
    expect(contentOf(await read(write(profile)))).toEqual(contentOf(profile))
  })

  it('is what another reader of pprof understands', () => {
    const profile = profileFromDiagram(`
      http-1>main  http-2>main
      a.B.c        read_[k]
      3            5
    `)
    const { stringTable, sample, location, function: functions, sampleType } = ForeignProfile.decode(write(profile))
    const text = (index: number | bigint) => stringTable.strings[Number(index)]
    const namesOf = (ids: (number | bigint)[]) =>
      ids.map((id) => text(functions[Number(location[Number(id) - 1]!.line[0]!.functionId) - 1]!.name))
    expect(sampleType.map(({ type, unit }) => [text(type), text(unit)])).toEqual([['samples', 'count']])
    expect(sample.map(({ locationId, value }) => [namesOf(locationId), value.map(Number)])).toEqual([
      [['a.B.c', 'main'], [3]],
      [['read', 'main'], [5]],
    ])
    expect(sample[1]!.label.map(({ key, str, num }) => [text(key), text(str), Number(num)])).toEqual([
      ['thread', 'http-2', 0],
      ['time', '', 1e6],
    ])
  })

  it('keeps names, threads, times and tiers when another tool has rewritten it', async () => {
    const builder = createProfileBuilder()
    const stack = builder.stack(
      builder.stack(-1, builder.frame('a.B.c', 'java')),
      builder.frame('a.B.d', 'java'),
      'inlined',
    )
    builder.sample(stack, builder.thread('http-1', 12), 1.5, 7)
    const written = write(builder.finish('samples', emptyProvenance('perf')))
    const { samples, provenance } = contentOf(await read(ForeignProfile.decode(written).encode()))
    expect(samples).toEqual([
      {
        weight: 7,
        timeMs: 1.5,
        thread: 'http-1',
        hostTid: 12,
        stack: [
          ['a.B.c', 'a.B.c', '', 'java', 'unknown'],
          ['a.B.d', 'a.B.d', '', 'java', 'inlined'],
        ],
      },
    ])
    expect(provenance.engine).toBe('pprof')
  })
})

describe('pprof of others', () => {
  /** A file as a foreign writer makes it. */
  function foreign(more: object, texts: (add: (text: string) => number) => object): Uint8Array {
    const stringTable = new StringTable()
    const filled = texts((text) => stringTable.dedup(text))
    return new ForeignProfile({ stringTable, ...more, ...filled }).encode()
  }

  /** The fields of a file, each with its number. */
  function partsOf(file: Uint8Array): Uint8Array[] {
    const reader = new ProtobufReader(file)
    const parts: Uint8Array[] = []
    for (let from = 0; reader.next() > 0; from = reader.offset) {
      reader.skip()
      parts.push(file.subarray(from, reader.offset))
    }
    return parts
  }

  const heap = foreign({}, (add) => ({
    sampleType: [
      { type: add('alloc_space'), unit: add('kilobytes') },
      { type: add('inuse_space'), unit: add('bytes') },
    ],
    defaultSampleType: add('alloc_space'),
    mapping: [{ id: 1, filename: add('/srv/app') }],
    function: [
      { id: 1, name: add('main.main'), filename: add('main.go') },
      { id: 2, name: add('net/http.HandlerFunc.ServeHTTP'), filename: add('server.go') },
      { id: 3, name: add('runtime.mallocgc'), filename: add('malloc.go') },
    ],
    location: [
      { id: 7, mappingId: 1, address: 0x1000, line: [{ functionId: 1 }] },
      { id: 8, mappingId: 1, address: 0x2000, line: [{ functionId: 3 }, { functionId: 2 }] },
    ],
    sample: [
      { locationId: [8, 7], value: [3, 1], label: [{ key: add('thread_id'), num: 12 }] },
      { locationId: [7], value: [0, 5] },
      { locationId: [8, 99], value: [-4, 1] },
      { locationId: [99, 7], value: [1, 1] },
    ],
    timeNanos: 1_700_000_000_000_000_000n,
    durationNanos: 2_500_000_000,
  }))

  it('takes the default value in its unit, inlined callers and threads, and says what it left out', async () => {
    const { profile, warnings } = await readPprof(chunksOf(heap))
    expect([...writeFolded(profile, { threads: true })]).toEqual([
      '[ tid=12];main.main;net/http.HandlerFunc.ServeHTTP;runtime.mallocgc 3072\n',
      'main.main 1024\n',
    ])
    expect(profile.unit).toBe('bytes')
    expect(profile.provenance).toMatchObject({ engine: 'pprof', event: 'alloc_space', durationMs: 2500 })
    expect(profile.provenance.startedAt).toBe(1_700_000_000_000)
    expect(warnings.map(({ code, count }) => [code, count])).toEqual([
      ['values-left-out', 1],
      ['counts-not-usable', 1],
      ['frames-missing', 1],
    ])
  })

  it.each([
    [['cycles'], 'cycles', 'cycles'],
    [['cycles:ppp'], 'cycles:ppp', 'cycles'],
    [['cpu-clock', 'instructions:u'], 'instructions:u', 'events'],
    [['instructions', 'task-clock'], 'task-clock', 'nanoseconds'],
    [['cache-misses', 'dummy:HG'], 'cache-misses', 'events'],
    [['event_0'], 'event_0', 'events'],
  ])('reads the periods of perf_to_profile in the unit of their event: %j', async (events, event, unit) => {
    const file = foreign({}, (add) => ({
      sampleType: events.flatMap((name) =>
        ['sample', 'event'].map((kind) => ({ type: add(`${name}_${kind}`), unit: add('count') })),
      ),
      defaultSampleType: add(`${events.at(-1)}_event`),
      function: [{ id: 1, name: add('scan') }],
      location: [{ id: 1, line: [{ functionId: 1 }] }],
      sample: [{ locationId: [1], value: events.flatMap((name) => (name === 'dummy:HG' ? [0, 0] : [2, 2_000_003])) }],
    }))
    const profile = await read(file)
    expect([profile.provenance.event, profile.unit, ...profile.samples.weight]).toEqual([event, unit, 2_000_003])
  })

  it('reads fields in any order, and sums samples of one stack and the same labels', async () => {
    const file = foreign({}, (add) => {
      const sample = (colour: string, value: number) => ({
        ...{ locationId: [1], value: [value] },
        label: [{ key: add('colour'), str: add(colour) }],
      })
      return {
        sampleType: [{ type: add('samples'), unit: add('count') }],
        sample: [sample('red', 1), sample('blue', 2), sample('red', 4)],
        location: [{ id: 1, line: [{ functionId: 1 }] }],
        function: [{ id: 1, name: add('main') }],
      }
    })
    const parts = partsOf(file)
    // Strings are known by their order.
    const strings = parts.filter(([tag]) => tag! >> 3 === 6)
    const others = parts.filter((part) => !strings.includes(part))
    for (const order of [
      [...strings, ...others],
      [...others.toReversed(), ...strings],
    ]) {
      const { profile } = await readPprof(chunksOf(Buffer.concat(order), 5))
      expect([...writeFolded(profile)]).toEqual(['main 7\n'])
      expect([...profile.samples.weight].sort()).toEqual([2, 5])
    }
  })

  it('leaves out the numbers in labels where nearly each sample has another one, and no weight', async () => {
    const many = 135_000
    const strings = { thread: 0, time: 0, even: 0, odd: 0 }
    const tables = foreign({}, (add) => {
      for (const text of ['thread', 'time', 'even', 'odd'] as const) strings[text] = add(text)
      return {
        sampleType: [{ type: add('samples'), unit: add('count') }],
        function: [{ id: 1, name: add('main') }],
        location: [{ id: 1, line: [{ functionId: 1 }] }],
      }
    })
    const samples = Array.from({ length: many }, (_, sample) => {
      const number = [(sample & 127) | 128, ((sample >> 7) & 127) | 128, (sample >> 14) + 1]
      const thread = [0x1a, 4, 8, strings.thread, 16, sample % 2 === 0 ? strings.even : strings.odd]
      const labels = [...thread, 0x1a, 6, 8, strings.time, 24, ...number]
      return [0x12, 6 + labels.length, 0x0a, 1, 1, 0x12, 1, 1, ...labels]
    })
    const file = Buffer.concat([Uint8Array.from(samples.flat()), tables])
    const { profile, warnings } = await readPprof(chunksOf(file))
    expect([...writeFolded(profile, { threads: true })]).toEqual([
      '[even tid=0];main 67500\n',
      '[odd tid=0];main 67500\n',
    ])
    expect(profile.samples.time.every(Number.isNaN)).toBe(true)
    expect(warnings.map(({ code }) => code)).toContain('labels-left-out')
  })

  it.each([
    ['a field that goes on for a terabyte', [0x12, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20]],
    ['a number without an end', Array.from({ length: 40 }, () => 0xff)],
    ['an end within a field', [0x12, 0x20, 0x0a]],
  ])('refuses %s', async (_, bytes) => {
    const file = Buffer.concat([heap, Uint8Array.from(bytes)])
    await expect(readPprof(chunksOf(file, 3))).rejects.toMatchObject({ code: 'unreadable-profile' })
  })

  it('tells functions of scripts apart by file and the line where they begin', async () => {
    const file = foreign({}, (add) => ({
      sampleType: [{ type: add('samples'), unit: add('count') }],
      function: [
        { id: 1, name: add('get'), filename: add('/app/cart.py'), startLine: 7 },
        { id: 2, name: add('get'), filename: add('/app/cart.py'), startLine: 90 },
        { id: 3, name: add('get'), systemName: add('Cart#get'), filename: add('/app/cart.rb') },
        { id: 4, name: add('main.get'), filename: add('main.go') },
      ],
      location: [1, 2, 3, 4].map((id) => ({ id, line: [{ functionId: id, line: 99 }] })),
      sample: [{ locationId: [1, 2, 3, 4], value: [1] }],
    }))
    const profile = await read(file)
    const { strings, frames } = profile
    expect([...writeFolded(profile)]).toEqual(['main.get;get cart.rb;get cart.py:90;get cart.py:7 1\n'])
    expect(Array.from(frames.raw, (raw) => strings[raw])).toEqual(['get', 'get', 'Cart#get', 'main.get'])
    expect(Array.from(frames.module, (file) => strings[file]).slice(2)).toEqual(['/app/cart.rb', ''])
  })

  it('tells kinds by name and mapping, and writes an address without a name as hex', async () => {
    const file = foreign({}, (add) => ({
      sampleType: [{ type: add('samples'), unit: add('count') }],
      mapping: [
        { id: 1, filename: add('[kernel.kallsyms]') },
        { id: 2, filename: add('/usr/lib/jvm/lib/server/libjvm.so') },
        { id: 3, filename: add('/lib/libc.so.6') },
      ],
      function: [
        { id: 1, name: add('java/util/HashMap.get') },
        { id: 2, name: add('do_syscall_64') },
        { id: 3, name: add('G1ParTask::work') },
      ],
      location: [
        { id: 1, line: [{ functionId: 1 }] },
        { id: 2, mappingId: 1, line: [{ functionId: 2 }] },
        { id: 3, mappingId: 2, line: [{ functionId: 3 }] },
        { id: 4, mappingId: 3, address: 0x7f0012 },
      ],
      sample: [{ locationId: [4, 2, 3, 1], value: [1] }],
    }))
    const { frames, strings, provenance } = await read(file)
    const rows = Array.from(frames.kind, (kind, row) => [
      strings[frames.name[row]!],
      frameKinds[kind],
      strings[frames.module[row]!],
    ])
    expect(rows).toEqual([
      ['0x7f0012', 'unknown', 'libc.so.6'],
      ['do_syscall_64', 'kernel', '[kernel.kallsyms]'],
      ['G1ParTask::work', 'vm', 'libjvm.so'],
      ['java.util.HashMap.get', 'java', ''],
    ])
    expect(provenance.resolution.unknown).toEqual({ frames: 1, named: 0 })
  })

  it('takes a function without a name as its address, and counts a location that says nothing', async () => {
    const file = foreign({}, (add) => ({
      sampleType: [{ type: add('samples'), unit: add('count') }],
      function: [
        { id: 1, name: add('work') },
        { id: 2, filename: add('app.c') },
      ],
      location: [
        { id: 1, line: [{ functionId: 1 }] },
        { id: 2, address: 0x7f0012, line: [{ functionId: 2 }] },
        { id: 3, line: [{ functionId: 99 }] },
        { id: 4 },
      ],
      sample: [{ locationId: [2, 3, 4, 1], value: [1] }],
    }))
    const { frames, strings, provenance } = await read(file)
    expect(Array.from(frames.name, (name) => strings[name])).toEqual(['0x7f0012', 'work'])
    expect(provenance.resolution.unknown).toEqual({ frames: 1, named: 0 })
    expect(provenance.warnings.filter(({ code }) => code === 'frames-missing')).toMatchObject([{ count: 2 }])
  })

  it.each([
    ['nothing but half a message', Buffer.from([0x0a, 0x7f, 1])],
    ['a number that never ends', Buffer.alloc(40, 0xff)],
    ['a field of a type that was never defined', Buffer.from([0x0f, 1])],
  ])('refuses %s', async (_, bytes) => {
    await expect(readPprof(chunksOf(bytes))).rejects.toMatchObject({ code: 'unreadable-profile' })
  })
})
