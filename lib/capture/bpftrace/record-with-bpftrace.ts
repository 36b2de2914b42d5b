/** Records with bpftrace, from the first look at the JVM to the parser's input. */
import { join } from 'node:path'
import { ownFiles } from '../../host/kernel/named-files.ts'
import type { Config } from '../../config.ts'
import { readMaxStack } from '../../host/kernel/kernel-settings.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { runCommand, shortRunTimeoutMs } from '../../host/command/run-command.ts'
import type { ProfileWarning } from '../../profile/model/profile.ts'
import type { CaptureJob, Progress, RawRecording } from '../engine.ts'
import type { CleanupRecord } from '../cleanup-record-schema.ts'
import { describeSizeLimit, findJvmEndReason } from '../recording/end-reason.ts'
import { openRecordingNames } from '../recording/recording-names.ts'
import { computeSizeLimit } from '../recording/size-limit.ts'
import { createProgress, followRecording, reportSteps } from '../recording/follow-recording.ts'
import { pinTarget } from '../jvm/pin-target.ts'
import { openPauseWatch } from '../pauses/watch-pauses.ts'
import { checkHost } from './bpftrace-examine.ts'
import { createBpftraceParts } from './bpftrace-parts.ts'
import { type BpftraceRecording, bpftraceProblem, startBpftrace } from './bpftrace-recording.ts'
import { explainNoSamples } from '../jvm/jvm-state.ts'
import { formatDuration } from '../../profile/format/units.ts'

/** bpftrace knows no more without a larger perf_event_max_stack. */
const defaultDepth = 127
/** A text file of addresses is long: ten times as long as perf's file of the same samples. */
const maxRecordingBytes = 256 * 2 ** 20
const text = 'bpftrace.txt'

export async function* recordWithBpftrace(
  job: CaptureJob,
  config: Pick<Config, 'perfMapAgent'>,
  signal: AbortSignal,
): AsyncGenerator<Progress, RawRecording> {
  const { target, request, directory } = job
  const event = request.events[0]!
  checkHost(event)
  using process = pinTarget(target)
  await using names = openRecordingNames(process, target, {
    ...{ scope: 'jvm', directory, captureId: job.id, perfMapAgent: config.perfMapAgent },
    isBounded: false, // without a meaning for one JVM
  })
  const checking = () => createProgress('checking', names.cleanup)
  yield checking()

  const version = await names.identify(signal)
  yield* reportSteps(names.update(signal, 'first'), checking)
  const maxDepth = Math.min(defaultDepth, readMaxStack() ?? defaultDepth)
  const bpftraceVersion = await readVersion()
  using pauses = openPauseWatch(process, target.container?.cpuLimit ?? null)
  const recording = await startBpftrace(
    {
      ...{ event, hostPid: process.hostPid, frequencyHz: request.frequencyHz, maxDepth, seconds: request.seconds },
      file: join(directory, text),
      maxBytes: Math.min(maxRecordingBytes, await computeSizeLimit(directory)),
    },
    signal,
  )
  const parts = createBpftraceParts({ job, process, names, version, recording, maxDepth, bpftraceVersion, text })
  const { hostPid, startTicks } = recording
  const running: CleanupRecord = { kind: 'process', hostPid, startTicks }
  let partial: string | null
  let durationMs: number
  let snapshotCount = 0
  try {
    pauses.start(recording.clockOriginSeconds)
    const followed = yield* followRecording(
      {
        cleanup: () => [...names.cleanup, running],
        findEndReason: (elapsedMs) => findEndReason(process, recording, elapsedMs),
        takeMaps: () => names.update(signal, 'between'),
        takeSnapshot: async (durationMs) => [
          await parts.partOf(`live-${snapshotCount++}.txt`, { durationMs, marks: [], warnings: [] }),
        ],
        count() {
          parts.look()
          return recording.counts()
        },
      },
      job,
      signal,
    )
    partial = followed.partial
    durationMs = followed.elapsedMs()
    parts.look()
  } finally {
    await recording.stop()
  }
  const end = await recording.stop() // gives the same again
  const { marks, warnings } = pauses.stop()
  const counts = recording.counts()
  const ended = () => ({ ...createProgress('recording', names.cleanup, counts), secondsLeft: 0 })
  yield ended() // before the last map, as perf does
  yield* reportSteps(names.update(signal, 'last'), ended)
  if (counts.samples === 0) {
    // As findEndReason below begins it: bpftrace itself failed, and says why.
    throw explainNoSamples(process, request, partial?.startsWith('bpftrace ended') ? bpftraceProblem(end) : null)
  }

  yield createProgress('symbolising', names.cleanup, counts)
  const part = await parts.partOf('recording.txt', { durationMs, marks, warnings: [...warnings, ...warningsOf()] })
  await ownFiles.promises.rm(join(directory, text))
  return { parts: [part], ...counts, partial, attaches: names.attaches }

  function warningsOf(): ProfileWarning[] {
    const collected: ProfileWarning[] = []
    if (partial !== null) collected.push({ code: 'partial', text: `Only a part was recorded: ${partial}.`, count: 1 })
    if (event === 'off-cpu') {
      const warningText =
        'Only waits that ended while it recorded are counted: a thread that waited all the time is missing.'
      collected.push({ code: 'unfinished-waits', text: warningText, count: 1 })
    }
    return collected
  }
}

function findEndReason(process: PinnedProcess, recording: BpftraceRecording, elapsedMs: number): string | null {
  const why = findJvmEndReason(process, elapsedMs)
  if (why !== null) return why
  if (recording.isTooLarge()) return describeSizeLimit(elapsedMs)
  return recording.end() === null ? null : `bpftrace ended after ${formatDuration(elapsedMs)}`
}

/** `bpftrace v0.17.0`. Throws: Problem `tool-missing`, `tool-failed`. */
async function readVersion(): Promise<string> {
  const { stdout } = await runCommand('bpftrace', ['--version'], { timeoutMs: shortRunTimeoutMs })
  return stdout.trim().replace(/^bpftrace v?/, '')
}
