/** A capture by async-profiler from the first look to the recording on our side. */
import fs from 'node:fs'
import { join } from 'node:path'
import { ownFiles } from '../../host/kernel/named-files.ts'
import type { CaptureRequest } from '../../contract/capture.ts'
import { isProblem, Problem } from '../../errors.ts'
import {
  type AsyncProfilerConfig,
  type AsyncProfilerLibrary,
  findAsyncProfiler,
} from '../../host/library/async-profiler-library.ts'
import type { PinnedProcess } from '../../host/process/pinned-process.ts'
import { readMappedLibraries } from '../../host/library/mapped-libraries.ts'
import { otherProfilerIn } from '../../jvm/other-profilers.ts'
import { listAttachCleanup } from '../jvm/shared-session.ts'
import type { CaptureJob, Progress, RawRecording } from '../engine.ts'
import { type JvmVersion, openJvmSession } from '../jvm/jvm-session.ts'
import { pinTarget } from '../jvm/pin-target.ts'
import { openPauseWatch } from '../pauses/watch-pauses.ts'
import { startOptions } from './agent-options.ts'
import {
  type AgentPlan,
  type AgentRecording,
  listAgentCleanup,
  listAgentPaths,
  planAgent,
  startAgent,
} from './agent-recording.ts'
import { type FdTransfer, startFdTransfer } from './fd-transfer.ts'
import { followAgent } from './follow-agent.ts'
import { createProgress } from '../recording/follow-recording.ts'
import { findMappedDirectory } from './library-name.ts'
import { recordingFileName, createRecordingPart } from './recording-part.ts'
import { samplingSignals } from './sampling-signals.ts'
import { explainNoSamples } from '../jvm/jvm-state.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { missingJdk } from '../../jvm/async-profiler-needs.ts'
import { findMount, readMounts } from '../../host/container-files/mounts.ts'
import { assertTmpSpace, smallestRecording } from '../../targets/readiness/tmp-space.ts'
import { limitCopyBytes } from '../disk-space.ts'
import { closing, readStart } from '../../host/kernel/open-file.ts'

/** How large a recording may grow: it lies in the container's /tmp, which may be memory that the JVM itself needs. */
const largestAsyncProfilerBytes = 256 * 2 ** 20
const smallestAgentRecordingBytes = smallestRecording['async-profiler']

interface RecordingSpace {
  readonly process: PinnedProcess
  /** Free in the container's /tmp. */
  readonly freeBytes: number
  readonly memoryLimitBytes: number | null
  /** Where our copies go. */
  readonly directory: string
}

/**
 * Gives the limit in bytes.
 *
 * Throws: Problem `tmp-too-small` when the space was taken since the start, `disk-full` when ours is.
 */
function computeAgentRecordingLimit({ process, freeBytes, memoryLimitBytes, directory }: RecordingSpace): number {
  const isMemory = findMount(readMounts(process), '/tmp')?.fileSystem === 'tmpfs'
  const ofMemory =
    isMemory && memoryLimitBytes !== null
      ? Math.max(smallestAgentRecordingBytes, memoryLimitBytes / 16)
      : largestAsyncProfilerBytes
  const bytes = Math.min(limitCopyBytes(directory, largestAsyncProfilerBytes), freeBytes / 4, ofMemory)
  if (bytes >= smallestAgentRecordingBytes) return Math.floor(bytes)
  assertTmpSpace(process, 'async-profiler') // throws where /tmp is what is full
  throw new Problem('disk-full', { path: directory })
}

/** Records as `record` of `CaptureEngine` says. The counts of samples are 0: the parser counts them in the file. */
export async function* recordWithAsyncProfiler(
  job: CaptureJob,
  config: AsyncProfilerConfig,
  signal: AbortSignal,
): AsyncGenerator<Progress, RawRecording> {
  const { target, request } = job
  const library = libraryOf(config)
  using process = pinTarget(target)
  const mapped = readMappedLibraries(process)
  const other = otherProfilerIn(mapped)
  if (other !== null) throw new Problem('other-profiler', { target: process.label, ...other })
  await using jvm = openJvmSession(process, target.jvm.version)
  const attachCleanup = listAttachCleanup(jvm, target.jvm.version)
  yield createProgress('checking', attachCleanup)

  jvm.assertResponsive()
  const version = await jvm.version(signal)
  refuseOldJdk(process.label, version, request.events)
  assertTmpSpace(process, 'async-profiler') // a library that was loaded stays, even without room for a recording
  const plan = planAgent(jvm, library, job.id, mapped)
  const cleanup = [...attachCleanup, ...listAgentCleanup(plan)]
  yield createProgress('checking', cleanup)

  using pauses = openPauseWatch(process, target.container?.cpuLimit ?? null)
  await using transfer = wantsKernel(request) ? await startFdTransfer(process, plan.socketPath) : null
  if (transfer !== null) cleanup.push(transfer.cleanup)
  yield createProgress('checking', cleanup)
  const signals = samplingSignals(jvm.status, findMappedDirectory(mapped, library) !== undefined)
  const { started, options, seesKernel } = await start(plan, request, signals, transfer)
  await using recording = started
  const startedAt = Date.now()
  const clockOriginSeconds = Number(globalThis.process.hrtime.bigint()) / 1e9
  pauses.start(clockOriginSeconds)
  const maxBytes = computeAgentRecordingLimit({
    process,
    freeBytes: recording.freeBytes(),
    memoryLimitBytes: target.container?.memoryLimitBytes ?? null,
    directory: job.directory,
  })
  const { durationMs, partial } = yield* followAgent({ job, process, recording, maxBytes, cleanup }, signal)

  const endedByUs = await recording.stop()
  const path = join(job.directory, recordingFileName)
  // It is looked at every half second, and may have grown beyond the limit since.
  if (recording.copyTo(path, maxBytes * 2) === 0 || !hasChunk(path)) {
    throw explainNoSamples(process, request, null)
  }
  yield createProgress('symbolising', attachCleanup)
  const [loaded] = listAgentPaths(plan)
  const command = ['jattach', `${target.namespacePid}`, 'load', loaded, 'true', options]
  const facts = { job, version, library, command, startedAt, durationMs, partial, endedByUs, seesKernel }
  const part = createRecordingPart({ ...facts, ...pauses.stop() })
  return { parts: [part], samples: 0, lostSamples: 0, partial, attaches: jvm.attaches }
}

/** Only root on the host may open perf events for another user's threads. */
function wantsKernel({ kernelFrames, events }: CaptureRequest): boolean {
  return kernelFrames && events.includes('cpu') && process.getuid?.() === 0
}

interface StartedAgent {
  readonly started: AgentRecording
  readonly options: string
  readonly seesKernel: boolean
}

/**
 * Starts the profiler, with perf events where they were asked for and can be had: async-profiler does not fall back by
 * itself.
 */
async function start(
  plan: AgentPlan,
  request: CaptureRequest,
  signals: readonly string[],
  transfer: FdTransfer | null,
): Promise<StartedAgent> {
  const files = { recording: plan.recordingPath, log: plan.logPath }
  if (transfer !== null) {
    const options = startOptions(request, files, [...signals, ...transfer.options])
    try {
      return { started: await startAgent(plan, options), options, seesKernel: true }
    } catch (error) {
      if (!isProblem(error) || error.code !== 'profiler-refused') throw error // refused: once more, without perf events
    }
  }
  const options = startOptions(request, files, signals)
  return { started: await startAgent(plan, options), options, seesKernel: false }
}

function libraryOf(config: AsyncProfilerConfig): AsyncProfilerLibrary {
  const library = findAsyncProfiler(config)
  if (library !== null) return library
  const reason =
    config.asyncProfiler === undefined
      ? 'it was not fetched at set-up'
      : `${config.asyncProfiler} is no library, and none lies in it`
  throw new Problem('async-profiler-missing', { reason })
}

/** A chunk that was ended has its own size in its header, and not the large one that means "not yet". */
function hasChunk(path: string): boolean {
  using file = closing(ownFiles.openSync(path, 'r'))
  const header = readStart(file.fd, 16)
  return header.length === 16 && header.readBigUInt64BE(8) <= BigInt(fs.fstatSync(file.fd).size)
}

/** Refuses events that the JDK is too old for. Throws: Problem `jdk-too-old`. */
function refuseOldJdk(target: string, { feature, text }: JvmVersion, events: readonly EventId[]): void {
  for (const event of events) {
    const needs = missingJdk(feature, event)
    if (needs !== null) throw new Problem('jdk-too-old', { target, version: text, needs: `Java ${needs}` })
  }
}
