/** A recording of the agent while it runs: its live snapshots, and why it ended. */
import { join } from 'node:path'
import { ownFiles } from '../../host/kernel/named-files.ts'
import { isProblem } from '../../errors.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import type { CaptureJob, Progress, RawPart } from '../engine.ts'
import type { AgentRecording } from './agent-recording.ts'
import { recordingFileName, createParserJob } from './recording-part.ts'
import { describeSizeLimit, findJvmEndReason } from '../recording/end-reason.ts'
import { followRecording } from '../recording/follow-recording.ts'
import type { LiveSchedule } from '../recording/schedule.ts'

/** The shortest and the longest wait between two live snapshots of async-profiler. */
const leastLivePauseMs = 2000
const longestLivePauseMs = 15_000
/** In ms: with less left of the recording of async-profiler, no live snapshot of it is taken. */
const leastAgentLeftMs = 500
/** A snapshot is the whole recording so far, so each waits for a quarter of the time so far. */
const live: LiveSchedule = {
  firstMs: leastLivePauseMs,
  leastLeftMs: leastAgentLeftMs,
  pauseMs: (elapsedMs) => Math.min(longestLivePauseMs, Math.max(leastLivePauseMs, elapsedMs / 4)),
}
/** A larger recording of async-profiler gets no live graph: each one copies and reads all of it. */
const largestLiveBytes = 32 * 2 ** 20

export interface RunningAgent {
  readonly job: CaptureJob
  readonly process: PinnedProcess
  readonly recording: AgentRecording
  readonly maxBytes: number
  readonly cleanup: Progress['cleanup']
}

/** Follows the recording of an agent until its time is over, it is saved, or it cannot go on. */
export async function* followAgent(
  { job, process, recording, maxBytes, cleanup }: RunningAgent,
  signal: AbortSignal,
): AsyncGenerator<Progress, { durationMs: number; partial: string | null }> {
  let snapshotCount = 0
  const { partial, elapsedMs } = yield* followRecording(
    {
      cleanup: () => cleanup,
      findEndReason: (elapsedMs) =>
        findJvmEndReason(process, elapsedMs) ?? (recording.bytes() >= maxBytes ? describeSizeLimit(elapsedMs) : null),
      count: null, // its samples are counted in its file alone
      takeSnapshot: () => takeSnapshot(job, recording, snapshotCount++),
      live,
    },
    job,
    signal,
  )
  return { durationMs: Math.min(elapsedMs(), job.request.seconds * 1000), partial }
}

/** Undefined where it is too large, or the JVM refuses. */
async function takeSnapshot(
  { directory, request }: CaptureJob,
  recording: AgentRecording,
  number: number,
): Promise<readonly RawPart[] | undefined> {
  if (recording.bytes() > largestLiveBytes) return undefined
  const folder = `live-${number}`
  try {
    await recording.flush()
    ownFiles.mkdirSync(join(directory, folder))
    recording.copyTo(join(directory, folder, recordingFileName), largestLiveBytes)
    // Live objects are written when it stops.
    const events = request.events.filter((event) => event !== 'live-heap')
    return [{ source: { kind: 'file', name: `${folder}/${recordingFileName}` }, job: createParserJob(events, {}) }]
  } catch (error) {
    if (isProblem(error)) return undefined // the next tick finds out whether it still runs
    throw error
  }
}
