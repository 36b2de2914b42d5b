/** Which format some first bytes are in. Each reader answers yes, no or maybe; the surest answer wins. */
import { decodeBytes } from './lines.ts'
import { readFrameLine } from './perf-script-frame.ts'
import { readSampleHeader } from './perf-script-header.ts'

export type FormatId = 'perf-script' | 'folded'
type Answer = 'yes' | 'no' | 'maybe'

/** `hint` says what the file seems to be, when it is none of ours. */
export type Detected =
  { readonly format: FormatId; readonly isSure: boolean } | { readonly format: null; readonly hint: string }

const magics: readonly (readonly [string, string])[] = [
  ['\x1f\x8b', 'it is compressed with gzip; unpack it first'],
  ['PERFILE2', 'it is a perf.data file; run `perf script` and drop its text'],
  ['FLR\0', 'it is a Flight Recorder file'],
  ['PK\x03\x04', 'it is a zip archive; unpack it first'],
  ['<?xml', 'it is a drawing or a web page, not a recording'],
  ['<svg', 'it is a drawing, not a recording'],
  ['<!DOCTYPE', 'it is a web page, not a recording'],
]

export function detectFormat(head: Uint8Array): Detected {
  const text = decodeBytes(head, 0, Math.min(head.length, 65536))
  const magic = magics.find(([start]) => text.startsWith(start))
  if (magic !== undefined) return { format: null, hint: magic[1] }
  if (text.trim() === '') return { format: null, hint: 'it is empty' }
  if (text.includes('\0')) return { format: null, hint: 'it is not text' }
  const lines = completeLines(text, head.length)
  const answers: readonly (readonly [FormatId, Answer])[] = [
    ['perf-script', isPerfScript(lines)],
    ['folded', isFolded(lines)],
  ]
  for (const wanted of ['yes', 'maybe'] as const) {
    const found = answers.find(([, answer]) => answer === wanted)
    if (found !== undefined) return { format: found[0], isSure: wanted === 'yes' }
  }
  return { format: null, hint: 'its lines are neither samples of `perf script` nor folded stacks' }
}

function completeLines(text: string, length: number): string[] {
  const lines = text.split('\n', 2000).map((line) => line.replace(/\r$/, ''))
  // The last one may be cut in the middle.
  if (lines.length > 1 && length >= 65536) lines.pop()
  return lines.filter((line) => line.trim() !== '')
}

/** Yes: a sample with a frame below or behind it. Maybe: a sample alone. */
function isPerfScript(lines: readonly string[]): Answer {
  if (lines.some((line) => /^# (cmdline|captured on|perf version) *:/.test(line))) return 'yes'
  let answer: Answer = 'no'
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('#')) continue
    const header = readSampleHeader(line.slice(0, 1000))
    if (header === null) continue
    const next = lines[index + 1] ?? ''
    if (/^\s/.test(next) && readFrameLine(next) !== null) return 'yes'
    if (!Number.isNaN(header.seconds)) {
      if (readFrameLine(header.rest) !== null) return 'yes'
      answer = 'maybe'
    }
  }
  return answer
}

/** Yes: every line ends with a count and some have more than one frame. Maybe: most lines do. */
function isFolded(lines: readonly string[]): Answer {
  const counted = lines.filter((line) => /^\S.*[ \t]\d+(\.\d*)?$/.test(line) || line.startsWith('#'))
  if (counted.length === 0 || counted.length < lines.length / 2) return 'no'
  return counted.length === lines.length && counted.some((line) => line.includes(';')) ? 'yes' : 'maybe'
}
