/**
 * Makes a run: brings the application up, puts load on it, and profiles in the middle of the load. What it brought up
 * is removed by the caller.
 */
import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { RunMark } from '../../../contract/experiments.ts'
import type { Target } from '../../../contract/target.ts'
import { isProblem } from '../../../errors.ts'
import type { PlannedRun } from '../../../experiment/plan/plan.ts'
import { upSeconds } from '../../../experiment/plan/time-left.ts'
import type { LoadCommand } from '../../../experiment/run/load-command.ts'
import type { HostPorts } from '../../../experiment/run/ports.ts'
import type { RunRecord } from '../../../experiment/run/run-record.ts'
import { type ComposeContainer, listComposeContainers } from '../../../host/docker/compose-project.ts'
import { findTarget } from '../../find-target.ts'
import { markDead, markFailure, markTooShort } from './mark-run.ts'
import { composeEnvironment, type PreparedConfiguration } from './prepare-compose.ts'
import { type RunContext, type RunDraft, untilAborted } from './run-context.ts'
import { RunFailed } from './run-failed.ts'
import { startProgram } from './start-program.ts'
import { putUnderLoad } from './under-load.ts'
import { waitUntilReady } from './wait-until-ready.ts'

interface StartedRun {
  readonly run: PlannedRun
  readonly prepared: PreparedConfiguration
  /** The project's name in Compose. */
  readonly project: string
  /** The directory for the files of the run. */
  readonly runDirectory: string
}

/** How long a run waits until the collector lists its JVM, a timeout. The collector looks every two seconds. */
const findJvmMs = 20_000
/** Interval of the look whether the collector lists the JVM of a run. */
const findJvmPollMs = 250

/**
 * Makes a run and gives its record, which says why it failed, if it did. Throws: the reason of `signal`; Problem
 * `docker-unreachable`.
 */
export async function runOnce(started: StartedRun, context: RunContext): Promise<RunRecord> {
  const { run } = started
  const record: RunDraft = {
    ...run,
    times: {
      startedAt: Date.now(),
      readyAt: null,
      loadAt: null,
      warmUpEndedAt: null,
      captureAt: null,
      captureEndedAt: null,
      loadEndedAt: null,
    },
    ...{ load: null, cpuSeconds: null, allocation: null, captureId: null, profiles: [], marks: [] },
    ...{ disturbance: null, timeline: null },
  }
  await markFailure(record, context.signal, () => runPhases(record, started, context))
  return record
}

async function runPhases(record: RunDraft, started: StartedRun, context: RunContext): Promise<void> {
  const { prepared, project, runDirectory } = started
  const { enter, signal } = context
  if (prepared.provideImages !== null) {
    enter('images')
    await prepared.provideImages(runDirectory, signal)
  }
  enter('starting')
  const file = join(runDirectory, 'compose.json')
  // The name of the project is the id of the run, too.
  fs.writeFileSync(file, prepared.fileOf(project, project))
  const compose: LoadCommand = {
    command: [...context.compose, '-p', project, '--project-directory', prepared.configuration.directory, '-f', file],
    env: composeEnvironment(prepared.configuration),
  }
  await markFailure(record, signal, () => runApplication(record, compose, started, context))
  if (record.marks.some(({ mark }) => marksOfContainers.has(mark))) await keepLogs(compose, runDirectory, context)
}

async function runApplication(
  record: RunDraft,
  compose: LoadCommand,
  { prepared, project, runDirectory }: StartedRun,
  context: RunContext,
): Promise<void> {
  const { text, directory, dockerHost, lock, enter, signal } = context
  const listContainers = () => listComposeContainers(dockerHost, project)
  await composeUp(compose, runDirectory, context)
  const ports = findHostPorts(prepared, await listContainers())
  enter('waiting')
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

  const hasStarted = async (name: string) =>
    (await listContainers()).some(({ service, isRunning, hasEnded }) => service === name && (isRunning || hasEnded))
  await putUnderLoad(record, { container, target, ports, runDirectory, compose, hasStarted, listContainers }, context)
  markTooShort(record)
  markDead(record, atStart, await listContainers())
}

async function composeUp(
  { command, env }: LoadCommand,
  runDirectory: string,
  { text: { load }, directory, lock, signal }: RunContext,
): Promise<void> {
  // A load that is a service of the compose file is started later, by `putUnderLoad`.
  const notYet = load.service === undefined ? [] : ['--scale', `${load.service}=0`]
  const { ended, stop } = startProgram([...command, 'up', '-d', ...notYet], {
    ...{ cwd: directory, env, seconds: upSeconds, lock },
    output: join(runDirectory, 'compose.log'),
    errors: join(runDirectory, 'compose.stderr.log'),
  })
  const { exitCode, stderr } = await untilAborted(ended, signal, stop)
  if (exitCode !== 0) throw new RunFailed('start-failed', `Compose failed: ${stderr.trim().split('\n').at(-1) ?? ''}`)
}

/** Marks that the logs of the containers may explain. */
const marksOfContainers: ReadonlySet<RunMark> = new Set(['start-failed', 'not-ready', 'container-died'])
/** The last lines of each container's log that are kept of a run with such a mark. */
const keptLogLines = 500
/** How long Compose may take to read the logs. */
const keepLogsSeconds = 60

/** Keeps the end of the containers' logs, which are removed with them, in the run's directory. */
async function keepLogs(
  { command, env }: LoadCommand,
  runDirectory: string,
  { directory, lock, signal }: RunContext,
): Promise<void> {
  const { ended, stop } = startProgram([...command, 'logs', '--no-color', '--tail', `${keptLogLines}`], {
    ...{ cwd: directory, env, seconds: keepLogsSeconds, lock },
    output: join(runDirectory, 'containers.log'),
  })
  await untilAborted(ended, signal, stop)
}

function findHostPorts({ ports }: PreparedConfiguration, containers: readonly ComposeContainer[]): HostPorts {
  const hostPorts = new Map<number, number>()
  for (const { service, target, protocol, published } of ports) {
    const container = containers.find((one) => one.service === service)
    const host = container?.ports.get(`${target}/${protocol}`)
    if (host !== undefined) hostPorts.set(published, host)
  }
  return hostPorts
}

/** Waits for the JVM of a container. Throws: RunFailed `capture-failed`. */
async function findJvm(containerId: string, { collector: { collector }, signal }: RunContext): Promise<Target> {
  const deadline = performance.now() + findJvmMs
  for (;;) {
    try {
      const targets = await collector.call('listTargets', {})
      const inside = targets.filter(({ container }) => container?.id === containerId)
      // Throws a Problem for none and for several: it is asked again until the deadline.
      return findTarget(inside, inside[0]?.container?.name ?? containerId)
    } catch (error) {
      if (!isProblem(error)) throw error
      if (performance.now() > deadline) throw new RunFailed('capture-failed', error.message)
    }
    await delay(findJvmPollMs, undefined, { signal })
  }
}
