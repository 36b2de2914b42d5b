/** The last words of a Job or an ephemeral container: Kubernetes keeps them with its pod, where no right to read logs is needed. */
import type { PodWay } from '../../contract/pod-ways.ts'
import { kernelFiles } from '../../host/kernel/named-files.ts'
import { isProblem, Problem } from '../../errors.ts'
import type { FactsByCode } from '../../errors/codes.ts'
import { cutText } from '../../profile/names/cut-text.ts'

/** Source: terminationMessagePath; at most 4096 bytes are kept. */
const path = '/dev/termination-log'
const maxBytes = 4096
/** It stands in the JSON twice, in the message and in the facts, and takes at most three bytes for each of its characters. */
const maxReasonChars = 600

export function leaveProblem(error: unknown, way: PodWay): void {
  console.error(error)
  kernelFiles.writeFileSync(path, terminationMessage(error, way))
}

/** JSON of at most 4096 bytes. What is longer keeps the start of its message alone: half of a JSON text says nothing to its reader. */
export function terminationMessage(error: unknown, way: PodWay): string {
  if (isProblem(error)) {
    const whole = JSON.stringify({ problem: error })
    if (Buffer.byteLength(whole) <= maxBytes) return whole
  }
  const reason = cutText(reasonOf(error).replace(/\p{Cc}+/gu, ' '), maxReasonChars)
  return JSON.stringify({ problem: new Problem('job-ended', { way, reason }) })
}

/** Of `job-ended` its own reason: its message says already what the new one will say before it. */
function reasonOf(error: unknown): string {
  if (isProblem(error) && error.code === 'job-ended') return (error.facts as FactsByCode['job-ended']).reason
  return error instanceof Error ? error.message : String(error)
}
