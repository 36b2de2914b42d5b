/**
 * Runs the jobs, so many at a time. A job that fails gets its end here: its cleanup runs, its artefacts are removed,
 * and the capture becomes failed or cancelled.
 */
import { runAllCleanup } from '../../capture/cleanup-records.ts'
import { addNotRemoved, cancel, fail } from '../../contract/capture-state.ts'
import type { Capture } from '../../contract/capture.ts'
import { isProblem, Problem } from '../../errors.ts'
import type { Artefacts } from './artefacts.ts'
import type { Job } from './job.ts'
import type { JobTable } from './job-table.ts'
import type { LateFiles } from './late-files.ts'
import { classifyEnd } from './run-capture.ts'

export interface JobRunnerOptions {
  readonly jobs: JobTable
  readonly run: (job: Job) => Promise<void>
  readonly artefacts: Pick<Artefacts, 'remove'>
  readonly lateFiles: Pick<LateFiles, 'add'>
  /** How many may record at the same time. */
  readonly atOnce: number
  /** Gets what is no Problem but a bug. */
  readonly report: (error: unknown) => void
}

/** Timed captures that may wait for their turn, besides those that run. */
const maxWaitingCaptures = 20
// They run for hours. They do not count among the `atOnce` that run, or no timed capture would have its turn.
/** Flight recorders that may run at the same time; one more is refused (`capture-busy`). */
const maxFlightRecorders = 8

export function createJobRunner({ jobs, run, artefacts, lateFiles, atOnce, report }: JobRunnerOptions) {
  let running = 0
  let stopped = false

  /** Begins captures that wait, in the order in which they were requested, as long as turns are free. */
  function runNext(): void {
    for (const job of jobs.all()) {
      // `ended` is set when a job begins. Its state stays `queued` for a moment after that: see `runCapture`.
      if (stopped || job.ended !== null || job.abort.signal.aborted) continue
      const takesTurn = job.capture.request.mode === 'timed'
      if (takesTurn && running >= atOnce) continue
      if (takesTurn) running++
      job.ended = runToEnd(job).finally(() => {
        if (takesTurn) running--
        runNext()
      })
    }
  }

  /** Never rejects: every end is a state of the capture. */
  async function runToEnd(job: Job): Promise<void> {
    try {
      await run(job)
    } catch (error) {
      await finishWithError(job, error).catch(report)
    }
  }

  async function finishWithError(job: Job, error: unknown): Promise<void> {
    lateFiles.add(job.cleanup) // on the disk before the cleanup: a JVM may write such a file after it
    const capture = addNotRemoved(job.capture, await runAllCleanup(job.cleanup, report))
    artefacts.remove(capture.id)
    const end = classifyEnd(job, error, capture.notRemoved.length === 0)
    if (!isProblem(error) && !job.abort.signal.aborted) report(error)
    const ended = end === 'cancelled' ? cancel(capture, Date.now()) : fail(capture, end.toJSON(), Date.now())
    jobs.update(job, ended, [])
  }

  return {
    /** Runs a capture when its turn comes, and gives it. Throws: Problem `capture-busy`. */
    add(queued: Capture): Capture {
      const { mode } = queued.request
      // Those of this mode that wait or record. A capture that is saved does not count.
      const alike = jobs.occupying().filter(({ capture }) => capture.request.mode === mode)
      const limit = mode === 'timed' ? atOnce + maxWaitingCaptures : maxFlightRecorders
      if (stopped || alike.length >= limit) throw new Problem('capture-busy', { running: alike.length, limit })
      const job = jobs.add(queued)
      runNext()
      return job.capture
    },
    /** Begins no more jobs. */
    close: () => void (stopped = true),
    isClosed: () => stopped,
    /**
     * Ends the jobs that wait or record, and marks their captures as interrupted. Those whose profiles are being saved
     * go on.
     */
    async stop(): Promise<void> {
      stopped = true
      const open = jobs.occupying()
      for (const { abort } of open) abort.abort()
      for (const job of open) {
        await job.ended
        // It never began, so nothing has given it an end.
        if (job.capture.state === 'queued') await finishWithError(job, null)
      }
    },
  }
}
