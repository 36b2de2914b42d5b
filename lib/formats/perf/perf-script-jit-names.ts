/** The symbol maps of all JVMs in one recording: which of them names a piece of JIT code, and how. */
import { createSymbolTimeline, type SymbolMapAt, type SymbolTimeline } from '../../jvm/symbol-timeline.ts'
import { isJitFile } from './perf-script-frame.ts'

/** A symbol map and, of several JVMs, what perf prints as the file of its JIT code. */
export interface JvmMapAt extends SymbolMapAt {
  readonly dso?: string | undefined
}

/** Where a sample stands: its process, and its segment in the timeline of each JVM. */
export interface SampleMoment {
  readonly hostPid: number
  readonly segments: readonly number[]
}

export interface JitNames {
  readonly givenDso: string | null
  readonly maps: readonly SymbolMapAt[]
  momentAt(hostPid: number, timeMs: number): SampleMoment
  /** The JVM whose code a file of JIT code stands for; null for any other file, and when it has no map. */
  jvmOf(file: string | null): number | null
  /** Some JVM has code there. */
  isCovered(address: number): boolean
  /** The JVM that has code at this address in the sample's process. */
  jvmAt(moment: SampleMoment, address: number): number | null
  resolve(jvm: number, address: number, segment: number): ReturnType<SymbolTimeline['resolve']>
}

/** `givenDso`: the file of those maps that name none; null for any JIT code at all. */
export function createJitNames(given: readonly JvmMapAt[], givenDso: string | null): JitNames {
  const byDso = new Map<string | null, SymbolMapAt[]>()
  for (const map of given) {
    const dso = map.dso ?? givenDso
    const known = byDso.get(dso)
    if (known) known.push(map)
    else byDso.set(dso, [map])
  }
  const jvms = [...byDso]
    .map(([dso, maps]) => ({ dso, timeline: createSymbolTimeline(maps) }))
    .filter(({ timeline }) => timeline.segments > 0)
  return {
    givenDso,
    maps: jvms.flatMap(({ timeline }) => timeline.maps),
    momentAt: (hostPid, timeMs) => ({ hostPid, segments: jvms.map(({ timeline }) => timeline.segmentAt(timeMs)) }),
    jvmOf(file) {
      const jvm = jvms.findIndex(({ dso }) => (dso === null ? isJitFile(file) : dso === file))
      return jvm === -1 ? null : jvm
    },
    isCovered: (address) => jvms.some(({ timeline }) => timeline.covers(address)),
    jvmAt({ hostPid }, address) {
      // A recording of one JVM has no other whose code it could be.
      const own = (dso: string | null) => jvms.length === 1 || dso === `/tmp/perf-${hostPid}.map`
      const jvm = jvms.findIndex(({ dso, timeline }) => own(dso) && timeline.covers(address))
      return jvm === -1 ? null : jvm
    },
    resolve: (jvm, address, segment) => jvms[jvm]!.timeline.resolve(address, segment),
  }
}
