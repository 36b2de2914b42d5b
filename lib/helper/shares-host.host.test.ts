import { expect, test } from 'vitest'
import { createDockerHelpers } from '../host/docker/helper-container.ts'
import { runContainer } from '../testing/hosts/containers.ts'
import { sharesHost } from './shares-host.ts'

const docker = createDockerHelpers(undefined)

test('a running container is seen', async () => {
  await using container = await runContainer({ image: 'scratch-jdk17' })
  expect(await sharesHost(docker, [container.id])).toBe(true)
})

test('a container that ends, or is restarted, while it is looked for does not hide the host', async () => {
  await using ending = await runContainer({ image: 'scratch-jdk17' })
  await using restarting = await runContainer({ image: 'scratch-jdk17' })
  await using running = await runContainer({ image: 'scratch-jdk17' })
  const disturb = new Map([
    [ending.id, () => ending.kill()],
    [restarting.id, () => restarting.restart()],
  ])
  const disturbed = {
    ...docker,
    async firstPid(containerId: string) {
      const hostPid = await docker.firstPid(containerId)
      await disturb.get(containerId)?.()
      disturb.delete(containerId)
      return hostPid
    },
  }
  expect(await sharesHost(disturbed, [ending.id, running.id])).toBe(true)
  expect(await sharesHost(disturbed, [restarting.id])).toBe(true)
})

test('a container whose process stays out of sight is on another host', async () => {
  const elsewhere = { socket: docker.socket, firstPid: async () => 2 ** 22 + 1 } // above the largest PID of a kernel
  expect(await sharesHost(elsewhere, ['f'.repeat(64)])).toBe(false)
})
