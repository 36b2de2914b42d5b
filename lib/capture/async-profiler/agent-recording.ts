/** One run of async-profiler in a JVM: loaded, started, ended in every case, and nothing of it left there. */
import { isProblem, Problem } from '../../errors.ts'
import type { AsyncProfilerLibrary } from '../../host/library/async-profiler-library.ts'
import { createHeldFile, type HeldFile } from '../../host/container-files/output-file.ts'
import { findLibraryPlace, type LibraryPlace } from '../../host/library/library-directory.ts'
import { pathsOfLibrary, placeLibrary } from '../../host/library/install-library.ts'
import type { Leftover } from '../engine.ts'
import type { JvmSession } from '../jvm/jvm-session.ts'
import { dumpOptions, stopOptions } from './agent-options.ts'
import { isMusl, libraryName, ownDirectory } from './library-name.ts'
import { stateOf } from './end-reason.ts'

export interface AgentPlan {
  readonly jvm: JvmSession
  readonly library: AsyncProfilerLibrary
  readonly place: Extract<LibraryPlace, { directory: string }>
  /** In the JVM's /tmp, which it must be able to write to anyway: its attach socket lies there. */
  readonly recordingPath: string
  readonly logPath: string
  /** Where perf events are handed over, when they are. */
  readonly socketPath: string
  /** Makes names nobody can guess. */
  readonly captureId: string
  /** musl looks at the file at each call, where glibc knows a library by its path; so there it stays until the end. */
  readonly keepsLibrary: boolean
}

export interface AgentRecording extends AsyncDisposable {
  /** What is there so far; grows. */
  bytes(): number
  /** Of the file system that it lies on. */
  freeBytes(): number
  /** Has the profiler end a chunk, so that what is there can be read. Throws: Problem, when it is not running any more. */
  flush(): Promise<void>
  copyTo(destination: string, maxBytes: number): number
  /** Ends it; again does nothing. False when it had ended by itself, or the JVM answers no more. */
  stop(): Promise<boolean>
}

const maxLogBytes = 64 * 1024

/** Only looks. Throws: Problem `no-library-place`, `target-gone`, `no-permission`. */
export function planAgent(
  jvm: JvmSession,
  library: AsyncProfilerLibrary,
  captureId: string,
  maps: readonly string[],
): AgentPlan {
  const { process, status, label } = jvm
  const writer = globalThis.process.getuid?.() === 0 ? 'root' : 'target'
  const place = findLibraryPlace(process, status, { writer, preferred: ownDirectory(maps, library) })
  if ('reason' in place) throw new Problem('no-library-place', { target: label, reason: place.reason })
  const path = (end: string) => `/tmp/.hearth-${captureId}.${end}`
  const keepsLibrary = maps.some(isMusl)
  const paths = { recordingPath: path('jfr'), logPath: path('log'), socketPath: path('sock') }
  return { jvm, library, place, captureId, keepsLibrary, ...paths }
}

/** What `startAgent` would leave if this program were killed. */
export function leftoversOfAgent(plan: AgentPlan): Leftover[] {
  const { hostPid, startTicks } = plan.jvm.process
  return pathsOfAgent(plan).map((path) => ({ kind: 'container-file', hostPid, startTicks, path, before: null }))
}

/** As the JVM sees them, the library first. */
export function pathsOfAgent(plan: AgentPlan): [string, ...string[]] {
  const [library, temporary] = pathsOfLibrary(plan.place, fileOf(plan))
  return [library, temporary, plan.recordingPath, plan.logPath, plan.socketPath]
}

/**
 * Loads the library and starts it. It is not cut short: a start that was given up halfway would run on unseen.
 *
 * Throws: Problem `dynamic-loading-disabled`, `library-not-loaded`, `profiler-busy`, `profiler-refused`,
 * `tmp-not-writable`, and what attaching throws.
 */
export async function startAgent(plan: AgentPlan, options: string): Promise<AgentRecording> {
  const { jvm } = plan
  const file = { mode: 0o600, uid: jvm.status.uid, gid: jvm.status.gid }
  await using kept = new AsyncDisposableStack()
  const output = kept.use(createHeldFile(jvm.process, plan.recordingPath, file))
  using log = createHeldFile(jvm.process, plan.logPath, file)
  const library = kept.use(placeLibrary(jvm.process, jvm.status, plan.place, fileOf(plan)))
  try {
    await jvm.loadAgent(library.path, options)
  } catch (error) {
    const problem = loadProblem(error, jvm.label, log.read(maxLogBytes).toString('utf8'))
    // Without an answer nobody knows whether it runs: if it does, it is to stop.
    if (isProblem(problem) && problem.code === 'attach-timeout') await stopAnyway(jvm, library.path)
    throw problem
  }
  if (!plan.keepsLibrary) library.remove()
  return recordingOf(jvm, output, library.path, kept.move())
}

function recordingOf(jvm: JvmSession, output: HeldFile, library: string, kept: AsyncDisposableStack): AgentRecording {
  let hasEnded: Promise<boolean> | null = null
  const stop = () => (hasEnded ??= stopAnyway(jvm, library))
  kept.defer(async () => void (await stop())) // before the files go
  return {
    bytes: () => output.bytes(),
    freeBytes: () => output.freeBytes(),
    flush: () => tell(jvm, library, dumpOptions),
    copyTo: (destination, maxBytes) => output.copyTo(destination, maxBytes),
    stop,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** Where the file is gone, the JVM knows the library by its path. */
async function tell(jvm: JvmSession, library: string, options: string): Promise<void> {
  try {
    await jvm.loadAgent(library, options)
  } catch (error) {
    throw loadProblem(error, jvm.label, '')
  }
}

/** What cannot be told to stop stops by itself when its time is over. */
async function stopAnyway(jvm: JvmSession, library: string): Promise<boolean> {
  if (stateOf(jvm.process) !== 'running') return false
  try {
    await tell(jvm, library, stopOptions)
    return true
  } catch (error) {
    if (!isProblem(error)) throw error
    return false
  }
}

function fileOf({ library, captureId }: AgentPlan) {
  const name = libraryName(library)
  return { name, temporaryName: `${name}.${captureId.slice(0, 16)}`, contents: library.contents }
}

/** What it means when a JVM answers that it could not load async-profiler, or that the agent refused. */

/**
 * The Problem behind a failed `load`; anything that is none of ours is given back as it is. `log` is what the agent
 * wrote to its log: the answer itself is only a number then.
 *
 * Source: async-profiler returns 100 for bad arguments, 200 for a command that failed; `[ERROR] Profiler already started`.
 */
export function loadProblem(error: unknown, target: string, log: string): unknown {
  if (!isProblem(error) || error.code !== 'attach-failed') return error
  const { reason } = error.facts as { reason: string }
  const options = { cause: error }
  if (/Dynamic agent loading is not enabled/i.test(reason)) {
    return new Problem('dynamic-loading-disabled', { target }, options)
  }
  if (!/^the agent returned \d+$/.test(reason)) {
    // A library that cannot be mapped, found or linked: the loader's own words.
    return new Problem('library-not-loaded', { target, reason: withoutDot(reason) }, options)
  }
  const said = errorIn(log)
  if (said === null) return new Problem('profiler-refused', { target, reason }, options)
  if (/already started/i.test(said)) return new Problem('profiler-busy', { target }, options)
  return new Problem('profiler-refused', { target, reason: withoutDot(said) }, options)
}

/** `Profiler already started` of `[ERROR] Profiler already started`; the last one, since warnings come before. */
export function errorIn(log: string): string | null {
  return /^\[ERROR\] ([^\n]{1,300})/m.exec(log.split('\n').reverse().join('\n'))?.[1]?.trim() ?? null
}

function withoutDot(text: string): string {
  return text.trim().replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, 400)
}
