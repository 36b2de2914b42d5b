import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyProvenance, frameKinds, type Profile } from '../../profile/model/profile.ts'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyRichProfile, contentOf } from '../../testing/profiles/same-samples.ts'
import { readSpeedscope } from './speedscope.ts'
import { writeFolded } from '../folded/write-folded.ts'
import { writeSpeedscope } from './write-speedscope.ts'

const write = (profile: Profile) => [...writeSpeedscope(profile)].join('')
const read = (text: string) => readSpeedscope(chunksOf(text, 700))

describe('our own speedscope file', () => {
  it('comes back as it was: every sample, thread, time, tier, kind, raw name and the provenance', async () => {
    await fc.assert(
      fc.asyncProperty(anyRichProfile, async (profile) => {
        const { profile: again } = await read(write(profile))
        expect(contentOf(again)).toEqual(contentOf(profile))
        expect(write((await read(write(again))).profile)).toBe(write(again))
      }),
      { seed: 12, numRuns: 300 },
    )
  }, 60_000)

  it('law: has the samples of a thread by time, then those without one, each in their order', () => {
    const anyTimes = fc.array(fc.oneof(fc.constant(Number.NaN), fc.integer({ min: 0, max: 9 })), { maxLength: 40 })
    fc.assert(
      fc.property(anyTimes, (times) => {
        const builder = createProfileBuilder()
        const [thread, stack] = [builder.thread('main'), builder.stack(-1, builder.frame('main', 'java'))]
        for (const time of times) builder.sample(stack, thread, time, 1)
        const file = JSON.parse(write(builder.finish('samples', emptyProvenance('folded')))) as {
          profiles: { hearth: { order: number[] } }[]
        }
        const rows = times.map((_, row) => row)
        const inOrder = rows.filter((row) => times[row]! >= 0).sort((a, b) => times[a]! - times[b]! || a - b)
        const untimed = rows.filter((row) => Number.isNaN(times[row]!))
        expect(file.profiles[0]?.hearth.order ?? []).toEqual([...inOrder, ...untimed])
      }),
      { seed: 12 },
    )
  })

  it('is what speedscope reads: one sampled profile a thread, stacks root first, the heaviest shown', () => {
    const file = JSON.parse(
      write(
        profileFromDiagram(`
          http-1>main  http-2>main  http-1>main
          a.B.c        read_[k]     a.B.c
          3            5            1
        `),
      ),
    ) as { shared: { frames: { name: string }[] }; profiles: Record<string, unknown>[] }
    expect(file).toMatchObject({ $schema: 'https://www.speedscope.app/file-format-schema.json', activeProfileIndex: 0 })
    expect(file.shared.frames.map(({ name }) => name)).toEqual(['main', 'a.B.c', 'read'])
    expect(file.profiles).toMatchObject([
      { type: 'sampled', name: 'http-2', unit: 'none', startValue: 0, endValue: 5, samples: [[0, 2]], weights: [5] },
      {
        type: 'sampled',
        name: 'http-1',
        endValue: 4,
        samples: [
          [0, 1],
          [0, 1],
        ],
        weights: [3, 1],
      },
    ])
  })
})

describe('speedscope files of others', () => {
  const frames = [{ name: 'main' }, { name: 'java/util/HashMap.get' }, { name: 'net/http.Get', file: 'client.go' }]
  const file = (...profiles: object[]) => JSON.stringify({ shared: { frames }, profiles, exporter: 'py-spy@0.4' })

  it('reads samples in seconds as nanoseconds, one after the other, and each profile as a thread', async () => {
    const { profile, warnings } = await read(
      file(
        { type: 'sampled', name: 'a', unit: 'seconds', samples: [[0, 1], [0, 2], [0]], weights: [0.5, 0.25, -1] },
        { type: 'sampled', name: 'b', unit: 'seconds', samples: [[0, 9]], weights: [1] },
        { type: 'sampled', name: 'c', unit: 'bytes', samples: [[0]], weights: [1] },
      ),
    )
    expect([...writeFolded(profile, { threads: true })]).toEqual([
      '[a tid=0];main;java.util.HashMap.get 500000000\n',
      '[a tid=0];main;net/http.Get 250000000\n',
      '[b tid=0];main 1000000000\n',
    ])
    expect(profile.unit).toBe('nanoseconds')
    expect([...profile.samples.time]).toEqual([0, 500, 0])
    const { strings, frames } = profile
    const kinds = Array.from(frames.kind, (kind, frame) => [strings[frames.name[frame]!], frameKinds[kind]])
    expect(Object.fromEntries(kinds)).toEqual({
      main: 'native',
      'java.util.HashMap.get': 'java',
      'net/http.Get': 'native',
    })
    expect(warnings.map(({ code }) => code)).toEqual(['profiles-left-out', 'counts-not-usable', 'frames-missing'])
    expect(profile.provenance).toMatchObject({ engine: 'speedscope', versions: { exporter: 'py-spy@0.4' } })
  })

  it('tells functions of scripts apart by file and line, and lets those of other languages be', async () => {
    const scripts = [
      { name: 'get', file: '/app/shop/cart.py', line: 7 },
      { name: 'get', file: '/app/shop/price.py', line: 7 },
      { name: 'get', file: '/app/shop/price.py', line: 90 },
      { name: 'render', file: 'webpack:///src/page.tsx?a1b2', line: 0 },
      { name: 'block in run', file: 'work.rb' },
      { name: 'get', file: 'cart.go', line: 7 },
      { name: 'com.acme.Shop.get', file: 'Shop.java', line: 7 },
    ]
    const samples = scripts.map((_, index) => [index])
    const { profile } = await read(
      JSON.stringify({
        shared: { frames: scripts },
        profiles: [{ type: 'sampled', name: 'a', unit: 'none', samples, weights: samples.map(() => 1) }],
      }),
    )
    const { strings, frames } = profile
    const rows = Array.from(frames.name, (name, row) => [name, frames.raw[row]!, frames.module[row]!])
    expect(rows.map((row) => row.map((index) => strings[index]))).toEqual([
      ['get cart.py:7', 'get', '/app/shop/cart.py'],
      ['get price.py:7', 'get', '/app/shop/price.py'],
      ['get price.py:90', 'get', '/app/shop/price.py'],
      ['render page.tsx', 'render', 'webpack:///src/page.tsx?a1b2'],
      ['block in run work.rb', 'block in run', 'work.rb'],
      ['get', 'get', ''],
      ['com.acme.Shop.get', 'com.acme.Shop.get', ''],
    ])
  })

  it('names a function by its place once, also of our file after another tool has rewritten it', async () => {
    const { profile } = await read(
      file({ type: 'sampled', name: '', unit: 'none', samples: [[0]], weights: [1] }).replace(
        '{"name":"main"}',
        '{"name":"search work.cjs:4","file":"file:///shop/work.cjs"}',
      ),
    )
    expect([...writeFolded(profile)]).toEqual(['search work.cjs:4 1\n'])
  })

  it('reads events as the stretches between them, also when they do not fit together', async () => {
    const events = [
      ['O', 10, 0],
      ['O', 20, 1],
      ['C', 5, 1], // back in time
      ['C', 35, 2], // never opened
      ['O', 40, 2],
      ['C', 50, 1], // closes 2 as well
    ].map(([type, at, frame]) => ({ type, at, frame }))
    const { profile, warnings } = await read(
      file({ type: 'evented', name: 'x', unit: 'milliseconds', startValue: 10, endValue: 60, events }),
    )
    expect([...writeFolded(profile)]).toEqual([
      'main 20000000\n',
      'main;java.util.HashMap.get 20000000\n',
      'main;java.util.HashMap.get;net/http.Get 10000000\n',
    ])
    expect([...profile.samples.time]).toEqual([0, 10, 30, 40])
    expect(profile.provenance.durationMs).toBe(50)
    expect(warnings).toMatchObject([
      { code: 'events-out-of-order', count: 2 },
      { code: 'frames-left-open', count: 1 },
    ])
  })

  it('loses no weight of events nested deeper than is kept, and says that it cut them', async () => {
    const depth = 100_000
    const open = Array.from({ length: depth }, (_, at) => ({ type: 'O', at, frame: at % 2 }))
    const close = open.map((_, index) => ({ type: 'C', at: depth + index, frame: (depth - 1 - index) % 2 }))
    const evented = { type: 'evented', name: 'x', unit: 'none', startValue: 0, endValue: 2 * depth }
    const { profile, warnings } = await read(file({ ...evented, events: [...open, ...close] }))
    expect(profile.samples.weight.reduce((sum, weight) => sum + weight, 0)).toBe(2 * depth - 1)
    expect(warnings).toMatchObject([{ code: 'deep-frames-left-out', count: depth - 65_536 }])
    expect(warnings[0]!.text).toContain('65,536')
  })

  it('closes at the end what was left open, and says so', async () => {
    const events = [
      { type: 'O', at: 0, frame: 0 },
      { type: 'O', at: 5, frame: 1 },
    ]
    const { profile, warnings } = await read(
      file({ type: 'evented', name: 'x', unit: 'none', startValue: 0, endValue: 8, events }),
    )
    expect([...writeFolded(profile)]).toEqual(['main 5\n', 'main;java.util.HashMap.get 3\n'])
    expect(warnings).toMatchObject([{ code: 'frames-left-open', count: 2 }])
  })

  it.each(['{"a":', '[]', '{"shared":{"frames":{}},"profiles":[]}'])('refuses %j', async (text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'unreadable-profile' })
  })
})
