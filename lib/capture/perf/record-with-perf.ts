/** Records with perf, from the first look at the JVM to the parser's input. */
import type { Config } from '../../config.ts'
import { readMaxStack } from '../../host/kernel/kernel-settings.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { findTool } from '../../host/command/run-command.ts'
import type { CaptureJob, Progress, RawRecording } from '../engine.ts'
import type { CleanupRecord } from '../cleanup-record-schema.ts'
import { pinTarget } from '../jvm/pin-target.ts'
import { openPauseWatch, watchPauseWindow } from '../pauses/watch-pauses.ts'
import { createProgress, type FollowedRecording, followRecording, reportSteps } from '../recording/follow-recording.ts'
import { perfWindow } from './perf-window.ts'
import { findPerfEndReason } from './perf-ending.ts'
import { explainNoSamples } from '../jvm/jvm-state.ts'
import { findPerfEvent } from './perf-event.ts'
import { openRecordingNames } from '../recording/recording-names.ts'
import { computeSizeLimit } from '../recording/size-limit.ts'
import { createPartMaker } from './perf-parts.ts'
import { explainPerfFailure, startPerfRecording } from './perf-recording.ts'
import { findPerfCgroup } from './perf-scope.ts'

/** Names of a flight recorder are kept for so long after twice its window has passed. */
const namesKeptSeconds = 60

/** Attaches of a long recording that the provenance names. */
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
  await using names = openRecordingNames(process, target, {
    ...{ scope, directory, captureId: job.id, perfMapAgent: config.perfMapAgent },
    isBounded: cgroup !== null,
  })
  const checking = () => createProgress('checking', names.cleanup)
  yield checking()

  const version = await names.identify(signal)
  yield* reportSteps(names.update(signal, 'first'), checking)
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
  let followed: FollowedRecording
  let endedAtSeconds: number
  try {
    followed = yield* followRecording(
      {
        maxSeconds: seconds,
        cleanup: () => [...names.cleanup, perf],
        findEndReason: (elapsedMs) => findPerfEndReason(watched(process), recording, elapsedMs),
        takeMaps: () => names.update(signal, 'between'),
        wait: (ms) => recording.wait(ms, [signal, save]),
        takeSnapshot: () => parts.live(),
        async count() {
          const counts = await recording.count()
          pauses.tick(clockSeconds())
          if (window.keptSeconds !== null) await forgetOld(window.keptSeconds)
          return counts
        },
      },
      job,
      signal,
    )
  } finally {
    endedAtSeconds = clockSeconds()
    await recording.stop()
  }
  const { elapsedMs } = followed
  const isDayOver = ring !== null && elapsedMs() >= seconds * 1000
  const partial = isDayOver ? 'the flight recorder had run for a day' : followed.partial
  const { end, files, ...counts } = await recording.stop() // gives the same again
  const ended = () => ({ ...createProgress('recording', names.cleanup, counts), secondsLeft: ring === null ? 0 : null })
  // Before the last map is asked for: the JVM may be waited for longer than it was recorded.
  yield ended()
  yield* reportSteps(names.update(signal, 'last'), ended)
  const recorded = { events: request.events, seconds: Math.round(elapsedMs() / 1000) }
  if (counts.samples === 0) {
    // `perf ended after 4.2 s` of findPerfEndReason: perf failed, and its output says why.
    throw explainNoSamples(process, recorded, partial?.startsWith('perf ended') ? explainPerfFailure(end) : null)
  }

  yield createProgress('symbolising', names.cleanup, counts)
  const originSeconds = parts.originAt(endedAtSeconds)
  const { marks, warnings } = pauses.finish(originSeconds)
  const part = await parts.whole(files, endedAtSeconds, { marks, warnings, partial, ...counts })
  return { parts: [part], ...counts, partial, attaches: names.attaches.slice(-keptAttaches) }

  /** The recording of a container outlives the one JVM that it was asked for. */
  function watched(own: PinnedProcess): PinnedProcess | null {
    return scope === 'jvm' ? own : names.isAnyAlive() ? null : own
  }

  async function forgetOld(keptSeconds: number): Promise<void> {
    // Twice the window: a live snapshot may still be read with files that the next one does not need.
    names.forgetBefore(clockSeconds() - 2 * keptSeconds - namesKeptSeconds)
    const removed = await recording.files.trim(maxBytes)
    if (removed > 0) parts.warn('window-cut', 'The disk is too full for the whole window: its oldest part is missing.')
  }
}

/** CLOCK_MONOTONIC, the clock of perf's samples. */
function clockSeconds(): number {
  return Number(globalThis.process.hrtime.bigint()) / 1e9
}
