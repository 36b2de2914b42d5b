import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dialOut, type DialState } from '../../collector/dial-out.ts'
import { readConfig } from '../../config.ts'
import { connectPath } from '../../contract/collectors.ts'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { openStore, type Store } from '../../store/store.ts'
import { sampleCapture, sampleTarget } from '../../testing/samples.ts'
import { openCutLine } from '../../testing/hosts/cut-line.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { createHttpServer } from '../../web/http-server.ts'
import { createServer, type Server } from '../server.ts'
import { artefactOf, createFakeCollector, type FakeCollector } from '../testing/fake-collector.ts'

let directory = ''
let store: Store
let server: Server
let local: FakeCollector
let there: FakeCollector
let http: ReturnType<typeof createHttpServer>
let url = ''
const ends: (() => unknown)[] = []

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-remote-'))
  store = await openStore(directory)
  local = createFakeCollector([sampleTarget({ id: 'a'.repeat(16) })])
  there = createFakeCollector([sampleTarget({ id: 'b'.repeat(16) })])
  await serve()
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await stopServing()
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

async function serve(): Promise<void> {
  server = createServer({ config: readConfig({ HEARTH_DATA: directory }), store, collector: local, port: 1 })
  await server.remoteCollectors.start()
  http = createHttpServer(
    (_, response) => void response.writeHead(404).end(),
    false,
    (request, socket, head) => void server.remoteCollectors.upgrade(request, socket, head),
  )
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

async function stopServing(): Promise<void> {
  await server.stop()
  http.closeAllConnections()
  await new Promise((resolve) => http.close(resolve))
}

async function enrol(name = 'rack-2') {
  const { token } = await server.people.collectors.makeToken('owner')
  return server.remoteCollectors.enrol(token, name)
}

function dial(credential: string, to = url) {
  const states: DialState[] = []
  const line = dialOut({
    url: to,
    credential: () => credential,
    collector: there,
    onState: (state) => states.push(state),
    report: (error) => {
      throw error
    },
    firstWaitMs: 20,
  })
  ends.push(() => line.stop())
  return { states, line }
}

const collectorOf = (id: string) => server.host.snapshot().collectors.find((one) => one.id === id)
const answers = (id: string) => waitUntil('it answers', () => collectorOf(id)?.problem === null)

describe('a collector on another host', () => {
  test('is enrolled, connects, and its JVMs are listed with the local ones', async () => {
    const { collector, credential } = await enrol()
    expect(collectorOf(collector.id)?.problem?.code).toBe('collector-unreachable')
    dial(credential)
    await answers(collector.id)
    await waitUntil('its JVM is listed', () => server.host.snapshot().targets.length === 2)
    expect(server.host.snapshot().targets.map(({ id, collectorId }) => [id[0], collectorId])).toEqual([
      ['a', 'local'],
      ['b', collector.id],
    ])
  })

  test('that is ended says so, and one whose connection breaks does not', async () => {
    const { collector, credential } = await enrol()
    const { line } = dial(credential)
    await answers(collector.id)
    await line.stop()
    const problem = await waitUntil('it is away', () => collectorOf(collector.id)?.problem)
    expect(`${problem.title} ${problem.remedy}`).toBe(
      'The collector does not answer: `hearth join` was ended there. Run `hearth join` on rack-2 to connect it again.',
    )

    await using cable = await openCutLine({ host: '127.0.0.1', port: Number(new URL(url).port) })
    dial(credential, `http://127.0.0.1:${cable.port}`)
    await answers(collector.id)
    cable.cut()
    await waitUntil('the connection broke', () => collectorOf(collector.id)?.problem)
    expect(collectorOf(collector.id)?.problem?.facts).not.toHaveProperty('hasLeft')
  })

  test('gets the requests of its captures, and its profile is stored', async () => {
    const { collector, credential } = await enrol()
    dial(credential)
    await answers(collector.id)
    await waitUntil('its JVM is listed', () => server.host.target('b'.repeat(16)))
    const request = { ...sampleCapture().request, targetId: 'b'.repeat(16) }
    const { capture } = await server.captures.start({ request, person: 'owner', owner: 'owner', key: null })
    expect(capture.collectorId).toBe(collector.id)
    const profile = shopProfile()
    const encoded = encodeProfile(profile)
    there.artefacts.set(capture.id, encoded)
    there.emitCapture({ ...capture, collectorId: 'local', state: 'saving', artefacts: [artefactOf(encoded)] })
    await waitUntil('it is done', async () => (await store.captures.find(capture.id))?.state === 'done')
    expect(await store.profiles.list()).toMatchObject([{ captureId: capture.id, total: profile.samples.length }])
    expect(local.called).toEqual([])
    expect(await server.host.examine('b'.repeat(16))).toMatchObject({ targetId: 'b'.repeat(16) })
    await expect(server.captures.cancel('d'.repeat(32), 'owner')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('reconnects after the web program was down, and delivers captures that ended in the meantime', async () => {
    const { collector, credential } = await enrol()
    const port = Number(new URL(url).port)
    dial(credential)
    await answers(collector.id)
    await stopServing()
    const encoded = encodeProfile(shopProfile())
    const id = 'e'.repeat(32)
    there.artefacts.set(id, encoded)
    there.emitCapture(sampleCapture({ id, state: 'saving', artefacts: [artefactOf(encoded)] }))
    await serve()
    // The same address as before, as that of a service.
    const relay = net.createServer((from) => {
      const to = net.connect(Number(new URL(url).port), '127.0.0.1')
      from.pipe(to).pipe(from)
      for (const socket of [from, to]) socket.on('error', () => socket.destroy())
    })
    ends.push(() => relay.close())
    relay.listen(port, '127.0.0.1')
    await answers(collector.id)
    await waitUntil('its profile is stored', async () => (await store.profiles.list()).length === 1)
  })

  test('a connection without packets is noticed, and other collectors are not affected', async () => {
    const { collector, credential } = await enrol()
    const pairs = new Set<net.Socket>()
    const relay = net.createServer((from) => {
      const to = net.connect(Number(new URL(url).port), '127.0.0.1')
      pairs.add(from).add(to)
      from.pipe(to).pipe(from)
      for (const socket of [from, to]) socket.on('error', () => socket.destroy())
    })
    relay.listen(0, '127.0.0.1')
    await once(relay, 'listening')
    ends.push(() => {
      for (const socket of pairs) socket.destroy()
      relay.close()
    })
    dial(credential, `http://127.0.0.1:${(relay.address() as AddressInfo).port}`)
    await answers(collector.id)
    // From now on no packets arrive, and no end of the connection.
    for (const socket of pairs) socket.unpipe().pause()
    relay.close()
    await waitUntil('it is down', () => collectorOf(collector.id)?.problem !== null, 12_000)
    expect(server.host.snapshot().targets).toHaveLength(2)
    expect(collectorOf('local')?.problem).toBeNull()
  }, 30_000)
})

test('blocked engines of all connected hosts are listed, and each is unblocked on its host', async () => {
  const block = (id: string, at: number) => ({
    ...{ id: id.repeat(32), subject: 'sha256:1', label: 'shop', engine: 'perf' as const, at },
    ...{ captureId: null, reason: 'killed' },
  })
  local.blocks = [block('1', 10)]
  there.blocks = [block('2', 20)]
  const { credential } = await enrol()
  const ids = async () => (await server.host.blocks()).map(({ id }) => id[0])
  expect(await ids()).toEqual(['1'])
  const { line } = dial(credential)
  await waitUntil('both are listed', async () => (await ids()).join() === '2,1')
  expect(await server.host.clearBlock('2'.repeat(32))).toMatchObject([{ id: '1'.repeat(32) }])
  expect(there.blocks).toEqual([])
  await line.stop()
  await waitUntil('one is down', async () => (await ids()).join() === '1')
})

describe('credentials', () => {
  test('a join token works once', async () => {
    const { token } = await server.people.collectors.makeToken('owner')
    await server.remoteCollectors.enrol(token, 'one')
    await expect(server.remoteCollectors.enrol(token, 'two')).rejects.toMatchObject({ code: 'join-token-spent' })
    await expect(server.remoteCollectors.enrol('hearth_join_x', 'x')).rejects.toMatchObject({
      code: 'join-token-spent',
    })
  })

  test('a collector without a valid one cannot connect, and reports that it was revoked', async () => {
    const { states, line } = dial('hearth_collector_unknown')
    await line.done
    expect(states).toEqual([{ state: 'revoked' }])
    expect(server.host.snapshot().collectors.map(({ id }) => id)).toEqual(['local'])
  })

  test('the old one works until the new one was used', async () => {
    const { collectors } = server.people
    const { collector, credential } = await enrol()
    const next = await collectors.renew(credential)
    expect(await collectors.find(credential)).toEqual(collector)
    expect(await collectors.find(next)).toEqual(collector)
    expect(await collectors.find(credential)).toBeNull()
  })

  test('a removed collector is disconnected for good, and its JVMs are gone', async () => {
    const { collector, credential } = await enrol()
    const { line, states } = dial(credential)
    await answers(collector.id)
    expect(await server.remoteCollectors.remove(collector.id)).toBe(true)
    await line.done
    expect(states.at(-1)).toEqual({ state: 'revoked' })
    expect(server.host.snapshot().targets).toHaveLength(1)
    expect(await server.remoteCollectors.remove(collector.id)).toBe(false)
  })
})

test('a client that disconnects while its credential is looked up causes no uncaught error', async () => {
  const errors: unknown[] = []
  const listen = (error: unknown) => void errors.push(error)
  process.on('uncaughtException', listen)
  ends.push(() => process.off('uncaughtException', listen))
  const taken = once(http, 'connection') as Promise<[Socket]>
  const client = net.connect((http.address() as AddressInfo).port, '127.0.0.1')
  const [socket] = await taken
  const upgraded = new Promise<void>((resolve) => {
    const upgrade = server.remoteCollectors.upgrade.bind(server.remoteCollectors)
    server.remoteCollectors.upgrade = (...args) => {
      const result = upgrade(...args)
      socket.destroy(new Error('read ECONNRESET'))
      resolve()
      return result
    }
  })
  client.write(
    `GET ${connectPath} HTTP/1.1\r\nhost: hearth\r\nconnection: Upgrade\r\nupgrade: websocket\r\nauthorization: Bearer x\r\n\r\n`,
  )
  await upgraded
  await once(client, 'close')
  expect(errors).toEqual([])
})
