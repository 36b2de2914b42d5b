import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Readiness } from '../contract/doctor.ts'
import { type Target, targetSchema } from '../contract/target.ts'
import { createDocker } from '../host/docker/docker-client.ts'
import { followContainers } from '../host/docker/running-containers.ts'
import { findJdk } from '../host/jvm/jdk.ts'
import { runContainer, type ContainerOptions } from '../testing/hosts/containers.ts'
import { startTestEngine } from '../testing/hosts/docker-engine.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { createInventory, type Inventory, type InventoryEvent } from './inventory.ts'

const bugs: unknown[] = []
function startInventory(socket?: string): Inventory {
  const containers = followContainers(createDocker(socket && `unix://${socket}`))
  const inventory = createInventory({
    containers,
    supplies: () => ({ perfMapAgent: null, asyncProfiler: { dynamic: null } }),
    report: (error) => bugs.push(error),
  })
  inventory.start()
  return inventory
}

let inventory: Inventory
const events: InventoryEvent[] = []
beforeAll(() => {
  inventory = startInventory()
  inventory.onEvent((event) => events.push(event))
})
afterAll(async () => {
  await inventory.stop()
  expect(bugs).toEqual([])
})

async function run(options: ContainerOptions) {
  const container = await runContainer(options)
  onTestFinished(() => container.stop())
  return container
}

const inContainer = (id: string) => inventory.list().filter(({ container }) => container?.id === id)
const targetIn = (id: string, matches = (_: Target) => true) =>
  waitUntil('its JVM is listed', () => inContainer(id).find(matches))
const isHeapKnown = ({ heapUsedBytes }: Target) => (heapUsedBytes ?? 0) > 0
const readinessFor = ({ readiness }: Target, engine: Readiness['engine']) =>
  readiness.find((cell) => cell.engine === engine)!
const codesOf = (target: Target, engine: Readiness['engine'] = 'perf') =>
  readinessFor(target, engine).findings.map(({ code }) => code)

describe('the list', () => {
  test('has a JVM of a user without a name, with all facts, also those without an hsperfdata file', async () => {
    const { id, name } = await run({
      image: 'scratch-jdk17',
      labels: { 'com.docker.compose.project': 'web', 'com.docker.compose.service': 'shop', 'db.password': 'hunter2' },
      memoryBytes: 200 * 2 ** 20,
      cpus: 0.5,
      javaOptions: ['-Dapi.token=hunter2'],
    })
    const target = await targetIn(id, (target) => target.cpuPercent !== null && codesOf(target).length === 0)
    targetSchema.parse(target)
    expect(target).toMatchObject({
      namespacePid: 1,
      service: 'web/shop',
      state: 'running',
      container: { name, state: 'running', memoryLimitBytes: 200 * 2 ** 20, cpuLimit: 0.5, readOnlyRoot: false },
      jvm: { mainClass: 'shop.Shop', collector: 'G1', preserveFramePointer: true, hasPerfData: true },
      user: { uid: 65532, gid: 65532, name: null },
      heapLimitBytes: 96 * 2 ** 20,
    })
    // Its user has no name, so HotSpot has its counters in memory only, without an hsperfdata file.
    await targetIn(id, ({ heapUsedBytes }) => heapUsedBytes !== null && heapUsedBytes > 2 ** 20)
    expect(target.jvm.version).toMatch(/^17\./)
    expect(target.threads).toBeGreaterThan(10)
    expect(target.residentBytes).toBeGreaterThan(10 * 2 ** 20)
    expect(Math.abs(target.startedAt - Date.now())).toBeLessThan(60_000)
    expect(JSON.stringify(target)).not.toContain('hunter2')
    expect(target.jvm.arguments).toContain('-Dapi.token=***')
    expect(codesOf(target, 'jfr')).toContain('jfr-missing') // jlink left the module out
  })

  test('has a JVM below a shell, with vendor, user and heap of its hsperfdata', async () => {
    const { id } = await run({ image: 'debian-jdk17', javaOptions: ['-XX:-PreserveFramePointer'] })
    const target = await targetIn(id, isHeapKnown)
    expect(target.namespacePid).not.toBe(1)
    expect(target).toMatchObject({
      service: 'hearth-test/debian-jdk17',
      jvm: { mainClass: 'shop.Shop', vendor: 'Debian', preserveFramePointer: false, hasPerfData: true },
      user: { name: 'shop' },
    })
    const warned = await targetIn(id, (target) => codesOf(target).join() === 'no-frame-pointer')
    expect(readinessFor(warned, 'perf').level).toBe('degraded')
    expect(codesOf(warned, 'async-profiler')).not.toContain('no-frame-pointer')
  })

  test('has the own heap and GC of each of two JVMs with one PID and user that share /tmp', async () => {
    const shared = fs.mkdtempSync('/tmp/hearth-shared-tmp-')
    onTestFinished(() => fs.rmSync(shared, { recursive: true }))
    fs.chmodSync(shared, 0o1777)
    const start = (...flags: string[]) =>
      run({
        image: 'debian-jdk17',
        command: ['java', ...flags, '-cp', '/opt/shop/shop.jar', 'shop.Shop'], // PID 1 in each
        serves: 'shop listens',
        writableMounts: { [shared]: '/tmp' },
      })
    const first = await start('-XX:+UseSerialGC', '-Xmx64m')
    const second = await start('-XX:+UseParallelGC', '-Xmx80m')
    const [one, other] = await Promise.all([first, second].map(({ id }) => targetIn(id, isHeapKnown)))
    expect(one!.namespacePid).toBe(other!.namespacePid)
    expect(one).toMatchObject({ jvm: { collector: 'Serial', hasPerfData: true }, heapLimitBytes: 64 * 2 ** 20 })
    expect(other).toMatchObject({ jvm: { collector: 'Parallel', hasPerfData: true }, heapLimitBytes: 80 * 2 ** 20 })
  })

  test('has a JVM without performance counters', async () => {
    const { id } = await run({ image: 'debian-jdk25', javaOptions: ['-XX:-UsePerfData'] })
    const target = await targetIn(id)
    expect(target.jvm).toMatchObject({
      mainClass: 'shop.Shop',
      hasPerfData: false,
    })
    expect(target.jvm.version).toMatch(/^25/)
  })

  test('has a JVM on the host, outside any container', async () => {
    const jshell = spawn(`${findJdk()!.home}/bin/jshell`, ['-J-Xmx96m'], { stdio: ['pipe', 'ignore', 'ignore'] })
    onTestFinished(() => void jshell.kill('SIGKILL'))
    const target = await waitUntil('it is listed', () => inventory.list().find(({ hostPid }) => hostPid === jshell.pid))
    expect(target).toMatchObject({ container: null, namespacePid: jshell.pid, user: { uid: 0, name: 'root' } })
  })

  test('has a target for each JVM of a container', async () => {
    const { id } = await run({
      image: 'debian-jdk17',
      command: ['/bin/sh', '-c', `java -version; ${'$JAVA -cp /opt/shop/shop.jar shop.Shop & '.repeat(2)} wait`],
      env: { JAVA: 'java' },
    })
    const targets = await waitUntil('both are listed', () => (inContainer(id).length === 2 ? inContainer(id) : null))
    expect(new Set(targets.map((target) => target.id)).size).toBe(2)
    expect(targets.map(({ container }) => container?.id)).toEqual([id, id])
  })

  test('does not have a program that is only named java', async () => {
    const impostor = spawn('sleep', ['60'], { argv0: 'java', stdio: 'ignore' })
    onTestFinished(() => void impostor.kill('SIGKILL'))
    await inventory.refresh()
    await inventory.refresh()
    expect(inventory.list().map(({ hostPid }) => hostPid)).not.toContain(impostor.pid)
  })
})

describe('findings of passive checks', () => {
  test.each([
    ['attach-disabled', { javaOptions: ['-XX:+DisableAttachMechanism'] }],
    ['tmp-not-writable', { readOnly: true }],
  ])('%s', async (code, options) => {
    const { id } = await run({ image: 'scratch-jdk17', ...options })
    const target = await targetIn(id, (target) => codesOf(target).join() === code)
    expect(readinessFor(target, 'perf').level).toBe('degraded')
    expect(readinessFor(target, 'async-profiler').level).toBe('blocked')
  })
})

describe('changes', () => {
  test('starts, pauses, restarts and ends are sent as events', async () => {
    const container = await run({ image: 'scratch-jdk17' })
    const first = await targetIn(container.id)
    const stateOf = (id: string) => inventory.find(id)?.state
    await container.pause()
    await waitUntil('it is paused', () => stateOf(first.id) === 'paused', 2000)
    expect(codesOf(inventory.find(first.id)!)).toContain('target-paused')
    await container.unpause()
    await waitUntil('it runs again', () => stateOf(first.id) === 'running', 2000)
    await container.restart()
    await waitUntil('the old JVM is gone', () => stateOf(first.id) === undefined, 2000)
    const second = await targetIn(container.id)
    expect(second.id).not.toBe(first.id)
    await container.stop()
    await waitUntil('the new one is gone too', () => stateOf(second.id) === undefined, 2000)
    const reported = events
      .filter((event) => event.type !== 'load')
      .map((event) => [event.type, 'id' in event ? event.id : event.target.id])
    expect(reported).toContainEqual(['target', first.id])
    expect(reported).toContainEqual(['target-gone', first.id])
    expect(reported).toContainEqual(['target-gone', second.id])
  })
})

test('without the Docker engine JVMs are listed without its facts; it is used again when it is back', async () => {
  const bridges = bridgesOfHost()
  await using engine = await startTestEngine()
  expect(bridgesOfHost()).toEqual(bridges)
  const ours = startInventory(engine.socket)
  onTestFinished(() => ours.stop())
  await using container = await runContainer({ image: 'scratch-jdk17', docker: engine.docker })
  const find = () => ours.list().find((target) => target.container?.id === container.id)
  await waitUntil('its JVM is listed', find)
  await engine.kill()
  await waitUntil('the engine is found unreachable', () => !ours.dockerState().ok)
  expect(ours.dockerState().problem).toMatchObject({ code: 'docker-unreachable' })
  expect(ours.list()).not.toContain(undefined)
  await engine.start()
  await waitUntil('the engine is back', () => ours.dockerState().ok)
  await using another = await runContainer({ image: 'scratch-jdk17', docker: engine.docker })
  await waitUntil('a new container is listed', () => ours.list().find((target) => target.container?.id === another.id))
})

/** The bridges of this machine's Docker engine, which other tests and programs use. */
function bridgesOfHost(): string[] {
  return fs.readdirSync('/sys/class/net').filter((name) => name.startsWith('docker'))
}
