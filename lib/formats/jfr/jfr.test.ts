import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeProfile, encodeProfile } from '../../profile/encoding/encode.ts'
import { totalWeight } from '../../profile/model/stack-weights.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { writeFolded } from '../folded/write-folded.ts'
import { readJfr, type JfrOptions, type JfrProfiles } from './jfr.ts'

const folder = join(import.meta.dirname, '../golden/jfr')
const recordings = ['jdk-17', 'jdk-25', 'async-profiler-4.6'] as const
const recording = (name: string) => gunzipSync(readFileSync(join(folder, `${name}.jfr.gz`)))
const read = (name: string, options?: JfrOptions) => readJfr(chunksOf(recording(name), 10_000), options)

/** What a person would compare: each graph with its numbers, warnings and heaviest stacks. */
function describeRecording({ profiles }: JfrProfiles): string {
  const parts = profiles.map((profile) => {
    const { event, engine, mechanism, frequencyHz, maxDepth, lostSamples, marks, warnings, versions } =
      profile.provenance
    const facts = { engine, mechanism, frequencyHz, maxDepth, lostSamples, marks: marks.length, versions }
    return [
      `${event}: ${profile.samples.length} samples, ${totalWeight(profile)} ${profile.unit}, ${profile.threads.length} threads`,
      JSON.stringify(facts),
      ...warnings.map(({ code, count }) => `${code} ${count}`),
      ...heaviest(profile),
      ...heaviestLines(profile),
    ]
  })
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function heaviest(profile: JfrProfiles['profiles'][number]): string[] {
  const weightOf = (line: string) => Number(line.slice(line.lastIndexOf(' ')))
  return [...writeFolded(profile, { annotate: true, threads: true })]
    .map((line) => line.trimEnd())
    .sort((a, b) => weightOf(b) - weightOf(a))
    .slice(0, 8)
}

function heaviestLines({ lines, samples, frames, strings }: JfrProfiles['profiles'][number]): string[] {
  const weights = new Map<string, number>()
  lines?.ofSample.forEach((row, sample) => {
    if (row < 0) return
    const line = `${strings[frames.name[lines.frame[row]!]!]}:${lines.line[row]}`
    weights.set(line, (weights.get(line) ?? 0) + samples.weight[sample]!)
  })
  const ranked = [...weights].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return ranked.slice(0, 4).map(([line, weight]) => `line ${line} ${weight}`)
}

describe('readJfr', () => {
  it.each(recordings)('gives the graphs of %s', async (name) => {
    const found = describeRecording(await read(name))
    await expect(found).toMatchFileSnapshot(join(folder, `${name}.txt`))
  })

  it.each(recordings)('cares for no end of a piece of %s', async (name) => {
    const bytes = recording(name)
    const whole = await readJfr(chunksOf(bytes, bytes.length))
    for (const size of [1, 67, 4096]) {
      const { profiles } = await readJfr(chunksOf(bytes, size))
      expect(profiles.map((profile) => encodeProfile(profile))).toEqual(
        whole.profiles.map((profile) => encodeProfile(profile)),
      )
    }
  })

  it.each(recordings)('gives sound profiles of %s, in the order of events', async (name) => {
    const { profiles } = await read(name)
    for (const profile of profiles) {
      expect(decodeProfile(encodeProfile(profile)).samples.length).toBe(profile.samples.length)
      expect(profile.samples.time.every((time) => time >= 0 && time <= 5000)).toBe(true)
    }
    const order = ['cpu', 'wall', 'alloc', 'lock', 'native-memory', 'live-heap', 'exceptions', 'io']
    const events = profiles.map(({ provenance }) => provenance.event)
    expect(events).toEqual(order.filter((event) => events.includes(event)))
  })

  it('says in each profile which events that were asked for have no samples, and nothing of others', async () => {
    const warningsOf = async (options: JfrOptions) => {
      const { profiles } = await read('async-profiler-4.6', options)
      return profiles.map(({ provenance: { event, warnings } }) => [event, ...warnings.map(({ text }) => text)])
    }
    expect(await warningsOf({ events: ['live-heap', 'alloc', 'exceptions'] })).toEqual([
      ['alloc', 'No sampled object was still alive at the end. No exception was recorded.'],
    ])
    expect(await warningsOf({ events: ['alloc'] })).toEqual([['alloc']])
  })

  it('gives the graphs that are asked for, and no other', async () => {
    const { profiles } = await read('async-profiler-4.6', { events: ['wall', 'io', 'lock'] })
    expect(profiles.map(({ provenance }) => provenance.event)).toEqual(['wall', 'lock'])
  })

  it('counts times from the moment that the sender calls the start', async () => {
    const [own] = (await read('jdk-25')).profiles
    const startedAt = own!.provenance.startedAt! - 1500
    const provenance = { startedAt, engine: 'jfr', event: 'lock', target: { service: 'shop' }, mechanism: 'none' }
    const [cpu] = (await read('jdk-25', { provenance })).profiles
    expect(cpu!.provenance).toMatchObject({ startedAt, event: 'cpu', target: { service: 'shop' } })
    expect(cpu!.provenance.mechanism).toBe('CPUTimeSample')
    expect(cpu!.samples.time[7]).toBeCloseTo(own!.samples.time[7]! + 1500, 3)
    expect(cpu!.provenance.marks[0]!.fromMs).toBeCloseTo(own!.provenance.marks[0]!.fromMs + 1500, 3)
    const late = { startedAt: startedAt + 2000 }
    const [clamped] = (await read('jdk-25', { provenance: late })).profiles
    expect(Math.min(...clamped!.samples.time)).toBe(0)
  })

  it('takes nothing from command lines', async () => {
    expect(recording('jdk-17').includes('-Xmx64m')).toBe(true)
    const { profiles } = await read('jdk-17')
    expect(profiles.length).toBeGreaterThan(3)
    for (const profile of profiles) {
      expect(Buffer.from(encodeProfile(profile)).includes('-Xmx64m')).toBe(false)
    }
  })
})
