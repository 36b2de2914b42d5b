import { describe, expect, it } from 'vitest'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { readCpuProfile } from './cpuprofile.ts'
import { writeFolded } from '../folded/write-folded.ts'

const read = async (value: unknown, bytes = 7) =>
  readCpuProfile(chunksOf(typeof value === 'string' ? value : JSON.stringify(value), bytes))
const node = (id: number, functionName: string, more: object = {}) => ({
  id,
  callFrame: {
    functionName,
    url: functionName === '(root)' ? '' : 'https://a.example/app/shop.js?v=3',
    lineNumber: id,
  },
  ...more,
})
const nodes = [node(1, '(root)', { children: [2] }), node(2, 'search', { children: [3] }), node(3, '')]
const profile = { nodes, samples: [2, 3, 9, 3], timeDeltas: [100, 1000, 500, 250], startTime: 5000, endTime: 7000 }
const expected = ['search shop.js:3 1000000\n', 'search shop.js:3;(anonymous) shop.js:4 650000\n']

/** "time in ms, weight in ns, function" of each sample of a file whose samples are of two functions in turn. */
async function inTurn(timeDeltas: readonly number[]) {
  const file = { nodes, timeDeltas, samples: timeDeltas.map((_, at) => 2 + (at % 2)) }
  const { profile: found } = await read(file, 2 ** 16)
  const { time, weight, stack } = found.samples
  const names = Array.from(stack, (row) => found.strings[found.frames.name[found.stacks.frame[row]!]!]!.split(' ')[0])
  return Array.from(time, (at, sample) => [at, weight[sample], names[sample]].join())
}

/** The same of all samples sorted at once. The last lasts no time, and is left out. */
function sortedByTime(timeDeltas: readonly number[]) {
  let clock = 0
  const samples = timeDeltas.map((delta, at) => ({ time: (clock += delta), name: at % 2 ? '(anonymous)' : 'search' }))
  samples.sort((one, other) => one.time - other.time)
  return samples
    .map(({ time, name }, at) => [time / 1000, ((samples[at + 1]?.time ?? time) - time) * 1000, name])
    .filter(([, weight]) => weight !== 0)
    .map((sample) => sample.join())
}

describe('readCpuProfile', () => {
  it('lets each sample last until the next one, and names functions by file and line', async () => {
    const { profile: found, warnings } = await read(profile)
    expect([...writeFolded(found)]).toEqual(expected)
    expect([...found.samples.time]).toEqual([0.1, 1.1, 1.85])
    expect(found).toMatchObject({ unit: 'nanoseconds', provenance: { event: 'wall', durationMs: 2 } })
    expect(warnings).toMatchObject([{ code: 'frames-missing', count: 1 }])
  })

  it.each([
    ['the answer of the protocol', { profile }],
    ['its whole message', { id: 4, result: { profile } }],
    ['members in another order', Object.fromEntries(Object.entries(profile).reverse())],
    [
      'a trace',
      [
        { name: 'thread_name', ph: 'M', pid: 1, tid: 7, args: { name: '' } },
        { name: 'Profile', pid: 1, tid: 7, id: '0x1', args: { data: { startTime: 5000 } } },
        {
          ...{ name: 'ProfileChunk', pid: 1, tid: 8, id: '0x1' },
          args: {
            data: {
              cpuProfile: { nodes: [node(1, '(root)'), node(2, 'search', { parent: 1 })], samples: [2] },
              timeDeltas: [100],
            },
          },
        },
        {
          ...{ name: 'ProfileChunk', pid: 1, tid: 8, id: '0x1' },
          args: {
            data: {
              cpuProfile: { nodes: [node(3, '', { parent: 2 })], samples: [3, 9, 3] },
              timeDeltas: [1000, 500, 250],
              endTime: 7000,
            },
          },
        },
      ],
    ],
  ])('reads %s', async (_, value) => expect([...writeFolded((await read(value)).profile)]).toEqual(expected))

  it('gives samples of a trace to the thread that was profiled, also when its event comes late', async () => {
    const chunk = {
      ...{ name: 'ProfileChunk', pid: 1, tid: 8, id: '0x1' },
      args: { data: { cpuProfile: { nodes: [node(2, 'search')], samples: [2, 2] }, timeDeltas: [100, 900] } },
    }
    const { profile: found } = await read([
      { name: 'thread_name', ph: 'M', pid: 1, tid: 7, args: { name: 'Main' } },
      { name: 'thread_name', ph: 'M', pid: 1, tid: 8, args: { name: 'Profiler' } },
      ...[chunk, { name: 'Profile', pid: 1, tid: 7, id: '0x1', args: { data: { startTime: 5000 } } }],
    ])
    expect([...writeFolded(found, { threads: true })]).toEqual(['[Main tid=7];search shop.js:3 900000\n'])
    expect([...found.samples.time]).toEqual([0.1])
  })

  it('reads the tree of old files, and the hits of those without times', async () => {
    const old = {
      head: {
        ...{ id: 1, functionName: '(root)', url: '', lineNumber: 0, hitCount: 1 },
        children: [{ id: 2, functionName: 'main', url: 'a.js', lineNumber: 4, hitCount: 5, children: [] }],
      },
    }
    const { profile: found } = await read(old)
    expect([found.unit, ...writeFolded(found)]).toEqual(['samples', ' 1\n', 'main a.js:4 5\n'])
  })

  it('reads a whole profile in one event of a trace, as Chrome up to 66 wrote it, for each thread', async () => {
    const event = (tid: number) => ({
      name: 'CpuProfile',
      ph: 'I',
      pid: 1,
      tid,
      args: { data: { cpuProfile: profile } },
    })
    const named = (tid: number, name: string) => ({ name: 'thread_name', ph: 'M', pid: 1, tid, args: { name } })
    expect([...writeFolded((await read([event(7)])).profile)]).toEqual(expected)
    const { profile: found } = await read([named(7, 'Main'), event(7), event(8), named(8, 'Worker')])
    expect([...writeFolded(found, { threads: true })]).toEqual([
      ...expected.map((line) => `[Main tid=7];${line}`),
      ...expected.map((line) => `[Worker tid=8];${line}`),
    ])
  })

  it('takes the times of old files, whose start is in seconds', async () => {
    const old = {
      head: {
        id: 1,
        functionName: '(root)',
        children: [{ id: 2, functionName: 'main', url: 'a.js', lineNumber: 4, hitCount: 9 }],
      },
      ...{ startTime: 5, endTime: 5.004, samples: [2, 2], timestamps: [5_001_000, 5_002_500] },
    }
    for (const value of [old, Object.fromEntries(Object.entries(old).reverse())]) {
      const { profile: found } = await read(value)
      expect([found.unit, ...writeFolded(found)]).toEqual(['nanoseconds', 'main a.js:4 3000000\n'])
      expect([...found.samples.time]).toEqual([1, 2.5])
      expect(found.provenance.durationMs).toBe(4)
    }
  })

  it('says of a trace without CPU samples that it has none, and what to do', async () => {
    const trace = { traceEvents: [{ name: 'x', ph: 'B', ts: 1 }] }
    await expect(read(trace)).rejects.toMatchObject({ code: 'unknown-format' })
    await expect(read(trace)).rejects.toThrow('trace without CPU samples')
    await expect(read({ ...trace, samples: [{ sf: 1 }] })).rejects.toThrow('samples are not of V8')
  })

  it('puts samples in the order of their times, and says that they were not', async () => {
    const { profile: found, warnings } = await read({ ...profile, samples: [2, 3, 2], timeDeltas: [100, 1000, -600] })
    expect([...found.samples.time]).toEqual([0.1, 0.5, 1.1])
    expect(warnings).toMatchObject([
      { code: 'samples-sorted', text: expect.stringContaining('they were sorted') as string },
    ])
  })

  it('law: samples that are late at any position come as a full sort by time orders them', async () => {
    // The reader sorts at most 8,192 samples at once.
    for (const late of [[8191], [8192], [8193], [8192, 8193], [4095, 12_287], [12_288], [16_384, 16_390], [17_999]])
      for (const byMs of [1.5, 5.5, 1900.5]) {
        const deltas = Array.from({ length: 18_000 }, () => 1000)
        for (const sample of late) deltas[sample] = -byMs * 1000
        const moved = deltas.map((delta, sample) => (late.includes(sample - 1) ? delta + byMs * 1000 + 1000 : delta))
        for (const [title, given] of Object.entries({ alone: moved, 'and all after them': deltas })) {
          const [read, sorted] = [await inTurn(given), sortedByTime(given)]
          const wrong = sorted.filter((sample, at) => read[at] !== sample)
          expect([wrong.slice(0, 3), read.length], `${late.join()} by ${byMs} ms, ${title}`).toEqual([
            [],
            sorted.length,
          ])
        }
      }
  })

  it('lasts until the latest sample, where the file has no end and the last sample is late', async () => {
    const { profile: found } = await read({ nodes, samples: [2, 3, 2], timeDeltas: [10, 10, -5], startTime: 0 })
    expect(found.provenance.durationMs).toBe(0.02)
  })

  it('ends when callers lead in a circle', async () => {
    const circle = [node(1, 'a', { children: [2] }), node(2, 'b', { children: [1] })]
    const { profile: found } = await read({
      nodes: circle,
      samples: [1, 2],
      timeDeltas: [1, 1],
      startTime: 0,
      endTime: 3,
    })
    expect(found.samples.length).toBe(2)
  })

  it('reads what is there of a file that was cut, and says where', async () => {
    const text = JSON.stringify({ ...profile, samples: [2, 3, 3] })
    const cut = text.slice(0, text.indexOf('250')) // In the middle of the times.
    const { profile: found, warnings } = await read(cut)
    expect(found.samples.length).toBe(2)
    expect(warnings).toMatchObject([{ code: 'input-damaged' }])
    expect(warnings[0]!.text).toContain(`byte ${cut.length}`)
  })

  it.each(['{}', '[]', '{"nodes": []}', '{"nodes'])('refuses %j', async (text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'unreadable-profile' })
  })
})
