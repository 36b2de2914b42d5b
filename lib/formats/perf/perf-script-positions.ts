/** From the bytes of a frame line to frames of a stack, each distinct line decoded once. */
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { decodeText } from '../reading/lines.ts'
import { createLineTable } from '../reading/line-table.ts'
import {
  firstKernelAddress,
  type FrameLine,
  isAnonymous,
  isJitFile,
  isKernelFile,
  javaFrames,
  readFrameLine,
  readNonJavaFrame,
} from './perf-script-frame.ts'
import { createFrameAdder, type Demangle } from '../reading/import.ts'
import type { StackCollector, TieredFrame } from '../reading/stack-collector.ts'
import { createSymbolTimeline, type SymbolMapAt } from '../../jvm/symbol-timeline.ts'

/** The meaning of a line that is not one frame; frames leaf first. */
type ResolvedLine = readonly TieredFrame[] | TimedResolution | KernelFrame

interface KernelFrame {
  readonly kernel: TieredFrame
}

/** Symbol maps decide: each segment of time has its own answer, asked for once. */
interface TimedResolution {
  readonly address: number
  /** The first index is the JVM, the second the segment. */
  readonly byJvm: { readonly frames: readonly TieredFrame[]; readonly isAmbiguous: boolean }[][]
  /** The JVM whose code it is; null: of the process that the sample is of, if it is there at all. */
  readonly jvm: number | null
  /** The frames in a process without such code. */
  readonly otherwise: readonly TieredFrame[]
}

// Values in the table of lines: a frame with its tier, or no frame, or the index of a ResolvedLine counted down from
// -2.
const noFrame = -1

interface FrameOptions {
  /**
   * perf script did not see the files of these processes. It takes a file of the same path in another container for
   * theirs, so its names are wrong; the kernel's are right.
   */
  readonly isForeign?: boolean
  /** Reads mangled names, which perf left as they were. */
  readonly demangle?: Demangle | undefined
}

export function createFrameResolver(
  builder: ProfileBuilder,
  jitNames: JitNames,
  { isForeign = false, demangle = (symbol) => symbol }: FrameOptions,
) {
  const lines = createLineTable()
  const meanings: ResolvedLine[] = []
  const table = createFrameAdder(builder)
  let ambiguous = 0

  return {
    /** Pushes the frames of this line, leaf first; false when it is no frame. */
    push(bytes: Uint8Array, start: number, end: number, moment: SampleMoment, stack: StackCollector): boolean {
      let value = lines.find(bytes, start, end)
      if (value === undefined) {
        value = read(decodeText(bytes, start, end))
        lines.add(bytes, start, end, value)
      }
      if (value >= 0) stack.push(value)
      else if (value === noFrame) return false
      else {
        const meaning = meanings[-value - 2]!
        if ('kernel' in meaning) stack.pushKernel(meaning.kernel)
        else for (const tiered of 'byJvm' in meaning ? getFramesAt(meaning, moment) : meaning) stack.push(tiered)
      }
      return true
    },
    isNamed: table.isNamed,
    /** Frames pushed whose address had different names in the two nearest symbol maps. */
    ambiguousFrames: () => ambiguous,
  }

  function read(text: string): number {
    const read = readFrameLine(text)
    if (read === null) return noFrame
    const line = isForeign && !isKernelFile(read.file) ? { ...read, symbol: null } : read
    const jvm = jitNames.jvmOf(line.file)
    if (jvm !== null) return storeResolution(byTime(line.address, jvm, []))
    if (isAnonymous(line.file) && jitNames.isCovered(line.address)) {
      return storeResolution(byTime(line.address, null, [table.add(readNonJavaFrame(line))]))
    }
    // Another process's JIT code, or code without any map: perf's word is all there is.
    if (!isJitFile(line.file) && (line.file === null || line.file !== jitNames.givenDso)) {
      const frame = readNonJavaFrame(demangled(line))
      const isInKernel = frame.kind === 'kernel' && line.address >= firstKernelAddress
      return isInKernel ? storeResolution({ kernel: table.add(frame) }) : table.add(frame)
    }
    const frames = javaFrames(line.symbol).map(table.add).reverse()
    return frames.length === 1 ? frames[0]! : storeResolution(frames)
  }

  function demangled(line: FrameLine): FrameLine {
    return line.symbol === null ? line : { ...line, symbol: demangle(line.symbol) }
  }

  function storeResolution(meaning: ResolvedLine): number {
    return -1 - meanings.push(meaning)
  }

  function getFramesAt(meaning: TimedResolution, moment: SampleMoment): readonly TieredFrame[] {
    const jvm = meaning.jvm ?? jitNames.jvmAt(moment, meaning.address)
    if (jvm === null) return meaning.otherwise
    const segment = moment.segments[jvm]!
    const meaningBySegment = (meaning.byJvm[jvm] ??= [])
    if (meaningBySegment[segment] === undefined) {
      const { name, isAmbiguous } = jitNames.resolve(jvm, meaning.address, segment)
      meaningBySegment[segment] = { frames: javaFrames(name).map(table.add).reverse(), isAmbiguous }
    }
    if (meaningBySegment[segment].isAmbiguous) ambiguous++
    return meaningBySegment[segment].frames
  }
}

function byTime(address: number, jvm: number | null, otherwise: readonly TieredFrame[]): TimedResolution {
  return { address, byJvm: [], jvm, otherwise }
}

/** A symbol map and, of several JVMs, the file that perf prints for the JIT code of its JVM. */
export interface JvmMapAt extends SymbolMapAt {
  readonly dso?: string | undefined
}

/** Where a sample stands: its process, and its segment in the timeline of each JVM. */
interface SampleMoment {
  readonly hostPid: number
  readonly segments: readonly number[]
}

type JitNames = ReturnType<typeof createJitNames>

/** `givenDso`: the file of those maps that name none; null for any JIT code at all. */
export function createJitNames(given: readonly JvmMapAt[], givenDso: string | null) {
  const byDso = new Map<string | null, SymbolMapAt[]>()
  for (const map of given) {
    const dso = map.dso ?? givenDso
    const mapsOfDso = byDso.get(dso)
    if (mapsOfDso) mapsOfDso.push(map)
    else byDso.set(dso, [map])
  }
  const jvms = [...byDso]
    .map(([dso, maps]) => ({ dso, timeline: createSymbolTimeline(maps) }))
    .filter(({ timeline }) => timeline.segments > 0)
  return {
    givenDso,
    maps: jvms.flatMap(({ timeline }) => timeline.maps),
    momentAt(hostPid: number, timeMs: number): SampleMoment {
      return { hostPid, segments: jvms.map(({ timeline }) => timeline.segmentAt(timeMs)) }
    },
    /** The JVM whose code a file of JIT code holds; null for any other file, and when it has no map. */
    jvmOf(file: string | null): number | null {
      const jvm = jvms.findIndex(({ dso }) => (dso === null ? isJitFile(file) : dso === file))
      return jvm === -1 ? null : jvm
    },
    /** Some JVM has code there. */
    isCovered: (address: number) => jvms.some(({ timeline }) => timeline.covers(address)),
    /** The JVM that has code at this address in the sample's process. */
    jvmAt({ hostPid }: SampleMoment, address: number): number | null {
      // A recording of one JVM has no other whose code it could be.
      const isOfProcess = (dso: string | null) => jvms.length === 1 || dso === `/tmp/perf-${hostPid}.map`
      const jvm = jvms.findIndex(({ dso, timeline }) => isOfProcess(dso) && timeline.covers(address))
      return jvm === -1 ? null : jvm
    },
    resolve: (jvm: number, address: number, segment: number) => jvms[jvm]!.timeline.resolve(address, segment),
  }
}
