import { describe, expect, it } from 'vitest'
import { frameKinds, type Profile } from '../../profile/model/profile.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { readFirefox } from './firefox.ts'
import { writeFolded } from '../folded/write-folded.ts'

const read = async (value: object) => readFirefox(chunksOf(JSON.stringify(value), 11))
const meta = { interval: 2, startTime: 1_700_000_000_000, preprocessedProfileVersion: 50, product: 'shop' }
/** `long Shop.find(int)` of JIT code below `main` of the program, `read` of the kernel; and a script's function. */
const strings = ['main', 'shop', 'long Shop.find(int)', 'read', '[kernel.kallsyms]', 'search', 'https://a.example/b.js']
const ownTables = {
  stringArray: strings,
  stackTable: { length: 4, prefix: [null, 0, 1, null], frame: [0, 1, 2, 3] },
  frameTable: { length: 4, func: [0, 1, 2, 3], category: [null, null, null, null] },
  funcTable: {
    ...{ length: 4, name: [0, 2, 3, 5], isJS: [false, false, false, true], resource: [0, -1, 1, -1] },
    ...{ fileName: [null, null, null, 6], lineNumber: [null, null, null, 7] },
  },
  resourceTable: { length: 2, name: [1, 4], lib: [0, 1], type: [1, 1] },
}
const thread = (name: string, samples: object, more: object = {}) => ({ name, pid: '1', tid: '4711', samples, ...more })
const kindsOf = ({ strings: texts, frames }: Profile): Record<string, string> =>
  Object.fromEntries(
    Array.from(frames.kind, (kind, frame) => [texts[frames.name[frame]!]!, frameKinds[kind]!] as const),
  )

describe('readFirefox', () => {
  it('reads the tables of each thread, as samply and old files have them', async () => {
    const samples = { length: 3, stack: [2, 3, null], time: [100, 102, 104], weight: null, weightType: 'samples' }
    const { profile, warnings } = await read({ meta, libs: [], threads: [thread('worker', samples, ownTables)] })
    expect([...writeFolded(profile, { threads: true })]).toEqual([
      '[worker tid=4711] 1\n',
      '[worker tid=4711];main;Shop.find;read 1\n',
      '[worker tid=4711];search b.js:7 1\n',
    ])
    expect(kindsOf(profile)).toEqual({ main: 'native', 'Shop.find': 'java', read: 'kernel', 'search b.js:7': 'native' })
    expect([...profile.samples.time]).toEqual([0, 2, 4])
    expect(profile.provenance).toMatchObject({ startedAt: 1_700_000_000_100, durationMs: 4, frequencyHz: 500 })
    expect(warnings.map(({ code }) => code)).toEqual(['samples-without-stack'])
  })

  it('says of samply’s profile without symbols that names are missing, and how to get them', async () => {
    const addresses = { ...ownTables, stringArray: ['0x1f547', 'shop', '0x1f600', '0x7f', 'libc.so.6', '0x2', ''] }
    const samples = { length: 2, stack: [2, 2], time: [100, 102], weight: null, weightType: 'samples' }
    const { profile, warnings } = await read({ meta, libs: [], threads: [thread('worker', samples, addresses)] })
    expect([...writeFolded(profile)]).toEqual(['[shop];[unknown];[libc.so.6] 2\n'])
    expect(warnings).toMatchObject([{ code: 'names-missing' }])
    expect(warnings[0]!.text).toContain('samply load')
  })

  it('reads shared strings with tables of threads, times as differences, and weights in milliseconds', async () => {
    const { stringArray, ...tables } = ownTables
    const samples = { length: 2, stack: [0, 1], timeDeltas: [10, 5], weight: [1.5, 2], weightType: 'tracing-ms' }
    const bytes = { length: 1, stack: [0], time: [1], weight: [-4096], weightType: 'bytes' }
    const threads = [thread('a', samples, tables), thread('b', bytes, tables)]
    const { profile, warnings } = await read({ threads, shared: { stringArray }, meta })
    expect([profile.unit, ...writeFolded(profile)]).toEqual([
      'nanoseconds',
      'main 1500000\n',
      'main;Shop.find 2000000\n',
    ])
    expect([...profile.samples.time]).toEqual([0, 5])
    expect(warnings).toMatchObject([{ code: 'profiles-left-out', count: 1 }])
  })

  it('refuses a file without samples', async () => {
    await expect(read({ meta, threads: [] })).rejects.toMatchObject({ code: 'unreadable-profile' })
  })
})
