/** How a JVM died, from what was seen of it; pure. */

export interface DeathFacts {
  /** A file that HotSpot wrote when it crashed, and was not there before. */
  readonly crashFile: string | null
  /** Somebody ran out of memory in the moment it died. */
  readonly isOutOfMemory: boolean
  /** What somebody sent it through the Docker engine in the last seconds: `docker stop`, `docker kill`. */
  readonly signalsSent: readonly number[]
  /** Of its container; null when that goes on, or nobody knows. */
  readonly exitCode: number | null
  /** The engine was about to begin: libraries are loaded then. */
  readonly isBeforeRecording: boolean
}

/** Asked to go: SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM. What makes a JVM crash is none of them. */
const asking: ReadonlySet<number> = new Set([1, 2, 3, 9, 15])
/** It went because it was asked to, by whomever: 128 + SIGHUP, SIGINT, SIGTERM. */
const obedient: ReadonlySet<number> = new Set([129, 130, 143])

/** `killed for want of memory`; null when it is nobody's fault, or nobody can know. */
export function judgeDeath(facts: DeathFacts): string | null {
  const { crashFile, isOutOfMemory, signalsSent, exitCode, isBeforeRecording } = facts
  if (crashFile !== null) return `it crashed and left ${crashFile}`
  if (isOutOfMemory) return 'killed for want of memory'
  if (signalsSent.some((signal) => asking.has(signal))) return null
  if (exitCode === null || obedient.has(exitCode)) return null
  // A job that is done is no accident, but a library that calls exit() while it is loaded is.
  if (exitCode === 0) return isBeforeRecording ? 'it ended by itself, with exit code 0, when the engine came in' : null
  return exitCode === 137 ? 'killed (exit code 137)' : `it ended with exit code ${exitCode}`
}
