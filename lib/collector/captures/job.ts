/** One capture under way: its state, what it would leave behind, and how to end it. */
import type { CleanupRecord } from '../../capture/cleanup-record-schema.ts'
import type { Capture } from '../../contract/capture.ts'
import type { Journal } from './journal.ts'

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

export type UpdateJob = (job: Job, capture: Capture, cleanup?: readonly CleanupRecord[]) => void

/** Every change that matters after a crash is on disk before it is announced. */
export function createJobUpdater(journal: Journal, onChange: (capture: Capture) => void): UpdateJob {
  return (job, capture, cleanup = job.cleanup) => {
    const before = job.capture
    const entered = capture.state !== before.state
    const isNews = entered || durable.some((key) => capture[key] !== before[key])
    const isDurable = isNews || cleanup !== job.cleanup
    job.capture = capture
    job.cleanup = cleanup
    try {
      if (isDurable) journal.write({ capture, cleanup })
      if (entered) crashAt(capture.state)
    } finally {
      onChange(capture)
    }
  }
}

/** Counts of samples and snapshots are not worth a write each. */
const durable = ['artefacts', 'plan', 'fallbacks'] as const

/** For the test that kills the collector in each phase of a capture: HEARTH_FAILPOINT=recording. */
export function crashAt(phase: string): void {
  if (process.env['HEARTH_FAILPOINT'] === phase) process.kill(process.pid, 'SIGKILL')
}
