import type { ParserJob } from '../contract.ts'
import { Problem } from '../errors.ts'
import { readAsyncProfilerHtml } from '../formats/async-profiler/page.ts'
import { readBcc } from '../formats/bpf/bcc.ts'
import { readBpftrace } from '../formats/bpf/bpftrace.ts'
import { readBpftraceText } from '../formats/bpf/bpftrace-text.ts'
import { readCpuProfile } from '../formats/chrome/cpuprofile.ts'
import { detectFormat, type FormatId } from '../formats/detect.ts'
import { readDifffolded } from '../formats/folded/difffolded.ts'
import { readFirefox } from '../formats/firefox/firefox.ts'
import { readFolded } from '../formats/folded/folded.ts'
import { profileInHtml } from '../formats/html/html-file.ts'
import { readJfr } from '../formats/jfr/jfr.ts'
import { readPerfScript } from '../formats/perf/perf-script.ts'
import { readPprof } from '../formats/pprof/pprof.ts'
import { readAll } from '../formats/reading/read-all.ts'
import { readSpeedscope } from '../formats/speedscope/speedscope.ts'
import { parsePerfMap } from '../jvm/perf-map.ts'
import { inDrawingOrder } from '../profile/tree/drawing-order.ts'
import { decodeProfile } from '../profile/model/encode.ts'
import { eventIds } from '../profile/model/event-ids.ts'
import type { Profile, Provenance } from '../profile/model/profile.ts'
import { tidyTables } from '../profile/model/tidy-tables.ts'
import { peek } from '../formats/reading/peek.ts'
import { unpacked } from './unpack.ts'

const headBytes = 65536

interface Input {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly job: ParserJob
  readonly maps: readonly { readonly atMs: number; readonly bytes: Uint8Array }[]
}
type Reader = (input: Input) => Promise<readonly Profile[]>

const readers: Readonly<Record<Exclude<ParserJob['format'], 'guess'> | FormatId, Reader>> = {
  'perf-script': async (input) => [await readRecording(input)],
  folded: readText,
  // async-profiler's name for it; its suffixes and its frames for threads are told by how they look.
  collapsed: readText,
  jfr: async ({ chunks, job }) => {
    const events = job.events === null ? {} : { events: eventIds.filter((event) => job.events!.includes(event)) }
    return (await readJfr(chunks, { ...events, provenance: readSentProvenance(job) })).profiles
  },
  bpftrace: async (input) => {
    const { javaMaps, provenance } = withMaps(input)
    const { clockOriginSeconds } = input.job
    return [(await readBpftrace(input.chunks, { javaMaps, clockOriginSeconds, provenance })).profile]
  },
  pprof: alone(readPprof),
  speedscope: alone(readSpeedscope),
  cpuprofile: alone(readCpuProfile),
  firefox: alone(readFirefox),
  'async-profiler-html': alone(readAsyncProfilerHtml),
  bcc: alone(readBcc),
  'bpftrace-text': alone(readBpftraceText),
  // These two hold a profile that was checked and described when it was made.
  hearth: async ({ chunks }) => [decodeProfile(await readAll(chunks))],
  html: async ({ chunks }) => [decodeProfile(await readAll(unpacked(profileInHtml(chunks))))],
}

/**
 * One recording, in whatever format the job names or the bytes show, packed with gzip or not, to its profiles: one, but of
 * a recording of JFR one for each event that has samples, and of folded text with two counts the one before and the one after.
 *
 * Throws: Problem `unknown-format` when it is to be guessed and nothing fits, `unreadable-profile` when such a file is
 * damaged or holds no sample at all, `parser-limit` when it unpacks to too much.
 */
export async function parseRecording(
  job: ParserJob,
  maps: Input['maps'],
  recording: AsyncIterable<Uint8Array>,
): Promise<readonly Profile[]> {
  const { head, all: chunks } = await peek(unpacked(recording), headBytes)
  const format = job.format === 'guess' ? guess(head) : job.format
  const profiles = await readers[format]({ chunks, job, maps })
  const isOurs = format === 'hearth' || format === 'html'
  if (isOurs) return profiles
  if (job.format === 'guess' && profiles.every(({ samples }) => samples.length === 0))
    throw new Problem('unreadable-profile', { reason: 'it holds no samples' })
  return profiles.map((profile) => tidyTables(inDrawingOrder(profile)))
}

type ReadSingle = (
  chunks: Input['chunks'],
  options: { readonly provenance: Partial<Provenance> },
) => Promise<{ readonly profile: Profile }>

/** The reader of a format that says all of itself and holds one profile. */
function alone(read: ReadSingle): Reader {
  return async ({ chunks, job }) => [(await read(chunks, { provenance: readSentProvenance(job) })).profile]
}

/** Of these, async-profiler's leaf is the class that was allocated or locked. */
const eventsOfClasses = new Set(['alloc', 'lock', 'live-heap'])

async function readText({ chunks, job }: Input): Promise<readonly Profile[]> {
  const provenance = readSentProvenance(job)
  if (job.counts === 2) {
    const { before, after } = await readDifffolded(chunks, provenance)
    return [before, after].map((profile) => ({ ...profile, unit: job.unit }))
  }
  const leafIsClass = job.format === 'collapsed' && eventsOfClasses.has(provenance.event ?? '')
  const { profile } = await readFolded(chunks, { leafIsClass, provenance })
  return [{ ...profile, unit: job.unit }]
}

async function readRecording(input: Input): Promise<Profile> {
  const { javaDso, clockOriginSeconds, processes } = input.job
  return (await readPerfScript(input.chunks, { ...withMaps(input), javaDso, clockOriginSeconds, processes })).profile
}

/** The symbol maps read, and what was wrong with them among the warnings. */
function withMaps({ job, maps }: Input) {
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

function guess(head: Uint8Array): FormatId {
  const detected = detectFormat(head)
  if (detected.format === null) throw new Problem('unknown-format', { hint: detected.hint })
  return detected.format
}
