import type { Answer, FileStart } from '../reading/file-start.ts'
import { readFrameLine } from './perf-script-frame.ts'
import { readSampleHeader } from './perf-script-header.ts'

/** Yes: a sample with a frame below or behind it. Maybe: a sample alone. */
export function isPerfScript({ lines }: Pick<FileStart, 'lines'>): Answer {
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
