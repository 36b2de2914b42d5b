/** The collector itself, without its socket: the command line holds one of these where none runs. */
import { Readable } from 'node:stream'
import { createEngines } from '../capture/engines.ts'
import type { Config } from '../config.ts'
import { demoLabel } from '../contract/constants.ts'
import type { EngineId } from '../contract/engines.ts'
import type { Target } from '../contract/target.ts'
import { onProblem, Problem } from '../errors.ts'
import { createHelpers } from '../helper/helpers.ts'
import { createDocker } from '../host/docker/docker-client.ts'
import { type DockerContainers, followContainers } from '../host/docker/running-containers.ts'
import type { PinnedProcess } from '../host/process/pinned-process.ts'
import { createInventory } from '../targets/inventory.ts'
import { createStoppedTargets } from '../targets/stopped-targets.ts'
import { findInstalledTools } from '../targets/readiness/installed-tools.ts'
import { createCapturing } from './captures/compose-captures.ts'
import { chooseInventory } from './choose-inventory.ts'
import type { CollectorClient } from './client/client.ts'
import { createDemo } from './demo.ts'
import { createExperimentCommands } from './experiments.ts'
import { createHealthWatch } from './health.ts'
import { answerCaptureVerbs, createVerbCall, type VerbAnswers } from './call-verbs.ts'
import { createUploadParser } from './parse-uploads.ts'
import { createWatchFeed } from './watch-stream.ts'

export interface LocalCollector extends CollectorClient {
  /** Ends and marks what an earlier collector in this run directory left; no other may be using it. */
  recover(): Promise<void>
  /** Recovers, then begins to look. */
  start(): Promise<void>
  /**
   * Takes no new capture, ends recordings early and keeps them, within ten seconds or until `hurry` aborts. Call it
   * before `stop`.
   */
  keep(hurry: AbortSignal): Promise<void>
  stop(): Promise<void>
}

/** Interval of the looks at what this host lacks for profiling, and whether a JVM of the demo runs. */
const healthEveryMs = 10_000
/** Interval of the sweep of helper containers. */
const sweepEveryMs = 60_000
/** Interval of the looks for late files, which are made only for a JVM that owes one. */
const lateFilesEveryMs = 5000
/** How long the first look waits for Docker: on a host without it, less than its timeout. */
const firstLookMs = 3000

/** What a collector for a single container is given: it has no engine to ask. */
export interface OneContainer {
  readonly containers: DockerContainers
  readonly isListed: (process: PinnedProcess) => boolean
  readonly engines: readonly EngineId[]
}

/** `runDirectory` must exist. `report` gets what is no Problem but a bug; the collector goes on. */
export function createCollector(config: Config, report: (error: unknown) => void, only?: OneContainer): LocalCollector {
  const { emit, watch, isWatched } = createWatchFeed(() => ({
    type: 'snapshot',
    targets: inventory.list(),
    stopped: stopped.list(),
    captures: captures.list(),
    pods: [],
    health: health.latest(),
    demo: demo.state(),
  }))

  const containers = only?.containers ?? followContainers(createDocker(config.dockerHost))
  const helpers = createHelpers(config, report)
  const supplies = () => findInstalledTools(config)
  const inventory = chooseInventory({
    containers,
    ownInventory: () => createInventory({ containers, supplies, report, ...(only && { isListed: only.isListed }) }),
    remoteInventory: () => helpers.createRemoteInventory(containers),
    // Whether we see the processes of Docker's containers ourselves; else an inventory agent lists them.
    sharesHost: async (containerIds) => only !== undefined || helpers.sharesHost(containerIds),
    report,
  })
  const stopped = createStoppedTargets()
  inventory.onEvent((event) => {
    emit(event)
    if (stopped.apply(event)) emit({ type: 'stopped', stopped: stopped.list() })
  })
  const capturing = createCapturing({
    config,
    engines: createEngines(config).filter(({ id }) => !only || only.engines.includes(id)),
    containers,
    inventory,
    helpers,
    onChange: (capture) => emit({ type: 'capture', capture }),
    report,
  })
  const { captures, blocks } = capturing
  const demo = createDemo(demoEnvironment(config), (state) => emit({ type: 'demo', demo: state }))
  const experiments = createExperimentCommands(config.experimentDirectories, () =>
    emit({ type: 'experiment-directories' }),
  )
  const health = createHealthWatch(inventory, capturing.listOutstanding, config, (checks) =>
    emit({ type: 'health', health: checks }),
  )
  const timers = new Set<NodeJS.Timeout>()
  const every = (ms: number, task: () => Promise<unknown>) => {
    timers.add(setInterval(() => void task().catch(report), ms))
  }

  function findTarget(targetId: string): Target {
    const target = inventory.find(targetId)
    if (target === undefined) throw new Problem('target-gone', { target: 'This JVM' })
    return target
  }

  /**
   * What a collector that was killed left of its helpers, and what lost its way since. Docker may be away: then none
   * was made.
   */
  const sweepHelpers = () => helpers.sweep().catch(onProblem(() => undefined))

  const answers: VerbAnswers = {
    listTargets: () => inventory.list(),
    describeTarget: ({ targetId }) => findTarget(targetId),
    examineTarget: ({ targetId }) => capturing.examine(findTarget(targetId)),
    examinePod() {
      throw new Problem('not-found', { what: 'pod' })
    },
    ...answerCaptureVerbs(captures),
    listBlocks: () => blocks.list(),
    clearBlock: ({ blockId }) => blocks.clear(blockId),
    health: () => health.refresh(),
    startDemo: () => demo.start(),
    stopDemo: () => demo.stop(),
    listExperiments: () => experiments.list(),
    startExperiment: ({ number, startedBy, ...request }) => experiments.start(number, request, startedBy),
    stopExperiment: ({ number }) => experiments.stop(number),
  }

  return {
    recover: () => captures.recover(),
    async start() {
      await captures.recover()
      inventory.start()
      await Promise.race([containers.settled, new Promise((resolve) => setTimeout(resolve, firstLookMs).unref())])
      await inventory.refresh()
      await health.refresh()
      every(healthEveryMs, () => health.refresh())
      // With `only` too: there no JVM is of the demo, and the sweep of helpers finds no Docker, which is no failure.
      every(healthEveryMs, () => demo.see(inventory.list().some(isOfDemo)))
      every(sweepEveryMs, sweepHelpers)
      every(lateFilesEveryMs, () => captures.sweepLateFiles())
      if (only) return // It is for one capture, and the collector of this host does these at its start.
      void sweepHelpers().catch(report)
      void demo.refresh().catch(report)
    },
    // Where none watches, profiles wait on disk for the next start.
    keep: (hurry) => captures.keep(isWatched, hurry),
    async stop() {
      // Experiments end by themselves with this process.
      timers.forEach(clearInterval)
      await capturing.stop()
      await demo.close()
      await inventory.stop()
    },
    call: createVerbCall(answers),
    watch,
    fetchArtefact: async (captureId, event) => captures.readArtefact(captureId, event),
    parseUpload: createUploadParser(config),
    fetchLive: async (captureId) => Readable.from([captures.readLive(captureId)]),
  }
}

function isOfDemo({ container }: Target): boolean {
  return container !== null && demoLabel in container.labels
}

/** What the demo's own program needs of ours: the engine to use, and where it keeps what it builds. */
function demoEnvironment({ dockerHost }: Config): Record<string, string> {
  const { HOME, JAVA_HOME } = process.env
  return {
    ...(dockerHost === undefined ? {} : { DOCKER_HOST: dockerHost }),
    ...(HOME === undefined ? {} : { HOME }),
    ...(JAVA_HOME === undefined ? {} : { JAVA_HOME }),
  }
}
