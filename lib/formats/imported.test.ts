/**
 * Recordings of other tools, made here by the tools themselves and trimmed: what each becomes, and that its forms
 * agree.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { totalWeight } from '../profile/model/stack-weights.ts'
import type { Profile, ProfileWarning } from '../profile/model/profile.ts'
import { chunksOf } from '../testing/formats/chunks.ts'
import { contentOf } from '../testing/profiles/same-samples.ts'
import { readAsyncProfilerHtml } from './async-profiler/page.ts'
import { readBcc } from './bpf/bcc.ts'
import { readBpftraceText } from './bpf/bpftrace-text.ts'
import { readCpuProfile } from './chrome/cpuprofile.ts'
import { detectFormat } from './detect.ts'
import type { FormatId } from '../profile/model/format-ids.ts'
import { readFirefox } from './firefox/firefox.ts'
import { readFolded } from './folded/folded.ts'
import { readOtlp, readOtlpJson } from './otlp/otlp.ts'
import { readPprof } from './pprof/pprof.ts'
import { readSpeedscope } from './speedscope/speedscope.ts'
import { writeFolded } from './folded/write-folded.ts'
import { writePprof } from './pprof/write-pprof.ts'
import { writeSpeedscope } from './speedscope/write-speedscope.ts'

type Read = (chunks: AsyncIterable<Uint8Array>) => Promise<{ profile: Profile; warnings: ProfileWarning[] }>

/** Of a message that may hold several. */
function onlyOne(profiles: readonly Profile[]) {
  expect(profiles.length).toBe(1)
  return { profile: profiles[0]!, warnings: [...profiles[0]!.provenance.warnings] }
}

const folder = join(import.meta.dirname, 'golden/imported')
const file = (name: string) => readFileSync(join(folder, name))
const readers: Partial<Record<FormatId, Read>> = {
  'async-profiler-html': readAsyncProfilerHtml,
  bcc: readBcc,
  'bpftrace-text': async (chunks) => (await readBpftraceText(chunks))[0],
  cpuprofile: readCpuProfile,
  firefox: readFirefox,
  folded: readFolded,
  otlp: async (chunks) => onlyOne(await readOtlp(chunks)),
  'otlp-json': async (chunks) => onlyOne(await readOtlpJson(chunks)),
}
const formats: readonly (readonly [string, FormatId])[] = [
  ['async-profiler-4.6-alloc.html', 'async-profiler-html'],
  ['async-profiler-4.6-alloc.otlp', 'otlp'],
  ['async-profiler-4.6-cpu.html', 'async-profiler-html'],
  ['async-profiler-4.6-cpu.otlp', 'otlp'],
  ['bcc-0.26-profile-annotated.txt', 'bcc'],
  ['bcc-0.26-profile.txt', 'bcc'],
  ['bcc-0.26-profile.folded', 'folded'],
  ['bcc-0.26-stackcount.txt', 'bcc'],
  ['bpftrace-0.17.txt', 'bpftrace-text'],
  ['chromium-trace.json', 'cpuprofile'],
  ['chromium.cpuprofile', 'cpuprofile'],
  ['ebpf-profiler-0.0.202539.otlp', 'otlp'],
  ['ebpf-profiler-0.0.202539.otlp.json', 'otlp-json'],
  ['firefox-153-raw.json', 'firefox'],
  ['firefox-processed-75.json', 'firefox'],
  ['node-20.cpuprofile', 'cpuprofile'],
]
const read = (name: string, format: FormatId, size = 65_536) => readers[format]!(chunksOf(file(name), size))

/** What a person would compare. */
function describeProfile({ unit, samples, threads, provenance }: Profile, lines: readonly string[]): string {
  const { engine, event, durationMs, frequencyHz, startedAt, warnings } = provenance
  return [
    `${engine} ${event}: ${samples.length} samples, ${totalWeight({ samples })} ${unit}, ${threads.length} threads`,
    JSON.stringify({ durationMs, frequencyHz, startedAt }),
    ...warnings.map(({ code, count, line, text }) => `${code} ${count} line ${line ?? '-'}: ${text}`),
    ...lines.map((line) => line.trimEnd()),
    '',
  ].join('\n')
}

const foldedOf = (profile: Profile) => [...writeFolded(profile, { annotate: true, threads: true })].sort()

describe('recordings of other tools', () => {
  it('are all tested', () => {
    const tested = formats.map(([name]) => name)
    const others = /\.expected\.txt$|\.collapsed\.gz$/
    expect(
      readdirSync(folder)
        .filter((name) => !others.test(name))
        .sort(),
    ).toEqual(tested.toSorted())
  })

  it.each(formats)('%s is surely %s and says this', async (name, format) => {
    expect(detectFormat(file(name))).toEqual({ format, isSure: true })
    const { profile } = await read(name, format)
    await expect(describeProfile(profile, foldedOf(profile))).toMatchFileSnapshot(join(folder, `${name}.expected.txt`))
  })

  it.each(formats)('%s, %s, is the same however it is cut into chunks', async (name, format) => {
    const whole = contentOf((await read(name, format)).profile)
    for (const size of [1, 67, 4096]) expect(contentOf((await read(name, format, size)).profile)).toEqual(whole)
  })

  it.each(formats)('%s, %s, goes through pprof and speedscope and says the same', async (name, format) => {
    const { profile } = await read(name, format)
    const content = contentOf(profile)
    const throughPprof = (await readPprof(chunksOf(Buffer.concat([...writePprof(profile)])))).profile
    const throughSpeedscope = (await readSpeedscope(chunksOf([...writeSpeedscope(profile)].join('')))).profile
    expect(contentOf(throughPprof)).toEqual(content)
    expect(contentOf(throughSpeedscope)).toEqual(content)
  })
})

describe('two forms of one recording', () => {
  it.each(['async-profiler-4.6-cpu', 'async-profiler-4.6-alloc'])(
    '%s says as page what it says as text',
    async (name) => {
      const isOfClasses = name.endsWith('alloc')
      const page = (await read(`${name}.html`, 'async-profiler-html')).profile
      const text = (await readFolded(chunksOf(gunzipSync(file(`${name}.collapsed.gz`))), { leafIsClass: isOfClasses }))
        .profile
      // A page shows each method as it mostly ran; the text tells each sample.
      const plain = (profile: Profile) => [...writeFolded(profile, { threads: true })].sort()
      expect(plain(page)).toEqual(plain(text))
      expect(page.samples.length).toBeGreaterThan(9)
    },
  )

  it('OTLP says in JSON, as the library of the Collector writes it, what it says in protobuf', async () => {
    const protobuf = (await read('ebpf-profiler-0.0.202539.otlp', 'otlp')).profile
    const json = (await read('ebpf-profiler-0.0.202539.otlp.json', 'otlp-json')).profile
    expect(contentOf(json)).toEqual(contentOf(protobuf))
    const lines = ({ lines: table }: Profile) => Array.from(table!.ofSample, (row) => (row < 0 ? 0 : table!.line[row]))
    expect(lines(json)).toEqual(lines(protobuf))
    expect(lines(json)).toContain(13) // int[] x = new int[20_000], of Load.sort
  })

  it('Firefox and its Profiler agree on the same recording, raw and processed', async () => {
    const raw = (await read('firefox-153-raw.json', 'firefox')).profile
    const processed = (await read('firefox-processed-75.json', 'firefox')).profile
    const plain = (profile: Profile) => [...writeFolded(profile, { threads: true })].sort()
    expect(plain(processed)).toEqual(plain(raw))
    const times = (profile: Profile) => [...profile.samples.time].map((timeMs) => timeMs.toFixed(3)).sort()
    expect(times(processed)).toEqual(times(raw))
  })
})
