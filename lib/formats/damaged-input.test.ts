import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { isProblem } from '../errors.ts'
import { unpacked } from '../parser/parse-recording.ts'
import { decodeProfile, encodeProfile } from '../profile/encoding/encode.ts'
import type { Profile } from '../profile/model/profile.ts'
import { chunksOf } from '../testing/formats/chunks.ts'
import { mutate } from '../testing/formats/mutate-bytes.ts'
import { createRandom, largeProfile } from '../testing/profiles/random-profile.ts'
import { htmlFileOf } from '../testing/formats/html-template.ts'
import { byTier } from '../testing/tier.ts'
import { readAsyncProfilerHtml } from './async-profiler/page.ts'
import { readAsyncProfilerTraces } from './async-profiler/traces.ts'
import { readBcc } from './bpf/bcc.ts'
import { readBpftraceText } from './bpf/bpftrace-text.ts'
import { readCpuProfile } from './chrome/cpuprofile.ts'
import { detectFormat } from './detect.ts'
import { readDifffolded, writeDifffolded } from './folded/difffolded.ts'
import { readFirefox } from './firefox/firefox.ts'
import { readFlamebearer } from './flamebearer/flamebearer.ts'
import { readFolded } from './folded/folded.ts'
import { readHprofText } from './hprof/hprof-text.ts'
import { extractProfile } from './html/html-file.ts'
import { readOtlp, readOtlpJson } from './otlp/otlp.ts'
import { writeOtlp } from './otlp/write-otlp.ts'
import { readPerfScript } from './perf/perf-script.ts'
import { readPprof } from './pprof/pprof.ts'
import { readSpeedscope } from './speedscope/speedscope.ts'
import { readThreadDump } from './thread-dump/thread-dump.ts'
import { readThreadDumpJson } from './thread-dump/thread-dump-json.ts'
import { writePprof } from './pprof/write-pprof.ts'
import { writeSpeedscope } from './speedscope/write-speedscope.ts'

/** Of each reader: enough that some end in every way a file can end. */
const files = byTier(150, 1000)

const golden = (name: string) => readFileSync(join(import.meta.dirname, 'golden', name))

/** Decoding checks every index of every column. */
const isSound = (profile: Profile) =>
  expect(decodeProfile(encodeProfile(profile)).samples.length).toBe(profile.samples.length)

describe('readers given damaged input', () => {
  it(`read ${files} damaged recordings of perf script into sound profiles`, async () => {
    const inputs = [
      'stackcollapse-perf/perf-map-agent.txt',
      'stackcollapse-perf/hostile.txt',
      'perf-script/no-call-chains.txt',
    ].map(golden)
    const ends = await endsOf(files, inputs, createRandom(1), readPerfScript)
    expect(ends.sound).toBe(files)
    expectSmall(ends)
  }, 60_000)

  it.each([1, 2] as const)(
    `read ${files} damaged folded files of %s counts into sound profiles`,
    async (count) => {
      const inputs = [golden('stackcollapse-perf/perf-map-agent.all.tid.folded')]
      const ends = await endsOf(files, inputs, createRandom(2), (chunks) => readFolded(chunks, { counts: count }))
      expect(ends.sound).toBe(files)
      expectSmall(ends)
    },
    60_000,
  )

  it(`read ${files} damaged files of difffolded.pl into two sound profiles`, async () => {
    const inputs = [Buffer.from([...writeDifffolded(largeProfile(40, 9), largeProfile(40, 10))].join(''))]
    const ends = await endsOf(files, inputs, createRandom(7), async (chunks) => {
      const { before, after } = await readDifffolded(chunks)
      isSound(before)
      return { profile: after }
    })
    expect(ends.sound).toBe(files)
    expectSmall(ends)
  }, 60_000)

  it(`read ${files} damaged files of pprof into sound profiles, or say what is wrong`, async () => {
    const random = createRandom(3)
    const inputs = [
      gunzipSync(golden('pprof/go-1.26-cpu.pb.gz')),
      gunzipSync(golden('pprof/go-1.26-heap.pb.gz')),
      Buffer.concat([...writePprof(largeProfile(40, 9))]),
    ]
    const ends = await endsOf(files, inputs, random, readPprof)
    expectSmall(ends)
    expect(ends.sound).toBeGreaterThan(files / 50)
    expect(ends.refused).toBeGreaterThan(files / 10)
  }, 60_000)

  it(`read ${files} damaged messages of OTLP into sound profiles, or say what is wrong`, async () => {
    const inputs = [
      Buffer.concat([...writeOtlp(largeProfile(40, 9))]),
      golden('imported/ebpf-profiler-0.0.202539.otlp'),
    ]
    const ends = await endsOf(files, inputs, createRandom(8), readFirst(readOtlp))
    expectSmall(ends)
    // Everything stands in messages whose lengths stand before them: hardly any accident leaves them right.
    expect(ends.sound).toBeGreaterThan(0)
    expect(ends.refused).toBeGreaterThan(files / 10)
  }, 60_000)

  it(`read ${files} damaged messages of OTLP in JSON into sound profiles, or say what is wrong`, async () => {
    const inputs = [golden('imported/ebpf-profiler-0.0.202539.otlp.json')]
    const ends = await endsOf(files, inputs, createRandom(9), readFirst(readOtlpJson), jsonValues)
    expectSmall(ends)
    expect(ends.sound).toBeGreaterThan(files / 50)
  }, 60_000)

  it(`read ${files} damaged files of speedscope into sound profiles, or say what is wrong`, async () => {
    const random = createRandom(4)
    const inputs = [
      Buffer.from([...writeSpeedscope(largeProfile(40, 9))].join('')),
      Buffer.from(JSON.stringify(evented)),
    ]
    const ends = await endsOf(files, inputs, random, readSpeedscope)
    expectSmall(ends)
    expect(ends.sound).toBeGreaterThan(files / 50)
    expect(ends.refused).toBeGreaterThan(files / 10)
  }, 60_000)

  it.each([
    [
      'async-profiler',
      readAsyncProfilerHtml,
      ['golden/imported/async-profiler-4.6-alloc.html', 'golden/imported/async-profiler-4.6-cpu.html'],
      boxes,
    ],
    [
      'bcc',
      readBcc,
      ['golden/imported/bcc-0.26-profile-annotated.txt', 'golden/imported/bcc-0.26-stackcount.txt'],
      counts,
    ],
    [
      'bpftrace',
      async (chunks: AsyncIterable<Uint8Array>) => (await readBpftraceText(chunks))[0],
      ['golden/imported/bpftrace-0.17.txt'],
      counts,
    ],
    [
      'V8',
      readCpuProfile,
      [
        'golden/imported/node-20.cpuprofile',
        'golden/imported/chromium.cpuprofile',
        'golden/imported/chromium-trace.json',
      ],
      jsonValues,
    ],
    [
      'Firefox',
      readFirefox,
      ['golden/imported/firefox-153-raw.json', 'golden/imported/firefox-processed-75.json'],
      jsonValues,
    ],
    ['thread dumps', readThreadDump, ['foreign/golden/jstack-four-dumps.txt'], counts],
    ['thread dumps as JSON', readThreadDumpJson, ['foreign/golden/dump-to-file.json'], jsonValues],
    ['traces', readAsyncProfilerTraces, ['foreign/golden/async-profiler-traces.txt'], counts],
    ['hprof', readHprofText, ['foreign/golden/hprof-samples.txt'], counts],
    [
      ...(['Pyroscope and Grafana', readFlamebearer] as const),
      ['foreign/golden/pyroscope.json', 'foreign/golden/pyroscope-query.json', 'foreign/golden/grafana-panel.json'],
      jsonValues,
    ],
  ] as const)(
    `read ${files} damaged files of %s into sound profiles, or say what is wrong`,
    async (_, read, names, nasty) => {
      const inputs = names.map((name) => readFileSync(join(import.meta.dirname, name)))
      const ends = await endsOf(files, inputs, createRandom(6), read, nasty)
      expect(ends.sound).toBeGreaterThan(files / 10)
      expectSmall(ends)
    },
    120_000,
  )

  it(`read ${files} damaged pages of ours into the profile that was in it, or say what is wrong`, async () => {
    const random = createRandom(5)
    const encoded = encodeProfile(largeProfile(40, 9))
    const page = Buffer.from(htmlFileOf(gzipSync(encoded)))
    const ends = await endsOf(files, [page], random, async (chunks) => {
      const parts: Uint8Array[] = []
      for await (const part of unpacked(extractProfile(chunks))) parts.push(part)
      return { profile: decodeProfile(Buffer.concat(parts)) }
    })
    expect(ends.sound + ends.refused).toBe(files)
    expectSmall(ends)
  }, 60_000)
})

/** Of a message that may hold several. */
const readFirst =
  (read: (chunks: AsyncIterable<Uint8Array>) => Promise<readonly Profile[]>) =>
  async (chunks: AsyncIterable<Uint8Array>) => {
    const profiles = await read(chunks)
    profiles.forEach(isSound)
    return { profile: profiles[0] ?? largeProfile(1, 1) }
  }

interface Ends {
  readonly sound: number
  readonly refused: number
  readonly slowestMs: number
  /** Most resident memory above that of the beginning. */
  readonly mostBytes: number
}

/** No file may take longer than 2 s or need more than 512 MB. */
function expectSmall({ slowestMs, mostBytes }: Ends): void {
  expect(slowestMs).toBeLessThan(2000)
  expect(mostBytes).toBeLessThan(512 * 2 ** 20)
}

/** Whatever is thrown and is no Problem fails the test. */
async function endsOf(
  rounds: number,
  inputs: readonly Uint8Array[],
  random: () => number,
  read: (chunks: AsyncIterable<Uint8Array>) => Promise<{ profile: Profile }>,
  nasty: readonly string[] = [],
): Promise<Ends> {
  const ends = { sound: 0, refused: 0, slowestMs: 0, mostBytes: 0 }
  const bytesBefore = process.memoryUsage.rss()
  for (let round = 0; round < rounds; round++) {
    const damaged = replaceNumbers(mutate(inputs[round % inputs.length]!, random), nasty, random)
    detectFormat(damaged)
    // Of CPU, since a busy machine makes time on the clock lie.
    const before = process.cpuUsage()
    try {
      isSound((await read(chunksOf(damaged, 700))).profile)
      ends.sound++
    } catch (error) {
      if (!isProblem(error)) throw error
      ends.refused++
    }
    const { user, system } = process.cpuUsage(before)
    ends.slowestMs = Math.max(ends.slowestMs, (user + system) / 1000)
    ends.mostBytes = Math.max(ends.mostBytes, process.memoryUsage.rss() - bytesBefore)
  }
  return ends
}

const counts = ['0', '-1', '99999999999999999999', '1e9', '4294967296']
const boxes = [...counts, '65537', '1e308', '']
const jsonValues = [...counts, '1e308', 'null', '"x"', '[1]', '{"id":1,"parent":1}', 'true', '-0.5', '['.repeat(5000)]

/** Half of the files get one to five of their numbers replaced by nasty values. */
function replaceNumbers(bytes: Uint8Array, nasty: readonly string[], random: () => number): Uint8Array {
  if (nasty.length === 0 || random() < 0.5) return bytes
  let text = Buffer.from(bytes).toString('latin1')
  for (let left = 1 + Math.floor(random() * 5); left > 0; left--) {
    const at = Math.floor(random() * text.length)
    const value = nasty[Math.floor(random() * nasty.length)]!
    text = text.slice(0, at) + text.slice(at).replace(/\d+/, () => value)
  }
  return Buffer.from(text, 'latin1')
}

const evented = {
  shared: { frames: [{ name: 'main' }, { name: 'a.B.c' }, { name: 'read' }] },
  profiles: [
    {
      type: 'evented',
      name: 'http-1',
      unit: 'microseconds',
      startValue: 0,
      endValue: 500,
      events: Array.from({ length: 40 }, (_, index) => ({
        type: index % 4 < 2 ? 'O' : 'C',
        at: index * 10,
        frame: index % 4 === 0 || index % 4 === 3 ? 0 : 1,
      })),
    },
  ],
}
