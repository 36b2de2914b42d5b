/** Which format some first bytes are in, by the table of formats: a sure answer wins, then the first that may be right. */
import { type FormatId, formatIds } from '../profile/model/format-ids.ts'
import { anyReadable, findForeignFormat, type Refusal, unknownJson } from './foreign-formats.ts'
import { type Format, formats } from './formats.ts'
import { isJson } from './json/detect-json.ts'
import { explainByName } from './named-formats.ts'
import { type FileStart, readFileStart } from './reading/file-start.ts'

export type Detected =
  | { readonly format: FormatId; readonly isSure: boolean }
  | { readonly format: null; readonly isSure: false; readonly refusal: Refusal }

/** `head` is what stands at the beginning of a file, unpacked: 64 KiB of it, or all. Its name tells no format, but what is missing. */
export function detectFormat(head: Uint8Array, fileName = ''): Detected {
  const start = readFileStart(head)
  const { text } = start
  const signed = firstOf('signature', start)
  if (signed !== null) return signed
  const foreign = findForeignFormat(start)
  if (foreign !== null) return refused(foreign)
  if (text.trim() === '') return unknown('it is empty')
  const binary = firstOf('binary', start)
  if (binary !== null) return binary
  if (text.includes('\0'))
    return unknown(explainByName(fileName) ?? 'it is not text, and begins as no binary recording that Hearth reads')
  const found = firstOf(isJson(start) ? 'json' : 'text', start)
  if (found !== null) return found
  if (isJson(start)) return refused(unknownJson)
  return unknown(explainByName(fileName) ?? 'its lines are neither samples of `perf script` nor folded stacks')
}

/** The surest of the formats that are detected in this way. */
function firstOf(by: Format['detectedBy'], start: FileStart): Detected | null {
  const answers = formatIds
    .filter((id) => formats[id].detectedBy === by)
    .map((format) => ({ format, answer: formats[format].detect(start) }))
  const found = answers.find(({ answer }) => answer === 'yes') ?? answers.find(({ answer }) => answer === 'maybe')
  return found === undefined ? null : { format: found.format, isSure: found.answer === 'yes' }
}

const refused = (refusal: Refusal): Detected => ({ format: null, isSure: false, refusal })
const unknown = (hint: string): Detected => refused({ hint, remedy: anyReadable })
