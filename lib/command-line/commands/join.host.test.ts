/**
 * A host that joins: a Docker engine in a network namespace of its own, with one line to the dashboard, which the test
 * cuts. The dashboard's own collector sees nothing, so that what is listed comes over that line.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Capture } from '../../contract/capture.ts'
import { isFinal } from '../../contract/capture-state.ts'
import type { Collector } from '../../contract/collectors.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import type { Target } from '../../contract/target.ts'
import { createFakeCollector } from '../../server/testing/fake-collector.ts'
import { serveFakeCollector } from '../../server/testing/serve-fake-collector.ts'
import { asyncProfilerForTests } from '../../testing/hosts/async-profiler.ts'
import { runContainer, type TestContainer } from '../../testing/hosts/containers.ts'
import { startTestEngine, type TestEngine } from '../../testing/hosts/docker-engine.ts'
import { filesOf, processesWith } from '../../testing/hosts/left-behind.ts'
import { startWebProgram, type WebProgram } from '../../testing/hosts/web-program.ts'
import { waitUntil } from '../../testing/wait-until.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const namespace = `hearth-join-${process.pid}`
const cable = `hj${process.pid}`
// Not `ip netns exec`, which hides the control groups below a new /sys.
const inNamespace = ['nsenter', `--net=/run/netns/${namespace}`] as const
/** Other runs, also one that was killed, have other addresses. */
const network = `10.${200 + ((process.pid >> 8) % 50)}.${process.pid % 256}`
const dashboardAddress = `${network}.1`
const ip = (...args: string[]) => execFileSync('ip', args)

let directory = ''
let library = ''
let engine: TestEngine
let container: TestContainer
let endCollector: () => Promise<void>
let web: WebProgram
let token = ''

beforeAll(async () => {
  library = await asyncProfilerForTests()
  directory = fs.mkdtempSync(joinPath(tmpdir(), 'hearth-join-'))
  ip('netns', 'add', namespace)
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
  ip('addr', 'add', `${dashboardAddress}/30`, 'dev', cable)
  ip('-n', namespace, 'addr', 'add', `${network}.2/30`, 'dev', 'eth0')
  ip('-n', namespace, 'link', 'set', 'lo', 'up')
  ip('-n', namespace, 'link', 'set', 'eth0', 'up')
  ip('link', 'set', cable, 'up')
  engine = await startTestEngine(inNamespace)
  container = await runContainer({ image: 'scratch-jdk17', docker: engine.docker, env: { SHOP_PRICING: 'scan' } })
  fs.mkdirSync(`${directory}/web`)
  endCollector = await serveFakeCollector(createFakeCollector(), `${directory}/web/collector.sock`)
  web = await startWebProgram(`${directory}/web`, { HEARTH_BIND: dashboardAddress, HEARTH_HOSTS: dashboardAddress })
  token = await web.token(['read', 'capture', 'admin'])
})

afterAll(async () => {
  joined?.kill('SIGKILL')
  await web?.[Symbol.asyncDispose]()
  await endCollector?.()
  await container?.stop()
  await engine?.[Symbol.asyncDispose]()
  ip('netns', 'del', namespace)
  fs.rmSync(directory, { recursive: true, force: true })
})

let joined: ChildProcess | undefined
let said = ''

function join(args: readonly string[]): ChildProcess {
  said = ''
  const child = spawn(inNamespace[0], [...inNamespace.slice(1), process.execPath, main, 'join', ...args], {
    env: {
      ...process.env,
      DOCKER_HOST: `unix://${engine.socket}`,
      HEARTH_DATA: `${directory}/data`,
      HEARTH_RUN: `${directory}/run`,
      HEARTH_ASYNC_PROFILER: library,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  joined = child
  return child
}

async function ask<Answer>(path: string, method = 'GET', body?: unknown): Promise<Answer> {
  const answer = await fetch(`${web.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return (text === '' ? null : JSON.parse(text)) as Answer
}

const collectors = async () => (await ask<{ collectors: Collector[] }>('/collectors')).collectors
const remote = async () => (await collectors()).find(({ id }) => id !== 'local')
const isConnected = async () => (await remote())?.problem === null
const targets = async () => (await ask<{ targets: Target[] }>('/targets')).targets
const target = async () => (await targets()).find((one) => one.container?.id === container.id)
const capture = async (seconds: number) => {
  const body = { targetId: (await target())!.id, engine: 'async-profiler', seconds }
  return ask<Capture>('/captures', 'POST', body)
}
const stateOf = (id: string) => ask<Capture>(`/captures/${id}`)
const end = (id: string) =>
  waitUntil('it ended', async () => [await stateOf(id)].find(({ state }) => isFinal(state)), 90_000)
const profilesOf = async (id: string) => {
  const { profiles } = await ask<{ profiles: ProfileSummary[] }>('/profiles')
  return profiles.filter(({ captureId }) => captureId === id)
}

let joinToken = ''

test('joins with a token, and its JVM is listed and profiled as one beside the dashboard', async () => {
  joinToken = (await ask<{ token: string }>('/collectors/tokens', 'POST')).token
  const refused = join([web.url, joinToken])
  await once(refused, 'exit')
  expect([refused.exitCode, said]).toEqual([2, expect.stringContaining('--plain-http') as string])

  join([web.url, joinToken, '--name=rack-2', '--plain-http'])
  await waitUntil('it is connected', isConnected, 60_000)
  await waitUntil('its JVM is listed', target, 60_000)
  const { collectorId } = (await target())!
  expect(await remote()).toMatchObject({ id: collectorId, name: 'rack-2' })
  expect(fs.statSync(`${directory}/data/collector.json`).mode & 0o777).toBe(0o600)

  const files = filesOf(await container.hostPid())
  const { id } = await capture(3)
  const ended = await end(id)
  expect(ended).toMatchObject({ state: 'done', problem: null, collectorId, profiles: [{ event: 'cpu' }] })
  expect(ended.samples).toBeGreaterThan(0)
  const [profile] = await profilesOf(id)
  expect(profile).toMatchObject({ host: 'rack-2', total: ended.samples })
  const { profiles: ofHost } = await ask<{ profiles: ProfileSummary[] }>('/profiles?host=rack-2')
  expect(ofHost.map((one) => one.id)).toEqual([profile!.id])
  expect(filesOf(await container.hostPid())).toEqual(files)
}, 180_000)

test('a line that is cut without a word is noticed within 10 s; what was recorded meanwhile comes once it is back', async () => {
  const { id } = await capture(3)
  await waitUntil('it records', async () => (await stateOf(id)).state === 'recording', 30_000)
  ip('link', 'set', cable, 'down')
  await waitUntil('the host is away', async () => !(await isConnected()), 10_000)
  expect(await target()).toBeDefined()
  ip('link', 'set', cable, 'up')
  expect(await end(id)).toMatchObject({ state: 'done', problem: null })
  expect(await profilesOf(id)).toHaveLength(1)
}, 180_000)

test('a collector that was killed comes back as the same host, with the token of before', async () => {
  const { id } = (await remote())!
  joined!.kill('SIGKILL')
  await once(joined!, 'exit')
  await waitUntil('the host is away', async () => !(await isConnected()), 20_000)
  join([web.url, joinToken, '--name=rack-2', '--plain-http'])
  await waitUntil('it is connected', isConnected, 60_000)
  expect((await remote())!.id).toBe(id)
}, 120_000)

test.each(['SIGINT', 'SIGTERM'] as const)(
  'ended by %s, it says so, and the page of hosts does',
  async (signal) => {
    joined!.kill(signal)
    await once(joined!, 'exit')
    expect([joined!.exitCode, said]).toEqual([
      0,
      expect.stringMatching(/\nLeft[.] Run `hearth join` to join again[.]\n$/) as string,
    ])
    const problem = await waitUntil('the host is away', async () => (await remote())?.problem, 20_000)
    expect(problem.remedy).toBe('Run `hearth join` on rack-2 to connect it again.')
    join([])
    await waitUntil('it is connected', isConnected, 60_000)
  },
  120_000,
)

test('a host that was removed says so and ends; its token and credential open nothing', async () => {
  const ended = once(joined!, 'exit')
  await ask(`/collectors/${(await remote())!.id}`, 'DELETE')
  await ended
  expect([joined!.exitCode, said]).toEqual([1, expect.stringContaining('does not accept this host') as string])
  expect(await targets()).toEqual([])
  const again = join([web.url, joinToken, '--name=rack-2', '--plain-http'])
  await once(again, 'exit')
  expect(again.exitCode).toBe(1)
  expect(processesWith(`${directory}/run`)).toEqual([])
  expect(await container.logs()).toContain('shop')
}, 120_000)
