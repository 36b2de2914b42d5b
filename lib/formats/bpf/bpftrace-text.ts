/**
 * Maps of stacks as bpftrace prints them at the end of anybody's script; what Hearth has it print is read by
 * bpftrace.ts.
 *
 *     @[                                   or  @cpu[java, 4711,      keys before a stack: names, numbers
 *         schedule+35                          leaf first
 *         entry_SYSCALL_64_after_hwframe+118
 *     ,                                        the next key; of two stacks, one is the kernel's
 *         Interpreter+4                        names of the program, with their library in newer versions
 *         0x7f148cf9342e
 *     , java]: 12                              keys behind a stack; the value
 *     @[, java]: 10                            no stack
 *
 * Source: print of maps in bpftrace 0.17 to 0.21; real output of 0.17 in golden/bpftrace.
 */
import { noTime } from '../../profile/model/profile-builder.ts'
import { emptyProvenance, type Provenance } from '../../profile/model/profile.ts'
import {
  createImportBuilder,
  createFrameAdder,
  finishImport,
  type ReaderResult,
  type ReaderOptions,
  forEachLine,
  warnAboutStacks,
} from '../reading/import.ts'
import { decodeText } from '../reading/lines.ts'
import { nativeFrame } from '../native/foreign-frame.ts'
import { createStackCollector, type TieredFrame } from '../reading/stack-collector.ts'
import { createWarnings, type Warnings } from '../reading/warnings.ts'
import { findUnitScale } from '../pprof/pprof-values.ts'

export const bpftraceStartPattern = /^@(\w*)\[(.*)$/
export const bpftraceEndPattern = /^((?:,.*)?)\]: (-?\d{1,20})$/
/** An entry that ends where it begins: of a map without stacks, or its stacks are empty. */
const oneLinePattern = /^@\w*\[(.*)\]: (.*)$/
/** Functions that only the kernel has, as whole words: a program may have a `scheduler_loop`. */
const kernelMark = new RegExp(
  `^(${[
    String.raw`entry_(SYSCALL|SYSENTER|INT80)_\w+|do_syscall_(64|x64|x32)|x64_sys_call|__(x64|x32|ia32|arm64)_(compat_)?sys_\w+`,
    String.raw`asm_(exc|sysvec)_\w+|asm_common_interrupt|asm_call_(\w+_)?on_stack|ret_from_(fork(_asm|_nospec_\w+)?|intr|exception|kernel_thread)`,
    String.raw`(__)?schedule|schedule_(timeout|idle|tail|user|preempt_disabled|hrtimeout_range(_clock)?)`,
    String.raw`do_idle|cpu_startup_entry|el0t?_\w+`,
  ].join('|')})(?=[.+ ]|$)`,
)

/** How the name of a map ends that does not count: `@bytes`, `@offcpu_us`, `@nsecs`. */
const unitPattern = /(?:^|_)(?:(ns|us|ms)(?:ecs?)?|(bytes|cycles|(?:nano|micro|milli)seconds))$/i
/** Maps of one bpftrace output that become profiles; the rest is left out, with a warning. */
const mostMaps = 32

interface Entry {
  readonly map: MapProfile
  /** Keys of the entry that are no stacks. */
  readonly keys: string[]
  readonly stacks: string[][]
  readonly line: number
}

/**
 * One profile for each map that holds stacks, since maps may count different things, and the same samples twice; the
 * warnings about the file stand in the first.
 *
 * Keeps: other maps and text that a script printed are skipped; a stack whose value was cut off does not count. A
 * number with no sense to it among the keys, a name among them is the thread.
 */
export async function readBpftraceText(
  chunks: AsyncIterable<Uint8Array>,
  { provenance = {} }: ReaderOptions = {},
): Promise<[ReaderResult, ...ReaderResult[]]> {
  const warnings = createWarnings()
  const maps = new Map<string, MapProfile>()
  /** The one that is being read; null between entries. */
  let entry: Entry | null = null

  const mapOf = (name: string): MapProfile => {
    const existingMap = maps.get(name)
    if (existingMap !== undefined) return existingMap
    const map = createMapProfile(name, maps.size === 0 ? warnings : createWarnings())
    if (maps.size < mostMaps) maps.set(name, map)
    else warnings.addCount('profiles-too-many')
    return map
  }
  const finish = (count: number): void => {
    entry!.map.add(entry!, count)
    entry = null
  }
  /** Entries of one map stand together. A count of another map than the first, which has the warnings, is NaN. */
  const measure = (count: number): number => {
    const [first] = maps.values()
    return maps.size > 1 ? Number.NaN : Math.abs(count) * (first?.scale ?? 1)
  }
  const tellUnfinished = (): void => {
    if (entry !== null) warnings.add('lines-skipped', entry.line)
  }

  const lines = await forEachLine(chunks, warnings, (bytes, from, to, line) => {
    if (to === from) return
    const text = decodeText(bytes, from, to)
    const start = bpftraceStartPattern.exec(text)
    if (start !== null) {
      tellUnfinished()
      entry = null
      const empty = readOneLine(text)
      if (empty === 'other') return warnings.add('lines-skipped', line)
      entry = {
        map: mapOf(start[1]!),
        stacks: empty === null ? [[]] : [],
        keys: keysOf(empty?.keys ?? start[2]!),
        line,
      }
      return empty === null ? undefined : finish(empty.count)
    }
    if (entry === null) {
      // Where the entry begins was damaged.
      const stray = bpftraceEndPattern.exec(text)
      if (stray !== null) return warnings.addUnread('lines-skipped', line, measure(Number(stray[2])))
      if (!/^Attach(?:ing|ed) \d+ probes?|^\^C/.test(text)) warnings.add('lines-skipped', line)
      return
    }
    const end = bpftraceEndPattern.exec(text)
    if (end !== null) {
      entry.keys.push(...keysOf(end[1]!))
      finish(Number(end[2]))
    } else if (text.startsWith(',')) {
      entry.keys.push(...keysOf(text))
      entry.stacks.push([])
    } else if (/^\s/.test(text)) entry.stacks.at(-1)!.push(text.trim())
    else warnings.add('lines-skipped', line)
  })

  tellUnfinished()
  const read = [...maps.values()].map((map) => map.finish(lines, provenance))
  const [first = createMapProfile('', warnings).finish(lines, provenance), ...others] = read
  return [first, ...others.filter(({ profile }) => profile.samples.length > 0)]
}

type MapProfile = ReturnType<typeof createMapProfile>

function createMapProfile(name: string, warnings: Warnings) {
  const builder = createImportBuilder()
  const stacks = createStackCollector(builder)
  const table = createFrameAdder(builder)
  const tieredFrames = new Map<string, TieredFrame>()
  const [, short, long] = unitPattern.exec(name) ?? []
  const [unit, scale] = findUnitScale(short ?? long ?? '')

  const toTieredFrame = (text: string, isKernel: boolean): TieredFrame => {
    const key = `${isKernel ? 'k' : 'u'}${text}`
    const cachedFrame = tieredFrames.get(key)
    if (cachedFrame !== undefined) return cachedFrame
    const tiered = table.add(readFrame(text, isKernel))
    tieredFrames.set(key, tiered)
    return tiered
  }
  return {
    /** What a count is multiplied by in the unit of the profile. */
    scale,
    add({ stacks: found, keys, line }: Entry, count: number): void {
      const isKernel = found.map((stack) => stack.some((frame) => kernelMark.test(frame)))
      stacks.start()
      // The program calls the kernel, in any order of the keys.
      for (const wanted of [true, false]) {
        for (const [index, stack] of found.entries()) {
          if (isKernel[index] === wanted) for (const frame of stack) stacks.push(toTieredFrame(frame, wanted))
        }
      }
      const thread = keys.find((key) => !/^-?\d+$/.test(key)) ?? ''
      const tid = Number(keys.find((key) => /^\d{1,9}$/.test(key)) ?? 0)
      if (count < 0) warnings.addUnread('counts-not-usable', line, -count * scale)
      if (count <= 0) return
      builder.sample(stacks.finish(), builder.thread(thread, thread === '' ? 0 : tid), noTime, count * scale)
    },
    finish(lines: number, overrides: Partial<Provenance>): ReaderResult {
      warnAboutStacks(warnings, stacks)
      const described = { ...emptyProvenance('bpftrace'), event: name === '' || name === 'cpu' ? 'cpu' : `@${name}` }
      return finishImport({ builder, warnings, lines, unit, described, overrides, isNamed: table.isNamed })
    },
  }
}

/**
 * Keys and count of an entry without a stack: one of its keys is nothing. Null for one that goes on in the next line;
 * `other` for one that has no stack among its keys, or no number as its value.
 */
export function readOneLine(text: string): { readonly keys: string; readonly count: number } | 'other' | null {
  const [, keys, value] = oneLinePattern.exec(text) ?? []
  if (keys === undefined) return null
  const hasEmpty = keys.split(',').some((key) => key.trim() === '')
  return hasEmpty && /^-?\d{1,20}$/.test(value!) ? { keys, count: Number(value) } : 'other'
}

/** `schedule+35`, `fib+12 (/opt/app)`, `0x7f148cf9342e`, `7f148cf9342e fib+12 ([unknown])` of mode perf. */
function readFrame(text: string, isKernel: boolean) {
  const [, said = text, file = null] = /^(.*?)(?: \(([^()]*(?:\([^()]*\)[^()]*)?)\))?$/s.exec(text) ?? []
  const symbol = said.replace(/^[0-9a-f]{8,16} (?=\S)/, '').replace(/\+(\d+|0x[0-9a-f]+)$/, '')
  const isNamed = symbol !== '' && symbol !== '[unknown]' && !/^(0x)?[0-9a-f]{6,16}$/.test(symbol)
  // A blank stands before a file, none before the parameters of a function.
  const binary = isKernel ? '[kernel.kallsyms]' : isNamed ? file : (file ?? '[unknown]')
  return nativeFrame(isNamed ? symbol : null, binary)
}

/** The keys of one line that are no stack. */
function keysOf(text: string): string[] {
  return text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
}
