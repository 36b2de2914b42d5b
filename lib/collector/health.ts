/** What this host has and lacks, and what that costs. */
import { checkEngines, healthCheck } from '../capture/doctor/host-checks.ts'
import type { Config } from '../config.ts'
import type { HealthCheck } from '../contract.ts'
import { isProblem, type Problem } from '../errors.ts'
import { createDockerHelpers } from '../host/docker/helper-container.ts'
import { findJdk } from '../host/jvm/jdk.ts'
import type { Inventory } from '../targets/inventory.ts'

type HealthConfig = Pick<Config, 'asyncProfiler' | 'dataDirectory' | 'dockerHost' | 'helperImage'>

export interface HealthWatch {
  /** As of the last look. */
  latest(): HealthCheck[]
  /** Looks again. */
  refresh(): Promise<HealthCheck[]>
}

/** `onChange` gets every look that found something else than the one before. */
export function createHealthWatch(
  inventory: Pick<Inventory, 'dockerState'>,
  config: HealthConfig,
  onChange: (checks: HealthCheck[]) => void,
): HealthWatch {
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
    latest: () => latest,
    async refresh() {
      const state = inventory.dockerState()
      const helper = state.ok ? [checkHelperImage(config.helperImage, await hasHelperImage())] : []
      const checks = [checkDocker(state), ...(await checkEngines(config)), ...helper, checkDemo()]
      if (JSON.stringify(checks) !== JSON.stringify(latest)) onChange(checks)
      return (latest = checks)
    },
  }
}

function checkHelperImage(image: string, ok: boolean): HealthCheck {
  return healthCheck('helper-image', ok, 'Helper containers can be started', {
    title: `The Docker engine has no image ${image}`,
    costs: 'JVMs that cannot be reached from the host cannot be profiled from a helper container either.',
    remedy: 'Make it, once.',
    command: 'npm run -s hearth -- build-helper',
  })
}

function checkDocker({ ok, problem }: { ok: boolean; problem: Problem | null }): HealthCheck {
  return healthCheck('docker', ok, 'Docker answers', {
    title: problem?.message ?? 'Docker has not answered yet',
    costs: 'Containers have no names; JVMs are still found, in and outside of them.',
    remedy: problem?.remedy ?? 'Wait a moment.',
    command: 'systemctl start docker',
  })
}

function checkDemo(): HealthCheck {
  return healthCheck('demo-jdk', findJdk() !== undefined, 'A JDK can build the demo service', {
    title: 'No JDK from 17 on with jlink was found',
    costs: 'The demo service cannot be started. Profiling needs no JDK.',
    remedy: 'Install one.',
    command: 'apt-get install default-jdk-headless',
  })
}
