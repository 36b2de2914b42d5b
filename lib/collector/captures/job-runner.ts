/** Takes jobs and runs them, so many at a time, and ends those that fail. */
import { runAllCleanup } from '../../capture/cleanup-records.ts'
import { cancel, fail } from '../../contract/capture-state.ts'
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

const maxWaiting = 20
/** They run for hours, so they take no turn. */
const maxFlightRecorders = 8

export function createJobRunner({ jobs, run, artefacts, lateFiles, atOnce, report }: JobRunnerOptions) {
  let running = 0
  let stopped = false

  function runNext(): void {
    for (const job of jobs.all()) {
      // Its state alone would not tell: it stays queued until it has its turn.
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
    lateFiles.add(job.cleanup)
    const hasEnded = await runAllCleanup(job.cleanup, report)
    artefacts.remove(job.capture.id)
    const end = classifyEnd(job, error, !hasEnded)
    if (!isProblem(error) && !job.abort.signal.aborted) report(error)
    const ended = end === 'cancelled' ? cancel(job.capture, Date.now()) : fail(job.capture, end.toJSON(), Date.now())
    jobs.update(job, ended, [])
  }

  return {
    /** Runs it when its turn comes. Throws: Problem `capture-busy`. */
    add(queued: Capture): Capture {
      const { mode } = queued.request
      const alike = jobs.occupying().filter(({ capture }) => capture.request.mode === mode)
      const limit = mode === 'timed' ? atOnce + maxWaiting : maxFlightRecorders
      if (stopped || alike.length >= limit) throw new Problem('capture-busy', { running: alike.length, limit })
      const job = jobs.add(queued)
      runNext()
      return job.capture
    },
    /** Begins none any more. */
    close: () => void (stopped = true),
    isClosed: () => stopped,
    /** Ends what runs or waits; it is marked as interrupted. */
    async stop(): Promise<void> {
      stopped = true
      const open = jobs.occupying()
      for (const { abort } of open) abort.abort()
      for (const job of open) {
        await job.ended
        if (job.capture.state === 'queued') await finishWithError(job, null)
      }
    },
  }
}
