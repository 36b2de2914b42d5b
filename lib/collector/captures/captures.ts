/** The jobs: starts, queues, cancels, saves and keeps captures, each one durable at every step. */
import { randomBytes } from 'node:crypto'
import type fs from 'node:fs'
import {
  cancel,
  type CaptureSubject,
  fail,
  finish,
  isFinal,
  nameEnder,
  queueCapture,
  shareCapture,
  showLive,
} from '../../contract/capture-state.ts'
import { ownFiles } from '../../host/kernel/named-files.ts'
import { type Candidate, explainUnsupported } from '../../capture/doctor/chooser.ts'
import type { CleanupRecord } from '../../capture/cleanup-record-schema.ts'
import type { Capture, CaptureRequest, CaptureState } from '../../contract/capture.ts'
import { Problem } from '../../errors.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { cancelledByPerson, type Job, type UpdateJob } from './job.ts'
import { createJobRunner, type JobRunnerOptions } from './job-runner.ts'
import { createJobTable } from './job-table.ts'
import type { Journal } from './journal.ts'
import { keepRecordings } from './keep-recordings.ts'
import type { LateFiles } from './late-files.ts'
import { createSnapshotStore, type SnapshotStoreOptions } from './live-snapshots.ts'
import { recoverCaptures } from './recover-captures.ts'
import type { Artefacts } from './artefacts.ts'
import { runCapture, type RunCaptureOptions } from './run-capture.ts'

export type Captures = ReturnType<typeof createCaptureJobs>

/** Options of a way of capturing, beside the job. */
export type RunHooks = Pick<RunCaptureOptions, 'live' | 'onRecorded'>

export interface CaptureJobsOptions extends Pick<JobRunnerOptions, 'atOnce' | 'report'> {
  /** All there are, to refuse what none of them can. */
  readonly engines: readonly Candidate[]
  readonly findTarget: (targetId: string) => CaptureSubject | undefined
  /** One capture, to the artefacts that it keeps. Throws: Problem; the reason of the job's signal. */
  readonly run: (job: Job, update: UpdateJob, hooks: RunHooks) => Promise<void>
  readonly journal: Journal
  readonly artefacts: Artefacts
  readonly lateFiles: Pick<LateFiles, 'add' | 'sweep'>
  readonly readLive: SnapshotStoreOptions['read']
  /** Each capture may have a directory of its own below; only we can enter this one. */
  readonly workDirectory: string
  readonly onChange: (capture: Capture) => void
}

export interface CapturesOptions
  extends
    Omit<CaptureJobsOptions, 'run' | 'engines' | 'findTarget'>,
    Omit<RunCaptureOptions, 'live' | 'onRecorded' | 'lateFiles'> {}

/** Captures by the engines of this host. */
export function createCollectorCaptures(options: CapturesOptions): Captures {
  return createCaptureJobs({
    ...options,
    run: (job, update, hooks) => runCapture(job, update, { ...options, ...hooks }),
  })
}

/** A second reader, the command line for instance, may want the profile that the web side has just taken. */
const keepAcknowledgedMs = 60_000

/** States in which a capture has no samples that could be kept. */
const withoutSamples: readonly CaptureState[] = ['queued', 'checking', 'failed', 'cancelled']

export function createCaptureJobs(options: CaptureJobsOptions) {
  const { artefacts, workDirectory, report } = options
  const jobs = createJobTable(options.journal)
  jobs.onChange(options.onChange)
  const { update, find } = jobs
  const live = createSnapshotStore({
    read: options.readLive,
    report,
    onSnapshot(captureId) {
      const job = find(captureId)
      update(job, showLive(job.capture))
    },
  })
  const runner = createJobRunner({ ...options, jobs, run: (job) => options.run(job, update, { live, onRecorded }) })

  const begin = (request: CaptureRequest, target: CaptureSubject, requestedBy: string): Capture =>
    runner.add(queueCapture(randomBytes(16).toString('hex'), request, target, requestedBy, Date.now()))

  /** A flight recorder that was saved goes on, as a new capture. */
  function onRecorded({ capture, save, abort }: Job): void {
    const { request, requestedBy } = capture
    const target = options.findTarget(request.targetId)
    const goesOn = request.mode === 'flight-recorder' && save.signal.aborted && !abort.signal.aborted
    if (!goesOn || runner.isClosed() || target === undefined) return
    try {
      begin(request, target, requestedBy)
    } catch (error) {
      report(error) // the one that was saved is none the worse for it
    }
  }

  return {
    /**
     * A new capture, or the one that already runs on this JVM, with more than one in `timesAsked`. Throws: Problem
     * `target-gone`, `capture-busy`, `no-engine`.
     */
    start(request: CaptureRequest, requestedBy: string): Capture {
      const target = options.findTarget(request.targetId)
      if (target === undefined) throw new Problem('target-gone', { target: 'This JVM' })
      const unsupported = explainUnsupported(request, options.engines)
      if (unsupported !== null) throw new Problem('no-engine', unsupported)
      const same = jobs.occupying().find(({ capture }) => capture.request.targetId === request.targetId)
      if (!same) return begin(request, target, requestedBy)
      update(same, shareCapture(same.capture))
      return same.capture
    },
    /** Resolves when it has ended; one that has ended stays as it is. Throws: Problem `not-found`. */
    async cancel(captureId: string, endedBy: string | null = null): Promise<Capture> {
      const job = find(captureId)
      if (isFinal(job.capture.state)) return job.capture
      if (!job.abort.signal.aborted) update(job, nameEnder(job.capture, endedBy))
      job.abort.abort(cancelledByPerson)
      await job.ended
      if (!isFinal(job.capture.state)) {
        // It was waiting: for its turn, or to be taken.
        artefacts.remove(captureId)
        update(job, cancel(job.capture, Date.now()), [])
      }
      return job.capture
    },
    /** Ends the recording and keeps it; again does nothing. Throws: Problem `not-found`, `not-recording`. */
    save(captureId: string, endedBy: string | null = null): Capture {
      const job = find(captureId)
      const { state } = job.capture
      if (withoutSamples.includes(state)) throw new Problem('not-recording', { state })
      if (state === 'recording' && !job.save.signal.aborted) update(job, nameEnder(job.capture, endedBy))
      job.save.abort()
      return job.capture
    },
    /** The web side has the profiles. Throws: Problem `not-found`, `invalid-request`. */
    acknowledge(captureId: string, profiles: Capture['profiles']): Capture {
      const job = find(captureId)
      if (job.capture.profiles.length > 0) return job.capture
      if (job.capture.artefacts.length === 0)
        throw new Problem('invalid-request', { what: 'this capture has no profile' })
      update(job, finish(job.capture, profiles, Date.now()), [])
      // When it has stopped, another collector may use the directory; that one removes what was taken.
      setTimeout(() => runner.isClosed() || artefacts.remove(captureId), keepAcknowledgedMs).unref()
      return job.capture
    },
    /** Its profiles cannot be stored: it has failed for this reason. Throws: Problem `not-found`. */
    giveUp(captureId: string, reason: string): Capture {
      const job = find(captureId)
      if (job.capture.artefacts.length === 0) return job.capture
      artefacts.remove(captureId)
      update(job, fail(job.capture, notStored(reason).toJSON(), Date.now()), [])
      return job.capture
    },
    /** Gives what a capture still has to remove. Throws: Problem `not-found`. */
    readCleanup: (captureId: string): readonly CleanupRecord[] => find(captureId).cleanup,
    /** Gives the encoded profile of an event. Throws: Problem `not-found`. */
    readArtefact(captureId: string, event: EventId): fs.ReadStream {
      const stream = artefacts.read(captureId, event)
      if (stream === null) throw new Problem('not-found', { what: 'profile of this capture' })
      return stream
    },
    /** The newest snapshot of a capture under way. Throws: Problem `not-found`. */
    readLive: live.read,
    /** Newest first. */
    list: () =>
      jobs
        .all()
        .map(({ capture }) => capture)
        .reverse(),
    /** Before anything else: ends and marks what a killed collector left. */
    async recover() {
      jobs.addRecovered(await recoverCaptures(options, report))
      ownFiles.rmSync(workDirectory, { recursive: true, force: true })
      ownFiles.mkdirSync(workDirectory, { recursive: true, mode: 0o700 })
    },
    /** Removes what JVMs wrote too late, but for those that are recorded now. */
    sweepLateFiles: () => options.lateFiles.sweep(jobs.isRecorded),
    /** Takes no new capture, and keeps what is recorded: see keepRecordings. `stop` is to follow. */
    async keep(isFollowed: () => boolean, hurry: AbortSignal): Promise<void> {
      runner.close()
      await keepRecordings(jobs, isFollowed, hurry)
    },
    /** Ends what runs; it is marked as interrupted. */
    stop: () => runner.stop(),
  }
}

function notStored(reason: string): Problem {
  return new Problem('unreadable-profile', { reason, subject: 'profile' })
}
