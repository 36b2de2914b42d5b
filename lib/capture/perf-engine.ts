/** The perf engine: samples from the host with perf, names of Java methods from the JVM's own symbol maps in time. */
import { join } from 'node:path'
import { type Config } from '../config.ts'
import { type Target } from '../contract.ts'
import { isProblem } from '../errors.ts'
import { readMaxStack } from '../host/kernel-settings.ts'
import { findTool } from '../host/run-command.ts'
import { featureVersion } from '../jvm/libjvm.ts'
import { type ProfileWarning } from '../profile/profile.ts'
import { type CaptureEngine, type CaptureJob, type Leftover, type Progress, type Recording } from './engine.ts'
import { examineForPerf } from './doctor.ts'
import { type JvmSession, openJvmSession, reopensSocketSince } from './jvm-session.ts'
import { createMappedFiles } from './mapped-files.ts'
import { pinTarget } from './pin-target.ts'
import { perfProvenance } from './perf-provenance.ts'
import { isAlive, whyNothing, whyOver } from './perf-ending.ts'
import { recordingLimit, startPerfRecording } from './perf-recording.ts'
import { perfScriptCommand, symbolise } from './symbolise.ts'
import { openSymbolMaps } from './symbol-maps.ts'
import { openPauseWatch } from './watch-pauses.ts'

const tickMs = 500
/**
 * Methods are compiled, thrown away and their place is used again: each sample wants a map close in time. After 1, 2, 4
 * and 8 s, then every 10 s: a JVM that starts compiles much, and one that ends early leaves no last map.
 */
const mapEveryMs = 10_000
const firstMapMs = 1000
/** A JVM in a long pause must not hold up the recording. */
const mapTimeoutMs = 5000

type PerfConfig = Pick<Config, 'parserUid' | 'parserMemoryBytes' | 'parserSeconds' | 'perfMapAgent'>

export function createPerfEngine(config: PerfConfig): CaptureEngine {
  return {
    id: 'perf',
    title: 'perf',
    examine: (target) => examineForPerf(target),
    capture: (job, signal) => captureWithPerf(job, config, signal),
  }
}

async function* captureWithPerf(
  { id, target, request, directory }: CaptureJob,
  config: PerfConfig,
  signal: AbortSignal,
): AsyncGenerator<Progress, Recording> {
  findTool('perf')
  using process = pinTarget(target)
  await using jvm = openJvmSession(process, target.jvm.version)
  const standing = leftoversOfAttach(jvm, target)
  const warnings: ProfileWarning[] = []
  const taken: { path: string; clockSeconds: number }[] = []
  let progress: Progress = { state: 'checking', secondsLeft: null, samples: 0, lostSamples: 0, leftovers: standing }
  yield progress

  const version = await jvm.version(signal)
  warnings.push(...frameWarnings(await jvm.booleanFlag('PreserveFramePointer', signal)))
  const maps = await openSymbolMaps(jvm, { directory, perfMapAgent: config.perfMapAgent, captureId: id }, signal)
  const files = createMappedFiles(process, join(directory, 'symfs'))
  files.update()
  yield* takeMap()

  const maxDepth = readMaxStack()
  using pauses = openPauseWatch(process, target.container?.cpuLimit ?? null)
  const recording = await startPerfRecording(
    {
      hostPid: process.hostPid,
      seconds: request.seconds,
      frequencyHz: request.frequencyHz,
      file: join(directory, 'perf.data'),
      maxBytes: await recordingLimit(directory),
    },
    signal,
  )
  pauses.start(recording.clockOriginSeconds)
  const { hostPid, startTicks } = recording
  let durationMs: number
  let partial: string | null
  try {
    const begun = performance.now()
    const elapsedMs = () => performance.now() - begun
    const totalMs = request.seconds * 1000
    const recordingLeft: Leftover[] = [...standing, { kind: 'process', hostPid, startTicks }]
    let nextMapMs = firstMapMs
    progress = { ...progress, state: 'recording', secondsLeft: request.seconds, leftovers: recordingLeft }
    yield progress
    while ((partial = whyOver(process, recording, elapsedMs())) === null && elapsedMs() < totalMs) {
      // Not right before the end: there one is taken anyway.
      if (elapsedMs() >= nextMapMs && totalMs - elapsedMs() > firstMapMs) {
        yield* takeMapIfPossible()
        nextMapMs = elapsedMs() + Math.min(nextMapMs, mapEveryMs)
      }
      await recording.wait(Math.max(1, Math.min(tickMs, totalMs - elapsedMs())), signal)
      const secondsLeft = Math.max(0, Math.ceil((totalMs - elapsedMs()) / 1000))
      progress = { ...progress, ...(await recording.count()), secondsLeft, leftovers: recordingLeft }
      yield progress
    }
    durationMs = Math.min(elapsedMs(), totalMs)
  } finally {
    await recording.stop()
  }
  const { marks, warnings: cutMarks } = pauses.stop()
  const { end, ...counts } = await recording.stop()
  progress = { ...progress, ...counts, secondsLeft: 0, leftovers: standing }
  if (isAlive(process)) {
    yield* takeMapIfPossible()
    files.update()
  }
  if (counts.samples === 0) throw whyNothing(process, request.seconds, partial, end)

  progress = { ...progress, state: 'symbolising', secondsLeft: null, leftovers: standing }
  yield progress
  if (partial !== null) warnings.push({ code: 'partial', text: `Only a part was recorded: ${partial}.`, count: 1 })
  warnings.push(...skippedWarnings(files.skipped), ...cutMarks)
  const script = await perfScriptCommand(directory, maxDepth)
  const provenance = await perfProvenance({
    target,
    request,
    jvm: version,
    startedAt: recording.startedAt,
    durationMs,
    lostSamples: counts.lostSamples,
    commands: [recording.command, script],
    maxDepth,
    marks: marks.filter(({ fromMs }) => fromMs <= durationMs),
    warnings,
  })
  const encoded = await symbolise(
    {
      directory,
      script,
      job: {
        format: 'perf-script',
        provenance,
        javaMaps: taken.map(({ path, clockSeconds }) => ({
          path,
          atMs: (clockSeconds - recording.clockOriginSeconds) * 1000,
        })),
        javaDso: `/tmp/perf-${process.hostPid}.map`,
        clockOriginSeconds: recording.clockOriginSeconds,
      },
      parserUid: config.parserUid,
      memoryBytes: config.parserMemoryBytes,
      seconds: config.parserSeconds,
    },
    signal,
  )
  return { encoded, ...counts, partial }

  async function* takeMap(): AsyncGenerator<Progress, void> {
    const leftovers = await maps.prepare()
    yield { ...progress, leftovers: [...progress.leftovers, ...leftovers] }
    taken.push(await maps.take(mapTimeoutMs, signal))
  }

  /** The samples are worth having all the same: without this map some frames get the name of an older one. */
  async function* takeMapIfPossible(): AsyncGenerator<Progress, void> {
    try {
      yield* takeMap()
    } catch (error) {
      signal.throwIfAborted()
      if (!isProblem(error)) throw error
      warnings.push({ code: 'symbol-map-missed', text: `A symbol map could not be taken: ${error.message}`, count: 1 })
    }
  }
}

/** What attaching leaves while it is at it; the socket only where the JVM is known to open it again. */
function leftoversOfAttach(jvm: JvmSession, target: Target): Leftover[] {
  const { hostPid, startTicks } = jvm.process
  const trigger: Leftover = { kind: 'attach-trigger', hostPid, startTicks }
  const feature = featureVersion(target.jvm.version) ?? 0
  if (jvm.opensSocket === null || feature < reopensSocketSince) return [trigger]
  return [trigger, { kind: 'container-file', hostPid, startTicks, path: jvm.opensSocket, before: null }]
}

function frameWarnings(preservesFramePointer: boolean | null): ProfileWarning[] {
  if (preservesFramePointer === true) return []
  const text =
    'The JVM runs without -XX:+PreserveFramePointer: stacks end at the first Java method, so callers are missing.'
  return [{ code: 'no-frame-pointer', text, count: 1 }]
}

function skippedWarnings(skipped: ReadonlyMap<string, string>): ProfileWarning[] {
  if (skipped.size === 0) return []
  const [path, reason] = [...skipped][0]!
  return [{ code: 'library-not-copied', text: `Functions of ${path} have no names: ${reason}`, count: skipped.size }]
}
