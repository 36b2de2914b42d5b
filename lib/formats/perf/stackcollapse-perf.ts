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
import { createIndexColumn } from '../reading/number-column.ts'
import { decodeBytes, eachLine, type OnLine } from '../reading/lines.ts'
import {
  type CollapseHeader,
  type CollapseOptions,
  createHeader,
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

/** A period as perf printed it; none and 0 are false to Perl, which then counts 1. */
function readPeriod(bytes: Uint8Array, start: number, end: number): Count {
  if (end - start > 15) return BigInt(decodeBytes(bytes, start, end))
  let period = 0
  for (let at = start; at < end; at++) period = period * 10 + bytes[at]! - 48
  // `00` is true to Perl, and adds nothing.
  return period === 0 && end - start < 2 ? 1 : period
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

/** Bytes of a line of perf script; a longer one is passed over. */
const longestLine = 2 ** 28
const hash = 35

/** Keeps: counts exactly as the script, which loses a sample at the very end without an empty line after it. */
export async function collapsePerf(chunks: AsyncIterable<Uint8Array>, options: CollapseOptions): Promise<Collapsed> {
  const texts = createTexts()
  const counts = createStackCounts(texts)
  const processes = createProcesses(texts, options)
  const frames = createFrames(texts, options)
  const header = createHeader()
  let eventFilter = new TextEncoder().encode(options.eventFilter)
  let isFiltered = false
  let hasPeriods = false
  let process: Process | null = null
  let period: Count = 1
  /**
   * With `srcline`: a frame whose source lines come next, one for each of its first `sourceLines` parts; that of part
   * `nextPart` is the next.
   */
  let awaited: { parts: string[]; sourceLines: number; nextPart: number } | null = null
  let unrecognised = 0
  let firstUnrecognised = 0

  const onLine: OnLine = (bytes, start, end, line) => {
    if (awaited !== null) {
      const sourceLine = tidySourceLine(decodeBytes(bytes, start, end))
      if (sourceLine !== '') awaited.parts[awaited.nextPart] += `:${sourceLine}`
      if (++awaited.nextPart < awaited.sourceLines) return
      for (const part of awaited.parts.reverse()) counts.push(texts.idOf(part))
      awaited = null
    } else if (end === start) {
      if (process === null) return
      counts.finish(process.id, period)
      process = null
    } else if (bytes[start] === hash) return
    else if (readCollapseHeader(bytes, start, end, header)) onHeader(bytes, start)
    else onFrame(frames.find(bytes, start, end, process?.isJava === true), line)
  }

  const onHeader = (bytes: Uint8Array, start: number): void => {
    const { eventStart, eventEnd, periodStart, periodEnd } = header
    if (eventEnd > eventStart) {
      if (eventFilter.length === 0) eventFilter = bytes.slice(eventStart, eventEnd)
      if (!isSame(eventFilter, bytes, eventStart, eventEnd)) {
        isFiltered = true
        return
      }
    }
    process = processes.find(bytes, start, header)
    period = readPeriod(bytes, periodStart, periodEnd)
    hasPeriods ||= period !== 1
  }

  const onFrame = (frame: number, line: number): void => {
    if (frame === unknownLine) {
      if (unrecognised++ === 0) firstUnrecognised = line
    } else if (process !== null) {
      const sourceLines = options.srcline === true ? frames.sourceLines(frame) : 0
      if (sourceLines === 0) frames.pushTo(counts, frame)
      else awaited = { parts: frames.parts(frame), sourceLines, nextPart: 0 }
    }
  }

  /** Takes the line that followed the last one before, where it comes again; -1 leaves it to `onLine`. */
  const takeKnown = (bytes: Uint8Array, start: number, limit: number, line: number): number => {
    if (awaited !== null) return -1
    const end = frames.endOfExpected(bytes, start, limit)
    if (end === -1) return -1
    const frame = frames.expected(process?.isJava === true)
    if (frame === unread) return -1
    onFrame(frame, line)
    return end
  }

  await eachLine(chunks, onLine, { maxLineBytes: longestLine, keepsCarriageReturn: true, takeKnown })
  return {
    lines: counts.lines(),
    unrecognised: { count: unrecognised, firstLine: firstUnrecognised },
    isFiltered,
    hasPeriods,
  }
}

function isSame(text: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false
  for (let at = 0; at < text.length; at++) if (text[at] !== bytes[start + at]) return false
  return true
}

type Texts = ReturnType<typeof createTexts>

/** Texts by number. */
function createTexts() {
  const ids = new Map<string, number>()
  const texts: string[] = []
  return {
    idOf(text: string): number {
      let id = ids.get(text)
      if (id === undefined) ids.set(text, (id = texts.push(text) - 1))
      return id
    },
    textOf: (id: number): string => texts[id]!,
  }
}

interface Process {
  /** Id of the process's name in the table of texts. */
  readonly id: number
  readonly isJava: boolean
}

/** Each distinct beginning of a header, up to its numbers, is read once. */
function createProcesses(texts: Texts, options: CollapseOptions) {
  const lineTable = createLineTable()
  const processes: Process[] = []
  return {
    find(bytes: Uint8Array, start: number, header: CollapseHeader): Process {
      const index = lineTable.find(bytes, start, header.secondEnd)
      if (index !== undefined) return processes[index]!
      const name = nameProcess(bytes, start, header, options)
      const process = { id: texts.idOf(name), isJava: name.startsWith('java') }
      lineTable.add(bytes, start, header.secondEnd, processes.push(process) - 1)
      return process
    },
  }
}

/** A line that is no frame. */
const unknownLine = -1
/** A line that was not read as of this kind of process. */
const unread = -2

/** Each distinct line is read once for processes of either kind: Java's have names of their own. */
function createFrames(texts: Texts, options: CollapseOptions) {
  const lineTable = createLineTable()
  /** Two entries for each line: as a process of Java reads it, and as another does. */
  const frames: number[] = []
  /** The parts of frame i are those from ends[i - 1] to ends[i], innermost first. */
  const parts: number[] = []
  const ends: number[] = []
  const sourceLines: number[] = []

  const read = (text: string, isJava: boolean): number => {
    const frame = readCollapseFrame(text, isJava, options)
    if (frame === null) return unknownLine
    for (const part of frame.parts.toReversed()) parts.push(texts.idOf(part))
    sourceLines.push(frame.sourceLines)
    return ends.push(parts.length) - 1
  }
  const startOf = (frame: number): number => (frame === 0 ? 0 : ends[frame - 1]!)
  const indexOf = (line: number, isJava: boolean): number => (isJava ? line * 2 : line * 2 + 1)

  return {
    find(bytes: Uint8Array, start: number, end: number, isJava: boolean): number {
      let line = lineTable.find(bytes, start, end)
      if (line === undefined) {
        line = frames.push(unread, unread) / 2 - 1
        lineTable.add(bytes, start, end, line)
      }
      const index = indexOf(line, isJava)
      const frame = frames[index]!
      return frame === unread ? (frames[index] = read(decodeBytes(bytes, start, end), isJava)) : frame
    },
    endOfExpected: (bytes: Uint8Array, start: number, limit: number): number =>
      lineTable.endOfExpected(bytes, start, limit),
    /** `unread` when it was met as the other kind only. */
    expected: (isJava: boolean): number => frames[indexOf(lineTable.lastValue(), isJava)]!,
    pushTo(stack: { push(part: number): void }, frame: number): void {
      const end = ends[frame]!
      for (let part = startOf(frame); part < end; part++) stack.push(parts[part]!)
    },
    /** Outermost first. */
    parts: (frame: number): string[] => parts.slice(startOf(frame), ends[frame]).map(texts.textOf).reverse(),
    sourceLines: (frame: number): number => sourceLines[frame]!,
  }
}

/** Sums by stack; a stack is a list of numbers of texts until the end. */
function createStackCounts({ textOf }: Texts) {
  /** The numbers of stack i are those from ends[i - 1] to ends[i], from the leaf to the process. */
  const stacks = createIndexColumn()
  const ends: number[] = []
  const sums: Count[] = []
  const lineTable = createLineTable()
  let stack = new Int32Array(1024)
  let bytes = new Uint8Array(stack.buffer)
  let depth = 0

  const push = (id: number): void => {
    if (depth === stack.length) {
      stack = doubled(stack)
      bytes = new Uint8Array(stack.buffer)
    }
    stack[depth++] = id
  }

  return {
    push,
    finish(process: number, period: Count): void {
      push(process)
      let index = lineTable.find(bytes, 0, depth * 4)
      if (index === undefined) {
        for (let at = 0; at < depth; at++) stacks.add(stack[at]!)
        index = ends.push(stacks.length) - 1
        sums.push(0)
        lineTable.add(bytes, 0, depth * 4, index)
      }
      sums[index] = addCounts(sums[index]!, period)
      depth = 0
    },
    lines(): string[] {
      const merged = new Map<string, Count>()
      for (const [index, end] of ends.entries()) {
        const names: string[] = []
        for (let at = end - 1; at >= (ends[index - 1] ?? 0); at--) names.push(textOf(stacks.at(at)))
        const text = names.join(';')
        merged.set(text, addCounts(merged.get(text) ?? 0, sums[index]!))
      }
      return [...merged.keys()].sort().map((text) => `${text} ${formatPerlCount(merged.get(text)!)}`)
    },
  }
}
