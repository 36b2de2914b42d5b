/** All that a capture needs, put together: engines, the doctor, the breaker, what it costs, and the jobs. */
import { join } from 'node:path'
import { createDoctor } from '../../capture/doctor/doctor.ts'
import { openSharedSession } from '../../capture/jvm/shared-session.ts'
import { createOverheadLog } from '../../capture/overhead.ts'
import type { Config } from '../../config.ts'
import type { Capture } from '../../contract/capture.ts'
import type { DoctorReport } from '../../contract/doctor.ts'
import type { Target } from '../../contract/target.ts'
import type { Vantage } from '../../contract/engines.ts'
import type { Helpers } from '../../helper/helpers.ts'
import type { DockerContainers } from '../../host/docker/running-containers.ts'
import { openArtefacts } from './artefacts.ts'
import { findAsyncProfiler } from '../../host/library/async-profiler-library.ts'
import { listOverdueTriggers } from '../../host/attach/attach-trigger.ts'
import { createBreaker, openBlocks } from '../breaker/blocks.ts'
import { openLoadFailures } from '../breaker/load-failures.ts'
import { openUnansweredSignals } from '../breaker/unanswered-signals.ts'
import { createCollectorCaptures } from './captures.ts'
import { watchContainerEnd } from './container-end.ts'
import type { ChosenInventory } from '../choose-inventory.ts'
import { createExaminers, hostNotVisible } from './examiners.ts'
import { openJournal } from './journal.ts'
import { openLateFiles } from './late-files.ts'
import { createDeathWatcher } from '../breaker/watch-death.ts'
import type { CaptureEngine, Progress, RawRecording } from '../../capture/engine.ts'
import { readParts } from '../../capture/read-parts.ts'
import { type ParserConfig, parserLimits } from '../../parser/run-parser.ts'
import type { SnapshotStoreOptions } from './live-snapshots.ts'
import type { FollowPlanOptions, Recorder } from './run-plan.ts'

export interface CapturingOptions {
  readonly config: Config
  readonly engines: readonly CaptureEngine[]
  readonly containers: DockerContainers
  readonly inventory: ChosenInventory
  readonly helpers: Helpers
  readonly onChange: (capture: Capture) => void
  /** Gets what is no Problem but a bug. */
  readonly report: (error: unknown) => void
}

export function createCapturing(options: CapturingOptions) {
  const { config, engines, containers, inventory, helpers, onChange, report } = options
  const { runDirectory } = config
  const seesHost = () => inventory.seesHost()
  const overhead = createOverheadLog()
  inventory.onEvent(({ type }) => {
    if (type === 'load' && seesHost()) overhead.addReadings(inventory.list())
  })
  // Not in the data directory itself, which is the web program's.
  const ownDirectory = `${config.dataDirectory}-collector`
  const blocks = openBlocks(ownDirectory)
  const loadFailures = openLoadFailures(ownDirectory, () => findAsyncProfiler(config)?.sha256 ?? null)
  const signals = openUnansweredSignals(ownDirectory)
  const openSession = (target: Target) => openSharedSession(target, (process) => signals.note(process))
  const deaths = createDeathWatcher({ subscribe: (listener) => containers.onEvent(listener), report })
  const breaker = createBreaker(blocks, deaths)
  const doctor = createDoctor({
    engines,
    examine: createExaminers(helpers, seesHost),
    blocksOf: (engine, target) => [...breaker.findingsOf(engine, target), ...loadFailures.findingsOf(engine, target)],
  })
  const lateFiles = openLateFiles(runDirectory, report)
  const captures = createCollectorCaptures({
    engines,
    doctor,
    recorders: createRecorders(helpers, seesHost),
    ...createReaders(config),
    watchOverhead: (target) => overhead.watch(target),
    watchContainerEnd: (target) => watchContainerEnd(target, (listener) => containers.onEvent(listener)),
    watchDeath: (target, engine, captureId) => breaker.watch(target, engine, captureId),
    findBlock: (target, engine) => blocks.find(target, engine),
    openSharedSession: openSession,
    noteTried: (target, engine, problem) => loadFailures.note(target, engine, problem),
    findTarget: (targetId) => inventory.find(targetId),
    lateFiles,
    journal: openJournal(join(runDirectory, 'journal')),
    artefacts: openArtefacts(join(runDirectory, 'artefacts')),
    workDirectory: join(runDirectory, 'work'),
    keepRecordings: config.keepRecordings,
    hostName: config.hostName,
    atOnce: config.capturesAtOnce,
    onChange,
    report,
  })

  return {
    captures,
    blocks,
    /** Files that are still in a container, or may come. */
    listOutstanding: () => [...lateFiles.list(), ...listOverdueTriggers()],
    /**
     * All engines ask in one session, so that the JVM is woken once. Throws: Problem `target-gone`, `target-changed`.
     */
    async examine(target: Target): Promise<DoctorReport> {
      const jvm = openSession(target)
      try {
        return await doctor.report(target)
      } finally {
        await jvm.release()
      }
    },
    async stop() {
      await captures.stop()
      await lateFiles[Symbol.asyncDispose]()
      await deaths.stop()
      overhead.addReadings([]) // without JVMs it closes all that it follows
      blocks[Symbol.dispose]()
      loadFailures[Symbol.dispose]()
      signals[Symbol.dispose]()
    },
  }
}

/** How a recording is made from either vantage, and read afterwards. */
function createRecorders(
  helpers: Pick<Helpers, 'record'>,
  seesHost: () => boolean,
): Readonly<Record<Vantage, Recorder>> {
  return {
    host(engine, job, signal) {
      if (!seesHost()) throw hostNotVisible()
      return engine.record(job, signal)
    },
    helper(engine, job, signal) {
      const steps = helpers.record(engine, job, signal)
      return seesHost() ? steps : withoutCleanup(steps)
    },
  }
}

/** PIDs of a host that we do not see are those of other processes here: the helper cleans up after itself. */
async function* withoutCleanup(steps: AsyncGenerator<Progress, RawRecording>): AsyncGenerator<Progress, RawRecording> {
  try {
    for (;;) {
      const step = await steps.next()
      if (step.done) return step.value
      yield { ...step.value, cleanup: [] }
    }
  } finally {
    await steps.return(undefined as never) // ends the helper; the value is not read
  }
}

/** The parser under the limits of the configuration, for whole recordings and for snapshots of them. */
function createReaders(config: ParserConfig): {
  readParts: FollowPlanOptions['readParts']
  readLive: SnapshotStoreOptions['read']
} {
  const limits = parserLimits(config)
  return {
    readParts: (parts, directory, provenance, signal) =>
      // A person waits for it, and the profiled program may keep every processor busy.
      readParts(parts, { directory, limits: { ...limits, niceness: 0 }, provenance }, signal),
    async readLive(parts, directory, signal) {
      const [first] = await readParts(parts, { directory, limits, provenance: {} }, signal)
      return first === undefined || first.samples === 0 ? null : first.bytes
    },
  }
}
