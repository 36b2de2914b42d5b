import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { parserJobSchema } from '../contract/parser-job.ts'
import { isProblem } from '../errors.ts'
import { unpacked } from '../parser/unpack.ts'
import { decodeProfile, encodeProfile } from '../profile/encoding/encode.ts'
import { type FormatId, formatTitles } from '../profile/model/format-ids.ts'
import type { Profile } from '../profile/model/profile.ts'
import { chunksOf } from '../testing/formats/chunks.ts'
import { htmlFileOf } from '../testing/formats/html-template.ts'
import { mutate } from '../testing/formats/mutate-bytes.ts'
import { createRandom, largeProfile } from '../testing/profiles/random-profile.ts'
import { byTier } from '../testing/tier.ts'
import { detectFormat } from './detect.ts'
import { writeDifffolded } from './folded/difffolded.ts'
import { formats } from './formats.ts'
import { writeOtlp } from './otlp/write-otlp.ts'
import { writePprof } from './pprof/write-pprof.ts'
import { writeSpeedscope } from './speedscope/write-speedscope.ts'

/** Of each reader: enough that some end in every way a file can end. */
const files = byTier(150, 1000)

interface Damaged {
  readonly inputs: readonly Uint8Array[]
  /** What some of their numbers become. */
  readonly nasty?: readonly string[]
  readonly counts?: 1 | 2
  /**
   * Of all damaged files, at least so many are read: all of lines, few where lengths stand before what they measure.
   */
  readonly soundShare: number
  readonly refusedShare?: number
}

const golden = (name: string) => readFileSync(join(import.meta.dirname, 'golden', name))
const imported = (name: string) => golden(`imported/${name}`)
const foreign = (name: string) => golden(`../foreign/golden/${name}`)
const textOf = (parts: Iterable<string>) => Buffer.from([...parts].join(''))

const counts = ['0', '-1', '99999999999999999999', '1e9', '4294967296']
const boxes = [...counts, '65537', '1e308', '']
const jsonValues = [...counts, '1e308', 'null', '"x"', '[1]', '{"id":1,"parent":1}', 'true', '-0.5', '['.repeat(5000)]

const ownBpftrace = `# bucket 10000000
# thread 5484 "main"
# map 7f14a4200000 7f14a5200000 1000 "/jvm/lib/server/libjvm.so"
# native 7f14a4c1eae2 "JavaCalls::call_helper"
@a[1465765, 5484, ,
	7f148cf9342e 0x7f148cf9342e ([unknown])
	7f14a4c1eae2 0x7f14a4c1eae2 ([unknown])
]: 1
@a[1465766, 5472,
	ffffffff822010c9 _raw_spin_unlock_irqrestore+25
,
	7f148cf9342e 0x7f148cf9342e ([unknown])
]: 3
`

/** JFR has a test of its own, jfr/damaged.test.ts. */
const damaged: Readonly<Record<Exclude<FormatId, 'jfr'>, Damaged>> = {
  hearth: { inputs: [encodeProfile(largeProfile(40, 9))], soundShare: 0, refusedShare: 0.1 },
  html: { inputs: [Buffer.from(htmlFileOf(gzipSync(encodeProfile(largeProfile(40, 9)))))], soundShare: 0 },
  'perf-script': {
    inputs: [
      golden('stackcollapse-perf/perf-map-agent.txt'),
      golden('stackcollapse-perf/hostile.txt'),
      golden('perf-script/no-call-chains.txt'),
    ],
    soundShare: 1,
  },
  folded: {
    inputs: [golden('stackcollapse-perf/perf-map-agent.all.tid.folded'), foreign('uniq-of-counted.txt')],
    soundShare: 1,
  },
  pprof: {
    inputs: [
      gunzipSync(golden('pprof/go-1.26-cpu.pb.gz')),
      gunzipSync(golden('pprof/go-1.26-heap.pb.gz')),
      Buffer.concat([...writePprof(largeProfile(40, 9))]),
    ],
    soundShare: 0.02,
    refusedShare: 0.1,
  },
  // Hardly any accident leaves all lengths right.
  otlp: {
    inputs: [Buffer.concat([...writeOtlp(largeProfile(40, 9))]), imported('ebpf-profiler-0.0.202539.otlp')],
    soundShare: 0.001,
    refusedShare: 0.1,
  },
  'otlp-json': { inputs: [imported('ebpf-profiler-0.0.202539.otlp.json')], nasty: jsonValues, soundShare: 0.02 },
  speedscope: {
    inputs: [textOf(writeSpeedscope(largeProfile(40, 9))), Buffer.from(JSON.stringify(createEvents()))],
    soundShare: 0.02,
    refusedShare: 0.1,
  },
  'async-profiler-html': {
    inputs: [imported('async-profiler-4.6-alloc.html'), imported('async-profiler-4.6-cpu.html')],
    nasty: boxes,
    soundShare: 0.1,
  },
  'async-profiler-traces': { inputs: [foreign('async-profiler-traces.txt')], nasty: counts, soundShare: 0.1 },
  bcc: {
    inputs: [
      imported('bcc-0.26-profile-annotated.txt'),
      imported('bcc-0.26-stackcount.txt'),
      foreign('bcc-mallocstacks.txt'),
    ],
    nasty: counts,
    soundShare: 0.1,
  },
  bpftrace: { inputs: [Buffer.from(ownBpftrace)], nasty: counts, soundShare: 0.1 },
  'bpftrace-text': {
    inputs: [imported('bpftrace-0.17.txt'), foreign('bpftrace-empty-stacks.txt')],
    nasty: counts,
    soundShare: 0.1,
  },
  cpuprofile: {
    inputs: [imported('node-20.cpuprofile'), imported('chromium.cpuprofile'), imported('chromium-trace.json')],
    nasty: jsonValues,
    soundShare: 0.1,
  },
  firefox: {
    inputs: [imported('firefox-153-raw.json'), imported('firefox-processed-75.json')],
    nasty: jsonValues,
    soundShare: 0.1,
  },
  'thread-dump': {
    inputs: [foreign('jstack-four-dumps.txt'), foreign('dump-to-file.txt'), foreign('jhsdb.txt')],
    nasty: counts,
    soundShare: 0.1,
  },
  'thread-dump-json': { inputs: [foreign('dump-to-file.json')], nasty: jsonValues, soundShare: 0.1 },
  'hprof-text': { inputs: [foreign('hprof-samples.txt')], nasty: counts, soundShare: 0.1 },
  flamebearer: {
    inputs: [
      foreign('pyroscope.json'),
      foreign('pyroscope-query.json'),
      foreign('grafana-panel.json'),
      foreign('grafana-table.json'),
    ],
    nasty: jsonValues,
    soundShare: 0.1,
  },
}
const twoCounts: Damaged = {
  inputs: [textOf(writeDifffolded(largeProfile(40, 9), largeProfile(40, 10)))],
  counts: 2,
  soundShare: 1,
}
const cases = [
  ...Object.entries(damaged).map(([id, input]) => [id as FormatId, formatTitles[id as FormatId], input] as const),
  ['folded', 'folded with two counts', twoCounts] as const,
]

describe(`each reader given ${files} damaged files makes sound profiles, or says what is wrong`, () => {
  it.each(cases)(
    '%s: %s',
    async (format, _, input) => {
      const { sound, refused, slowestMs, mostBytes } = await endsOf(format, input)
      expect(sound).toBeGreaterThanOrEqual(files * input.soundShare)
      expect(refused).toBeGreaterThanOrEqual(files * (input.refusedShare ?? 0))
      expect(slowestMs).toBeLessThan(2000)
      expect(mostBytes).toBeLessThan(512 * 2 ** 20)
    },
    120_000,
  )
})

interface Ends {
  readonly sound: number
  readonly refused: number
  readonly slowestMs: number
  /** Most resident memory above that of the beginning. */
  readonly mostBytes: number
}

/** Whatever is thrown and is no Problem fails the test. */
async function endsOf(format: FormatId, { inputs, nasty = [], counts = 1 }: Damaged): Promise<Ends> {
  const random = createRandom(6)
  const ends = { sound: 0, refused: 0, slowestMs: 0, mostBytes: 0 }
  const job = parserJobSchema.parse({ format, counts })
  const bytesBefore = process.memoryUsage.rss()
  for (let round = 0; round < files; round++) {
    const bytes = replaceNumbers(mutate(inputs[round % inputs.length]!, random), nasty, random)
    detectFormat(bytes)
    // Of CPU, since a busy machine makes time on the clock lie.
    const before = process.cpuUsage()
    try {
      const chunks = chunksOf(bytes, 700)
      const profiles = await formats[format].read({ chunks, job, maps: [], unpack: unpacked, demangle: (name) => name })
      profiles.forEach(expectSound)
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

/** Decoding checks every index of every column. */
function expectSound(profile: Profile): void {
  expect(decodeProfile(encodeProfile(profile)).samples.length).toBe(profile.samples.length)
}

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

/** A file of speedscope with frames that open and close. */
function createEvents() {
  return {
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
}
