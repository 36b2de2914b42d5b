/** One capture under way: its state, what it would leave behind, and how to end it. */
import type { CleanupRecord } from '../../capture/cleanup-record-schema.ts'
import type { Capture } from '../../contract/capture.ts'

export interface Job {
  capture: Capture
  cleanup: readonly CleanupRecord[]
  /** Its reason is `cancelledByPerson` when a person did it. */
  readonly abort: AbortController
  /** A person says: enough, keep it. */
  readonly save: AbortController
  /** Settles when nothing of it runs any more; null while it waits for its turn. */
  ended: Promise<void> | null
}

export const cancelledByPerson = Symbol('cancelled')

export function createJob(capture: Capture, ended: Job['ended'] = null): Job {
  return { capture, cleanup: [], abort: new AbortController(), save: new AbortController(), ended }
}

/** Sets the state of a job. Without `cleanup` its records stay; `[]`: nothing is left to remove. */
export type UpdateJob = (job: Job, capture: Capture, cleanup?: readonly CleanupRecord[]) => void

/** Kills the collector in this phase of a capture, for a test: HEARTH_FAILPOINT=recording. */
export function crashAt(phase: string): void {
  if (process.env['HEARTH_FAILPOINT'] === phase) process.kill(process.pid, 'SIGKILL')
}
