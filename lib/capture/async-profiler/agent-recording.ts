/** Runs async-profiler in a JVM: loads, starts and, in every case, ends it, and leaves nothing of it there. */
import { isProblem, Problem } from '../../errors.ts'
import type { AsyncProfilerLibrary } from '../../host/library/async-profiler-library.ts'
import { createPinnedFile, type PinnedFile } from '../../host/container-files/output-file.ts'
import { findLibraryLocation, type LibraryLocation } from '../../host/library/library-directory.ts'
import { listLibraryPaths, installLibrary } from '../../host/library/install-library.ts'
import type { CleanupRecord } from '../cleanup-record-schema.ts'
import type { JvmSession } from '../jvm/jvm-session.ts'
import { dumpOptions, stopOptions } from './agent-options.ts'
import { libraryName, findMappedDirectory } from './library-name.ts'
import { isMusl } from '../../jvm/libjvm.ts'
import { findLoadCause } from '../../jvm/load-failure.ts'
import { readJvmState } from '../jvm/jvm-state.ts'
import { cutText } from '../../profile/names/cut-text.ts'

/** Characters of the agent's message that a failure repeats. */
const mostAgentErrorChars = 400

export interface AgentPlan {
  readonly jvm: JvmSession
  readonly library: AsyncProfilerLibrary
  readonly location: Extract<LibraryLocation, { directory: string }>
  /** A file in the JVM's /tmp, which the JVM must be able to write to in any case: its attach socket is there. */
  readonly recordingPath: string
  readonly logPath: string
  /** Where perf events are handed over, when they are. */
  readonly socketPath: string
  /** Makes names that cannot be guessed. */
  readonly captureId: string
  /** musl looks at the file at each call, where glibc knows a library by its path; so there it stays until the end. */
  readonly keepsLibrary: boolean
}

export interface AgentRecording extends AsyncDisposable {
  /** Bytes so far; grows. */
  bytes(): number
  /** Free space of the file system that it lies on. */
  freeBytes(): number
  /**
   * Has the profiler end a chunk, so that all chunks so far can be read.
   *
   * Throws: Problem, where the profiler no longer runs.
   */
  flush(): Promise<void>
  /** Copies its start to a new file of ours. Gives how many bytes, 0 where the agent has written none. */
  copyTo(destination: string, maxBytes: number): number
  /**
   * Ends the profiler; a second call does nothing. Gives false where it had ended by itself, or the JVM no longer
   * answers.
   */
  stop(): Promise<boolean>
}

/** Bytes that are read of async-profiler's log when it could not be loaded. */
const maxLogBytes = 64 * 1024

/** Only looks. `maps`: paths of its libraries. Throws: Problem `no-library-place`, `target-gone`, `no-permission`. */
export function planAgent(
  jvm: JvmSession,
  library: AsyncProfilerLibrary,
  captureId: string,
  maps: readonly string[],
): AgentPlan {
  const { process, status, label } = jvm
  const writer = globalThis.process.getuid?.() === 0 ? 'root' : 'target'
  const location = findLibraryLocation(process, status, { writer, preferred: findMappedDirectory(maps, library) })
  if ('reason' in location) throw new Problem('no-library-place', { target: label, reason: location.reason })
  const path = (end: string) => `/tmp/.hearth-${captureId}.${end}`
  const keepsLibrary = maps.some(isMusl)
  const paths = { recordingPath: path('jfr'), logPath: path('log'), socketPath: path('sock') }
  return { jvm, library, location, captureId, keepsLibrary, ...paths }
}

/** Cleanup records for `startAgent`, should this program be killed; the profiler stops before its files go. */
export function listAgentCleanup(plan: AgentPlan): CleanupRecord[] {
  const { hostPid, startTicks } = plan.jvm.process
  const paths = listAgentPaths(plan)
  return [
    { kind: 'profiler', hostPid, startTicks, path: paths[0], recording: plan.recordingPath },
    ...paths.map((path) => ({ kind: 'container-file' as const, hostPid, startTicks, path, before: null })),
  ]
}

/** Gives the paths of all that the agent uses, as the JVM sees them; the library is the first. */
export function listAgentPaths(plan: AgentPlan): [string, ...string[]] {
  const [library, temporary] = listLibraryPaths(plan.location, fileOf(plan))
  return [library, temporary, plan.recordingPath, plan.logPath, plan.socketPath]
}

/**
 * Loads the library and starts it. It is not cut short: a start that was given up halfway would run on unseen.
 *
 * Throws: Problem `dynamic-loading-disabled`, `library-not-loaded`, `profiler-busy`, `profiler-refused`,
 * `tmp-not-writable`; as attaching does.
 */
export async function startAgent(plan: AgentPlan, options: string): Promise<AgentRecording> {
  const { jvm } = plan
  const file = { mode: 0o600, uid: jvm.status.uid, gid: jvm.status.gid }
  await using resources = new AsyncDisposableStack()
  const output = resources.use(createPinnedFile(jvm.process, plan.recordingPath, file))
  using log = createPinnedFile(jvm.process, plan.logPath, file)
  const library = resources.use(installLibrary(jvm.process, jvm.status, plan.location, fileOf(plan)))
  try {
    await jvm.loadAgent(library.path, options)
  } catch (error) {
    const problem = explainLoadFailure(error, jvm.label, log.read(maxLogBytes).toString('utf8'))
    // Without an answer it is unknown whether it runs: if it does, it is to stop.
    if (isProblem(problem) && problem.code === 'attach-timeout') await stopAnyway(jvm, library.path)
    throw problem
  }
  if (!plan.keepsLibrary) library.remove()
  return recordingOf(jvm, output, library.path, resources.move())
}

function recordingOf(
  jvm: JvmSession,
  output: PinnedFile,
  library: string,
  resources: AsyncDisposableStack,
): AgentRecording {
  let hasEnded: Promise<boolean> | null = null
  const stop = () => (hasEnded ??= stopAnyway(jvm, library))
  resources.defer(async () => void (await stop())) // added last, so it runs first: before the files go
  return {
    bytes: () => output.bytes(),
    freeBytes: () => output.freeBytes(),
    flush: () => sendCommand(jvm, library, dumpOptions),
    copyTo: (destination, maxBytes) => output.copyTo(destination, maxBytes),
    stop,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Where the file is gone, the JVM knows the library by its path. */
async function sendCommand(jvm: JvmSession, library: string, options: string): Promise<void> {
  try {
    await jvm.loadAgent(library, options)
  } catch (error) {
    throw explainLoadFailure(error, jvm.label, '')
  }
}

/** A recording that cannot be stopped stops by itself when its time is over. */
async function stopAnyway(jvm: JvmSession, library: string): Promise<boolean> {
  if (readJvmState(jvm.process) !== 'running') return false
  try {
    await sendCommand(jvm, library, stopOptions)
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

/**
 * The Problem behind a failed `load`; any other error is given back as it is. `log` is the text of the agent's log: the
 * answer itself is only a number then.
 *
 * Source: async-profiler returns 100 for bad arguments, 200 for a command that failed; `[ERROR] Profiler already
 * started`.
 */
export function explainLoadFailure(error: unknown, target: string, log: string): unknown {
  if (!isProblem(error) || error.code !== 'attach-failed') return error
  const { reason } = error.facts as { reason: string }
  const options = { cause: error }
  if (/Dynamic agent loading is not enabled/i.test(reason)) {
    return new Problem('dynamic-loading-disabled', { target }, options)
  }
  if (!/^the agent returned \d+$/.test(reason)) {
    // A library that cannot be mapped, found or linked: the loader's own words.
    return new Problem(
      'library-not-loaded',
      { target, reason: withoutDot(reason), cause: findLoadCause(reason) },
      options,
    )
  }
  const agentError = findAgentError(log)
  if (agentError === null) return new Problem('profiler-refused', { target, reason }, options)
  if (/already started/i.test(agentError)) return new Problem('profiler-busy', { target }, options)
  return new Problem('profiler-refused', { target, reason: withoutDot(agentError) }, options)
}

/** `Profiler already started` of `[ERROR] Profiler already started`; the last one, since warnings come before. */
export function findAgentError(log: string): string | null {
  return /^\[ERROR\] ([^\n]{1,300})/m.exec(log.split('\n').reverse().join('\n'))?.[1]?.trim() ?? null
}

function withoutDot(text: string): string {
  return cutText(text.trim().replace(/\s+/g, ' ').replace(/\.$/, ''), mostAgentErrorChars)
}
