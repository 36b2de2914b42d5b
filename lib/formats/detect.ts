/** Which format some first bytes are in. Each reader answers yes, no or maybe; the surest answer wins. */
import { magic as profileMagic } from '../profile/model/encoding-layout.ts'
import { isBcc, isBpftraceText } from './bpf/detect-bpf.ts'
import { isCpuProfile, isFirefox, isSpeedscope } from './json/detect-json.ts'
import { type Answer, isPprof } from './pprof/detect-pprof.ts'
import { htmlGenerator } from './html/html-file.ts'
import { decodeBytes } from './reading/lines.ts'
import { readFrameLine } from './perf/perf-script-frame.ts'
import { readSampleHeader } from './perf/perf-script-header.ts'

/** `hearth` is the encoded profile itself, `html` the file of html-file.ts around it. */
export type FormatId =
  | 'perf-script'
  | 'folded'
  | 'pprof'
  | 'speedscope'
  | 'jfr'
  | 'cpuprofile'
  | 'firefox'
  | 'async-profiler-html'
  | 'bcc'
  | 'bpftrace'
  | 'bpftrace-text'
  | 'hearth'
  | 'html'

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

/** So much of a file is looked at. */
const headBytes = 65_536

/** `head` is what stands at the beginning of a file, unpacked: 64 KiB of it, or all. */
export function detectFormat(head: Uint8Array): Detected {
  if (profileMagic.every((byte, index) => head[index] === byte)) return { format: 'hearth', isSure: true }
  const text = decodeBytes(head, 0, Math.min(head.length, headBytes))
  if (text.startsWith('<!') && text.includes(htmlGenerator)) return { format: 'html', isSure: true }
  const page = ofAsyncProfiler(text)
  if (page !== null) return page
  const jfr = isJfr(text)
  if (jfr !== 'no') return { format: 'jfr', isSure: jfr === 'yes' }
  const magic = magics.find(([start]) => text.startsWith(start))
  if (magic !== undefined) return { format: null, hint: magic[1] }
  if (text.trim() === '') return { format: null, hint: 'it is empty' }
  const pprof = isPprof(head.subarray(0, headBytes))
  if (pprof !== 'no') return { format: 'pprof', isSure: pprof === 'yes' }
  if (text.includes('\0')) return { format: null, hint: 'it is not text' }
  const lines = completeLines(text, head.length)
  const answers: readonly (readonly [FormatId, Answer])[] = [
    ['speedscope', isSpeedscope(text)],
    ['firefox', isFirefox(text)],
    ['cpuprofile', isCpuProfile(text)],
    ['bpftrace', text.startsWith('# bucket ') ? 'yes' : 'no'],
    ['bpftrace-text', isBpftraceText(lines)],
    ['perf-script', isPerfScript(lines)],
    ['bcc', isBcc(lines)],
    ['folded', isFolded(lines)],
  ]
  for (const wanted of ['yes', 'maybe'] as const) {
    const found = answers.find(([, answer]) => answer === wanted)
    if (found !== undefined) return { format: found[0], isSure: wanted === 'yes' }
  }
  if (/^(\xef\xbb\xbf)?\s*[{[]/.test(text))
    return { format: null, hint: 'it is JSON, but of none of the profilers that Hearth can read' }
  return { format: null, hint: 'its lines are neither samples of `perf script` nor folded stacks' }
}

/** Yes: a chunk of version 2 begins here. Maybe: another version, of which the reader says that it cannot read it. */
function isJfr(text: string): Answer {
  if (!text.startsWith('FLR\0')) return 'no'
  return text.startsWith('\0\x02', 4) ? 'yes' : 'maybe'
}

/** A page of async-profiler: its flame graph, since what it draws in other ways is not read. */
function ofAsyncProfiler(text: string): Detected | null {
  if (!/^\s*<!doctype html>/i.test(text) || !text.includes('async-profiler')) return null
  if (/^\s*function f\((key, level|level, left)/m.test(text)) return { format: 'async-profiler-html', isSure: true }
  if (/heat ?map/i.test(text))
    return { format: null, hint: 'it is a heat map of async-profiler; drop its recording (.jfr)' }
  return /levels = Array\(/.test(text) ? { format: 'async-profiler-html', isSure: false } : null
}

function completeLines(text: string, length: number): string[] {
  const lines = text.split('\n', 2000).map((line) => line.replace(/\r$/, ''))
  // The last one may be cut in the middle.
  if (lines.length > 1 && length >= headBytes) lines.pop()
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
    const isTimed = !Number.isNaN(header.seconds)
    // A number alone may be the weight of folded text without a stack, below a stack that looks like a name and an id.
    const isFrame = /^\s/.test(next) && readFrameLine(next) !== null && (isTimed || !/^\s*\d+\s*$/.test(next))
    if (isFrame) return 'yes'
    if (isTimed) {
      if (readFrameLine(header.rest) !== null) return 'yes'
      answer = 'maybe'
    }
  }
  return answer
}

/** Yes: every line ends with a count and some have more than one frame. Maybe: most lines do, or one stack fills all we see. */
function isFolded(lines: readonly string[]): Answer {
  const [first = ''] = lines
  if (lines.length === 1 && first.length >= headBytes && /^[^\s{[<][^;]*;/.test(first)) return 'maybe'
  const counted = lines.filter((line) => /^(\S.*)?[ \t]\d+(\.\d*)?$/.test(line) || line.startsWith('#'))
  if (counted.length === 0 || counted.length < lines.length / 2) return 'no'
  return counted.length === lines.length && counted.some((line) => line.includes(';')) ? 'yes' : 'maybe'
}
