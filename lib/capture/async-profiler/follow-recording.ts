/** A recording while it runs: how far it is, pictures of it on the way, and why it ended. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownFiles } from '../../host/kernel/named-files.ts'
import { isProblem } from '../../errors.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import type { CaptureJob, Progress, RawPart } from '../engine.ts'
import type { AgentRecording } from './agent-recording.ts'
import { recordingFileName, createParserJob } from './recording-part.ts'
import { describeSizeLimit, findJvmEndReason } from '../recording/end-reason.ts'
import { formatDuration } from '../../profile/format/units.ts'

const tickMs = 500
/** Of the first picture; each later one waits for a quarter of the time so far, between these. */
const liveMs = { first: 2000, longest: 15_000 }
/** A picture is the whole recording so far. */
const largestLiveBytes = 32 * 2 ** 20

export interface RunningRecording {
  readonly job: CaptureJob
  readonly process: PinnedProcess
  readonly recording: AgentRecording
  readonly maxBytes: number
  readonly cleanup: Progress['cleanup']
}

/** Until its time is over, it is to be saved, or it cannot go on. */
export async function* followRecording(
  { job, process, recording, maxBytes, cleanup }: RunningRecording,
  signal: AbortSignal,
): AsyncGenerator<Progress, { durationMs: number; partial: string | null }> {
  const begun = performance.now()
  const elapsedMs = () => performance.now() - begun
  const totalMs = job.request.seconds * 1000
  let nextLiveMs = liveMs.first
  let snapshotCount = 0
  let partial: string | null = null
  const progress = (): Progress => ({
    state: 'recording',
    secondsLeft: Math.max(0, Math.ceil((totalMs - elapsedMs()) / 1000)),
    samples: 0,
    lostSamples: 0,
    cleanup,
  })
  yield progress()
  while (elapsedMs() < totalMs && !job.save.aborted) {
    partial = findJvmEndReason(process, elapsedMs())
    if (recording.bytes() >= maxBytes) partial ??= describeSizeLimit(elapsedMs())
    if (partial !== null) break
    if (elapsedMs() >= nextLiveMs && totalMs - elapsedMs() > tickMs) {
      const live = await takeSnapshot(job, recording, snapshotCount++)
      nextLiveMs = elapsedMs() + Math.min(liveMs.longest, Math.max(liveMs.first, elapsedMs() / 4))
      yield { ...progress(), live }
    }
    await pause(Math.max(1, Math.min(tickMs, totalMs - elapsedMs())), AbortSignal.any([signal, job.save]))
    signal.throwIfAborted()
    yield progress()
  }
  const durationMs = Math.min(elapsedMs(), totalMs)
  if (job.save.aborted) partial ??= `it was saved after ${formatDuration(durationMs)}`
  return { durationMs, partial }
}

/** undefined when there is none this time: the recording itself is not worse for it. */
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
    if (isProblem(error)) return undefined // whether it still runs is looked at anyway
    throw error
  }
}

async function pause(ms: number, until: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal: until })
  } catch (error) {
    if (!until.aborted) throw error
  }
}
