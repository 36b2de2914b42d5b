import type { ParserJob } from '../contract/parser-job.ts'
import { Problem } from '../errors.ts'
import { detectFormat } from '../formats/detect.ts'
import { formats, type Recording } from '../formats/formats.ts'
import { startBytes } from '../formats/reading/file-start.ts'
import { peek } from '../formats/reading/byte-stream.ts'
import type { FormatId } from '../profile/model/format-ids.ts'
import type { Profile } from '../profile/model/profile.ts'
import { compactTables } from '../profile/model/tidy-tables.ts'
import { sortForDrawing } from '../profile/tree/drawing-order.ts'
import { unpacked } from './unpack.ts'

/**
 * One recording, in whatever format the job names or the bytes show, packed with gzip or not, to its profiles: one, but of
 * a recording of JFR one for each event that has samples, and of folded text with two counts the one before and the one after.
 *
 * Throws: Problem `unknown-format` when it is to be guessed and nothing fits, `unreadable-profile` when such a file is
 * damaged or holds no sample at all, `parser-limit` when it unpacks to too much.
 */
export async function parseRecording(
  job: ParserJob,
  maps: Recording['maps'],
  recording: AsyncIterable<Uint8Array>,
): Promise<readonly Profile[]> {
  const { head, all: chunks } = await peek(unpacked(recording), startBytes)
  const format = formats[chooseFormat(job.format, head)]
  const profiles = await format.read({ chunks, job, maps, unpack: unpacked })
  if (format.isOurs) return profiles
  if (job.format === 'guess' && profiles.every(({ samples }) => samples.length === 0))
    throw new Problem('unreadable-profile', { reason: 'it holds no samples' })
  return profiles.map((profile) => compactTables(sortForDrawing(profile)))
}

function chooseFormat(named: ParserJob['format'], head: Uint8Array): FormatId {
  if (named === 'collapsed') return 'folded' // async-profiler's name for it
  if (named !== 'guess') return named
  const detected = detectFormat(head)
  if (detected.format === null) throw new Problem('unknown-format', { hint: detected.hint })
  return detected.format
}
