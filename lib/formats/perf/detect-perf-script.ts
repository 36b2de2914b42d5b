import type { FormatAnswer, FileStart } from '../reading/file-start.ts'
import { readFrameLine } from './perf-script-frame.ts'
import { readSampleHeader } from './perf-script-header.ts'

/**
 * Yes: a sample with a frame below or behind it, and most lines are samples or frames. Maybe: samples alone, or most
 * lines are something else, which other formats may know.
 */
export function isPerfScript({ lines }: Pick<FileStart, 'lines'>): FormatAnswer {
  if (lines.some((line) => /^# (cmdline|captured on|perf version) *:/.test(line))) return 'yes'
  let hasSample = false
  let hasTime = false
  let hasFrame = false
  let isInSample = false
  let unread = 0
  let isLikeFolded = false
  for (const line of lines) {
    if (line.startsWith('#')) continue
    if (isInSample && isFrame(line, hasTime)) {
      hasFrame = true
      continue
    }
    const header = readSampleHeader(line.slice(0, 1000))
    isInSample = header !== null
    // `uniq -c` of folded text: a number, a stack, a number.
    if (header?.comm.includes(';') === true && Number.isNaN(header.seconds)) isLikeFolded = true
    if (header === null) unread++
    else if (!Number.isNaN(header.seconds)) {
      hasSample = hasTime = true
      hasFrame ||= readFrameLine(header.rest) !== null
    }
  }
  if (!hasFrame && !hasSample) return 'no'
  return hasFrame && !isLikeFolded && unread * 2 < lines.length ? 'yes' : 'maybe'
}

function isFrame(line: string, isTimed: boolean): boolean {
  const frame = readFrameLine(line)
  // Without indentation, only the file behind it tells a frame from folded text.
  if (frame === null || !/^\s/.test(line)) return frame?.file != null
  // A number alone may be the weight of folded text without a stack, below a stack that looks like a name and an id.
  return isTimed || !/^\s*\d+\s*$/.test(line)
}
