/**
 * Everything that gives a recording its names: symbol maps of the JVMs in time, copies of the libraries that are
 * mapped, a lane for each process. One JVM, or all that live in its container.
 */
import { join } from 'node:path'
import type { Target } from '../../contract/target.ts'
import { isProblem, type Problem, type ProblemCode } from '../../errors.ts'
import { isAlive, type PinnedProcess } from '../../host/process/pinned-process.ts'
import type { ProfileWarning } from '../../profile/model/profile.ts'
import { createWarningList } from './warning-list.ts'
import type { CleanupRecord } from '../cleanup-record-schema.ts'
import type { JvmVersion } from '../jvm/jvm-session.ts'
import { createMappedFiles } from '../symbols/mapped-files.ts'
import type { SymbolMapOptions } from '../symbols/symbol-maps.ts'
import { featureVersion } from '../../jvm/libjvm.ts'
import { isOfNames } from './names-problem.ts'
import {
  type FollowedJvm,
  followJvm,
  framePointerWarning,
  getPerfMapPath,
  javaNamesWarning,
  missedMapWarning,
} from './profiled-jvm.ts'
import { followRecordedProcesses, type RecordedScope } from './recorded-processes.ts'

export type RecordingNames = ReturnType<typeof openRecordingNames>

/** When maps are taken: before the recording, while it runs, after it. */
export type MapMoment = 'first' | 'between' | 'last'

/**
 * Opens the sources of names for the frames of a recording.
 *
 * Throws: Problem `no-container`, `target-gone`, `unsafe-file`, `no-permission`.
 */
export function openRecordingNames(process: PinnedProcess, target: Target, options: SymbolMapOptions & RecordedScope) {
  const processes = followRecordedProcesses(process, target, options)
  const files = createMappedFiles(join(options.directory, 'symfs'))
  const own = followJvm(process, target.jvm.version, options)
  const jvms: FollowedJvm[] = [own]
  const warnings = createWarningList()
  /** Why a JVM has given no map. */
  const problems = new Map<FollowedJvm, Problem>()

  const greet = async (jvm: FollowedJvm, signal: AbortSignal, isLast = false): Promise<JvmVersion> => {
    const { version, preservesFramePointer } = await jvm.identify(signal, isLast)
    problems.delete(jvm)
    if (preservesFramePointer !== true) warnings.add(framePointerWarning(processes.labelOf(jvm.process)))
    return version
  }

  /** Without names a recording shows less, but still the kernel, native code, the garbage collector and the JIT. */
  const missNames = (jvm: FollowedJvm, error: unknown, mustRun: boolean): void => {
    if (!isProblem(error)) throw error
    if (isOfNames(error) && !jvm.hasMap()) problems.set(jvm, error)
    else if (mustRun) throw error
    else warnings.add(missedMapWarning(error))
  }

  async function identifyOwn(signal: AbortSignal): Promise<JvmVersion> {
    try {
      return await greet(own, signal)
    } catch (error) {
      signal.throwIfAborted()
      missNames(own, error, true)
      const { version, preserveFramePointer } = target.jvm
      if (preserveFramePointer === false) warnings.add(framePointerWarning(null))
      return { feature: featureVersion(version) ?? 0, text: version ?? '', build: '' }
    }
  }

  async function* takeMap(
    jvm: FollowedJvm,
    signal: AbortSignal,
    when: MapMoment,
  ): AsyncGenerator<readonly CleanupRecord[]> {
    try {
      const isLast = when === 'last'
      // A JVM that did not answer at first may do so by now.
      if (isLast && !jvm.isIdentified() && isLate(problems.get(jvm)?.code)) await greet(jvm, signal, true)
      using _lock = await jvm.lockMap(signal)
      yield await jvm.prepare()
      await jvm.takeMap(signal, isLast)
    } catch (error) {
      signal.throwIfAborted()
      missNames(jvm, error, when === 'first' && jvm === own)
    }
  }

  async function* addJvm(newProcess: PinnedProcess, signal: AbortSignal): AsyncGenerator<readonly CleanupRecord[]> {
    try {
      const jvm = followJvm(newProcess, null, options)
      jvms.push(jvm)
      yield [] // the caller stores `cleanup`, which has this JVM's by now, before it is asked anything
      await greet(jvm, signal).catch((error: unknown) => {
        signal.throwIfAborted()
        missNames(jvm, error, false)
      })
    } catch (error) {
      signal.throwIfAborted()
      warnings.add(missedMapWarning(error))
    }
  }

  return {
    /** Cleanup records of attaching to the JVMs, as long as this is open. */
    get cleanup() {
      return jvms.flatMap(({ cleanup }) => cleanup)
    },
    get attaches() {
      return jvms.flatMap(({ attaches }) => attaches)
    },
    get warnings() {
      const nameless = jvms.flatMap((jvm) => {
        const problem = jvm.hasMap() ? undefined : problems.get(jvm)
        return problem === undefined ? [] : [javaNamesWarning(processes.labelOf(jvm.process), problem)]
      })
      return [...nameless, ...warnings.list(), ...skippedWarnings(files.skipped)]
    },
    /**
     * Asks the JVM itself; by a look from outside where it does not answer.
     *
     * Throws: Problem `target-gone`, `target-paused`.
     */
    identify: identifyOwn,
    /**
     * Takes a map of each JVM that lives, greets those that are new, and copies libraries. Yields cleanup records of
     * the next step. A failure is a warning; at first it is thrown where the JVM is gone or paused.
     */
    async *update(signal: AbortSignal, when: MapMoment): AsyncGenerator<readonly CleanupRecord[], void> {
      for (const newProcess of processes.findNewJvms()) yield* addJvm(newProcess, signal)
      for (const jvm of jvms) if (isAlive(jvm.process)) yield* takeMap(jvm, signal, when)
      for (const one of processes.alive()) files.update(one)
    },
    /** Units: CLOCK_MONOTONIC seconds. */
    forgetBefore: (clockSeconds: number) => jvms.forEach((jvm) => jvm.forgetBefore(clockSeconds)),
    pids: processes.pids,
    isCounted: processes.isCounted,
    isAnyAlive: processes.isAnyAlive,
    jobFor: (clockOriginSeconds: number) => ({
      javaMaps: jvms.flatMap((jvm) => jvm.mapsSince(clockOriginSeconds)),
      javaDso: getPerfMapPath(process.hostPid),
      processes: processes.lanes(),
    }),
    async [Symbol.asyncDispose]() {
      for (const jvm of jvms) await jvm[Symbol.asyncDispose]()
      processes[Symbol.dispose]()
    },
  }
}

function skippedWarnings(skipped: ReadonlyMap<string, string>): ProfileWarning[] {
  if (skipped.size === 0) return []
  const [path, reason] = [...skipped][0]!
  return [{ code: 'library-not-copied', text: `Functions of ${path} have no names: ${reason}`, count: skipped.size }]
}

/** The JVM let a question pass, or opened no socket in time; it may do so later. */
function isLate(code: ProblemCode | undefined): boolean {
  return code === 'attach-timeout' || code === 'attach-unanswered'
}
