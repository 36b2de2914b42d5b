/** The collector itself, without its socket: the command line holds one of these where none runs. */
import { join } from 'node:path'
import { type z } from 'zod'
import { createEngines } from '../capture/engines.ts'
import { type Config } from '../config.ts'
import {
  type Finding,
  type HealthCheck,
  type Readiness,
  type Target,
  type Verb,
  type VerbOutput,
  verbs,
  type WatchEvent,
} from '../contract.ts'
import { Problem } from '../errors.ts'
import { createDocker } from '../host/docker.ts'
import { followContainers } from '../host/docker-containers.ts'
import { createInventory } from '../targets/inventory.ts'
import { openArtefacts } from './artefacts.ts'
import { createCaptures } from './captures.ts'
import { type CollectorClient } from './client.ts'
import { createDemo } from './demo.ts'
import { checkHealth } from './health.ts'
import { openJournal } from './journal.ts'
import { watchEvents } from './watch-stream.ts'

export interface Collector extends CollectorClient {
  /** Ends and marks what an earlier collector in this run directory left; no other may be using it. */
  recover(): Promise<void>
  /** Recovers, then begins to look. */
  start(): Promise<void>
  stop(): Promise<void>
}

const healthEveryMs = 10_000
/** A first look at a host without Docker must not wait for its timeout. */
const firstLookMs = 3000

/** `runDirectory` must exist. `report` gets what is no Problem but a bug; the collector goes on. */
export function createCollector(config: Config, report: (error: unknown) => void): Collector {
  const { runDirectory } = config
  const listeners = new Set<(event: WatchEvent) => void>()
  const emit = (event: WatchEvent) => listeners.forEach((listener) => listener(event))

  const containers = followContainers(createDocker(config.dockerHost))
  const inventory = createInventory({ containers, hasPerfMapAgent: config.perfMapAgent !== undefined, report })
  inventory.onEvent(emit)
  const engines = createEngines(config)
  const captures = createCaptures({
    engines,
    findTarget: (targetId) => inventory.find(targetId),
    journal: openJournal(join(runDirectory, 'journal')),
    artefacts: openArtefacts(join(runDirectory, 'artefacts')),
    workDirectory: join(runDirectory, 'work'),
    atOnce: config.capturesAtOnce,
    onChange: (capture) => emit({ type: 'capture', capture }),
    report,
  })
  const demo = createDemo(demoEnvironment(config), (state) => emit({ type: 'demo', demo: state }))
  let health: HealthCheck[] = []
  let healthTimer: NodeJS.Timeout | undefined

  async function refreshHealth(): Promise<HealthCheck[]> {
    const next = await checkHealth(inventory.dockerState())
    if (JSON.stringify(next) !== JSON.stringify(health)) emit({ type: 'health', health: next })
    return (health = next)
  }

  function findTarget(targetId: string): Target {
    const target = inventory.find(targetId)
    if (target === undefined) throw new Problem('target-gone', { target: 'This JVM' })
    return target
  }

  const snapshot = (): WatchEvent => ({
    type: 'snapshot',
    targets: inventory.list(),
    captures: captures.list(),
    health,
    demo: demo.state(),
  })

  const answers: { [V in Verb]: (input: Parsed<V>) => VerbOutput<V> | Promise<VerbOutput<V>> } = {
    listTargets: () => inventory.list(),
    describeTarget: ({ targetId }) => findTarget(targetId),
    async examineTarget({ targetId }) {
      const target = findTarget(targetId)
      return Promise.all(engines.map(async (engine) => readinessOf(engine.id, await engine.examine(target))))
    },
    startCapture: ({ requestedBy, ...request }) => captures.start(request, requestedBy),
    cancelCapture: ({ captureId }) => captures.cancel(captureId),
    listCaptures: () => captures.list(),
    reapCapture: ({ captureId, profileId }) => captures.reap(captureId, profileId),
    health: () => refreshHealth(),
    startDemo: () => demo.start(),
    stopDemo: () => demo.stop(),
  }

  return {
    recover: () => captures.recover(),
    async start() {
      await captures.recover()
      inventory.start()
      await Promise.race([containers.settled, new Promise((resolve) => setTimeout(resolve, firstLookMs).unref())])
      await inventory.refresh()
      await refreshHealth()
      healthTimer = setInterval(() => void refreshHealth().catch(report), healthEveryMs)
      void demo.refresh().catch(report)
    },
    async stop() {
      clearInterval(healthTimer)
      await captures.stop()
      await demo.close()
      await inventory.stop()
    },
    async call(verb, input) {
      const parsed = verbs[verb].input.safeParse(input)
      if (!parsed.success) throw invalidRequest(parsed.error)
      return await answers[verb](parsed.data as never)
    },
    watch(signal) {
      const subscribe = (listener: (event: WatchEvent) => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      }
      return watchEvents(snapshot, subscribe, signal)
    },
    fetchArtefact: async (captureId) => captures.readArtefact(captureId),
  }
}

type Parsed<V extends Verb> = z.output<(typeof verbs)[V]['input']>

function readinessOf(engine: Readiness['engine'], findings: Finding[]): Readiness {
  const has = (level: Finding['level']) => findings.some((finding) => finding.level === level)
  return { engine, level: has('blocked') ? 'blocked' : has('degraded') ? 'degraded' : 'ready', findings }
}

function invalidRequest(error: z.ZodError): Problem {
  const what = error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ')
  return new Problem('invalid-request', { what })
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
