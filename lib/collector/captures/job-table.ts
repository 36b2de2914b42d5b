/**
 * The captures that are under way or still shown. Every change that matters after a crash is on disk before it is
 * announced.
 */
import { isFinal, isOccupying } from '../../contract/capture-state.ts'
import type { Capture } from '../../contract/capture.ts'
import { Problem } from '../../errors.ts'
import { createListeners } from '../../host/listeners.ts'
import { crashAt, createJob, type Job, type UpdateJob } from './job.ts'
import type { Journal } from './journal.ts'
import type { IsRecorded } from './late-files.ts'

export type JobTable = ReturnType<typeof createJobTable>

/**
 * How many captures that have ended stay in the list of the collector; when there are more, the oldest are forgotten
 * there. The web program keeps all of them.
 */
const mostEndedCaptures = 100
/**
 * The parts of a capture that are written to the journal when they change, besides its state: counts of samples and
 * snapshots are not worth a write each.
 */
const durableParts = ['artefacts', 'plan', 'fallbacks'] as const

export function createJobTable(journal: Journal) {
  const jobs = new Map<string, Job>()
  const changes = createListeners<Capture>()

  const update: UpdateJob = (job, capture, cleanup = job.cleanup) => {
    const before = job.capture
    const entered = capture.state !== before.state
    const isNews = entered || durableParts.some((key) => capture[key] !== before[key])
    const isDurable = isNews || cleanup !== job.cleanup
    job.capture = capture
    job.cleanup = cleanup
    try {
      if (isDurable) journal.write({ capture, cleanup })
      if (entered) crashAt(capture.state) // only where a test asks for it
    } finally {
      changes.emit(capture)
    }
  }

  const occupying = () => [...jobs.values()].filter(({ capture }) => isOccupying(capture.state))
  const isRecorded: IsRecorded = ({ hostPid }) => occupying().some(({ capture }) => capture.target.hostPid === hostPid)

  function forgetOldest(): void {
    const ended = [...jobs.values()].filter(({ capture }) => isFinal(capture.state))
    for (const { capture } of ended.slice(0, Math.max(0, ended.length - mostEndedCaptures))) {
      jobs.delete(capture.id)
      journal.remove(capture.id)
    }
  }

  return {
    onChange: changes.add,
    update,
    add(capture: Capture): Job {
      const job = createJob(capture)
      journal.write({ capture, cleanup: [] })
      jobs.set(capture.id, job)
      crashAt('queued')
      changes.emit(capture)
      forgetOldest()
      return job
    },
    /** Adds the captures that an earlier collector left in the journal, without an event. */
    addRecovered(captures: readonly Capture[]): void {
      // A job with an `ended` is not run: each of these is over, or waits only to be taken.
      for (const capture of captures) jobs.set(capture.id, createJob(capture, Promise.resolve()))
      forgetOldest()
    },
    /** Gives the job of a capture. Throws: Problem `not-found`. */
    find: (captureId: string): Job => {
      const job = jobs.get(captureId)
      if (!job) throw new Problem('not-found', { what: 'capture' })
      return job
    },
    /** Gives the jobs, oldest first. */
    all: () => [...jobs.values()],
    occupying,
    isRecorded,
  }
}
