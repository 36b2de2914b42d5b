/** A session with one JVM over its attach socket, which leaves the container's /tmp as it was. */
import { attach, type AttachCommand, type AttachOptions, lateAnswer, loadAgent } from '../../host/attach/attach.ts'
import { type PinnedDirectory, pinDirectory } from '../../host/container-files/open-directory.ts'
import type { PinnedProcess, ProcessIdentity } from '../../host/process/pinned-process.ts'
import { readStatus } from '../../host/process/process-status.ts'
import { isProblem, type Problem } from '../../errors.ts'
import { featureVersion } from '../../jvm/libjvm.ts'
import { attachWaitMs } from '../../host/attach/attach-waits.ts'
import {
  isHeldByAnother,
  lendSocketName,
  socketNameOf,
  socketLocationOf,
  stopLending,
} from '../../host/attach/socket-name.ts'
import { takeStart } from '../../profile/names/cut-text.ts'

/** Characters that are kept of the name of a JVM's build. */
const longestBuildName = 200

export interface JvmVersion {
  /** 8, 17, 25. */
  readonly feature: number
  /** `17.0.19`. */
  readonly text: string
  /** `OpenJDK 64-Bit Server VM version 17.0.19+10-Debian-1deb12u1`. */
  readonly build: string
}

export type JvmSession = ReturnType<typeof openJvmSession>

/** How long a JVM that did not answer is not asked again: every engine would wait as long as the first. */
const unansweredMs = 5000
/** From this JDK on a JVM opens its attach socket again after it was removed (JDK-8225690). */
export const reopensSocketSince = 17

/** State that all sessions to one JVM share. */
interface SharedState {
  sessions: number
  /** Location of its socket; that of a JVM in another container may be the same. */
  readonly location: string
  /** A socket was there before the first session to a JVM of this location. */
  readonly hadSocket: boolean
  version: JvmVersion | null
  /** The last question that was not answered in time. */
  unanswered: { readonly problem: Problem; readonly atMs: number } | null
}
const open = new Map<string, SharedState>()

/** Unix ms of the last answer of each JVM, as `hostPid startTicks`. */
const answeredAt = new Map<string, number>()
/** Feature version of each JVM that has ever answered: a later session may end before it is answered again. */
const features = new Map<string, number>()
/** JVMs whose last answer and version are remembered; the one noted longest ago is forgotten for a further one. */
const maxRemembered = 1000

/**
 * Whether a JVM has answered since `atMs`, Unix. It answers requests in their order: those from before are done then.
 */
export function hasAnsweredSince({ hostPid, startTicks }: ProcessIdentity, atMs: number): boolean {
  return (answeredAt.get(`${hostPid} ${startTicks}`) ?? 0) > atMs
}

function remember(numbers: Map<string, number>, key: string, value: number): void {
  numbers.delete(key)
  numbers.set(key, value)
  if (numbers.size > maxRemembered) numbers.delete(numbers.keys().next().value!)
}

/**
 * Nothing is signalled yet. `passiveVersion` was read from outside, for a session that ends before the JVM
 * has answered. `withinMs`: for all its questions together.
 *
 * Throws: Problem `target-gone`, `no-permission`.
 */
export function openJvmSession(process: PinnedProcess, passiveVersion: string | null, withinMs = Infinity) {
  const deadline = performance.now() + withinMs
  const status = readStatus(process)
  const label = process.label
  const tmp = pinTmp(process)
  const socket = socketNameOf(status)
  const location = socketLocationOf(process, status)
  const key = `${process.hostPid} ${process.startTicks}`
  const sharer = [...open.values()].find((other) => other.location === location)
  const shared = open.get(key) ?? {
    sessions: 0,
    location,
    // Where /tmp cannot be looked at, nothing is removed. A socket that comes late is of our own signal.
    hadSocket: sharer?.hadSocket ?? (tmp === null || (tmp.has(socket) && lateAnswer(process) === null)),
    version: null,
    unanswered: null,
  }
  shared.sessions++
  open.set(key, shared)
  // An older JVM might never open its socket again.
  const reopens = () => (features.get(key) ?? featureVersion(passiveVersion) ?? 0) >= reopensSocketSince
  // Where a JVM of another container is to have a socket of the same path, this one's may be removed for it.
  lendSocketName(process, () => !shared.hadSocket && reopens())
  const attaches: { what: string; ms: number }[] = []

  async function timed<T>(what: string, question: Promise<T>): Promise<T> {
    const begun = performance.now()
    try {
      const answer = await question
      attaches.push({ what, ms: Math.round((performance.now() - begun) * 10) / 10 })
      shared.unanswered = null
      remember(answeredAt, key, Date.now())
      return answer
    } catch (error) {
      if (isProblem(error) && error.code === 'attach-timeout')
        shared.unanswered = { problem: error, atMs: performance.now() }
      throw error
    }
  }

  const ask = (command: AttachCommand, args: readonly string[], options: Partial<AttachOptions>) => {
    const leftMs = Math.max(1, Math.round(deadline - performance.now()))
    const limits = { ...options, timeoutMs: Math.min(options.timeoutMs ?? attachWaitMs.question, leftMs) }
    return timed(args[0] ?? command, attach(process, label, command, args, limits))
  }

  const removeLate = (directory: PinnedDirectory) => {
    // Else a session that is open now does.
    if (!open.has(key) && !isHeldByAnother(process, location)) directory.remove(socket)
    directory[Symbol.dispose]()
  }

  const version = async (signal?: AbortSignal) => {
    shared.version ??= parseVersion(await ask('jcmd', ['VM.version'], { signal }))
    remember(features, key, shared.version.feature)
    return shared.version
  }

  return {
    process,
    status,
    label,
    /** The attach socket that this session makes the JVM open; null where it is there already. */
    openedSocketPath: shared.hadSocket ? null : `/tmp/${socket}`,
    /** The requests to the JVM in this session so far, and how long each answer took; grows. */
    attaches,
    version,
    /** Checks before a recording. Throws: Problem `attach-timeout` where the JVM did not answer a question just now. */
    assertResponsive(): void {
      const { unanswered } = shared
      if (unanswered !== null && performance.now() - unanswered.atMs < unansweredMs) throw unanswered.problem
    },
    /** Gives the value of a flag; null where the JVM does not know it. */
    async booleanFlag(name: string, signal?: AbortSignal): Promise<boolean | null> {
      try {
        const answer = await ask('printflag', [name], { signal })
        const sign = new RegExp(`^-XX:([+-])${name}\\s*$`, 'm').exec(answer)?.[1]
        return sign === undefined ? null : sign === '+'
      } catch (error) {
        if (isProblem(error) && error.code === 'attach-failed') return null
        throw error
      }
    },
    /** A diagnostic command. Its text may tell a failure that its status does not. */
    diagnose: (command: readonly string[], options: Partial<AttachOptions> = {}) => ask('jcmd', command, options),
    loadAgent: (libraryPath: string, options: string, signal?: AbortSignal) =>
      timed('load', loadAgent(process, label, libraryPath, options, { timeoutMs: attachWaitMs.agent, signal })),
    async [Symbol.asyncDispose]() {
      shared.sessions--
      if (shared.sessions === 0) {
        open.delete(key)
        stopLending(process)
        if (tmp && reopens() && !shared.hadSocket) {
          if (!isHeldByAnother(process, location)) tmp.remove(socket) // held: the socket there is that JVM's
          const late = lateAnswer(process)
          if (late !== null) return void late.then(() => removeLate(tmp))
        }
      }
      tmp?.[Symbol.dispose]()
    },
  }
}

/**
 * Gives the /tmp of the JVM; null where there is none, or a link that may lead anywhere, which the first request finds
 * out.
 *
 * Throws: Problem `target-gone`, `no-permission`.
 */
function pinTmp(process: PinnedProcess): PinnedDirectory | null {
  try {
    return pinDirectory(process, '/tmp')
  } catch (error) {
    if (!isProblem(error) || error.code !== 'unsafe-file') throw error
    return null
  }
}

/**
 * Keeps: an answer of another form gives feature 0.
 *
 * Source: VM.version prints `OpenJDK 64-Bit Server VM version 17.0.19+10`, then `JDK 17.0.19`; JDK 8 `JDK 8.0_402`.
 */
export function parseVersion(answer: string): JvmVersion {
  const build = takeStart(answer.split('\n')[0]!.trim(), longestBuildName)
  const text = /^JDK (\d+(?:[._]\d+)*)/m.exec(answer)?.[1] ?? ''
  return { feature: Number(/^\d+/.exec(text)?.[0] ?? 0), text, build }
}
