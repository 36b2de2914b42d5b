/** The jobs: starts, follows, cancels and keeps captures, each one durable at every step. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import {
  beginSaving,
  cancel,
  fail,
  finish,
  followProgress,
  isFinal,
  isOccupying,
  keepArtefact,
  queueCapture,
} from '../capture/capture-machine.ts'
import { type CaptureEngine, type Leftover, type Recording } from '../capture/engine.ts'
import { removeLeftover } from '../capture/remove-leftover.ts'
import { type Capture, type CaptureRequest, type Target } from '../contract.ts'
import { isProblem, Problem } from '../errors.ts'
import { type Artefacts } from './artefacts.ts'
import { dieAt } from './failpoint.ts'
import { type Journal } from './journal.ts'
import { recoverCaptures } from './recover-captures.ts'

export interface Captures {
  /** A new capture, or the one that already runs on this JVM. Throws: Problem `target-gone`, `capture-busy`. */
  start(request: CaptureRequest, requestedBy: string): Capture
  /** Resolves when it has ended; one that has ended stays as it is. Throws: Problem `not-found`. */
  cancel(captureId: string): Promise<Capture>
  /** The web side has the profile. Throws: Problem `not-found`, `invalid-request`. */
  reap(captureId: string, profileId: string): Capture
  /** Throws: Problem `not-found`. */
  readArtefact(captureId: string): fs.ReadStream
  /** Newest first. */
  list(): Capture[]
  /** Before anything else: ends and marks what a killed collector left. */
  recover(): Promise<void>
  /** Ends what runs; it is marked as interrupted. */
  stop(): Promise<void>
}

export interface CapturesOptions {
  readonly engines: readonly CaptureEngine[]
  readonly findTarget: (targetId: string) => Target | undefined
  readonly journal: Journal
  readonly artefacts: Artefacts
  /** Each capture gets a directory of its own below; only root can enter this one. */
  readonly workDirectory: string
  /** How many may record at the same time. */
  readonly atOnce: number
  readonly onChange: (capture: Capture) => void
  /** Gets what is no Problem but a bug. */
  readonly report: (error: unknown) => void
}

interface Job {
  capture: Capture
  leftovers: readonly Leftover[]
  readonly abort: AbortController
  /** Settles when nothing of it runs any more; null while it waits for its turn. */
  ended: Promise<void> | null
}

const maxWaiting = 20
/** Ended ones that are still shown. */
const maxKept = 100
/** A second reader, the command line for instance, may want the profile that the web side has just taken. */
const keepReapedMs = 60_000
const cancelled = Symbol('cancelled')

export function createCaptures(options: CapturesOptions): Captures {
  const { engines, journal, artefacts, workDirectory, report } = options
  const jobs = new Map<string, Job>()
  let running = 0
  let stopped = false

  function store(job: Job, capture: Capture, leftovers: readonly Leftover[] = job.leftovers): void {
    const isNews = capture.state !== job.capture.state || capture.artefact !== job.capture.artefact
    const isDurable = isNews || leftovers !== job.leftovers
    const entered = capture.state !== job.capture.state
    job.capture = capture
    job.leftovers = leftovers
    try {
      if (isDurable) journal.write({ capture, leftovers })
      if (entered) dieAt(capture.state)
    } finally {
      options.onChange(capture)
    }
  }

  function start(request: CaptureRequest, requestedBy: string): Capture {
    const target = options.findTarget(request.targetId)
    if (target === undefined) throw new Problem('target-gone', { target: 'This JVM' })
    const occupying = [...jobs.values()].filter(({ capture }) => isOccupying(capture.state))
    const same = occupying.find(({ capture }) => capture.request.targetId === request.targetId)
    if (same) return same.capture
    if (stopped || occupying.length >= options.atOnce + maxWaiting) {
      throw new Problem('capture-busy', { running: occupying.length, limit: options.atOnce + maxWaiting })
    }
    const capture = queueCapture(randomBytes(16).toString('hex'), request, target, requestedBy, Date.now())
    journal.write({ capture, leftovers: [] })
    const job: Job = { capture, leftovers: [], abort: new AbortController(), ended: null }
    jobs.set(capture.id, job)
    dieAt('queued')
    options.onChange(capture)
    forgetOldest()
    runNext()
    return job.capture
  }

  function runNext(): void {
    for (const job of jobs.values()) {
      if (running >= options.atOnce || stopped) return
      // Its state alone would not tell: it stays queued until its engine says that it checks.
      if (job.ended !== null || job.abort.signal.aborted) continue
      running++
      job.ended = run(job).finally(() => {
        running--
        runNext()
      })
    }
  }

  /** Never rejects: every end is a state of the capture. */
  async function run(job: Job): Promise<void> {
    const directory = join(workDirectory, job.capture.id)
    try {
      await Promise.resolve() // whoever started it sees it queued first
      job.abort.signal.throwIfAborted()
      fs.mkdirSync(directory, { mode: 0o755 })
      const recording = await record(job, directory)
      const { samples, lostSamples, partial } = recording
      store(job, beginSaving(job.capture, { samples, lostSamples, partial }, Date.now()), [])
      store(job, keepArtefact(job.capture, artefacts.keep(job.capture.id, recording.encoded)))
    } catch (error) {
      await endBadly(job, error).catch(report)
    } finally {
      fs.rmSync(directory, { recursive: true, force: true })
    }
  }

  async function record(job: Job, directory: string): Promise<Recording> {
    const { id, request } = job.capture
    const target = options.findTarget(request.targetId)
    if (target === undefined) throw new Problem('target-gone', { target: job.capture.target.service })
    const engine = engines.find((engine) => engine.id === request.engine)!
    const steps = engine.capture({ id, target, request, directory }, job.abort.signal)
    for (;;) {
      const step = await steps.next()
      if (step.done) return step.value
      store(job, followProgress(job.capture, step.value, Date.now()), step.value.leftovers)
    }
  }

  async function endBadly(job: Job, error: unknown): Promise<void> {
    // The engine has removed what it made; what it could not is tried once more.
    for (const leftover of job.leftovers) await removeLeftover(leftover).catch(report)
    artefacts.remove(job.capture.id)
    const phase = job.capture.state
    if (job.abort.signal.aborted) {
      const interruption = new Problem('capture-interrupted', { phase }).toJSON()
      const isCancelled = job.abort.signal.reason === cancelled
      store(job, isCancelled ? cancel(job.capture, Date.now()) : fail(job.capture, interruption, Date.now()), [])
      return
    }
    if (!isProblem(error)) report(error)
    const reason = error instanceof Error ? error.message : String(error)
    const problem = isProblem(error) ? error : new Problem('capture-broken', { phase, reason })
    store(job, fail(job.capture, problem.toJSON(), Date.now()), [])
  }

  function forgetOldest(): void {
    const ended = [...jobs.values()].filter(({ capture }) => isFinal(capture.state))
    for (const { capture } of ended.slice(0, Math.max(0, ended.length - maxKept))) {
      jobs.delete(capture.id)
      journal.remove(capture.id)
    }
  }

  function find(captureId: string): Job {
    const job = jobs.get(captureId)
    if (!job) throw new Problem('not-found', { what: 'capture' })
    return job
  }

  return {
    start,
    async cancel(captureId) {
      const job = find(captureId)
      if (isFinal(job.capture.state)) return job.capture
      job.abort.abort(cancelled)
      await job.ended
      if (!isFinal(job.capture.state)) {
        // It was waiting: for its turn, or to be taken.
        artefacts.remove(captureId)
        store(job, cancel(job.capture, Date.now()), [])
      }
      return job.capture
    },
    reap(captureId, profileId) {
      const job = find(captureId)
      if (job.capture.profileId === profileId) return job.capture
      if (job.capture.artefact === null) throw new Problem('invalid-request', { what: 'this capture has no profile' })
      store(job, finish(job.capture, profileId, Date.now()), [])
      setTimeout(() => artefacts.remove(captureId), keepReapedMs).unref()
      return job.capture
    },
    readArtefact(captureId) {
      const stream = artefacts.read(captureId)
      if (stream === null) throw new Problem('not-found', { what: 'profile of this capture' })
      return stream
    },
    list: () => [...jobs.values()].map(({ capture }) => capture).reverse(),
    async recover() {
      for (const capture of await recoverCaptures(journal, artefacts, report)) {
        const abort = new AbortController()
        jobs.set(capture.id, { capture, leftovers: [], abort, ended: Promise.resolve() })
      }
      fs.rmSync(workDirectory, { recursive: true, force: true })
      fs.mkdirSync(workDirectory, { recursive: true, mode: 0o700 })
      forgetOldest()
    },
    async stop() {
      stopped = true
      const open = [...jobs.values()].filter(({ capture }) => isOccupying(capture.state))
      for (const { abort } of open) abort.abort()
      for (const job of open) {
        await job.ended
        if (job.capture.state === 'queued') await endBadly(job, null)
      }
    },
  }
}
