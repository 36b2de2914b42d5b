/**
 * Folded text: a stack from its root, a blank, a number. The one format every tool reads and writes.
 *
 *     main;com.acme.Shop.search_[j];java.util.HashMap.get_[i] 42
 *
 * A suffix tells how a frame ran: _[j] compiled, _[i] inlined, _[0] interpreted, _[1] C1, _[k] kernel. A first frame
 * `[http-1 tid=4711]` is a thread, as async-profiler writes it. The last blank of a line is the one before its number,
 * so names may hold blanks; nothing escapes a `;`.
 *
 * `uniq -c` has the number in front, behind blanks; before a stack with a number of its own it says how often that line
 * stood there:
 *
 *          42 main;com.acme.Shop.search
 */
import { type FormatAnswer, type FileStart, startBytes } from '../reading/file-start.ts'
import { readThreadFrame } from '../reading/thread-frame.ts'
import { isVmBlob } from '../reading/vm-blob.ts'
import { canonicalJavaName } from '../../jvm/java-name.ts'
import { type CompileTier, emptyProvenance, type FrameKind, type Unit } from '../../profile/model/profile.ts'
import { noTime, type ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { isUsableCount, parseCount, readCount, readCountBefore, trimEnd } from './count.ts'
import { createFoldedStacks, type ReadTieredFrame } from './folded-stacks.ts'
import {
  createImportBuilder,
  type Demangle,
  finishImport,
  type ReaderResult,
  type ReaderOptions,
  forEachLine,
} from '../reading/import.ts'
import { decodeText } from '../reading/lines.ts'
import { createLineTable } from '../reading/line-table.ts'
import { canonicalNativeName, rustName } from '../native/native-name.ts'
import { unknownJavaName } from '../perf/perf-script-frame.ts'
import { cutMarker, packTieredFrame } from '../reading/stack-collector.ts'
import { createWarnings } from '../reading/warnings.ts'
import { lengthComment } from './write-folded.ts'

export interface FoldedOptions extends ReaderOptions {
  /**
   * The leaf is a class, as async-profiler writes it for allocations and locks: its suffix, `byte[]_[i]` or
   * `byte[]_[k]`, then tells the kind of event and nothing of the frame. Where it may be a function too, one that is
   * named as a class is one.
   */
  readonly leafIsClass?: boolean | 'if-named-so'
}

const semicolon = 59
const hash = 35
const openBracket = 91
const blanks = new Set([9, 32])

/**
 * Keeps: skips comments; lines without a number at the end (without a word when they begin with #); numbers that are
 * negative or not finite. A line ` 5` is weight without a stack; cuts the middle out of stacks deeper than 65,536
 * frames.
 */
export async function readFolded(
  chunks: AsyncIterable<Uint8Array>,
  { leafIsClass = false, provenance = {}, demangle }: FoldedOptions = {},
): Promise<ReaderResult> {
  const builder = createImportBuilder()
  const warnings = createWarnings()
  const noThread = builder.thread('')
  const austin = createAustinUnit()
  const length = createLength()

  const readNamed = leafIsClass === 'if-named-so' ? readFoldedLeafByName : readFoldedLeaf
  const readLeaf = leafIsClass === true ? readFoldedClass : readNamed
  const stacks = createFoldedStacks(builder, createFrameReader(builder, { readLeaf, demangle }))

  let hasTwoCounts = null as boolean | null
  const lines = await forEachLine(chunks, warnings, (bytes, start, lineEnd, line) => {
    const trimmed = trimEnd(bytes, start, lineEnd)
    const counted = blanks.has(bytes[start]!) ? readCountBefore(bytes, start, trimmed) : null
    if (counted !== null) {
      const own = readCount(bytes, counted.stackStart, trimmed)
      const product = counted.weight * (own?.weight ?? 1)
      if (!isUsableCount(product)) return skipCount(line, product)
      return addStack(bytes, counted.stackStart, own?.stackEnd ?? trimmed, product)
    }
    const count = readCount(bytes, start, trimmed)
    if (isComment(bytes, start, trimmed)) {
      length.read(bytes, start, trimmed)
      return austin.read(bytes, start, trimmed)
    }
    if (count === null) {
      const before = readCountBefore(bytes, start, trimmed)
      if (before !== null) addStack(bytes, before.stackStart, trimmed, before.weight)
      else if (trimmed > start && bytes[start] !== hash) warnings.add('lines-skipped', line)
      return
    }
    if (hasTwoCounts !== false) hasTwoCounts = hasStackAndCount(bytes, start, count.stackEnd)
    if (!isUsableCount(count.weight)) return skipCount(line, count.weight)
    addStack(bytes, start, count.stackEnd, count.weight)
  })

  warnings.addCount('stacks-cut', stacks.cut)
  if (hasTwoCounts === true) warnings.addCount('perhaps-two-counts')
  const described = { ...emptyProvenance('folded'), durationMs: length.ms }
  return finishImport({ builder, warnings, lines, unit: austin.unit, described, overrides: provenance })

  function skipCount(line: number, count: number): void {
    warnings.addUnread('counts-not-usable', line, Math.abs(count) * austin.scale)
  }

  function addStack(bytes: Uint8Array, start: number, end: number, weight: number): void {
    if (weight === 0) return
    const { thread, stackStart } = readThread(bytes, start, end)
    builder.sample(stacks.read(bytes, stackStart, end), thread, noTime, weight * austin.scale)
  }

  function readThread(bytes: Uint8Array, start: number, end: number): { thread: number; stackStart: number } {
    if (bytes[start] !== openBracket) return { thread: noThread, stackStart: start }
    const after = bytes.indexOf(semicolon, start)
    const first = decodeText(bytes, start, after === -1 || after > end ? end : after)
    const named = readThreadFrame(first)
    if (named === null) return { thread: noThread, stackStart: start }
    const isAlone = after === -1 || after > end
    return { thread: builder.thread(named.name, named.tid), stackStart: isAlone ? end : after + 1 }
  }
}

/**
 * Reads the unit that Austin names in comments before its stacks: time in microseconds, or memory in bytes.
 *
 * Source: Austin 3, `# austin: 3.6.0` and `# mode: wall`.
 */
function createAustinUnit() {
  let isAustin = false
  let unit: Unit = 'samples'
  return {
    get unit() {
      return unit
    },
    get scale() {
      return unit === 'nanoseconds' ? 1000 : 1
    },
    read(bytes: Uint8Array, start: number, end: number): void {
      const [, key, value] = /^# (austin|mode): (\w+)/.exec(decodeText(bytes, start, Math.min(end, start + 100))) ?? []
      isAustin ||= key === 'austin'
      if (!isAustin || key !== 'mode') return
      if (value === 'memory') unit = 'bytes'
      else if (value === 'wall' || value === 'cpu') unit = 'nanoseconds'
    },
  }
}

/** Reads the length that Hearth names in a comment. Files that were put together have several, and no length. */
function createLength() {
  const found: number[] = []
  return {
    get ms() {
      const [only = null, ...others] = found
      return others.length === 0 ? only : null
    },
    read(bytes: Uint8Array, start: number, end: number): void {
      const text = decodeText(bytes, start, Math.min(end, start + 100))
      const ms = text.startsWith(lengthComment) ? text.slice(lengthComment.length) : ''
      if (/^\d{1,12}$/.test(ms) && Number(ms) > 0) found.push(Number(ms))
    },
  }
}

interface FrameReaderOptions {
  /** Reads the frame at the end of a stack. */
  readonly readLeaf?: typeof readFoldedFrame
  readonly demangle?: Demangle | undefined
}

/** Each distinct frame is read once. */
export function createFrameReader(
  builder: ProfileBuilder,
  { readLeaf = readFoldedLeaf, demangle = (symbol) => symbol }: FrameReaderOptions = {},
): ReadTieredFrame {
  const callers = createLineTable()
  const leaves = createLineTable()
  return (bytes, start, end, isLeaf) => {
    const table = isLeaf ? leaves : callers
    const cachedFrame = table.find(bytes, start, end)
    if (cachedFrame !== undefined) return cachedFrame
    const { name, kind, raw, tier } = (isLeaf ? readLeaf : readFoldedFrame)(decodeText(bytes, start, end))
    const symbol = kind === 'native' ? demangle(raw) : raw
    const frame = builder.frame(symbol === raw ? name : canonicalNativeName(symbol), kind, { raw })
    const tiered = packTieredFrame(frame, tier)
    table.add(bytes, start, end, tiered)
    return tiered
  }
}

/** A class that was allocated, waited for or thrown, as async-profiler writes it at the end of a stack. */
export function readFoldedClass(text: string): ReturnType<typeof readFoldedFrame> {
  const name = text.replace(/_\[[jik01]\]$/, '')
  return { name, kind: 'java', raw: name, tier: 'unknown' }
}

// No function of the kernel is called so.
const classOutsideTlab = /(\[\]|[./][\p{Lu}$][^./]*([./+]0x[0-9a-f]+)?)_\[k\]$/u

/**
 * A frame at the end of a stack, where async-profiler writes a class that was allocated outside a TLAB as `byte[]_[k]`
 * and `java.util.HashMap$Node_[k]`.
 */
function readFoldedLeaf(text: string): ReturnType<typeof readFoldedFrame> {
  return classOutsideTlab.test(text) ? readFoldedClass(text) : readFoldedFrame(text)
}

const namedAsClass = /(\[\]|[./][\p{Lu}$][^./]*)(_\[[jik01]\])?$/u

function readFoldedLeafByName(text: string): ReturnType<typeof readFoldedFrame> {
  return namedAsClass.test(text) ? readFoldedClass(text) : readFoldedLeaf(text)
}

/** Name, kind and tier of one frame, by its suffix first and by the look of its name second. */
export function readFoldedFrame(text: string): { name: string; kind: FrameKind; raw: string; tier: CompileTier } {
  if (text.endsWith('_[k]')) {
    const name = text.slice(0, -4)
    return { name, kind: 'kernel', raw: name, tier: 'unknown' }
  }
  const { name, isMethod, tier } = canonicalJavaName(text)
  const isAnnotated = /_\[[ji01]\]$/.test(text)
  const raw = isAnnotated ? text.slice(0, -4) : text
  if (isMethod || isAnnotated) return { name, kind: 'java', raw, tier }
  return { name: rustName(name), kind: kindByName(name), raw, tier }
}

function kindByName(name: string): FrameKind {
  if (name === '[unknown]' || name === cutMarker) return 'unknown'
  if (name === unknownJavaName) return 'java'
  return isVmBlob(name) ? 'vm' : 'native'
}

function hasStackAndCount(bytes: Uint8Array, start: number, end: number): boolean {
  const count = readCount(bytes, start, end)
  return count !== null && count.stackEnd > start
}

/** `#` and a blank behind it: a frame `#<Class:App>` of Ruby is none. */
export function isComment(bytes: Uint8Array, start: number, end: number): boolean {
  if (end === start || bytes[start] !== hash) return false
  return end === start + 1 || bytes[start + 1] === hash || blanks.has(bytes[start + 1]!)
}

/** A count before the stack, as `uniq -c` writes it. It needs a `;`: a stack of one frame may be any text. */
const countBeforePattern = /^[ \t]+\d+[ \t](\S[^;]*;.*)$/

/** So many lines of one frame each are folded stacks without a `;`; fewer may be any text, or Java methods. */
const manyLines = 20

/**
 * Yes: every line but the comments ends with a count and some have more than one frame. Maybe: most lines do, or one
 * stack fills all we see.
 */
export function isFolded({ lines }: Pick<FileStart, 'lines'>): FormatAnswer {
  const [first = ''] = lines
  if (lines.length === 1 && first.length >= startBytes && /^[^\s{[<][^;]*;/.test(first)) return 'maybe'
  const content = lines.filter((line) => !/^#(#|\s|$)/.test(line))
  const stacks = content.map(readStackText).filter((stack) => stack !== null)
  if (stacks.length === 0 || stacks.length < content.length / 2) return 'no'
  if (!stacks.some((stack) => stack.includes(';'))) {
    const isList = stacks.length >= manyLines && !stacks.some((stack) => stack.endsWith(':'))
    return isList || stacks.every((stack) => readFoldedFrame(stack).kind === 'java') ? 'maybe' : 'no'
  }
  return stacks.length === content.length ? 'yes' : 'maybe'
}

/** The counts of folded text stand in front, as `uniq -c` writes them. */
export function hasCountsInFront({ lines }: Pick<FileStart, 'lines'>): boolean {
  const [first = ''] = lines.filter((line) => !/^#(#|\s|$)/.test(line))
  return countBeforePattern.test(first) || (/^\d+[ \t]+\S.*;/.test(first) && !endsInCount(first.trimEnd()))
}

/** Gives the stack before the count, or behind it; null where no count ends or begins the line. */
function readStackText(line: string): string | null {
  const text = line.trimEnd()
  const counted = countBeforePattern.exec(text)
  if (counted !== null) return counted[1]!
  if (!endsInCount(text)) return /^\d+[ \t]+(\S[^;]*;.*)$/.exec(text)?.[1] ?? null
  const stack = text.slice(0, lastBlank(text)).trimEnd()
  return /^\s/.test(stack) ? null : stack
}

const lastBlank = (text: string) => Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t'))

function endsInCount(text: string): boolean {
  const blank = lastBlank(text)
  return blank !== -1 && parseCount(text.slice(blank + 1)) !== null
}
