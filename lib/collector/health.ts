/** Checks what this host has and lacks, and says what that costs. */
import type { LateFile } from '../capture/cleanup-record-schema.ts'
import type { Config } from '../config.ts'
import { absentCheck, checkOf, failedCheck, type HealthCheck, passedCheck } from '../health-checks.ts'
import { isProblem, type Problem, onProblem } from '../errors.ts'
import { createDockerHelpers } from '../host/docker/helper-container.ts'
import { findJdk } from '../host/jvm/jdk.ts'
import type { ChosenInventory } from './choose-inventory.ts'
import { findingFromProblem } from '../findings.ts'
import { findAsyncProfiler } from '../host/library/async-profiler-library.ts'
import { mayUsePerfEvents, readsKernelSymbols } from '../host/kernel/kernel-settings.ts'
import { hasTool } from '../host/command/run-command.ts'
import { perfVersion } from '../capture/perf/perf-version.ts'

type HealthConfig = Pick<Config, 'asyncProfiler' | 'dataDirectory' | 'dockerHost' | 'helperImage'>

/**
 * A file that Hearth left or may get in a container: the JVM that writes it, its path, when it was asked for (Unix ms).
 */
type OutstandingFile = Pick<LateFile, 'hostPid' | 'path' | 'askedAt'>
/** A younger file is not reported: mostly the JVM soon answers, and the file is removed. */
const outstandingMs = 10_000

/**
 * Creates the watch of what this host has and lacks. `onChange` is called with the checks of a look when they differ
 * from those of the look before, and so after the first one.
 */
export function createHealthWatch(
  inventory: Pick<ChosenInventory, 'dockerState' | 'seesHost' | 'list'>,
  listOutstanding: () => readonly OutstandingFile[],
  config: HealthConfig,
  onChange: (checks: HealthCheck[]) => void,
) {
  const docker = createDockerHelpers(config.dockerHost)
  let latest: HealthCheck[] = []

  async function hasHelperImage(): Promise<boolean> {
    // Docker may go away after its state was read; the check of Docker says so at the next look.
    return (await docker.image(config.helperImage).catch(onProblem(() => null))) !== null
  }

  /**
   * As root beside the JVMs, Hearth reaches each of them without a helper. A missing helper image is then no failure.
   */
  const reachesAll = () => inventory.seesHost() && process.getuid?.() === 0

  function checkLateFiles(): HealthCheck {
    const late = listOutstanding().filter(({ askedAt }) => Date.now() - askedAt > outstandingMs)
    if (late.length === 0) return passedCheck('late-files')
    const targets = inventory.list()
    const names = late.map(({ hostPid, path }) => {
      const target = targets.find((target) => target.hostPid === hostPid)
      return `${path} of ${target?.container?.name ?? target?.service ?? `process ${hostPid}`}`
    })
    return failedCheck('late-files', { title: `Not removed yet: ${[...new Set(names)].sort().join(', ')}` })
  }

  return {
    /** Gives the checks of the last look; none before the first one. */
    latest: () => latest,
    /** Looks again and gives the checks. */
    async refresh(): Promise<HealthCheck[]> {
      const state = inventory.dockerState()
      const helper = state.ok ? [checkHelperImage(config.helperImage, await hasHelperImage(), !reachesAll())] : []
      const checks = [
        checkDocker(state),
        ...(await checkEngines(config)),
        ...helper,
        checkLateFiles(),
        checkOf('demo-jdk', findJdk() !== undefined),
      ]
      if (JSON.stringify(checks) !== JSON.stringify(latest)) onChange(checks)
      return (latest = checks)
    },
  }
}

function checkHelperImage(image: string, isThere: boolean, isNeeded: boolean): HealthCheck {
  if (isThere) return passedCheck('helper-image')
  const title = `The Docker engine has no image ${image}`
  return isNeeded
    ? failedCheck('helper-image', { title })
    : absentCheck('helper-image', `${title}; none is needed to reach the JVMs`)
}

function checkDocker({ ok, problem }: { ok: boolean; problem: Problem | null }): HealthCheck {
  if (ok) return passedCheck('docker')
  return failedCheck('docker', problem === null ? {} : { title: problem.message, remedy: problem.remedy })
}

async function checkEngines(config: Pick<Config, 'asyncProfiler' | 'dataDirectory'>): Promise<HealthCheck[]> {
  return [
    checkAsyncProfiler(config),
    await checkPerf(),
    checkOf('perf-permission', mayUsePerfEvents()),
    checkOf('kernel-symbols', readsKernelSymbols()),
    checkOf('bpftrace', hasTool('bpftrace')),
  ]
}

function checkAsyncProfiler(config: Pick<Config, 'asyncProfiler' | 'dataDirectory'>): HealthCheck {
  const library = findAsyncProfiler(config)
  if (library === null) return failedCheck('async-profiler')
  return passedCheck('async-profiler', `async-profiler ${library.version ?? 'of your own'}`)
}

async function checkPerf(): Promise<HealthCheck> {
  try {
    return passedCheck('perf', `perf ${await perfVersion()}`)
  } catch (error) {
    if (!isProblem(error)) throw error
    const { title, remedy, command } = findingFromProblem(error)
    return failedCheck('perf', { title, remedy, command })
  }
}
