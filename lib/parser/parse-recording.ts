import type { ParserJob } from '../contract/parser-job.ts'
import { Problem } from '../errors.ts'
import { detectFormat } from '../formats/detect.ts'
import { unknownJson } from '../formats/foreign-formats.ts'
import { type Format, formats, type Recording } from '../formats/formats.ts'
import { importWhole } from '../formats/json/json-stream.ts'
import { startBytes } from '../formats/reading/file-start.ts'
import { peek } from '../formats/reading/byte-stream.ts'
import { inUtf8 } from '../formats/reading/utf8.ts'
import { getEventLabel } from '../contract/engines.ts'
import { totalWeight } from '../profile/model/stack-weights.ts'
import { dropProfilerWork } from '../profile/filters/profiler-work.ts'
import type { FormatId } from '../profile/model/format-ids.ts'
import { type Profile, withWarning } from '../profile/model/profile.ts'
import { compactTables } from '../profile/model/tidy-tables.ts'
import { sortForDrawing } from '../profile/tree/drawing-order.ts'
import { createDemangler } from './demangle.ts'
import { readAnyJson } from './read-any-json.ts'
import { unpacked } from './unpack.ts'

/**
 * One recording, in whatever format the job names or the bytes show, packed with gzip or not, to its profiles: one, but
 * of a recording of JFR one for each event that has samples, and of folded text with two counts the one before and the
 * one after.
 *
 * Throws: Problem `unknown-format` when it is to be guessed and nothing fits, `unreadable-profile` when such a file is
 * damaged or holds no sample at all, `parser-limit` when it unpacks to too much.
 */
export async function parseRecording(
  job: ParserJob,
  maps: Recording['maps'],
  recording: AsyncIterable<Uint8Array>,
): Promise<readonly Profile[]> {
  const { head, all: chunks } = await peek(inUtf8(unpacked(recording)), startBytes)
  const source: Recording = { chunks, job, maps, unpack: unpacked, demangle: createDemangler() }
  const format = chooseFormat(job, head)
  const profiles = typeof format === 'string' ? await formats[format].read(source) : await format(source)
  if (typeof format === 'string' && formats[format].isOurs) return profiles
  if (job.format === 'guess' && profiles.every(isEmpty)) throw new Problem('unreadable-profile', explainEmpty(profiles))
  const kept = leaveOutEmpty(profiles)
  if (kept.length === 0 && job.format === 'guess')
    throw new Problem('unreadable-profile', {
      reason: 'all of its samples are the profiler’s own work',
      remedy: recordBusy,
    })
  return kept.map((profile) => compactTables(sortForDrawing(profile)))
}

/** Warnings of a reader that the file goes on behind the place to which it was read. */
const cutCodes = new Set(['input-damaged', 'file-cut', 'events-cut', 'chunks-skipped'])

function explainEmpty(profiles: readonly Profile[]) {
  const warnings = profiles.flatMap(({ provenance }) => provenance.warnings)
  if (!warnings.some(({ code }) => cutCodes.has(code))) return { reason: 'it holds no samples', remedy: recordBusy }
  return { reason: 'it is damaged or cut off before its first whole sample', remedy: importWhole }
}

const recordBusy = 'Record while the program works, for longer where it works now and then, and import that.'

/**
 * Without the profiler's own work, and without profiles of several of which nothing is left to draw; the others say
 * which these are.
 */
function leaveOutEmpty(profiles: readonly Profile[]): readonly Profile[] {
  const reasons: string[] = []
  const kept = profiles.map(dropProfilerWork).filter((profile, index) => {
    if (isEmpty(profiles[index]!)) return true
    const { length } = profile.samples
    const isLeftOut = length === 0 || (profiles.length > 1 && totalWeight(profile) === 0)
    const why = length === 0 ? 'all that was recorded is the profiler’s own work' : 'only records without an amount'
    if (isLeftOut) reasons.push(`${getEventLabel(profile.provenance.event)}: ${why}.`)
    return !isLeftOut
  })
  return kept.map((profile) => reasons.reduce((said, text) => withWarning(said, 'no-samples', text, 1), profile))
}

function isEmpty({ samples }: Profile): boolean {
  return samples.length === 0
}

/** A format, or how to read one that the beginning does not tell. Throws: Problem `unknown-format`. */
function chooseFormat({ format: named, fileName }: ParserJob, head: Uint8Array): FormatId | Format['read'] {
  if (named === 'collapsed') return 'folded' // async-profiler's name for it
  if (named !== 'guess') return named
  const detected = detectFormat(head, fileName)
  const { format, isSure } = detected
  if (format !== null && (isSure || formats[format].detectedBy !== 'json')) return format
  if (format === null && detected.refusal !== unknownJson) throw new Problem('unknown-format', detected.refusal)
  return (recording) => readAnyJson(recording, format)
}
