/** One way of a capture, taken: recorded from its vantage, read, and kept on disk. */
import { basename, join } from 'node:path'
import {
  beginSaving,
  beginSymbolising,
  choosePlan,
  followProgress,
  keepArtefacts,
} from '../../contract/capture-state.ts'
import { ownFiles } from '../../host/kernel/named-files.ts'
import type { CaptureEngine, CaptureJob, Progress, RawPart, RawRecording } from '../../capture/engine.ts'
import { readJvmEnd } from '../../capture/recording/end-reason.ts'
import type { SharedJvmSession } from '../../capture/jvm/shared-session.ts'
import type { OverheadLog } from '../../capture/overhead.ts'
import type { CaptureRequest } from '../../contract/capture.ts'
import type { Block, Plan } from '../../contract/doctor.ts'
import type { Target } from '../../contract/target.ts'
import type { Vantage } from '../../contract/engines.ts'
import { Problem } from '../../errors.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { describeNoSamples } from '../../profile/quality/no-samples.ts'
import type { Overhead, Provenance } from '../../profile/model/profile.ts'
import type { Artefacts } from './artefacts.ts'
import type { ContainerEndWatch } from './container-end.ts'
import type { Breaker } from '../breaker/blocks.ts'
import type { Job, UpdateJob } from './job.ts'
import type { LateFiles } from './late-files.ts'
import type { SnapshotStore } from './live-snapshots.ts'

/** How a recording is made from a vantage. */
export type Recorder = (
  engine: CaptureEngine,
  job: CaptureJob,
  signal: AbortSignal,
) => AsyncGenerator<Progress, RawRecording>

/** One profile that was read, still encoded. */
export interface ReadProfile {
  readonly event: string
  readonly bytes: Uint8Array
  readonly samples: number
}

export interface FollowPlanOptions {
  readonly recorders: Readonly<Record<Vantage, Recorder>>
  readonly readParts: (
    parts: readonly RawPart[],
    directory: string,
    provenance: Partial<Provenance>,
    signal: AbortSignal,
  ) => Promise<readonly ReadProfile[]>
  /** Measures what the capture costs, from now until it is stopped. */
  readonly watchOverhead: OverheadLog['watch']
  /** Watches whether the JVM dies of it, from now on. */
  readonly watchDeath: Breaker['watch']
  readonly findBlock: (target: Target, engine: Plan['engine']) => Block | null
  /** Gets what the JVM may still write when its recording is over. */
  readonly lateFiles: Pick<LateFiles, 'add'>
  readonly artefacts: Artefacts
  readonly live: SnapshotStore
  /** Each capture gets a directory of its own below; only root can enter this one. */
  readonly workDirectory: string
  /** Where recordings are copied to before they are removed. */
  readonly keepRecordings: string | undefined
  /** Gets what went wrong without an effect on the capture. */
  readonly report: (error: unknown) => void
  /** Name of this host, which every profile taken here gets. */
  readonly hostName: string
  /** The engine has let go of the JVM, and what it recorded is whole. */
  readonly onRecorded: (job: Job) => void
}

/** The current step. */
export interface PlanContext {
  readonly job: Job
  readonly plan: Plan
  readonly engine: CaptureEngine
  readonly target: Target
  /** Held for as long as an engine asks the JVM. */
  readonly jvm: SharedJvmSession
  readonly containerEnd: Pick<ContainerEndWatch, 'find'>
  readonly enginesNotUsed: Provenance['enginesNotUsed']
}

/**
 * Follows a plan. What the engine made is gone then, or in the job's cleanup records. Throws: Problem; the reason of
 * the job's signal.
 */
export async function followPlan(way: PlanContext, update: UpdateJob, options: FollowPlanOptions): Promise<void> {
  const { job, plan, engine, target, jvm, containerEnd, enginesNotUsed } = way
  // First, so that a block that came after the doctor looked makes way for the next plan.
  update(job, choosePlan(job.capture, plan))
  const block = options.findBlock(target, engine.id)
  if (block !== null) throw blockedProblem(engine, block)
  const directory = join(options.workDirectory, job.capture.id)
  ownFiles.mkdirSync(directory, { mode: 0o755 }) // perf script reads a recording as another user
  try {
    const { raw, measured } = await record(way, directory, update, options)
    await jvm.release()
    options.lateFiles.add(job.cleanup)
    update(job, beginSymbolising(job.capture, Date.now()), [])
    options.onRecorded(job)
    await options.live.drop(job.capture.id)
    copyRecording(options, job.capture.id, directory, raw.parts)
    const overhead: Overhead = { ...measured, attaches: raw.attaches }
    const provenance = { vantage: plan.vantage, overhead, enginesNotUsed, target: { host: options.hostName } }
    const [profiles, end] = await Promise.all([
      options.readParts(raw.parts, directory, provenance, job.abort.signal),
      raw.partial === null ? null : containerEnd.find(),
    ])
    const partial = end === null ? raw.partial : `${raw.partial}; ${end.text}`
    save(job, { ...raw, partial }, selectWanted(job.capture.request, profiles), update, options.artefacts)
  } finally {
    // Again, where it failed before the first: else the last snapshot would stay.
    await options.live.drop(job.capture.id)
    ownFiles.rmSync(directory, { recursive: true, force: true })
  }
}

async function record(
  { job, plan, engine, target, jvm }: PlanContext,
  directory: string,
  update: UpdateJob,
  options: FollowPlanOptions,
) {
  const { id, request } = job.capture
  const { signal } = job.abort
  const overhead = options.watchOverhead(target)
  const watch = options.watchDeath(target, engine, id)
  const { vantage } = plan
  const steps = options.recorders[vantage](engine, { id, target, request, directory, save: job.save.signal }, signal)
  try {
    for (;;) {
      const step = await steps.next()
      if (step.done) return { raw: step.value, measured: overhead.stop() }
      const { live, ...progress } = step.value
      if (progress.state === 'recording') watch.recording()
      update(job, followProgress(job.capture, progress, Date.now()), [...jvm.cleanup, ...progress.cleanup])
      if (live !== undefined) options.live.offer(id, directory, live, signal)
    }
  } finally {
    // Also after a failure on our side: the engine ends what it began. The value that is returned is not read.
    await steps.return(undefined as never)
    // Where the loop ended by itself the answer of its own call to stop stays.
    overhead.stop()
    watch.ended()
  }
}

type WantedProfile = ReadProfile & { readonly event: EventId }

/** The first of each event that was asked for, in the order of the request. */
function selectWanted({ events }: CaptureRequest, profiles: readonly ReadProfile[]): WantedProfile[] {
  return events.flatMap((event) => {
    // One event was asked for: the recording has one profile, under the name of its sampler's clock.
    const match = profiles.find((profile) => profile.event === event || events.length === 1)
    return match === undefined || match.samples === 0 ? [] : [{ ...match, event }]
  })
}

/** Stores what was recorded. Throws: Problem `nothing-recorded`, `target-gone`, `disk-full`. */
function save(
  job: Job,
  raw: RawRecording,
  profilesToSave: readonly WantedProfile[],
  update: UpdateJob,
  artefacts: Artefacts,
): void {
  const { target, request } = job.capture
  if (profilesToSave.length === 0) {
    const { events, seconds } = request
    const end = readJvmEnd(raw.partial)
    if (end === 'gone') throw new Problem('target-gone', { target: target.service }) // runCapture adds when and how
    throw new Problem('nothing-recorded', {
      target: target.service,
      seconds: raw.partial === null && !job.save.signal.aborted ? seconds : null,
      reason: describeNoSamples(events),
      ...(end !== null && { end: raw.partial! }),
    })
  }
  const recorded = {
    samples: raw.samples || profilesToSave[0]!.samples, // 0 where the engine does not count them
    lostSamples: raw.lostSamples,
    // An event without samples is no missing part: the profiles of the others say that.
    partial: raw.partial,
  }
  update(job, beginSaving(job.capture, recorded, Date.now()), [])
  const stored = profilesToSave.map(({ event, bytes }) => artefacts.keep(job.capture.id, event, bytes))
  update(job, keepArtefacts(job.capture, stored))
}

function blockedProblem({ title: engine }: CaptureEngine, { id: blockId, label, reason }: Block): Problem {
  return new Problem('engine-blocked', { engine, label, reason, blockId })
}

/**
 * Copies the files of a recording to `keepRecordings`, as `<capture id>-<number>-<name>`; does nothing without one.
 * Where that fails, as in a directory that is full or missing, it is reported: it costs no capture.
 */
function copyRecording(
  { keepRecordings: destination, report }: Pick<FollowPlanOptions, 'keepRecordings' | 'report'>,
  captureId: string,
  directory: string,
  parts: readonly RawPart[],
): void {
  if (destination === undefined) return
  for (const [number, { source }] of parts.entries()) {
    if (source.kind !== 'file') continue
    const copy = join(destination, `${captureId}-${number}-${basename(source.name)}`)
    try {
      ownFiles.copyFileSync(join(directory, source.name), copy)
    } catch (error) {
      report(error)
    }
  }
}
