/**
 * The text of `perf script` folded exactly as stackcollapse-perf.pl folds it, oddities included, so that people can
 * compare line by line and replace it. What Hearth itself shows is read by perf-script.ts.
 *
 * All text here is one character a byte, since Perl matches, cuts and sorts bytes.
 *
 * Source: github.com/brendangregg/FlameGraph, stackcollapse-perf.pl; its option --inline, which runs addr2line on files
 * the text names, is left out on purpose.
 */
import { doubled } from '../../profile/model/pair-table.ts'
import { createLineTable } from '../reading/line-table.ts'
import { decodeBytes, eachLine, type OnLine } from '../reading/lines.ts'
import {
  type CollapseFrame,
  type CollapseOptions,
  nameProcess,
  readCollapseFrame,
  readCollapseHeader,
  tidySourceLine,
} from './stackcollapse-perf-lines.ts'

/**
 * Perl's arithmetic as far as stackcollapse-perf.pl uses it: whole numbers are exact up to 2^64 - 1, sums beyond are
 * floating point and print with 15 digits.
 */
type Count = number | bigint

const largestWhole = 2n ** 64n - 1n

/** A period as perf printed it; none, empty and 0 are false to Perl, which then counts 1. */
function readPeriod(digits: string | null): Count {
  if (digits === null || digits === '' || digits === '0') return 1
  return digits.length <= 15 ? Number(digits) : BigInt(digits)
}

function addCounts(a: Count, b: Count): Count {
  const sum = Number(a) + Number(b)
  return typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(sum) ? sum : BigInt(a) + BigInt(b)
}

function formatPerlCount(count: Count): string {
  if (typeof count === 'number' || count <= largestWhole) return String(count)
  return Number(count)
    .toPrecision(15)
    .replace(/\.?0+(?=e)/, '')
}

export interface Collapsed {
  /** Sorted, without newline, one character a byte. */
  readonly lines: string[]
  readonly unrecognised: { readonly count: number; readonly firstLine: number }
  /** Samples of other events were left out. */
  readonly isFiltered: boolean
  /** Samples have periods other than 1, so that the counts are no numbers of samples. */
  readonly hasPeriods: boolean
}

const longestLine = 2 ** 28
const hash = 35

/** Keeps: what the script keeps; a sample at the very end without an empty line after it is lost, as it is there. */
export async function collapsePerf(chunks: AsyncIterable<Uint8Array>, options: CollapseOptions): Promise<Collapsed> {
  const counts = createStackCounts()
  const readFrame = createFrameReader(options)
  let eventFilter = options.eventFilter ?? ''
  let isFiltered = false
  let hasPeriods = false
  let process = ''
  let period: Count = 1
  /** With `srcline`: a frame whose place stands on the next lines, one for each of its first `awaited.places` parts. */
  let awaited: { parts: string[]; sourceLines: number; found: number } | null = null
  let unrecognised = 0
  let firstUnrecognised = 0

  const onLine: OnLine = (bytes, start, end, line) => {
    if (awaited !== null) {
      const sourceLine = tidySourceLine(decodeBytes(bytes, start, end))
      if (sourceLine !== '') awaited.parts[awaited.found] += `:${sourceLine}`
      if (++awaited.found < awaited.sourceLines) return
      counts.push(awaited.parts)
      awaited = null
    } else if (end === start) {
      if (isFalse(process)) return
      counts.finish(process, period)
      process = ''
    } else if (bytes[start] !== hash) onText(bytes, start, end, line)
  }

  const onText: OnLine = (bytes, start, end, line) => {
    const header = readCollapseHeader(bytes, start, end)
    if (header !== null) {
      if (header.event !== null && eventFilter === '') eventFilter = header.event
      if (header.event !== null && header.event !== eventFilter) isFiltered = true
      else {
        process = nameProcess(header, options)
        period = readPeriod(header.period)
        hasPeriods ||= period !== 1
      }
      return
    }
    const frame = readFrame(bytes, start, end, process.startsWith('java'))
    if (frame === null) {
      if (unrecognised++ === 0) firstUnrecognised = line
    } else if (!isFalse(process)) {
      if (options.srcline !== true || frame.sourceLines === 0) counts.push(frame.parts)
      else awaited = { parts: [...frame.parts], sourceLines: frame.sourceLines, found: 0 }
    }
  }

  await eachLine(chunks, onLine, { maxLineBytes: longestLine, keepsCarriageReturn: true })
  return {
    lines: counts.lines(),
    unrecognised: { count: unrecognised, firstLine: firstUnrecognised },
    isFiltered,
    hasPeriods,
  }
}

/** What Perl calls false of a text. */
function isFalse(text: string): boolean {
  return text === '' || text === '0'
}

/** Each distinct line is read once; Java processes have names of their own. */
function createFrameReader(options: CollapseOptions) {
  const tables = [createLineTable(), createLineTable()] as const
  const frames: (CollapseFrame | null)[] = []
  return (bytes: Uint8Array, start: number, end: number, isJava: boolean): CollapseFrame | null => {
    const table = tables[isJava ? 1 : 0]
    const known = table.find(bytes, start, end)
    if (known !== undefined) return frames[known]!
    const frame = readCollapseFrame(decodeBytes(bytes, start, end), isJava, options)
    table.add(bytes, start, end, frames.push(frame) - 1)
    return frame
  }
}

/** Sums by stack; a stack is a list of numbers that stand for texts until the end. */
function createStackCounts() {
  const ids = new Map<string, number>()
  const stacks: { readonly text: string; count: Count }[] = []
  const known = createLineTable()
  let stack = new Int32Array(1024)
  let depth = 0

  const push = (text: string): void => {
    let id = ids.get(text)
    if (id === undefined) ids.set(text, (id = ids.size))
    if (depth === stack.length) stack = doubled(stack)
    stack[depth++] = id
  }
  const spell = (): string => {
    const texts = [...ids.keys()]
    return Array.from(stack.subarray(0, depth), (id) => texts[id]!)
      .reverse()
      .join(';')
  }

  return {
    /** One line's frames, outermost first; lines come from the leaf. */
    push(parts: readonly string[]): void {
      for (let part = parts.length - 1; part >= 0; part--) push(parts[part]!)
    },
    finish(process: string, period: Count): void {
      push(process)
      const bytes = new Uint8Array(stack.buffer)
      let index = known.find(bytes, 0, depth * 4)
      if (index === undefined) {
        index = stacks.push({ text: spell(), count: 0 }) - 1
        known.add(bytes, 0, depth * 4, index)
      }
      stacks[index]!.count = addCounts(stacks[index]!.count, period)
      depth = 0
    },
    lines(): string[] {
      const merged = new Map<string, Count>()
      for (const { text, count } of stacks) merged.set(text, addCounts(merged.get(text) ?? 0, count))
      return [...merged.keys()].sort().map((text) => `${text} ${formatPerlCount(merged.get(text)!)}`)
    },
  }
}
