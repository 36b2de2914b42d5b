/** One run: the application up, load on it, a profile from the middle of the load. What it brought up is removed by the caller. */
import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { captureRequestSchema } from '../../../contract/capture.ts'
import type { Target } from '../../../contract/target.ts'
import { isProblem } from '../../../errors.ts'
import type { ExperimentText } from '../../../experiment/file/experiment-schema.ts'
import type { PlannedRun } from '../../../experiment/plan/plan.ts'
import type { HostPorts } from '../../../experiment/run/ports.ts'
import { type RunRecord, summariseLoad } from '../../../experiment/run/run-record.ts'
import { type ComposeContainer, listComposeContainers, readCpuSeconds } from '../../../host/docker/compose-project.ts'
import { findTarget } from '../../find-target.ts'
import { captureLocally } from '../../local-capture.ts'
import type { OpenCollector } from '../../open-collector.ts'
import type { CommandStreams } from '../../streams.ts'
import { composeEnvironment, type PreparedConfiguration } from './prepare-compose.ts'
import { RunFailed } from './run-failed.ts'
import { startLoad } from './start-load.ts'
import { startProgram } from './start-program.ts'
import { waitUntilReady } from './wait-until-ready.ts'

export interface RunContext {
  readonly text: ExperimentText
  /** Of the experiment. */
  readonly directory: string
  readonly compose: readonly string[]
  readonly dockerHost: string | undefined
  readonly lock: number
  readonly collector: Pick<OpenCollector, 'collector' | 'isOwn' | 'linkTo'>
  readonly streams: Pick<CommandStreams, 'stderr'>
  readonly signal: AbortSignal
  /** What it does now. */
  readonly tell: (phase: string) => void
}

interface StartedRun {
  readonly run: PlannedRun
  readonly prepared: PreparedConfiguration
  /** Of compose. */
  readonly project: string
  /** For the files of the run. */
  readonly runDirectory: string
}

/** Building images included. */
const upSeconds = 3600
/** The collector looks every two seconds. */
const findJvmMs = 20_000
const pollMs = 250

type Draft = { -readonly [key in keyof RunRecord]: RunRecord[key] }

/** Never fails for what a run can fail of: the record says it. Throws: the reason of `signal`; Problem `docker-unreachable`. */
export async function runOnce(started: StartedRun, context: RunContext): Promise<RunRecord> {
  const { run } = started
  const record: Draft = {
    ...run,
    times: {
      startedAt: Date.now(),
      readyAt: null,
      loadAt: null,
      captureAt: null,
      captureEndedAt: null,
      loadEndedAt: null,
    },
    ...{ load: null, cpuSeconds: null, captureId: null, profiles: [], marks: [] },
  }
  await markFailure(record, context.signal, () => runPhases(record, started, context))
  return record
}

async function runPhases(
  record: Draft,
  { prepared, project, runDirectory }: StartedRun,
  context: RunContext,
): Promise<void> {
  const { text, directory, dockerHost, lock, tell, signal } = context
  const listContainers = () => listComposeContainers(dockerHost, project)
  tell('starting')
  await composeUp(prepared, project, runDirectory, context)
  const ports = findHostPorts(prepared, await listContainers())
  tell('waiting until it is ready')
  const workFile = join(runDirectory, 'ready.log')
  await waitUntilReady(text.ready, {
    ...{ service: text.service, ports, directory, lock, workFile },
    listContainers,
    signal,
  })
  record.times.readyAt = Date.now()
  const atStart = (await listContainers()).filter(({ isRunning }) => isRunning)
  const container = atStart.find(({ service }) => service === text.service)
  if (container === undefined) throw new RunFailed('container-died', `${text.service} does not run`)
  const target = await markFailure(record, signal, () => findJvm(container.id, context))

  tell('load and warm-up')
  // Its program keeps us alive, so the timers need not: they would, when it ends early.
  const load = await startLoad(text.load, { directory, runDirectory, ports, lock })
  try {
    await untilAborted(load.firstRequest, signal)
    record.times.loadAt = Date.now()
    const cpuAtStart = readCpuSeconds(dockerHost, container.id)
    const loadOver = load.ended.then(() => (record.times.loadEndedAt = Date.now()))
    await Promise.race([loadOver, delay((text.warm_up.seconds ?? 0) * 1000, undefined, { signal, ref: false })])
    if (target && record.times.loadEndedAt === null)
      await markFailure(record, signal, () => captureUnderLoad(record, target, runDirectory, context))
    tell('waiting for the end of the load')
    const restMs = Math.max(0, record.times.loadAt + text.load.seconds * 1000 - Date.now())
    await Promise.race([loadOver, delay(restMs, undefined, { signal, ref: false })])
    await untilAborted(load.stop(), signal)
    record.cpuSeconds = subtract(await readCpuSeconds(dockerHost, container.id), await cpuAtStart)
  } finally {
    await load.kill()
  }
  await markFailure(record, signal, async () => {
    const results = await load.readResults()
    record.load = summariseLoad(results)
    markErrors(record, text.load.most_error_percent)
  })
  markTooShort(record)
  markDead(record, atStart, await listContainers())
}

/** null where either is not known, or where the container was started again. */
function subtract(end: number | null, start: number | null): number | null {
  return end === null || start === null || end < start ? null : end - start
}

/** Keeps why it failed in the record, and gives null then. */
async function markFailure<Value>(
  record: Draft,
  signal: AbortSignal,
  act: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await act()
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof RunFailed)) throw error
    record.marks.push({ mark: error.mark, reason: error.message })
    return null
  }
}

async function composeUp(
  { configuration, fileOf }: PreparedConfiguration,
  project: string,
  runDirectory: string,
  { compose, directory, lock, signal }: RunContext,
): Promise<void> {
  const file = join(runDirectory, 'compose.json')
  fs.writeFileSync(file, fileOf(project, project))
  const args = ['-p', project, '--project-directory', directory, '-f', file, 'up', '-d']
  const { ended, stop } = startProgram([...compose, ...args], {
    ...{ cwd: directory, env: composeEnvironment(configuration), seconds: upSeconds, lock },
    output: join(runDirectory, 'compose.log'),
    errors: join(runDirectory, 'compose.stderr.log'),
  })
  const { exitCode, stderr } = await untilAborted(ended, signal, stop)
  if (exitCode !== 0) throw new RunFailed('start-failed', `Compose failed: ${stderr.trim().split('\n').at(-1) ?? ''}`)
}

/** Throws: the reason of `signal`, once `stop` has ended what is waited for. */
async function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
  stop: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Value> {
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const onAbort = () => resolve()
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  if (!signal.aborted) return promise
  await stop()
  throw signal.reason
}

function findHostPorts({ ports }: PreparedConfiguration, containers: readonly ComposeContainer[]): HostPorts {
  const found = new Map<number, number>()
  for (const { service, target, protocol, published } of ports) {
    const container = containers.find((one) => one.service === service)
    const host = container?.ports.get(`${target}/${protocol}`)
    if (host !== undefined) found.set(published, host)
  }
  return found
}

/** Throws: RunFailed `capture-failed`. */
async function findJvm(containerId: string, { collector: { collector }, signal }: RunContext): Promise<Target> {
  const deadline = performance.now() + findJvmMs
  for (;;) {
    try {
      const targets = await collector.call('listTargets', {})
      const inside = targets.filter(({ container }) => container?.id === containerId)
      return findTarget(inside, inside[0]?.container?.name ?? containerId)
    } catch (error) {
      if (!isProblem(error)) throw error
      if (performance.now() > deadline) throw new RunFailed('capture-failed', error.message)
    }
    await delay(pollMs, undefined, { signal })
  }
}

/** Throws: RunFailed `capture-failed`. */
async function captureUnderLoad(
  record: Draft,
  { id }: Target,
  runDirectory: string,
  { text: { capture }, collector, streams, signal, tell }: RunContext,
): Promise<void> {
  tell(`profiling for ${capture.seconds} s`)
  const { hz: frequencyHz, ...rest } = capture
  const request = captureRequestSchema.parse({ targetId: id, frequencyHz, ...rest })
  const files: { event: string; file: string }[] = []
  const keep = (event: string, bytes: Uint8Array) => {
    const file = `${event}.hearth.gz`
    fs.writeFileSync(join(runDirectory, file), gzipSync(bytes))
    files.push({ event, file })
  }
  try {
    const ended = await captureLocally(request, collector, { streams, signal, keep })
    signal.throwIfAborted()
    if (ended === null) throw new RunFailed('capture-failed', 'the capture was cancelled')
    const at = (state: string) => ended.phases.find((phase) => phase.state === state)?.at ?? null
    record.times.captureAt = at('recording')
    record.times.captureEndedAt = at('symbolising')
    record.captureId = collector.isOwn ? null : ended.id
    const link = collector.isOwn ? null : collector.linkTo(ended)
    record.profiles = files.map((file) => ({ ...file, link }))
    if (ended.partial !== null) throw new RunFailed('capture-failed', `the profile is not whole: ${ended.partial}`)
  } catch (error) {
    if (!isProblem(error)) throw error
    throw new RunFailed('capture-failed', error.message)
  }
}

function markErrors({ load, marks }: Draft, mostPercent: number): void {
  if (load === null) return
  const percent = load.requests === 0 ? 100 : (load.errors / load.requests) * 100
  if (percent <= mostPercent) return
  const reason = `${load.errors} of ${load.requests} requests failed, more than ${mostPercent}%`
  marks.push({ mark: 'too-many-errors', reason })
}

function markTooShort({ times: { loadEndedAt, captureEndedAt }, profiles, marks }: Draft): void {
  if (loadEndedAt === null) return
  if (captureEndedAt !== null && captureEndedAt > loadEndedAt)
    marks.push({ mark: 'load-ended-early', reason: 'the load ended before the capture' })
  else if (profiles.length === 0 && marks.length === 0)
    marks.push({ mark: 'load-ended-early', reason: 'the load ended before the warm-up' })
}

function markDead({ marks }: Draft, atStart: readonly ComposeContainer[], atEnd: readonly ComposeContainer[]): void {
  for (const { id, name, restarts } of atStart) {
    const now = atEnd.find((one) => one.id === id)
    if (now?.isRunning === true && now.restarts === restarts) continue
    const how = now === undefined ? 'was removed' : `ended with exit code ${now.exitCode}`
    marks.push({ mark: 'container-died', reason: `${name} ${how} under load` })
  }
}
