/**
 * The termination message of a Job or ephemeral container. Kubernetes stores it in the status of the pod: reading it
 * needs no right to logs.
 */
import type { PodWay } from '../../contract/pod-ways.ts'
import { kernelFiles } from '../../host/kernel/named-files.ts'
import { isProblem, Problem } from '../../errors.ts'
import type { FactsByCode } from '../../errors/codes.ts'
import { cutText } from '../../profile/names/cut-text.ts'

/** Source: `terminationMessagePath` in the reference of Kubernetes, which stores at most 4096 bytes. */
const path = '/dev/termination-log'
/** Bytes of the message with which a pod's capture ends; a longer problem leaves the start of its text. */
const maxTerminationBytes = 4096
/** The JSON contains the reason twice, in the message and in the facts, with up to three bytes for each character. */
const maxReasonChars = 600

/** Prints an error, and writes it as the termination message. */
export function leaveProblem(error: unknown, way: PodWay): void {
  console.error(error)
  kernelFiles.writeFileSync(path, terminationMessage(error, way))
}

/**
 * Gives a failure as JSON of at most 4096 bytes, since JSON that is cut off cannot be read. A longer problem becomes a
 * `job-ended` with the start of its message.
 */
export function terminationMessage(error: unknown, way: PodWay): string {
  if (isProblem(error)) {
    const whole = JSON.stringify({ problem: error })
    if (Buffer.byteLength(whole) <= maxTerminationBytes) return whole
  }
  const reason = cutText(reasonOf(error).replace(/\p{Cc}+/gu, ' '), maxReasonChars)
  return JSON.stringify({ problem: new Problem('job-ended', { way, reason }) })
}

/**
 * The message of an error; of a `job-ended` problem the reason alone, since the new `job-ended` repeats the rest of its
 * message.
 */
function reasonOf(error: unknown): string {
  if (isProblem(error) && error.code === 'job-ended') return (error.facts as FactsByCode['job-ended']).reason
  return error instanceof Error ? error.message : String(error)
}
