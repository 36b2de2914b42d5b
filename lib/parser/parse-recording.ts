import type { ParserJob } from '../contract.ts'
import { Problem } from '../errors.ts'
import { detectFormat, type FormatId } from '../formats/detect.ts'
import { readFolded } from '../formats/folded.ts'
import { profileInHtml } from '../formats/html-file.ts'
import { readPerfScript } from '../formats/perf-script.ts'
import { readPprof } from '../formats/pprof.ts'
import { readAll } from '../formats/read-all.ts'
import { readSpeedscope } from '../formats/speedscope.ts'
import { parsePerfMap } from '../jvm/perf-map.ts'
import { inDrawingOrder } from '../profile/drawing-order.ts'
import { decodeProfile } from '../profile/encode.ts'
import { type Profile, type Provenance } from '../profile/profile.ts'
import { tidyTables } from '../profile/tidy-tables.ts'
import { peek } from './peek.ts'
import { unpacked } from './unpack.ts'

const headBytes = 65536

interface Input {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly job: ParserJob
  readonly maps: readonly { readonly atMs: number; readonly bytes: Uint8Array }[]
}
type Reader = (input: Input) => Promise<Profile>

const readers: Readonly<Record<FormatId, Reader>> = {
  'perf-script': readRecording,
  folded: async ({ chunks, job }) => (await readFolded(chunks, { provenance: givenBy(job) })).profile,
  pprof: async ({ chunks, job }) => (await readPprof(chunks, { provenance: givenBy(job) })).profile,
  speedscope: async ({ chunks, job }) => (await readSpeedscope(chunks, { provenance: givenBy(job) })).profile,
  // These two hold a profile that was checked and described when it was made.
  hearth: async ({ chunks }) => decodeProfile(await readAll(chunks)),
  html: async ({ chunks }) => decodeProfile(await readAll(unpacked(profileInHtml(chunks)))),
}

/**
 * One recording, in whatever format the job names or the bytes show, packed with gzip or not, to a Profile.
 *
 * Throws: Problem `unknown-format` when it is to be guessed and nothing fits, `unreadable-profile` when such a file is
 * damaged or holds no sample at all, `parser-limit` when it unpacks to too much.
 */
export async function parseRecording(
  job: ParserJob,
  maps: Input['maps'],
  recording: AsyncIterable<Uint8Array>,
): Promise<Profile> {
  const { head, all: chunks } = await peek(unpacked(recording), headBytes)
  const format = job.format === 'guess' ? guess(head) : job.format
  const profile = await readers[format]({ chunks, job, maps })
  const isOurs = format === 'hearth' || format === 'html'
  if (isOurs) return profile
  if (job.format === 'guess' && profile.samples.length === 0)
    throw new Problem('unreadable-profile', { reason: 'it holds no samples' })
  return tidyTables(inDrawingOrder(profile))
}

async function readRecording({ chunks, job, maps }: Input): Promise<Profile> {
  const javaMaps = maps.map(({ atMs, bytes }) => ({ atMs, ...parsePerfMap(bytes) }))
  const given = givenBy(job)
  const warnings = [...(given.warnings ?? []), ...javaMaps.flatMap((map) => map.warnings)]
  const { javaDso, clockOriginSeconds } = job
  const provenance = { ...given, warnings }
  return (await readPerfScript(chunks, { javaMaps, javaDso, clockOriginSeconds, provenance })).profile
}

/** The sender's provenance has this shape; what does not fit is refused when the profile is decoded. */
function givenBy(job: ParserJob): Partial<Provenance> {
  return job.provenance
}

function guess(head: Uint8Array): FormatId {
  const found = detectFormat(head)
  if (found.format === null) throw new Problem('unknown-format', { hint: found.hint })
  return found.format
}
