/** A recording while it runs: the loop of ticks, symbol maps and live snapshots that all engines share. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { CleanupRecord } from '../cleanup-record-schema.ts'
import type { CaptureJob, Progress, RawPart } from '../engine.ts'
import { createSchedule, type LiveSchedule } from './schedule.ts'

/** Interval of the progress of a recording. */
const tickMs = 500

type SampleCounts = Pick<Progress, 'samples' | 'lostSamples'>

const noCounts: SampleCounts = { samples: 0, lostSamples: 0 }

/** Makes the progress of a state that has no end in sight. */
export function createProgress(
  state: Progress['state'],
  cleanup: readonly CleanupRecord[],
  counts = noCounts,
): Progress {
  return { state, secondsLeft: null, ...counts, cleanup }
}

/** The recording of one engine. */
export interface RunningRecording {
  /** Default: `request.seconds`. A flight recorder runs longer, until it is saved. */
  readonly maxSeconds?: number
  /** Cleanup records of all that it would leave now. */
  readonly cleanup: () => readonly CleanupRecord[]
  /** Called before each tick. Gives why it cannot go on, null while it can. */
  readonly findEndReason: (elapsedMs: number) => string | null
  /** Called after each tick. Null for an engine whose samples are counted only in its file. */
  readonly count: (() => SampleCounts | Promise<SampleCounts>) | null
  /** Takes symbol maps. Yields cleanup records of the next step, besides `cleanup`. */
  readonly takeMaps?: () => AsyncIterable<readonly CleanupRecord[]>
  /** All samples so far; undefined when there is no snapshot this time. The recording is not worse for it. */
  readonly takeSnapshot: (elapsedMs: number) => Promise<readonly RawPart[] | undefined>
  readonly live?: LiveSchedule
  /** Ends early when `signal` or `save` aborts, or the engine's process ends. By default no process is waited for. */
  readonly wait?: (ms: number) => Promise<void>
}

/** How a recording ended. */
export interface FollowedRecording {
  /** Why before its time: `the JVM ended after 4.2 s`; null when its time was over, or it was saved. */
  readonly partial: string | null
  /** Since it began. */
  readonly elapsedMs: () => number
}

/**
 * Follows a recording that has begun, until its time is over, it is saved, or it cannot go on.
 *
 * Throws: the reason of `signal`; as the recording's functions do.
 */
export async function* followRecording(
  recording: RunningRecording,
  { request, save }: Pick<CaptureJob, 'request' | 'save'>,
  signal: AbortSignal,
): AsyncGenerator<Progress, FollowedRecording> {
  const { maxSeconds = request.seconds, cleanup, count, takeMaps, wait = (ms) => waitFor(ms, signal, save) } = recording
  const isFlightRecorder = request.mode === 'flight-recorder'
  const begun = performance.now()
  const elapsedMs = () => performance.now() - begun
  const totalMs = maxSeconds * 1000
  const leftMs = () => totalMs - elapsedMs()
  const schedule = createSchedule(totalMs, isFlightRecorder, recording.live)
  let counts = noCounts
  const progress = (): Progress => ({
    ...createProgress('recording', cleanup(), counts),
    secondsLeft: isFlightRecorder ? null : Math.max(0, Math.ceil(leftMs() / 1000)),
  })
  let partial: string | null
  yield progress()
  while ((partial = recording.findEndReason(elapsedMs())) === null && leftMs() > 0 && !save.aborted) {
    if (takeMaps && schedule.isMapDue(elapsedMs())) {
      const since = elapsedMs()
      yield* reportSteps(takeMaps(), progress)
      schedule.tookMap(elapsedMs(), elapsedMs() - since)
    }
    await wait(Math.max(1, Math.min(tickMs, leftMs())))
    signal.throwIfAborted()
    if (count) counts = await count()
    yield progress()
    if ((!count || counts.samples > 0) && schedule.isLiveDue(elapsedMs())) {
      const since = elapsedMs()
      const live = await recording.takeSnapshot(since)
      schedule.tookLive(elapsedMs(), elapsedMs() - since)
      if (live) yield { ...progress(), live }
    }
  }
  return { partial, elapsedMs }
}

/** Progress before each step, with its cleanup records. */
export async function* reportSteps(
  steps: AsyncIterable<readonly CleanupRecord[]>,
  progress: () => Progress,
): AsyncGenerator<Progress, void> {
  for await (const cleanup of steps) {
    const before = progress()
    yield { ...before, cleanup: [...before.cleanup, ...cleanup] }
  }
}

/** Waits `ms`, less when `early` aborts. Throws: the reason of `signal` when that one does. */
async function waitFor(ms: number, signal: AbortSignal, early: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: AbortSignal.any([signal, early]) }).catch(() => undefined)
  signal.throwIfAborted()
}
