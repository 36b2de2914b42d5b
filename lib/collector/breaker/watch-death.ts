/** Watches a JVM from the moment an engine comes in until a minute after it left: does it die of it? */
import { setTimeout as sleep } from 'node:timers/promises'
import { pinTarget } from '../../capture/jvm/pin-target.ts'
import type { Target } from '../../contract/target.ts'
import { isProblem } from '../../errors.ts'
import { type CrashFileWatch, readOutOfMemoryKills, watchCrashFile } from '../../host/process/crash-file.ts'
import { followContainerEvents, type SubscribeToContainers } from './container-events.ts'
import { isAlive, type PinnedProcess } from '../../host/process/pinned-process.ts'

/** How a JVM died, from what was seen of it; pure. */
export interface DeathFacts {
  /** A file that HotSpot wrote when it crashed, and was not there before. */
  readonly crashFile: string | null
  /** A process was killed for want of memory in the moment it died. */
  readonly isOutOfMemory: boolean
  /** Signals that were sent through the Docker engine in the last seconds: `docker stop`, `docker kill`. */
  readonly signalsSent: readonly number[]
  /** Exit code of its container; null when that goes on, or it is unknown. */
  readonly exitCode: number | null
  /** The engine was about to begin: libraries are loaded then. */
  readonly isBeforeRecording: boolean
}

/**
 * Signals that ask a process to go: SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM. What makes a JVM crash is none of them.
 */
const terminationSignals: ReadonlySet<number> = new Set([1, 2, 3, 9, 15])
/** It ended because it was asked to: 128 + SIGHUP, SIGINT, SIGTERM. */
const terminationExitCodes: ReadonlySet<number> = new Set([129, 130, 143])

/** `killed for want of memory`; null when no engine is the cause, or that is unknown. */
export function explainDeath(facts: DeathFacts): string | null {
  const { crashFile, isOutOfMemory, signalsSent, exitCode, isBeforeRecording } = facts
  if (crashFile !== null) return `it crashed and left ${crashFile}`
  if (isOutOfMemory) return 'killed for want of memory'
  if (signalsSent.some((signal) => terminationSignals.has(signal))) return null
  if (exitCode === null || terminationExitCodes.has(exitCode)) return null
  // A job that is done is no accident, but a library that calls exit() while it is loaded is.
  if (exitCode === 0) return isBeforeRecording ? 'it ended by itself, with exit code 0, when the engine came in' : null
  return exitCode === 137 ? 'killed (exit code 137)' : `it ended with exit code ${exitCode}`
}

export interface DeathWatch {
  /** The engine has begun to record: its libraries are loaded. */
  recording(): void
  /** The engine has let go of the JVM. */
  ended(): void
}

export type DeathWatcher = ReturnType<typeof createDeathWatcher>

export interface DeathWatcherOptions {
  readonly subscribe: SubscribeToContainers
  /** Gets what is no Problem but a bug. */
  readonly report: (error: unknown) => void
  /** How long after its end a capture is still held responsible. */
  readonly afterMs?: number
}

/** Interval of the look whether a JVM that an engine has used still runs. */
const deathPollMs = 250
/** How long after a death the Docker engine may tell of it. */
const deathReportMs = 3000
/** How far apart the Docker engine may tell that a container died and that it ran out of memory, in any order. */
const deathEventOrderMs = 500
/** How long before the death of a JVM a signal to its container may have ended it. */
const recentSignalMs = 30_000

/** How long after its use by an engine the end of a JVM may have been caused by it. */
const blameMs = 60_000

export function createDeathWatcher({ subscribe, report, afterMs = blameMs }: DeathWatcherOptions) {
  const stopping = new AbortController()
  const watches = new Set<Promise<void>>()

  async function follow(target: Target, marks: Marks, onDeath: (reason: string) => void): Promise<void> {
    using events = followContainerEvents(target.container?.id, subscribe)
    const { last } = events
    using watched = openTarget(target)
    const begun = performance.now()
    // Kills on the whole host until just before the death: they count only where Docker gives no exit code.
    let kills = readOutOfMemoryKills()
    for (;;) {
      const isOver = marks.endedAt !== null && performance.now() - marks.endedAt > afterMs
      if (isOver || stopping.signal.aborted) return
      if (watched === null ? last('die') !== null : !isAlive(watched.process)) break
      kills = readOutOfMemoryKills()
      await pause(deathPollMs)
    }
    const diedAt = performance.now()
    const isDeathReported = () =>
      target.container === null || last('die') !== null || performance.now() - diedAt > deathReportMs
    while (!isDeathReported() && !stopping.signal.aborted) await pause(deathPollMs)
    await pause(deathEventOrderMs) // `oom` may come after `die`
    const exitCode = last('die')?.exitCode ?? null
    const reason = explainDeath({
      crashFile: watched?.crash.find() ?? null,
      isOutOfMemory: last('oom') !== null || (exitCode === null && readOutOfMemoryKills() > kills),
      signalsSent: events.list
        .filter(({ action, at }) => action === 'kill' && diedAt - at < recentSignalMs)
        .flatMap(({ signal }) => signal ?? []),
      exitCode,
      isBeforeRecording: !marks.isRecording,
    })
    const seconds = Math.round((diedAt - begun) / 1000)
    if (reason !== null && !stopping.signal.aborted) onDeath(`${reason}, ${seconds} s after the attach`)
  }

  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)

  return {
    /** `onDeath` gets how it died, when an engine may have been the cause. */
    watch(target: Target, onDeath: (reason: string) => void): DeathWatch {
      const marks: Marks = { isRecording: false, endedAt: null }
      const watching = follow(target, marks, onDeath)
        .catch(report)
        .finally(() => watches.delete(watching))
      watches.add(watching)
      return {
        recording: () => void (marks.isRecording = true),
        ended: () => void (marks.endedAt ??= performance.now()),
      }
    },
    /** No more deaths are reported. */
    async stop() {
      stopping.abort()
      await Promise.all(watches)
    },
  }
}

interface Marks {
  isRecording: boolean
  endedAt: number | null
}

/**
 * Opens what is watched of a JVM; null when it cannot be seen from here: then its container's events are all there is.
 */
function openTarget(target: Target): ({ process: PinnedProcess; crash: CrashFileWatch } & Disposable) | null {
  let process: PinnedProcess | undefined
  try {
    const pinned = (process = pinTarget(target))
    const crash = watchCrashFile(pinned, target.namespacePid)
    const dispose = () => {
      crash[Symbol.dispose]()
      pinned.close()
    }
    return { process: pinned, crash, [Symbol.dispose]: dispose }
  } catch (error) {
    process?.close()
    if (!isProblem(error)) throw error
    return null
  }
}
