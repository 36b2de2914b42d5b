/**
 * Every format that is read: how it is detected, and how it is read. Readers are loaded when a file needs them.
 *
 *     { detectedBy: 'text', detect: ({ text }) => isSpeedscope(text), read: single(async () => (await import(...)).readSpeedscope) }
 */
import type { ParserJob } from '../contract/parser-job.ts'
import { parsePerfMap } from '../jvm/perf-map.ts'
import { magic } from '../profile/encoding/byte-layout.ts'
import { decodeProfile } from '../profile/encoding/encode.ts'
import { eventIds } from '../profile/model/event-ids.ts'
import type { FormatId } from '../profile/model/format-ids.ts'
import type { Profile, Provenance } from '../profile/model/profile.ts'
import { isBcc, isBpftraceText } from './bpf/detect-bpf.ts'
import { isFolded } from './folded/folded.ts'
import { htmlGenerator, extractProfile } from './html/html-file.ts'
import { isCpuProfile, isFirefox, isSpeedscope } from './json/detect-json.ts'
import { isPerfScript } from './perf/detect-perf-script.ts'
import { isPprof } from './pprof/detect-pprof.ts'
import type { Imported, ImportOptions } from './reading/import.ts'
import type { Answer, FileStart } from './reading/file-start.ts'
import { readAll } from './reading/byte-stream.ts'

export interface Recording {
  /** Unpacked. */
  readonly chunks: AsyncIterable<Uint8Array>
  readonly job: ParserJob
  /** The symbol maps of a JVM, in time order. */
  readonly maps: readonly { readonly atMs: number; readonly bytes: Uint8Array }[]
  /** Unpacks what stands inside of another file. */
  readonly unpack: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
}

export interface Format {
  /** `signature` goes before everything else, `binary` before what can only be text. */
  readonly detectedBy: 'signature' | 'binary' | 'text'
  readonly detect: (start: FileStart) => Answer
  /** Throws: Problem `unreadable-profile`, `parser-limit`. */
  readonly read: (recording: Recording) => Promise<readonly Profile[]>
  /** Holds a profile that was checked and described when it was made. */
  readonly isOurs?: true
}

/** Of formats that are detected in the same way, the first `maybe` wins. */
export const formats: Readonly<Record<FormatId, Format>> = {
  hearth: {
    detectedBy: 'signature',
    detect: ({ bytes }) => (magic.every((byte, index) => bytes[index] === byte) ? 'yes' : 'no'),
    read: async ({ chunks }) => [decodeProfile(await readAll(chunks))],
    isOurs: true,
  },
  html: {
    detectedBy: 'signature',
    detect: ({ text }) => (text.startsWith('<!') && text.includes(htmlGenerator) ? 'yes' : 'no'),
    read: async ({ chunks, unpack }) => [decodeProfile(await readAll(unpack(extractProfile(chunks))))],
    isOurs: true,
  },
  'async-profiler-html': {
    detectedBy: 'signature',
    detect: isAsyncProfilerPage,
    read: single(async () => (await import('./async-profiler/page.ts')).readAsyncProfilerHtml),
  },
  jfr: {
    detectedBy: 'signature',
    detect: isJfr,
    read: async ({ chunks, job }) => {
      const { readJfr } = await import('./jfr/jfr.ts')
      const events = job.events === null ? {} : { events: eventIds.filter((event) => job.events!.includes(event)) }
      return (await readJfr(chunks, { ...events, provenance: readSentProvenance(job) })).profiles
    },
  },
  pprof: {
    detectedBy: 'binary',
    detect: ({ bytes }) => isPprof(bytes),
    read: single(async () => (await import('./pprof/pprof.ts')).readPprof),
  },
  speedscope: {
    detectedBy: 'text',
    detect: ({ text }) => isSpeedscope(text),
    read: single(async () => (await import('./speedscope/speedscope.ts')).readSpeedscope),
  },
  firefox: {
    detectedBy: 'text',
    detect: ({ text }) => isFirefox(text),
    read: single(async () => (await import('./firefox/firefox.ts')).readFirefox),
  },
  cpuprofile: {
    detectedBy: 'text',
    detect: ({ text }) => isCpuProfile(text),
    read: single(async () => (await import('./chrome/cpuprofile.ts')).readCpuProfile),
  },
  bpftrace: {
    detectedBy: 'text',
    detect: ({ text }) => (text.startsWith('# bucket ') ? 'yes' : 'no'),
    read: async (recording) => {
      const { readBpftrace } = await import('./bpf/bpftrace.ts')
      const { clockOriginSeconds } = recording.job
      return [(await readBpftrace(recording.chunks, { ...withMaps(recording), clockOriginSeconds })).profile]
    },
  },
  'bpftrace-text': {
    detectedBy: 'text',
    detect: ({ lines }) => isBpftraceText(lines),
    read: single(async () => (await import('./bpf/bpftrace-text.ts')).readBpftraceText),
  },
  'perf-script': {
    detectedBy: 'text',
    detect: isPerfScript,
    read: async (recording) => {
      const { readPerfScript } = await import('./perf/perf-script.ts')
      const { javaDso, clockOriginSeconds, processes } = recording.job
      const options = { ...withMaps(recording), javaDso, clockOriginSeconds, processes }
      return [(await readPerfScript(recording.chunks, options)).profile]
    },
  },
  bcc: {
    detectedBy: 'text',
    detect: ({ lines }) => isBcc(lines),
    read: single(async () => (await import('./bpf/bcc.ts')).readBcc),
  },
  folded: { detectedBy: 'text', detect: isFolded, read: readText },
}

type ReadSingle = (chunks: Recording['chunks'], options: ImportOptions) => Promise<Imported>

/** The reader of a format that says all of itself and holds one profile. */
function single(load: () => Promise<ReadSingle>): Format['read'] {
  return async ({ chunks, job }) => [(await (await load())(chunks, { provenance: readSentProvenance(job) })).profile]
}

/** Of these, async-profiler's leaf is the class that was allocated or locked. */
const eventsOfClasses = new Set(['alloc', 'lock', 'live-heap'])

async function readText({ chunks, job }: Recording): Promise<readonly Profile[]> {
  const provenance = readSentProvenance(job)
  if (job.counts === 2) {
    const { readDifffolded } = await import('./folded/difffolded.ts')
    const { before, after } = await readDifffolded(chunks, provenance)
    return [before, after].map((profile) => ({ ...profile, unit: job.unit }))
  }
  const leafIsClass = job.format === 'collapsed' && eventsOfClasses.has(provenance.event ?? '')
  const { readFolded } = await import('./folded/folded.ts')
  const { profile } = await readFolded(chunks, { leafIsClass, provenance })
  return [{ ...profile, unit: job.unit }]
}

/** The symbol maps read, and what was wrong with them among the warnings. */
function withMaps({ job, maps }: Recording) {
  const javaMaps = maps.map(({ atMs, bytes }, index) => ({
    atMs,
    dso: job.javaMaps[index]?.dso,
    ...parsePerfMap(bytes),
  }))
  const sentProvenance = readSentProvenance(job)
  const warnings = [...(sentProvenance.warnings ?? []), ...javaMaps.flatMap((map) => map.warnings)]
  return { javaMaps, provenance: { ...sentProvenance, warnings } }
}

/** The sender's provenance has this shape; what does not fit is refused when the profile is decoded. */
function readSentProvenance(job: ParserJob): Partial<Provenance> {
  return job.provenance
}

/** Yes: a chunk of version 2 begins here. Maybe: another version, of which the reader says that it cannot read it. */
function isJfr({ text }: FileStart): Answer {
  if (!text.startsWith('FLR\0')) return 'no'
  return text.startsWith('\0\x02', 4) ? 'yes' : 'maybe'
}

/** A page of async-profiler: its flame graph, since what it draws in other ways is not read. */
function isAsyncProfilerPage({ text }: FileStart): Answer {
  if (!/^\s*<!doctype html>/i.test(text) || !text.includes('async-profiler')) return 'no'
  if (/^\s*function f\((key, level|level, left)/m.test(text)) return 'yes'
  return !/heat ?map/i.test(text) && /levels = Array\(/.test(text) ? 'maybe' : 'no'
}
