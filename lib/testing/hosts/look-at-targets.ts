/** The inventory's view of JVMs, for tests that need a real Target and nothing else. */
import { createDocker } from '../../host/docker/docker-client.ts'
import { followContainers } from '../../host/docker/running-containers.ts'
import { createInventory } from '../../targets/inventory.ts'
import type { Target } from '../../contract/target.ts'
import { waitUntil } from '../wait-until.ts'

/** The target with this host PID, once its container is known. */
export async function scanForTarget(hostPid: number): Promise<Target> {
  const inventory = createInventory({
    containers: followContainers(createDocker(process.env['DOCKER_HOST'])),
    supplies: () => ({ perfMapAgent: null, asyncProfiler: { dynamic: null } }),
    report: console.error,
  })
  inventory.start()
  try {
    let listed: Target | undefined
    await waitUntil(`process ${hostPid} is listed with its container`, async () => {
      await inventory.refresh()
      listed = inventory.list().find((target) => target.hostPid === hostPid)
      return listed?.container != null
    })
    return listed!
  } finally {
    await inventory.stop()
  }
}
