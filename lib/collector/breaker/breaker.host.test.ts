/** The breaker with real JVMs: which deaths open it, which do not, and how it is closed again. */
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Capture } from '../../contract/capture.ts'
import { type ContainerOptions, runContainer, type TestContainer } from '../../testing/hosts/containers.ts'
import { perfOnHost, slowShop, startFileCollector } from '../../testing/hosts/file-collector.ts'
import { waitUntil } from '../../testing/wait-until.ts'

const run = promisify(execFile)
/** Longer than the collector waits for Docker's events about a death. */
const settledMs = 6000

const collector = await startFileCollector()

const blocks = () => collector.client.call('listBlocks', {})

/** A container with a capture under way. */
async function recorded(
  options: Partial<ContainerOptions> = {},
): Promise<{ container: TestContainer; capture: Capture }> {
  const container = await runContainer({ image: 'scratch-jdk17', env: slowShop, ...options })
  const [hostPid] = await container.jvmPids()
  const { id } = await collector.start(await collector.findTarget(hostPid!), { ...perfOnHost, seconds: 60 })
  const capture = await collector.waitFor(id, 'recording', ({ state }) => state === 'recording')
  return { container, capture }
}

async function clearAll(): Promise<void> {
  for (const { id } of await blocks()) await collector.client.call('clearBlock', { blockId: id })
}

test('a JVM that crashes while it is recorded blocks the engine for its image, until a person clears it', async () => {
  const { container, capture } = await recorded({ image: 'debian-jdk17' })
  await using _ = container
  process.kill((await container.jvmPids())[0]!, 'SIGSEGV')
  const [block] = await waitUntil('the breaker opens', async () => (await blocks())[0] && (await blocks()), 30_000)
  expect(block).toMatchObject({ engine: 'perf', captureId: capture.id, label: 'hearth-test/debian-jdk17:latest' })
  expect(block!.reason).toMatch(/^it crashed and left hs_err_pid\d+\.log, \d+ s after the attach$/)
  await collector.end(capture.id)

  await using again = await runContainer({ image: 'debian-jdk17' })
  const target = await collector.findTarget((await again.jvmPids())[0]!)
  const { cells, plans } = await collector.client.call('examineTarget', { targetId: target.id })
  const blocked = cells.filter(({ findings }) => findings.some(({ code }) => code === 'engine-blocked'))
  expect(new Set(blocked.map(({ engine, level }) => `${engine} ${level}`))).toEqual(new Set(['perf blocked']))
  expect(blocked[0]!.findings[0]!.command).toContain(`unblock ${block!.id}`)
  expect(plans.find(({ event }) => event === 'cpu')!.plans.some(({ engine }) => engine === 'perf')).toBe(false)
  const refused = await collector.start(target, perfOnHost)
  expect((await collector.end(refused.id)).problem).toMatchObject({ code: 'engine-blocked' })

  await collector.restart()
  expect(await blocks()).toEqual([block])
  await clearAll()
  const allowed = await collector.start(await collector.findTarget((await again.jvmPids())[0]!), perfOnHost)
  expect((await collector.end(allowed.id)).problem).toBeNull()
})

test('so does a container that runs out of memory', async () => {
  const { container } = await recorded({ image: 'debian-jdk17' })
  await using _ = container
  const [jvmPid] = await container.jvmPids()
  setLeastMemoryLimit(container)
  // When a process needs more memory now, the kernel kills the largest process of the container, which is the JVM.
  await container.exec(['/bin/sh', '-c', 'head -c 64m /dev/zero | tail > /dev/null'])
  const [block] = await waitUntil('the breaker opens', async () => (await blocks())[0] && (await blocks()), 60_000)
  expect(block!.reason).toMatch(/^killed for want of memory, \d+ s after the attach$/)
  expect(() => process.kill(jvmPid!, 0)).toThrow()
  await clearAll()
})

/** The smallest limit that the kernel accepts: it refuses one that it cannot reach without killing. */
function setLeastMemoryLimit({ id }: TestContainer): void {
  for (let megabytes = 32; megabytes < 256; megabytes += 8) {
    const limits = ['--memory', `${megabytes}m`, '--memory-swap', `${megabytes}m`]
    if (spawnSync('docker', ['update', ...limits, id]).status === 0) return
  }
  throw new Error('no limit was accepted')
}

// Concurrent, since each waits most of the time.
test.concurrent.each<[string, (container: TestContainer) => Promise<unknown>]>([
  ['docker stop', async ({ id }) => run('docker', ['stop', '--time', '5', id])],
  ['docker kill', (container) => container.kill()],
  ['docker restart', (container) => container.restart()],
  ['docker rm --force', (container) => container.stop()],
])('%s does not: it was on purpose', async (_name, end) => {
  const { container, capture } = await recorded()
  await using _ = container
  await end(container)
  await collector.end(capture.id)
  // All events have arrived by then.
  const deadline = performance.now() + settledMs
  await waitUntil('all events of Docker have arrived', () => performance.now() > deadline, 2 * settledMs)
  expect(await blocks()).toEqual([])
})
