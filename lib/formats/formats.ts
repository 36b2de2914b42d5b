/**
 * Every format that is read: how it is detected, and how it is read. Readers are loaded when a file needs them.
 *
 *     { detectedBy: 'json', detect: isSpeedscope, read: single(async () => (await readers.speedscope()).readSpeedscope) }
 */
import type { ParserJob } from '../contract/parser-job.ts'
import { readEventOfFileName } from '../contract/profile-file-name.ts'
import { Problem } from '../errors.ts'
import { parsePerfMap } from '../jvm/perf-map.ts'
import { magic } from '../profile/encoding/byte-layout.ts'
import { decodeProfile } from '../profile/encoding/encode.ts'
import { eventIds, eventsOfClasses } from '../profile/model/event-ids.ts'
import { type FormatId, formatTitles } from '../profile/model/format-ids.ts'
import type { Profile, Provenance } from '../profile/model/profile.ts'
import { isAsyncProfilerTraces } from './async-profiler/traces.ts'
import { isThreadDump } from './thread-dump/thread-dump.ts'
import { detectBcc, detectBpftraceText } from './bpf/detect-bpf.ts'
import { anyReadable } from './foreign-formats.ts'
import { describeByFileName } from './folded/describe-by-name.ts'
import { isFolded } from './folded/folded.ts'
import { htmlGenerator, extractProfile } from './html/html-file.ts'
import { isCpuProfile, isFirefox, isFlamebearer, isSpeedscope, isThreadDumpJson } from './json/detect-json.ts'
import { isPerfScript } from './perf/detect-perf-script.ts'
import { isOtlp, isOtlpJson } from './otlp/detect-otlp.ts'
import { isPprof } from './pprof/detect-pprof.ts'
import type { Demangle, ReaderResult, ReaderOptions } from './reading/import.ts'
import type { FormatAnswer, FileStart } from './reading/file-start.ts'
import { readAll } from './reading/byte-stream.ts'
import { readers } from './readers.ts'

/** One file to read, and what readers need besides its bytes. */
export interface Recording {
  /** Unpacked. */
  readonly chunks: AsyncIterable<Uint8Array>
  readonly job: ParserJob
  /** The symbol maps of a JVM, in time order. */
  readonly maps: readonly { readonly atMs: number; readonly bytes: Uint8Array }[]
  /** Unpacks gzip that stands inside of another file. */
  readonly unpack: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
  readonly demangle: Demangle
}

export interface Format {
  /**
   * `signature` goes before everything else, `binary` before `json` and `text`. A file is never both of these two.
   */
  readonly detectedBy: 'signature' | 'binary' | 'json' | 'text'
  readonly detect: (start: FileStart) => FormatAnswer
  /**
   * Gives the profiles of a file. Throws: Problem `unreadable-profile`, `parser-limit`; `unknown-format` when the guess
   * was wrong.
   */
  readonly read: (recording: Recording) => Promise<readonly Profile[]>
  /** Hearth wrote the file: its profile was checked and described before, so that is not done again. */
  readonly isOurs?: true
}

/** Among formats that are detected in the same way, the first `maybe` wins. */
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
    read: single(async () => (await readers.asyncProfilerPage()).readAsyncProfilerHtml),
  },
  jfr: {
    detectedBy: 'signature',
    detect: isJfr,
    read: async ({ chunks, job }) => {
      const { readJfr } = await readers.jfr()
      const events = job.events === null ? {} : { events: eventIds.filter((event) => job.events!.includes(event)) }
      return (await readJfr(chunks, { ...events, provenance: readSentProvenance(job) })).profiles
    },
  },
  pprof: {
    detectedBy: 'binary',
    detect: ({ bytes }) => isPprof(bytes),
    read: single(async () => (await readers.pprof()).readPprof),
  },
  otlp: {
    detectedBy: 'binary',
    detect: isOtlp,
    read: async ({ chunks, job }) => (await readers.otlp()).readOtlp(chunks, { provenance: readSentProvenance(job) }),
  },
  'otlp-json': {
    detectedBy: 'json',
    detect: isOtlpJson,
    read: async ({ chunks, job }) =>
      (await readers.otlp()).readOtlpJson(chunks, { provenance: readSentProvenance(job) }),
  },
  speedscope: {
    detectedBy: 'json',
    detect: isSpeedscope,
    read: single(async () => (await readers.speedscope()).readSpeedscope),
  },
  firefox: {
    detectedBy: 'json',
    detect: isFirefox,
    read: single(async () => (await readers.firefox()).readFirefox),
  },
  cpuprofile: {
    detectedBy: 'json',
    detect: isCpuProfile,
    read: single(async () => (await readers.cpuProfile()).readCpuProfile),
  },
  bpftrace: {
    detectedBy: 'text',
    detect: ({ text }) => (text.startsWith('# bucket ') ? 'yes' : 'no'),
    read: async (recording) => {
      const { readBpftrace } = await readers.bpftrace()
      const { job, demangle } = recording
      const options = { ...withMaps(recording), clockOriginSeconds: job.clockOriginSeconds, demangle }
      return [(await readBpftrace(recording.chunks, options)).profile]
    },
  },
  'bpftrace-text': {
    detectedBy: 'text',
    detect: ({ lines }) => detectBpftraceText(lines),
    read: async ({ chunks, job }) => {
      const { readBpftraceText } = await readers.bpftraceText()
      const maps = await readBpftraceText(chunks, { provenance: readSentProvenance(job) })
      return maps.map((map) => checked('bpftrace-text', job, map))
    },
  },
  'perf-script': {
    detectedBy: 'text',
    detect: isPerfScript,
    read: async (recording) => {
      const { readPerfScript } = await readers.perfScript()
      const { javaDso, clockOriginSeconds, processes } = recording.job
      const { demangle } = recording
      const options = { ...withMaps(recording), javaDso, clockOriginSeconds, processes, demangle }
      return [checked('perf-script', recording.job, await readPerfScript(recording.chunks, options))]
    },
  },
  'async-profiler-traces': {
    detectedBy: 'text',
    detect: ({ lines }) => isAsyncProfilerTraces(lines),
    read: single(async () => (await readers.asyncProfilerTraces()).readAsyncProfilerTraces),
  },
  'hprof-text': {
    detectedBy: 'text',
    detect: ({ text }) =>
      /^JAVA PROFILE 1\.0\.\d, created /.test(text) || /^CPU SAMPLES BEGIN \(total = /m.test(text) ? 'yes' : 'no',
    read: single(async () => (await readers.hprofText()).readHprofText),
  },
  flamebearer: {
    detectedBy: 'json',
    detect: isFlamebearer,
    read: single(async () => (await readers.flamebearer()).readFlamebearer),
  },
  'thread-dump': {
    detectedBy: 'text',
    detect: ({ lines }) => isThreadDump(lines),
    read: single(async () => (await readers.threadDump()).readThreadDump),
  },
  'thread-dump-json': {
    detectedBy: 'json',
    detect: isThreadDumpJson,
    read: single(async () => (await readers.threadDumpJson()).readThreadDumpJson),
  },
  bcc: {
    detectedBy: 'text',
    detect: ({ lines }) => detectBcc(lines),
    read: singleIfSure('bcc', async () => (await readers.bcc()).readBcc),
  },
  folded: { detectedBy: 'text', detect: isFolded, read: readText },
}

type ReadSingle = (chunks: Recording['chunks'], options: ReaderOptions) => Promise<ReaderResult>

/** Gives `read` of a format that holds one profile, whose reader needs no more of a job than the provenance. */
function single(load: () => Promise<ReadSingle>): Format['read'] {
  return async ({ chunks, job }) => [(await (await load())(chunks, { provenance: readSentProvenance(job) })).profile]
}

/** Gives the same for a format that another text may look like. `read` throws: as `checked`. */
function singleIfSure(format: FormatId, load: () => Promise<ReadSingle>): Format['read'] {
  return async ({ chunks, job }) => [
    checked(format, job, await (await load())(chunks, { provenance: readSentProvenance(job) })),
  ]
}

/**
 * Gives the profile that a reader gave. Throws: Problem `unknown-format` when the format was guessed and the reader
 * doubts that the file has it.
 */
function checked(format: FormatId, job: ParserJob, { profile, doubt }: ReaderResult): Profile {
  if (job.format !== 'guess' || doubt === undefined) return profile
  const hint = `it looks like ${formatTitles[format]}, but ${doubt}`
  throw new Problem('unknown-format', { hint, remedy: anyReadable })
}

/** Reads folded stacks; a job with two counts per stack (difffolded) gives two profiles, before and after. */
async function readText({ chunks, job, demangle }: Recording): Promise<readonly Profile[]> {
  const provenance = readSentProvenance(job)
  const finish = (profile: Profile): Profile => {
    const described = describeByFileName(profile, job.fileName ?? '')
    // `samples` is the default. Any other unit was chosen by a person, who knows better than the file.
    return job.unit === 'samples' ? described : { ...described, unit: job.unit }
  }
  if (job.counts === 2) {
    const { readDifffolded } = await readers.difffolded()
    const { before, after } = await readDifffolded(chunks, provenance)
    return [before, after].map(finish)
  }
  const isCollapsed = job.format === 'collapsed'
  const event = isCollapsed ? provenance.event : readEventOfFileName(job.fileName ?? '')?.event
  // Leaves of these events are classes, as allocated; of other tools than async-profiler they may be functions, too.
  const leafIsClass = eventsOfClasses.has(event ?? '') && (isCollapsed || 'if-named-so')
  const { readFolded } = await readers.folded()
  const profile = checked('folded', job, await readFolded(chunks, { leafIsClass, provenance, demangle }))
  return [finish(profile)]
}

/** Reads the symbol maps; their faults are among the warnings of the provenance. */
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

/** The sender's provenance has this shape; a field that does not fit is refused when the profile is decoded. */
function readSentProvenance(job: ParserJob): Partial<Provenance> {
  return job.provenance
}

/** Yes: a chunk of version 2 begins here. Maybe: another version, of which the reader says that it cannot read it. */
function isJfr({ text }: FileStart): FormatAnswer {
  if (!text.startsWith('FLR\0')) return 'no'
  return text.startsWith('\0\x02', 4) ? 'yes' : 'maybe'
}

/** Whether it is a page of async-profiler with a flame graph; its other pages, as heat maps, are not read. */
function isAsyncProfilerPage({ text }: FileStart): FormatAnswer {
  if (!/^\s*<!doctype html>/i.test(text) || !text.includes('async-profiler')) return 'no'
  if (/^\s*function f\((key, level|level, left)/m.test(text)) return 'yes'
  return !/heat ?map/i.test(text) && /levels = Array\(/.test(text) ? 'maybe' : 'no'
}
