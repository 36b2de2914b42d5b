/** Which format some first bytes are in, by the table of formats: a sure answer wins, then the first that may be right. */
import { type FormatId, formatIds } from '../profile/model/format-ids.ts'
import { formats } from './formats.ts'
import { type FileStart, readFileStart } from './reading/file-start.ts'

/** `hint` says what the file seems to be, when it is none of ours. */
export type Detected =
  { readonly format: FormatId; readonly isSure: boolean } | { readonly format: null; readonly hint: string }

const magics: readonly (readonly [string, string])[] = [
  ['\x1f\x8b', 'it is compressed with gzip, twice'],
  ['BZh', 'it is compressed with bzip2; unpack it first'],
  ['\xfd7zXZ', 'it is compressed with xz; unpack it first'],
  ['\x28\xb5\x2f\xfd', 'it is compressed with zstd; unpack it first'],
  ['\xdc\xdfJSLB', 'it is of the Firefox Profiler in its binary form; save the profile as JSON there'],
  ['v8-version,', 'it is a log of V8; record with `node --cpu-prof` instead and drop the .cpuprofile'],
  ['PERFILE2', 'it is a perf.data file; run `perf script` and drop its text'],
  ['PK\x03\x04', 'it is a zip archive; unpack it first'],
  ['<?xml', 'it is a drawing or a web page, not a recording'],
  ['<svg', 'it is a drawing, not a recording'],
  ['<!DOCTYPE', 'it is a web page, but none that Hearth or async-profiler wrote'],
  ['<!doctype', 'it is a web page, but none that Hearth or async-profiler wrote'],
]

/** `head` is what stands at the beginning of a file, unpacked: 64 KiB of it, or all. */
export function detectFormat(head: Uint8Array): Detected {
  const start = readFileStart(head)
  const { text } = start
  const signed = firstOf('signature', start)
  if (signed !== null) return signed
  if (isHeatMapOfAsyncProfiler(text)) return unknown('it is a heat map of async-profiler; drop its recording (.jfr)')
  const magic = magics.find(([prefix]) => text.startsWith(prefix))
  if (magic !== undefined) return unknown(magic[1])
  if (text.trim() === '') return unknown('it is empty')
  const binary = firstOf('binary', start)
  if (binary !== null) return binary
  if (text.includes('\0')) return unknown('it is not text')
  const lines = firstOf('text', start)
  if (lines !== null) return lines
  if (/^(\xef\xbb\xbf)?\s*[{[]/.test(text))
    return unknown('it is JSON, but of none of the profilers that Hearth can read')
  return unknown('its lines are neither samples of `perf script` nor folded stacks')
}

/** The surest of the formats that are detected in this way. */
function firstOf(by: 'signature' | 'binary' | 'text', start: FileStart): Detected | null {
  const answers = formatIds
    .filter((id) => formats[id].detectedBy === by)
    .map((format) => ({ format, answer: formats[format].detect(start) }))
  const found = answers.find(({ answer }) => answer === 'yes') ?? answers.find(({ answer }) => answer === 'maybe')
  return found === undefined ? null : { format: found.format, isSure: found.answer === 'yes' }
}

const unknown = (hint: string): Detected => ({ format: null, hint })

function isHeatMapOfAsyncProfiler(text: string): boolean {
  return /^\s*<!doctype html>/i.test(text) && text.includes('async-profiler') && /heat ?map/i.test(text)
}
