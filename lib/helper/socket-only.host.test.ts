/**
 * A collector in a container that has only Docker's socket: it lists JVMs by an inventory agent and profiles by
 * helpers.
 */
import fs from 'node:fs'
import { join } from 'node:path'
import Docker from 'dockerode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CollectorClient, createCollectorClient } from '../collector/client/client.ts'
import type { Target } from '../contract/target.ts'
import { decodeProfile } from '../profile/encoding/encode.ts'
import { runContainer, type TestContainer } from '../testing/hosts/containers.ts'
import { ensureHelperImage } from '../testing/hosts/helper-image.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { ownerLabel, computeOwnerId } from './plan-helper.ts'

const docker = new Docker()
const checkout = join(import.meta.dirname, '../..')
const socket = /^unix:\/\/(.+)/.exec(process.env['DOCKER_HOST'] ?? '')?.[1] ?? '/var/run/docker.sock'
let shop: TestContainer
let collector: Docker.Container
let runDirectory = ''
let client: CollectorClient
let target: Target

beforeAll(async () => {
  const image = await ensureHelperImage()
  shop = await runContainer({ image: 'debian-jdk17' })
  runDirectory = fs.mkdtempSync('/run/hearth-test-')
  // As in compose.yaml.
  collector = await docker.createContainer({
    Image: image,
    Entrypoint: ['/usr/local/bin/node', '/opt/checkout/lib/collector/main.ts'],
    User: '0:0',
    Labels: { 'hearth.test': String(process.pid) },
    Env: [`HEARTH_HELPER_IMAGE=${image}`, 'HEARTH_RUN=/run/hearth', 'HEARTH_DATA=/tmp/data'],
    HostConfig: {
      Binds: [`${checkout}:/opt/checkout:ro`, `${socket}:/var/run/docker.sock`, `${runDirectory}:/run/hearth`],
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      Tmpfs: { '/tmp': '' },
      CapDrop: ['ALL'],
      CapAdd: ['CHOWN', 'DAC_READ_SEARCH', 'KILL', 'SETGID', 'SETPCAP', 'SETUID'],
    },
  })
  await collector.start()
  client = createCollectorClient(join(runDirectory, 'collector.sock'))
  const [hostPid] = await shop.jvmPids()
  await waitUntil(
    'the shop is listed',
    async () => {
      if (!(await collector.inspect()).State.Running) throw new Error(`the collector ended: ${await logs()}`)
      const targets = await client.call('listTargets', {}).catch(() => [])
      const found = targets.find((one) => one.hostPid === hostPid && one.container !== null)
      if (found) target = found
      return found !== undefined
    },
    60_000,
  )
})

afterAll(async () => {
  await collector.stop({ t: 20 })
  const owner = computeOwnerId(collector.id.slice(0, 12), '/run/hearth')
  await collector.remove({ force: true })
  await shop.stop()
  fs.rmSync(runDirectory, { recursive: true, force: true })
  const left = () => docker.listContainers({ all: true, filters: { label: [`${ownerLabel}=${owner}`] } })
  await waitUntil('its inventory agent is gone', async () => (await left()).length === 0, 20_000)
})

async function logs(): Promise<string> {
  return String(await collector.logs({ stdout: true, stderr: true }))
}

test('its inventory agent reports the same facts of the JVM as a collector on the host', () => {
  expect(target).toMatchObject({
    container: { name: shop.name },
    jvm: { mainClass: 'shop.Shop', version: expect.stringMatching(/^17/) as string, hasPerfData: true },
    user: { uid: 10001, name: 'shop' },
    state: 'running',
  })
  expect(target.hostPid).toBeGreaterThan(1)
})

test('its doctor offers helpers only, and says why the host is blocked', async () => {
  const report = await client.call('examineTarget', { targetId: target.id })
  const ways = (vantage: string) => report.cells.filter((cell) => cell.vantage === vantage && cell.event === 'cpu')
  expect(
    ways('helper')
      .filter(({ level }) => level !== 'blocked')
      .map(({ engine }) => engine),
  ).toContain('jfr')
  expect(ways('host').every(({ level }) => level === 'blocked')).toBe(true)
})

test.each(['jfr', 'perf'] as const)('it profiles the JVM with %s', async (engine) => {
  const before = await shop.logs()
  const { id } = await client.call('startCapture', {
    targetId: target.id,
    engine,
    vantage: 'auto',
    events: ['cpu'],
    scope: 'jvm',
    mode: 'timed',
    seconds: 4,
    frequencyHz: 99,
    kernelFrames: false,
    requestedBy: 'test',
  })
  await waitUntil(
    'the capture has a profile',
    async () => {
      const capture = (await client.call('listCaptures', {})).find((one) => one.id === id)!
      if (capture.state === 'failed') throw new Error(`${JSON.stringify(capture.problem)} ${await logs()}`)
      return capture.artefacts.length > 0
    },
    60_000,
  )
  const chunks: Uint8Array[] = []
  for await (const chunk of await client.fetchArtefact(id, 'cpu')) chunks.push(chunk)
  const profile = decodeProfile(new Uint8Array(Buffer.concat(chunks)))
  expect(profile.provenance.vantage).toBe('helper')
  expect([...profile.strings].some((name) => name.includes('shop'))).toBe(true)
  expect(await shop.newLogs(before)).toBe('')
})
