/**
 * Says which format the first bytes of a file are in. Stages: signatures, files of other profilers, binary formats,
 * then JSON or text. Within a stage a sure answer wins, else the first that may be right.
 */
import { type FormatId, formatIds } from '../profile/model/format-ids.ts'
import { anyReadable, findForeignFormat, type Refusal, unknownJson } from './foreign-formats.ts'
import { type Format, formats } from './formats.ts'
import { isJson } from './json/detect-json.ts'
import { explainByName } from './named-formats.ts'
import { type FileStart, readFileStart } from './reading/file-start.ts'

export type Detected =
  | { readonly format: FormatId; readonly isSure: boolean }
  | { readonly format: null; readonly isSure: false; readonly refusal: Refusal }

/**
 * `head`: the beginning of the file, unpacked; at most `startBytes` of it (`reading/file-start.ts`) are needed. The
 * name does not decide the format: a refusal uses it to explain what the file lacks.
 */
export function detectFormat(head: Uint8Array, fileName = ''): Detected {
  const start = readFileStart(head)
  const { text } = start
  const signed = firstOf('signature', start)
  if (signed !== null) return signed
  // Before the binary formats, which have no signature, so that bytes of another profiler may look like theirs.
  const foreign = findForeignFormat(start)
  if (foreign !== null) return refused(foreign)
  if (text.trim() === '')
    return refused({ hint: 'it is empty', remedy: 'Save or record it once more: there is nothing in it.' })
  const binary = firstOf('binary', start)
  if (binary !== null) return binary
  if (text.includes('\0'))
    return unknown(explainByName(fileName) ?? 'it is not text, and begins as no binary recording that Hearth reads')
  const found = firstOf(isJson(start) ? 'json' : 'text', start)
  if (found !== null) return found
  if (isJson(start)) return refused(unknownJson)
  return unknown(explainByName(fileName) ?? 'its lines are neither samples of `perf script` nor folded stacks')
}

/** Gives the surest answer of the formats that are detected in this way; null where none may be right. */
function firstOf(by: Format['detectedBy'], start: FileStart): Detected | null {
  const answers = formatIds
    .filter((id) => formats[id].detectedBy === by)
    .map((format) => ({ format, answer: formats[format].detect(start) }))
  const found = answers.find(({ answer }) => answer === 'yes') ?? answers.find(({ answer }) => answer === 'maybe')
  return found === undefined ? null : { format: found.format, isSure: found.answer === 'yes' }
}

const refused = (refusal: Refusal): Detected => ({ format: null, isSure: false, refusal })
const unknown = (hint: string): Detected => refused({ hint, remedy: anyReadable })
