/**
 * One JVM of a recording: the requests to it while perf runs, and the symbol maps it gave, in the order of their time.
 */
import { basename } from 'node:path'
import { isProblem, type Problem } from '../../errors.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import type { ProfileWarning } from '../../profile/model/profile.ts'
import type { CleanupRecord } from '../cleanup-record-schema.ts'
import { type JvmVersion, openJvmSession } from '../jvm/jvm-session.ts'
import { listAttachCleanup } from '../jvm/shared-session.ts'
import { openSymbolMaps, type SymbolMapOptions, type SymbolMaps, type SymbolMapCopy } from '../symbols/symbol-maps.ts'
import { repairs } from '../../repairs.ts'
import { attachWaitMs } from '../../host/attach/attach-waits.ts'

export interface JvmIdentity {
  readonly version: JvmVersion
  /** Whether the JVM keeps frame pointers; null where that is unknown. */
  readonly preservesFramePointer: boolean | null
}

export type FollowedJvm = ReturnType<typeof followJvm>

/**
 * Opens a session to a JVM, until the result is disposed of. Nothing is signalled yet. `passiveVersion`: its Java
 * version as seen from outside, null where that is unknown. A map is taken by `lockMap`, `prepare` and `takeMap`, in
 * this order.
 *
 * Throws: Problem `target-gone`, `unsafe-file`, `no-permission`.
 */
export function followJvm(process: PinnedProcess, passiveVersion: string | null, options: SymbolMapOptions) {
  const jvm = openJvmSession(process, passiveVersion)
  const attachCleanup = listAttachCleanup(jvm, passiveVersion)
  let maps: SymbolMaps | null = null
  /** By the time at which they were taken. */
  let copies: SymbolMapCopy[] = []

  async function identify(signal: AbortSignal, isLast = false): Promise<JvmIdentity> {
    if (!isLast) jvm.assertResponsive()
    const version = await jvm.version(signal)
    const preservesFramePointer = await jvm.booleanFlag('PreserveFramePointer', signal)
    maps = await openSymbolMaps(jvm, options, signal)
    return { version, preservesFramePointer }
  }

  return {
    process,
    /** Whether the JVM has given a map so far. */
    hasMap: () => copies.length > 0,
    /** Cleanup records of requests to it: as long as this is open, and of maps that it did not write in time. */
    get cleanup(): CleanupRecord[] {
      return [...attachCleanup, ...(maps?.late() ?? [])]
    },
    attaches: jvm.attaches,
    /**
     * Asks it who it is and how it writes its maps; with `isLast` also when it did not answer a question just now.
     *
     * Throws: Problem `attach-timeout`; as openSymbolMaps.
     */
    identify,
    isIdentified: () => maps !== null,
    /** Takes a lock for as long as a map is prepared and taken; null where there is none to take. */
    lockMap: (signal: AbortSignal) => maps?.lock(signal) ?? null,
    /** Gives the cleanup records of one more map, before `takeMap`. */
    prepare: () => maps?.prepare() ?? Promise.resolve([]),
    /**
     * Has the JVM write its map and copies it. With `isLast`, and without any map so far, it is waited for longer: the
     * recording is over, and has no name of Java else. Throws: Problem; the reason of `signal`.
     */
    async takeMap(signal: AbortSignal, isLast: boolean) {
      const waitMs = isLast && copies.length === 0 ? attachWaitMs.onlySymbolMap : attachWaitMs.symbolMap
      if (maps) copies.push(await maps.take(waitMs, signal))
    },
    /**
     * Removes maps that were taken before, but the last of them, which was in force then. Units: CLOCK_MONOTONIC
     * seconds.
     */
    forgetBefore(clockSeconds: number) {
      const old = copies.filter((map) => map.clockSeconds < clockSeconds).slice(0, -1)
      copies = copies.filter((map) => !old.includes(map))
      for (const map of old) maps?.drop(map)
    },
    /**
     * Gives all maps for the parser: paths relative to the capture's directory, times in ms since `clockOriginSeconds`,
     * which are negative before it, and `dso` as perf names the file in its samples.
     */
    mapsSince: (clockOriginSeconds: number) =>
      copies.map((map) => ({
        path: basename(map.path),
        atMs: (map.clockSeconds - clockOriginSeconds) * 1000,
        dso: getPerfMapPath(process.hostPid),
      })),
    [Symbol.asyncDispose]: () => jvm[Symbol.asyncDispose](),
  }
}

/** Gives the name that perf prints as the file of a process's JIT code. */
export function getPerfMapPath(hostPid: number): string {
  return `/tmp/perf-${hostPid}.map`
}

/** Says that stacks of a JVM are cut off for want of frame pointers. `label`: null for the JVM that is profiled. */
export function framePointerWarning(label: string | null): ProfileWarning {
  const which = label === null ? 'The JVM' : `The JVM ${label}`
  return { code: 'no-frame-pointer', text: `${which} ${repairs.framePointers.loss}`, count: 1 }
}

/** Says that Java methods have no names when a JVM gave no map at all. `label` as above. */
export function javaNamesWarning(label: string | null, problem: Problem): ProfileWarning {
  const which = label === null ? 'Java methods have no names' : `Java methods of ${label} have no names`
  return { code: 'java-names-missing', text: `${which}: ${problem.message}`, count: 1 }
}

/**
 * Says that a map is missing, and why. The samples are worth having all the same: without this map some frames get
 * the name of an older one, or none. Throws: what is no Problem.
 */
export function missedMapWarning(error: unknown): ProfileWarning {
  if (!isProblem(error)) throw error
  return { code: 'symbol-map-missed', text: `A symbol map could not be taken: ${error.message}`, count: 1 }
}
