/**
 * Stacks as the tools of bcc print them when they are not asked to fold: `profile`, `offcputime`, `wakeuptime` and
 * others of their kind, and `stackcount`.
 *
 *     Sampling at 49 Hertz of all threads by user + kernel stack for 3 secs.
 *
 *         finish_task_switch.isra.0_[k]        leaf first; _[k] with -a
 *         schedule_[k]
 *         --                                   with -d: between the kernel's frames and the program's
 *         epoll_pwait
 *         -                MainThread (25875)  the program's name and PID
 *             1                                count; microseconds of a tool that measures time
 *
 * mallocstacks has bytes, above each stack or below it, and the library behind each frame:
 *
 *     81920 bytes allocated at:
 *         os::malloc+0x30 [libjvm.so]
 *
 * offwaketime and wakeuptime name who waits and who wakes it, one of them as the leaf; with -v tools number frames:
 *
 *         waker:           swapper/0 0
 *         #0  0xffffffff81112233 try_to_wake_up+0x2b
 *         --               --
 *         schedule
 *         target:          java 4711
 *
 * With `-f` they print folded text, which folded.ts reads.
 *
 * Source: tools/profile.py and tools/offcputime.py of bcc 0.26 and 0.31; real outputs of 0.26 in golden/bcc.
 */
import { noTime } from '../../profile/model/profile-builder.ts'
import { emptyProvenance } from '../../profile/model/profile.ts'
import {
  createStackImport,
  createFrameAdder,
  finishImport,
  type ReaderResult,
  type ReaderOptions,
  forEachLine,
  warnAboutStacks,
  type ReadFrame,
} from '../reading/import.ts'
import { decodeText } from '../reading/lines.ts'
import { createLineTable } from '../reading/line-table.ts'
import { nativeFrame } from '../native/foreign-frame.ts'
import type { TieredFrame } from '../reading/stack-collector.ts'

/** `-   name (pid)`, the end of a stack; of stackcount with -P `b'name' [pid]`. */
export const bccProcessPattern = /^\s+(?:-\s+(?:b')?(\S.*?)'? \((\d{1,10})\)|(?:b')?(\S.*?)'? \[(\d{1,10})\])$/
const bccLabelPattern = /^\s+(target|waker):\s+(\S.*?)(?: (\d{1,10}))?$/
export const bccCountPattern = /^\s+(\d{1,19})$/
export const bccBytesPattern = /^(\s*)(\d{1,19}) bytes allocated at:$/
/** The first line that such a tool prints. */
export const bccHeaderPattern = /^(Sampling at .* stack|Tracing .*\(us\)|Tracing \d+ functions for )/

/**
 * Keeps: skips lines that are nothing of the above; a stack whose count was cut off does not count.
 */
export async function readBcc(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: ReaderOptions = {},
): Promise<ReaderResult> {
  const { builder, stacks, warnings } = createStackImport()
  const table = createFrameAdder(builder)
  const frameLines = createFrameLines(table.add)
  /** The stack that is being read, leaf first: its frames of the kernel, as far as `--`, and the others. */
  let kernelFrames: TieredFrame[] = []
  let frames: number[] = []
  const noThread = builder.thread('')
  let thread = noThread
  /** Where it begins, 0 between stacks. */
  let firstLine = 0
  let isMicroseconds = false
  let isBytes = false
  /** Bytes of the stack that follows; null where the count stands below the stack. */
  let bytesAbove: number | null = null
  let frequencyHz: number | null = null

  const finish = (count: number): void => {
    stacks.start()
    for (const tiered of kernelFrames) stacks.push(tiered)
    for (const line of frames) stacks.push(frameLines.frameOf(line))
    const weight = isMicroseconds ? count * 1000 : count
    if (count > 0) builder.sample(stacks.finish(), thread, noTime, weight)
    forget()
  }
  const forget = (): void => {
    kernelFrames = []
    frames = []
    thread = noThread
    firstLine = 0
    bytesAbove = null
  }
  /** A stack is closed by its count; one that has none was cut. */
  const dropUnfinished = (): void => {
    if (bytesAbove !== null) finish(bytesAbove)
    if (firstLine > 0) warnings.add('lines-skipped', firstLine)
    forget()
  }

  const fileLines = await forEachLine(chunks, warnings, (bytes, from, to, line) => {
    const start = findFirstVisible(bytes, from, to)
    if (start === to) return dropUnfinished()
    const size = bytes[to - 1] === colon ? bccBytesPattern.exec(decodeText(bytes, from, to)) : null
    if (size !== null) {
      isBytes = true
      if (size[1] !== '' && firstLine > 0) return finish(Number(size[2]))
      dropUnfinished()
      bytesAbove = Number(size[2])
      return
    }
    const mayBeProcess = bytes[start] === minus || bytes[to - 1] === closeBracket
    const mayBeLabel = bytes[start] === letterT || bytes[start] === letterW // `target:`, `waker:`
    if (start === from) {
      const text = decodeText(bytes, start, to)
      if (text === 'Detaching...' || text === '^C') return
      if (!bccHeaderPattern.test(text)) return warnings.add('lines-skipped', line)
      isMicroseconds ||= /\(us\)/.test(text)
      const hertz = /^Sampling at (\d{1,6}) Hertz/.exec(text)
      if (hertz !== null) frequencyHz = Number(hertz[1])
      return
    }
    const isLeaf = firstLine === 0
    if (isLeaf) firstLine = line
    if (mayBeLabel && !isLeaf) {
      const [, label, name, pid = '0'] = bccLabelPattern.exec(decodeText(bytes, from, to)) ?? []
      if (label !== undefined) {
        thread = builder.thread(name!, Number(pid))
        return
      }
    }
    if (mayBeProcess) {
      const text = decodeText(bytes, from, to)
      const process = bccProcessPattern.exec(text)
      if (process !== null) {
        thread = builder.thread(process[1] ?? process[3]!, Number(process[2] ?? process[4]))
        return
      }
      if (/^\s+--$/.test(text)) {
        kernelFrames = frames.map(frameLines.kernelFrameOf)
        frames = []
        return
      }
    }
    const count = isDigit(bytes[start]!) ? bccCountPattern.exec(decodeText(bytes, from, to)) : null
    if (count !== null) finish(Number(count[1]))
    else frames.push(frameLines.numberOf(bytes, start, to))
  })

  dropUnfinished()
  warnAboutStacks(warnings, stacks)
  return finishImport({
    ...{ builder, warnings, lines: fileLines, overrides: provenance, isNamed: table.isNamed },
    unit: isBytes ? 'bytes' : isMicroseconds ? 'nanoseconds' : 'samples',
    described: {
      ...emptyProvenance('bcc'),
      ...{ event: isBytes ? 'native-memory' : isMicroseconds ? 'off-cpu' : 'cpu', frequencyHz },
    },
  })
}

/** Every distinct line that is a frame. */
function createFrameLines(add: (frame: ReadFrame) => TieredFrame) {
  const lineTable = createLineTable()
  const lines: { readonly text: string; readonly frame: TieredFrame; kernelFrame: TieredFrame | null }[] = []
  return {
    numberOf(bytes: Uint8Array, start: number, end: number): number {
      const met = lineTable.find(bytes, start, end)
      if (met !== undefined) return met
      const text = decodeText(bytes, start, end)
      lineTable.add(bytes, start, end, lines.length)
      return lines.push({ text, frame: add(readBccFrame(text, false)), kernelFrame: null }) - 1
    },
    frameOf: (line: number): TieredFrame => lines[line]!.frame,
    /** Gives the frame as one of the kernel, where a `--` follows that says so. */
    kernelFrameOf: (line: number): TieredFrame => {
      const met = lines[line]!
      return (met.kernelFrame ??= add(readBccFrame(met.text, true)))
    },
  }
}

/** `#0  0x00007f10e8c3a000 scan+0x12 (/app/depot+0x1139)`: the name, and the file behind it. */
const numberedFramePattern = /^#\d+\s+0x[0-9a-f]+ (.*?)(?: \((\S+)\+0x[0-9a-f]+\))?$/

function readBccFrame(text: string, isKernel: boolean): ReadFrame {
  const label = bccLabelPattern.exec(` ${text}`)
  if (label !== null) return nativeFrame(`${label[1]}: ${label[2]}`, null)
  if (/^--\s+--$/.test(text)) return nativeFrame('--', null)
  const isMarked = text.endsWith('_[k]')
  const [, said = text, library = null] = /^(.*) \[([^\]\s]+)\]$/.exec(text) ?? numberedFramePattern.exec(text) ?? []
  // Bytes as Python 3 shows them, of a bcc that was made for Python 2.
  const symbol = (isMarked ? text.slice(0, -4) : said.replace(/^b'(.*)'$/, '$1')).replace(/\+0x[0-9a-f]+$/, '')
  const isNamed = symbol !== '[unknown]' && !/^0x[0-9a-f]+$/.test(symbol)
  const binary = isMarked || isKernel ? '[kernel.kallsyms]' : (library ?? (isNamed ? null : '[unknown]'))
  return nativeFrame(isNamed ? symbol : null, binary)
}

function findFirstVisible(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && (bytes[at] === 32 || bytes[at] === 9)) at++
  return at
}

const minus = 45
const colon = 58
const closeBracket = 93
const letterT = 116
const letterW = 119
const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57
