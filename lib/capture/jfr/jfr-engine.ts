/** The JFR engine: the JVM's own Flight Recorder, asked over its attach socket. No library, no privilege but to ask. */
import { join } from 'node:path'
import { engineTable } from '../../contract/engines.ts'
import { isProblem, Problem } from '../../errors.ts'
import { readRunState } from '../../host/process/cgroup.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { listAttachCleanup } from '../jvm/shared-session.ts'
import type { CaptureEngine, CaptureJob, Progress, RawPart, RawRecording } from '../engine.ts'
import type { CleanupRecord } from '../cleanup-record-schema.ts'
import { helperNeedsToAttach } from '../jvm/attach-needs.ts'
import { type JvmSession, openJvmSession } from '../jvm/jvm-session.ts'
import { explainNoSamples } from '../jvm/jvm-state.ts'
import { isAlive, type PinnedProcess } from '../../host/process/pinned-process.ts'
import { findJvmEndReason } from '../recording/end-reason.ts'
import { pinTarget } from '../jvm/pin-target.ts'
import { openPauseWatch } from '../pauses/watch-pauses.ts'
import { createJfrCommand, planRepository } from './jfr-repository.ts'
import { examineForJfr } from './jfr-examine.ts'
import { type JfrRecording, withJfrRecording } from './jfr-recording.ts'
import { describePart, listWarnings } from './jfr-parts.ts'
import { jfrSettings } from './jfr-settings.ts'
import { createProgress, followRecording } from '../recording/follow-recording.ts'
import { formatDuration } from '../../profile/format/units.ts'

/** A live snapshot of JFR waits so many times as long as the last one took: a fiftieth of the time at most. */
const jfrPauseFactor = 50

/** A snapshot has the JVM begin a new chunk: not often, and no other where one took longer than `most`. */
const liveMs = { firstMs: 5000, leastLeftMs: 2000, most: 1000 }

export function createJfrEngine(): CaptureEngine {
  return {
    id: 'jfr',
    ...engineTable.jfr,
    helperNeeds: (_request, target) => helperNeedsToAttach(target),
    examine: (target) => examineForJfr(target),
    record: (job, signal) => recordWithJfr(job, signal),
  }
}

async function* recordWithJfr(job: CaptureJob, signal: AbortSignal): AsyncGenerator<Progress, RawRecording> {
  const { id, target, request, directory } = job
  refuseOther(job)
  using process = pinTarget(target)
  await using jvm = openJvmSession(process, target.jvm.version)
  const attaches: { what: string; ms: number }[] = []
  const ask = createJfrCommand(jvm, attaches, signal)
  const askAnyway = createJfrCommand(jvm, attaches, null)
  const attachCleanup = listAttachCleanup(jvm, target.jvm.version)
  yield createProgress('checking', attachCleanup)

  jvm.assertResponsive()
  const version = await jvm.version(signal)
  const recordingDirectory = `/tmp/.hearth-${id}`
  const repository = await planRepository(process, { directory: recordingDirectory, threads: target.threads }, ask)
  const name = `hearth-${id}`
  const { hostPid, startTicks } = process
  const cleanup: CleanupRecord[] = [
    ...attachCleanup,
    {
      kind: 'jfr-recording',
      hostPid,
      startTicks,
      recording: name,
      directory: recordingDirectory,
      repositoryBase: repository.base,
    },
  ]
  yield createProgress('checking', cleanup)

  const settings = jfrSettings({ ...request, feature: version.feature })
  const options = {
    ...{
      name,
      directory: recordingDirectory,
      repository,
      settings,
      feature: version.feature,
      seconds: request.seconds,
    },
    memoryLimitBytes: target.container?.memoryLimitBytes ?? null,
  }
  using pauses = openPauseWatch(process, target.container?.cpuLimit ?? null)
  const { part, partial } = yield* withJfrRecording(jvm, options, { ask, askAnyway }, recordUntilOver)
  yield createProgress('symbolising', attachCleanup)
  return { parts: [part], samples: 0, lostSamples: 0, partial, attaches }

  async function* recordUntilOver(
    recording: JfrRecording,
  ): AsyncGenerator<Progress, { part: RawPart; partial: string | null }> {
    pauses.start(recording.clockOriginSeconds)
    let isSnapshotRefused = false
    const followed = yield* followRecording(
      {
        cleanup: () => cleanup,
        findEndReason(elapsedMs) {
          const reason = findJvmEndReason(process, elapsedMs)
          if (reason === null) recording.hold() // its files stay readable where the JVM dies before the next tick
          return reason
        },
        count: null, // its samples are counted in its file alone
        takeSnapshot,
        live: {
          ...liveMs,
          pauseMs: (_, costMs) =>
            isSnapshotRefused || costMs > liveMs.most ? Infinity : Math.max(liveMs.firstMs, jfrPauseFactor * costMs),
        },
      },
      job,
      signal,
    )
    const { elapsedMs } = followed
    const durationMs = Math.min(elapsedMs(), request.seconds * 1000)
    const { marks, warnings } = pauses.stop()
    const partial = await finish({ process, jvm, recording, job, elapsedMs }, followed.partial, signal)
    const facts = {
      recording,
      durationMs,
      marks,
      warnings: [...warnings, ...listWarnings(request.events, version, partial)],
    }
    return { partial, part: describePart('recording.jfr', facts, { job, version }) }

    async function takeSnapshot(elapsedMs: number): Promise<readonly RawPart[] | undefined> {
      const file = `live-${Math.round(elapsedMs)}.jfr`
      try {
        await recording.dump(join(directory, file))
      } catch (error) {
        signal.throwIfAborted()
        if (!isProblem(error)) throw error
        isSnapshotRefused = true // JFR.stop may still give the recording
        return undefined
      }
      const facts = { recording, durationMs: elapsedMs, marks: [], warnings: [] }
      return [describePart(file, facts, { job, version })]
    }
  }
}

interface RunningJfr {
  readonly process: PinnedProcess
  readonly jvm: Pick<JvmSession, 'label'>
  readonly recording: JfrRecording
  readonly job: CaptureJob
  readonly elapsedMs: () => number
}

/** Ends the recording. Gives why it is not whole: `partial`, or that the JVM answered no more. */
async function finish(
  { process, jvm, recording, job: { directory, request }, elapsedMs }: RunningJfr,
  partial: string | null,
  signal: AbortSignal,
): Promise<string | null> {
  const file = join(directory, 'recording.jfr')
  try {
    if (partial === null || (isAlive(process) && readRunState(process) === 'running')) {
      await recording.stop(file)
      return partial
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!isProblem(error)) throw error
    if (!recording.salvage(file)) throw error
    return partial ?? `it answered no more after ${formatDuration(elapsedMs())}`
  }
  if (recording.salvage(file)) return partial
  throw explainNoSamples(process, request, new Problem('target-paused', { target: jvm.label }))
}

/** Refuses a job that JFR cannot do. Throws: Problem `invalid-request`. */
function refuseOther({ request }: CaptureJob): void {
  const events: readonly EventId[] = engineTable.jfr.events
  const other = request.events.find((event) => !events.includes(event))
  if (other !== undefined) throw new Problem('invalid-request', { what: `JFR has no event for ${other}` })
  if (request.scope !== 'jvm') throw new Problem('invalid-request', { what: 'JFR sees one JVM only' })
  if (request.mode !== 'timed') throw new Problem('invalid-request', { what: 'JFR is no flight recorder of Hearth' })
}
