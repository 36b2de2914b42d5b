/**
 * Everything that gives a recording its names: symbol maps of the JVMs in time, copies of the libraries that are mapped, a
 * lane for each process. One JVM, or all that live in its container.
 */
import { join } from 'node:path'
import type { CaptureRequest } from '../../contract/capture.ts'
import type { ParserJob } from '../../contract/parser-job.ts'
import type { Target } from '../../contract/target.ts'
import { Problem } from '../../errors.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import type { ProfileWarning } from '../../profile/model/profile.ts'
import type { CleanupRecord } from '../engine.ts'
import type { JvmVersion } from '../jvm/jvm-session.ts'
import { createMappedFiles } from '../symbols/mapped-files.ts'
import type { SymbolMapOptions } from '../symbols/symbol-maps.ts'
import { type FollowedJvm, followJvm, framePointerWarning, getPerfMapPath, missedMapWarning } from './profiled-jvm.ts'
import { followContainerProcesses } from './container-processes.ts'
import { isAlive } from './perf-ending.ts'

/** Warnings of a recording that may last a day: the same one again only counts. */
export function createWarningList() {
  const byText = new Map<string, ProfileWarning>()
  return {
    add(warning: ProfileWarning): void {
      const key = `${warning.code} ${warning.text}`
      const before = byText.get(key)
      // What differs in every text, a path or a time, must not fill the memory.
      if (before === undefined && byText.size >= maxTexts) return
      byText.set(key, { ...warning, count: warning.count + (before?.count ?? 0) })
    },
    list: (): ProfileWarning[] => [...byText.values()],
  }
}

const maxTexts = 50

export type PerfNames = ReturnType<typeof openPerfNames>

export interface PerfNamesOptions extends SymbolMapOptions {
  readonly scope: CaptureRequest['scope']
  /** perf sees nothing but the container: what it recorded need not be sifted. */
  readonly isBounded: boolean
}

/** Throws: Problem `no-container`, `target-gone`, `unsafe-file`, `no-permission`. */
export function openPerfNames(process: PinnedProcess, target: Target, options: PerfNamesOptions) {
  const { scope, isBounded, directory } = options
  const container = target.container
  if (scope !== 'jvm' && container === null) throw new Problem('no-container', { target: process.label })
  const containerProcesses = scope === 'jvm' ? null : followContainerProcesses(container!.id)
  const files = createMappedFiles(join(directory, 'symfs'))
  const own = followJvm(process, target.jvm.version, options)
  const jvms: FollowedJvm[] = [own]
  const warnings = createWarningList()
  const alive = () => [process, ...(containerProcesses?.alive ?? [])].filter(isAlive)

  const greet = async (jvm: FollowedJvm, signal: AbortSignal): Promise<JvmVersion> => {
    const { version, preservesFramePointer } = await jvm.identify(signal)
    const label = jvm === own ? null : (containerProcesses?.lanes.get(jvm.process.hostPid) ?? null)
    if (preservesFramePointer !== true) warnings.add(framePointerWarning(label))
    return version
  }

  async function* takeMap(
    jvm: FollowedJvm,
    signal: AbortSignal,
    mustWork: boolean,
  ): AsyncGenerator<readonly CleanupRecord[]> {
    try {
      yield await jvm.prepare()
      await jvm.takeMap(signal)
    } catch (error) {
      signal.throwIfAborted()
      if (mustWork) throw error
      warnings.add(missedMapWarning(error))
    }
  }

  async function* addJvm(newProcess: PinnedProcess, signal: AbortSignal): AsyncGenerator<readonly CleanupRecord[]> {
    try {
      const jvm = followJvm(newProcess, null, options)
      jvms.push(jvm)
      yield []
      await greet(jvm, signal)
    } catch (error) {
      signal.throwIfAborted()
      warnings.add(missedMapWarning(error))
    }
  }

  return {
    /** What talking to the JVMs may leave, as long as this is open. */
    get cleanup() {
      return jvms.flatMap(({ cleanup }) => cleanup)
    },
    get attaches() {
      return jvms.flatMap(({ attaches }) => attaches)
    },
    get warnings() {
      return [...warnings.list(), ...skippedWarnings(files.skipped)]
    },
    /** Asks the JVM itself. Throws: what attaching throws, Problem `perf-map-missing`. */
    identify: (signal: AbortSignal) => greet(own, signal),
    /**
     * Takes a map of each JVM that lives, greets those that are new, and copies libraries. Yields what the next step may
     * leave. `mustWork`: what goes wrong with the JVM itself is thrown, and else a warning.
     */
    async *update(signal: AbortSignal, mustWork: boolean = false): AsyncGenerator<readonly CleanupRecord[], void> {
      for (const newProcess of containerProcesses?.scan() ?? []) {
        if (newProcess.hostPid !== process.hostPid) yield* addJvm(newProcess, signal)
      }
      for (const jvm of jvms) if (isAlive(jvm.process)) yield* takeMap(jvm, signal, mustWork && jvm === own)
      for (const one of alive()) files.update(one)
    },
    /** Units: CLOCK_MONOTONIC seconds. */
    forgetBefore: (clockSeconds: number) => jvms.forEach((jvm) => jvm.forgetBefore(clockSeconds)),
    /** The processes whose samples are read; null for all that perf recorded. */
    pids(): readonly number[] | null {
      if (scope === 'host' || (scope === 'container' && isBounded)) return null
      return containerProcesses === null
        ? [process.hostPid]
        : [...new Set([process.hostPid, ...containerProcesses.lanes.keys()])]
    },
    isCounted: countedIn(),
    /** Is anything left to record? */
    isAnyAlive: () => scope === 'host' || alive().length > 0,
    jobFor: (clockOriginSeconds: number) => ({
      javaMaps: jvms.flatMap((jvm) => jvm.mapsSince(clockOriginSeconds)),
      javaDso: getPerfMapPath(process.hostPid),
      processes: containerProcesses === null ? null : lanes(containerProcesses.lanes),
    }),
    async [Symbol.asyncDispose]() {
      for (const jvm of jvms) await jvm[Symbol.asyncDispose]()
      containerProcesses?.[Symbol.dispose]()
    },
  }

  function countedIn(): ((hostPid: number) => boolean) | null {
    if (scope === 'host' || (scope === 'container' && isBounded)) return null
    return (hostPid) => hostPid === process.hostPid || (containerProcesses?.lanes.has(hostPid) ?? false)
  }

  /** The container's name stands first where others are shown too. */
  function lanes(names: ReadonlyMap<number, string>): NonNullable<ParserJob['processes']> {
    const prefix = scope === 'host' ? `${container!.name} · ` : ''
    const labels = Object.fromEntries([...names].map(([hostPid, name]) => [`${hostPid}`, prefix + name]))
    return { labels, others: scope === 'host' ? 'other processes' : null }
  }
}

function skippedWarnings(skipped: ReadonlyMap<string, string>): ProfileWarning[] {
  if (skipped.size === 0) return []
  const [path, reason] = [...skipped][0]!
  return [{ code: 'library-not-copied', text: `Functions of ${path} have no names: ${reason}`, count: skipped.size }]
}
