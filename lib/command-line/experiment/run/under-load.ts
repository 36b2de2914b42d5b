/** The load on an application that is ready, and the profile from its middle. */
import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Capture, captureRequestSchema } from '../../../contract/capture.ts'
import { isEngineFault } from '../../../contract/capture-state.ts'
import { getEngineLabel } from '../../../contract/engines.ts'
import type { Target } from '../../../contract/target.ts'
import { isProblem } from '../../../errors.ts'
import type { LoadCommand } from '../../../experiment/run/load-command.ts'
import type { HostPorts } from '../../../experiment/run/ports.ts'
import { summariseAllocation } from '../../../experiment/run/allocation.ts'
import { createTimeline, summariseDisturbance } from '../../../experiment/run/disturbance.ts'
import { isOfThisClock, summariseLoad } from '../../../experiment/run/run-record.ts'
import { type ComposeContainer, readCpuSeconds } from '../../../host/docker/compose-project.ts'
import { decodeProfile } from '../../../profile/encoding/encode.ts'
import type { Profile } from '../../../profile/model/profile.ts'
import { captureLocally, type LocalCaptureOptions } from '../../local-capture.ts'
import { markBusy, markErrors, markFailure } from './mark-run.ts'
import { type RunContext, type RunDraft, untilAborted } from './run-context.ts'
import { RunFailed } from './run-failed.ts'
import { startLoad } from './start-load.ts'
import { warmUp } from './warm-up.ts'
import { type HostWatch, watchHost } from './watch-host.ts'

interface ReadyApplication {
  /** Container of the profiled service. */
  readonly container: ComposeContainer
  /** The JVM that is profiled; null where it was not found. */
  readonly target: Target | null
  readonly ports: HostPorts
  /** The directory for the files of the run. */
  readonly runDirectory: string
  /** How Compose is called for the run. */
  readonly compose: LoadCommand
  /** Gives whether a container of a service runs, or has run. */
  readonly hasStarted: (service: string) => Promise<boolean>
  /** Lists the project's containers as they are now. */
  readonly listContainers: () => Promise<ComposeContainer[]>
}

/** Runs the load and captures. Throws: the reason of `signal`; Problem `tool-missing`, `docker-unreachable`. */
export async function putUnderLoad(
  record: RunDraft,
  { container, target, ports, runDirectory, compose, hasStarted, listContainers }: ReadyApplication,
  context: RunContext,
): Promise<void> {
  const { text, directory, dockerHost, lock, enter, signal } = context
  enter('load')
  // Its program keeps us alive, so the timers need not: they would, when it ends early.
  const load = await startLoad(text.load, { directory, runDirectory, ports, lock, compose, hasStarted })
  const { times } = record
  const cpu = { atStart: none, afterWarmUp: none, atEnd: none }
  const readCpu = () => readCpuSeconds(dockerHost, container.id)
  let watch: HostWatch | null = null
  try {
    await untilAborted(load.begun, signal)
    times.loadAt = Date.now()
    const watched = { containers: await listContainers(), service: text.service, jvmPid: target?.hostPid ?? null }
    watch = watchHost(watched, text.load.seconds)
    cpu.atStart = readCpu()
    const loadOver = load.ended.then(() => (times.loadEndedAt = Date.now()))
    await warmUp(record, text.warm_up, load, signal)
    if (times.loadEndedAt === null) {
      times.warmUpEndedAt = Date.now()
      cpu.afterWarmUp = readCpu()
      if (target) await markFailure(record, signal, () => captureUnderLoad(record, target, runDirectory, context))
    }
    enter('ending')
    const restMs = Math.max(0, times.loadAt + text.load.seconds * 1000 - Date.now())
    await Promise.race([loadOver, delay(restMs, undefined, { signal, ref: false })])
    await untilAborted(load.stop(), signal)
    cpu.atEnd = readCpu()
  } finally {
    watch?.stop()
    await load.kill()
  }
  await markFailure(record, signal, async () => {
    const results = await load.readResults(times.warmUpEndedAt)
    record.load = summariseLoad(results, times)
    if (record.load === null) throw new RunFailed('load-failed', 'no request ended after the warm-up')
    const start = record.load.excludesWarmUp ? cpu.afterWarmUp : cpu.atStart
    record.cpuSeconds = subtract(await cpu.atEnd, await start)
    markErrors(record, text.load.most_error_percent)
    const since = record.load.excludesWarmUp ? times.warmUpEndedAt : times.loadAt
    record.disturbance = summariseDisturbance(watch.readings, watch.cpus, since, times.loadEndedAt)
    markBusy(record, text.most_other_work_percent)
    const curve = isOfThisClock(results, times) ? results : null
    record.timeline = createTimeline(watch.readings, watch.cpus, times, curve)
    const file = record.profiles.find(({ event }) => event === 'alloc')?.file
    if (file !== undefined) record.allocation = summariseAllocation(readProfile(join(runDirectory, file)), curve)
  })
}

function readProfile(file: string): Profile {
  return decodeProfile(gunzipSync(fs.readFileSync(file)))
}

const none: Promise<number | null> = Promise.resolve(null)

/** Gives the difference; null where either is not known, or the container was started again. */
function subtract(end: number | null, start: number | null): number | null {
  return end === null || start === null || end < start ? null : end - start
}

/** Captures while the load runs. Throws: RunFailed `capture-failed`. */
async function captureUnderLoad(
  record: RunDraft,
  target: Target,
  runDirectory: string,
  context: RunContext,
): Promise<void> {
  const { collector, signal, enter } = context
  enter('profiling')
  const files: { event: string; file: string }[] = []
  const keep = (event: string, bytes: Uint8Array) => {
    const file = `${event}.hearth.gz`
    fs.writeFileSync(join(runDirectory, file), gzipSync(bytes))
    files.push({ event, file })
  }
  try {
    const ended = await captureLikeEarlier(record, target, keep, context)
    signal.throwIfAborted()
    if (ended === null) throw new RunFailed('capture-failed', 'the capture was cancelled')
    const at = (state: string) => ended.phases.find((phase) => phase.state === state)?.at ?? null
    record.times.captureAt = at('recording')
    record.times.captureEndedAt = at('symbolising') // which begins when the recording has ended
    record.captureId = collector.isOwn ? null : ended.id
    const link = collector.isOwn ? null : collector.linkTo(ended)
    record.profiles = files.map((file) => ({ ...file, link, engine: ended.plan?.engine ?? null }))
    if (ended.partial !== null) throw new RunFailed('capture-failed', `the profile is not whole: ${ended.partial}`)
  } catch (error) {
    if (!isProblem(error)) throw error
    throw new RunFailed('capture-failed', error.message)
  }
}

/**
 * Captures with the engine of earlier runs, or with any where that one cannot record this JVM: its numbers count all
 * the same. Throws: Problem; the reason of `signal`.
 */
async function captureLikeEarlier(
  { times: { loadAt } }: RunDraft,
  { id }: Target,
  keep: LocalCaptureOptions['keep'],
  { text: { capture, load }, engine, collector, streams, signal }: RunContext,
): Promise<Capture | null> {
  const { hz: frequencyHz, ...rest } = capture
  const request = captureRequestSchema.parse({ targetId: id, frequencyHz, ...rest })
  if (request.engine !== 'auto' || engine === 'auto')
    return await captureLocally(request, collector, { streams, signal, keep })
  let hasRecorded = false
  const onChange = ({ state }: Capture) => {
    if (state === 'recording') hasRecorded = true
  }
  try {
    return await captureLocally({ ...request, engine }, collector, { streams, signal, keep, onChange })
  } catch (error) {
    signal.throwIfAborted()
    // What recorded and then failed has lost the JVM, or the time: another profile would end after the load.
    const isLate = loadAt! + (load.seconds - capture.seconds) * 1000 < Date.now()
    if (!isProblem(error) || !isEngineFault(error.code) || hasRecorded || isLate) throw error
    streams.stderr.write(
      `${getEngineLabel(engine)}, which recorded earlier runs, failed: ${error.message} Another engine records this one; their functions are not compared.\n`,
    )
    return await captureLocally(request, collector, { streams, signal, keep })
  }
}
