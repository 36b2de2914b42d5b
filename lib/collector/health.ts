/** What this host has and lacks, and what that costs. */
import { checkEngines } from '../capture/doctor/host-checks.ts'
import type { Config } from '../config.ts'
import { checkOf, failedCheck, type HealthCheck, passedCheck } from '../health-checks.ts'
import { isProblem, type Problem } from '../errors.ts'
import { createDockerHelpers } from '../host/docker/helper-container.ts'
import { findJdk } from '../host/jvm/jdk.ts'
import type { Inventory } from '../targets/inventory.ts'

type HealthConfig = Pick<Config, 'asyncProfiler' | 'dataDirectory' | 'dockerHost' | 'helperImage'>

/** `onChange` gets every look that found something else than the one before. */
export function createHealthWatch(
  inventory: Pick<Inventory, 'dockerState'>,
  config: HealthConfig,
  onChange: (checks: HealthCheck[]) => void,
) {
  const docker = createDockerHelpers(config.dockerHost)
  let latest: HealthCheck[] = []

  async function hasHelperImage(): Promise<boolean> {
    try {
      return (await docker.image(config.helperImage)) !== null
    } catch (error) {
      if (isProblem(error)) return false // the engine went away meanwhile; its own check says so
      throw error
    }
  }

  return {
    /** As of the last look. */
    latest: () => latest,
    /** Looks again. */
    async refresh(): Promise<HealthCheck[]> {
      const state = inventory.dockerState()
      const helper = state.ok ? [checkHelperImage(config.helperImage, await hasHelperImage())] : []
      const checks = [
        checkDocker(state),
        ...(await checkEngines(config)),
        ...helper,
        checkOf('demo-jdk', findJdk() !== undefined),
      ]
      if (JSON.stringify(checks) !== JSON.stringify(latest)) onChange(checks)
      return (latest = checks)
    },
  }
}

function checkHelperImage(image: string, ok: boolean): HealthCheck {
  return ok
    ? passedCheck('helper-image')
    : failedCheck('helper-image', { title: `The Docker engine has no image ${image}` })
}

function checkDocker({ ok, problem }: { ok: boolean; problem: Problem | null }): HealthCheck {
  if (ok) return passedCheck('docker')
  return failedCheck('docker', problem === null ? {} : { title: problem.message, remedy: problem.remedy })
}
