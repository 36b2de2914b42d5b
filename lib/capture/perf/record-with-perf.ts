/** One recording with perf from its first look at the JVM to what the parser is to read. */
import type { Config } from '../../config.ts'
import { readMaxStack } from '../../host/kernel/kernel-settings.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { findTool } from '../../host/command/run-command.ts'
import type { CaptureJob, Progress, RawRecording } from '../engine.ts'
import type { CleanupRecord } from '../cleanup-record-schema.ts'
import { pinTarget } from '../jvm/pin-target.ts'
import { openPauseWatch, watchPauseWindow } from '../pauses/watch-pauses.ts'
import { createSchedule } from '../recording/schedule.ts'
import { perfWindow } from './perf-window.ts'
import { findPerfEndReason } from './perf-ending.ts'
import { explainNoSamples } from '../jvm/jvm-state.ts'
import { findPerfEvent } from './perf-event.ts'
import { type MapMoment, openNames } from '../recording/names.ts'
import { computeSizeLimit } from '../recording/size-limit.ts'
import { createPartMaker } from './perf-parts.ts'
import { explainPerfFailure, startPerfRecording } from './perf-recording.ts'
import { findPerfCgroup } from './perf-scope.ts'

const tickMs = 500
/** Of the attaches of a long recording, for the provenance. */
const keptAttaches = 100

export async function* recordWithPerf(
  job: CaptureJob,
  config: Pick<Config, 'perfMapAgent'>,
  signal: AbortSignal,
): AsyncGenerator<Progress, RawRecording> {
  const { target, request, directory, save } = job
  const { scope, frequencyHz } = request
  findTool('perf')
  using process = pinTarget(target)
  const window = perfWindow(request)
  const cgroup = scope === 'host' ? null : findPerfCgroup(process, target.container?.id ?? null)
  await using names = openNames(process, target, {
    ...{ scope, directory, captureId: job.id, perfMapAgent: config.perfMapAgent },
    isBounded: cgroup !== null,
  })
  let progress: Progress = {
    ...{ state: 'checking', secondsLeft: null, samples: 0, lostSamples: 0 },
    cleanup: names.cleanup,
  }
  yield progress

  const version = await names.identify(signal)
  yield* takeNames('first')
  const event = await findPerfEvent()
  const maxBytes = await computeSizeLimit(directory)
  const { seconds, ring } = window
  const recording = await startPerfRecording(
    { cgroup, event, frequencyHz, directory, seconds, maxBytes, ring, isCounted: names.isCounted },
    signal,
  )
  const parts = createPartMaker({ job, names, version, event, recording, window, maxDepth: readMaxStack() })
  using pauses = watchPauseWindow(
    () => openPauseWatch(process, target.container?.cpuLimit ?? null),
    recording.clockOriginSeconds,
    window.keptSeconds,
  )
  const { hostPid, startTicks } = recording
  const perf: CleanupRecord = { kind: 'process', hostPid, startTicks }
  const begun = performance.now()
  const elapsedMs = () => performance.now() - begun
  const totalMs = seconds * 1000
  let partial: string | null
  let endedAtSeconds: number
  try {
    const schedule = createSchedule(totalMs, window.keptSeconds !== null)
    const secondsLeft = () => (ring === null ? Math.max(0, Math.ceil((totalMs - elapsedMs()) / 1000)) : null)
    progress = { ...progress, state: 'recording', secondsLeft: secondsLeft(), cleanup: [...names.cleanup, perf] }
    yield progress
    while ((partial = findPerfEndReason(watched(process), recording, elapsedMs())) === null && elapsedMs() < totalMs) {
      if (save.aborted) break
      if (schedule.isMapDue(elapsedMs())) {
        const since = elapsedMs()
        yield* takeNames('between')
        schedule.tookMap(elapsedMs(), elapsedMs() - since)
      }
      await recording.wait(Math.max(1, Math.min(tickMs, totalMs - elapsedMs())), [signal, save])
      signal.throwIfAborted()
      const counts = await recording.count()
      progress = { ...progress, ...counts, secondsLeft: secondsLeft(), cleanup: [...names.cleanup, perf] }
      yield progress
      pauses.tick(clockSeconds())
      if (window.keptSeconds !== null) await forgetOld(window.keptSeconds)
      if (counts.samples > 0 && schedule.isLiveDue(elapsedMs())) {
        const since = elapsedMs()
        const live = await parts.live()
        schedule.tookLive(elapsedMs(), elapsedMs() - since)
        yield { ...progress, live }
      }
    }
    if (ring !== null && elapsedMs() >= totalMs) partial = 'the flight recorder had run for a day'
  } finally {
    endedAtSeconds = clockSeconds()
    await recording.stop()
  }
  const { end, files, ...counts } = await recording.stop()
  progress = { ...progress, ...counts, secondsLeft: ring === null ? 0 : null, cleanup: names.cleanup }
  // Before the last map is asked for: the JVM may be waited for longer than it was recorded.
  yield progress
  yield* takeNames('last')
  const recorded = { events: request.events, seconds: Math.round(elapsedMs() / 1000) }
  if (counts.samples === 0) {
    throw explainNoSamples(process, recorded, partial?.startsWith('perf ended') ? explainPerfFailure(end) : null)
  }

  progress = { ...progress, state: 'symbolising', secondsLeft: null, cleanup: names.cleanup }
  yield progress
  const originSeconds = parts.originAt(endedAtSeconds)
  const { marks, warnings } = pauses.finish(originSeconds)
  const part = await parts.whole(files, endedAtSeconds, { marks, warnings, partial, ...counts })
  return { parts: [part], ...counts, partial, attaches: names.attaches.slice(-keptAttaches) }

  async function* takeNames(when: MapMoment): AsyncGenerator<Progress, void> {
    for await (const cleanup of names.update(signal, when)) {
      const standing = [...names.cleanup, ...progress.cleanup.filter(({ kind }) => kind === 'process')]
      yield { ...progress, cleanup: [...standing, ...cleanup] }
    }
  }

  /** The recording of a container outlives the one JVM that it was asked for. */
  function watched(own: PinnedProcess): PinnedProcess | null {
    return scope === 'jvm' ? own : names.isAnyAlive() ? null : own
  }

  async function forgetOld(keptSeconds: number): Promise<void> {
    // Twice the window: a live picture may still be read with what the next one does not need.
    names.forgetBefore(clockSeconds() - 2 * keptSeconds - 60)
    const removed = await recording.files.trim(maxBytes)
    if (removed > 0) parts.warn('window-cut', 'The disk is too full for the whole window: its oldest part is missing.')
  }
}

/** CLOCK_MONOTONIC, the clock of perf's samples. */
function clockSeconds(): number {
  return Number(globalThis.process.hrtime.bigint()) / 1e9
}
