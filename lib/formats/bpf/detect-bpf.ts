import { bccBytesPattern, bccCountPattern, bccHeaderPattern, bccProcessPattern } from './bcc.ts'
import { bpftraceEndPattern, bpftraceStartPattern, readOneLine } from './bpftrace-text.ts'
import type { FormatAnswer } from '../reading/file-start.ts'

/** Yes: the header of such a tool, and a stack with its count. Maybe: one of the two. */
export function detectBcc(lines: readonly string[]): FormatAnswer {
  const isStackBeside = (at: number) => [at - 1, at + 1].some((beside) => /^\s+\S/.test(lines[beside] ?? ''))
  if (lines.some((line, index) => bccBytesPattern.test(line) && isStackBeside(index))) return 'yes'
  const hasHeader = lines.slice(0, 5).some((line) => bccHeaderPattern.test(line))
  const hasCount = lines.some(
    (line, index) => bccCountPattern.test(line) && /^\s+\S/.test(lines[index - 1] ?? '') && isOfBcc(lines, index),
  )
  if (hasHeader && hasCount) return 'yes'
  return hasHeader || hasCount ? 'maybe' : 'no'
}

/** Without a header, only the line of a process distinguishes these counts from any other text with numbers. */
function isOfBcc(lines: readonly string[], index: number): boolean {
  return bccProcessPattern.test(lines[index - 1]!) || bccHeaderPattern.test(lines[0]!)
}

/** Yes: a map whose key holds a stack, to its count. Maybe: one that begins, or of which all stacks are empty. */
export function detectBpftraceText(lines: readonly string[]): FormatAnswer {
  const start = lines.findIndex((line) => bpftraceStartPattern.test(line) && readOneLine(line) === null)
  if (start !== -1 && /^\s+\S/.test(lines[start + 1] ?? ''))
    return lines.slice(start).some((line) => bpftraceEndPattern.test(line)) ? 'yes' : 'maybe'
  return lines.some(isEmptyStack) ? 'maybe' : 'no'
}

function isEmptyStack(line: string): boolean {
  const entry = readOneLine(line)
  return entry !== null && entry !== 'other'
}
