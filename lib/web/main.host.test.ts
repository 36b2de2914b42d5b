import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as ask, type OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Capture } from '../contract/capture.ts'
import { encodeProfile } from '../profile/encoding/encode.ts'
import { createProfileBuilder } from '../profile/model/profile-builder.ts'
import { emptyProvenance } from '../profile/model/profile.ts'
import { operations } from '../server/api/operations.ts'
import { artefactOf, createFakeCollector } from '../server/testing/fake-collector.ts'
import { serveFakeCollector } from '../server/testing/serve-fake-collector.ts'
import { sampleCapture } from '../testing/samples.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { ownHeaders, sendRequest as sendTo, signInWithLink, startWeb, type StartEvent } from './testing/started-web.ts'

let directory = ''
let web: ChildProcess
let startEvent: StartEvent
let cookie = ''
let endCollector = async (): Promise<void> => {}
const collector = createFakeCollector()

const start = (more: Record<string, string> = {}) => startWeb(directory, more)
async function send(method: string, path: string, headers: OutgoingHttpHeaders = {}, body: string | Buffer = '') {
  const answer = await sendTo(startEvent.url, method, path, { headers, body })
  return { ...answer, body: answer.body.toString() }
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-web-'))
  endCollector = await serveFakeCollector(collector, join(directory, 'collector.sock'))
  ;({ child: web, startEvent } = await start())
  cookie = await signInWithLink(startEvent.url, startEvent.signInLink)
})
afterAll(async () => {
  web.kill('SIGKILL')
  await endCollector()
  rmSync(directory, { recursive: true, force: true })
})

/** The status without a session, where it is not 401. */
const openTo: Record<string, number> = {
  'GET /api/v1/alive': 200,
  'POST /api/v1/session': 400,
  // It has a body, which is read before its token.
  'POST /api/v1/collectors': 400,
  'GET /api/v1/shared/{token}': 404,
  'GET /api/v1/shared/{token}/data': 404,
  'GET /api/v1/shared/{token}/baseline': 404,
  'GET /api/v1/shared/{token}/notes': 404,
}
const routes = operations.map(({ method, path }) => [method, `/api/v1${path}`] as const)

test.each(routes)(
  '%s %s: requests without a session, with another host, from another origin or with an unusual path are refused',
  async (method, path) => {
    const url = path.replace(/\{\w+\}/, path.includes('targets') ? 'f'.repeat(16) : 'f'.repeat(32))
    expect((await send(method, url, ownHeaders)).status).toBe(openTo[`${method} ${path}`] ?? 401)
    expect((await send(method, url, { ...ownHeaders, cookie: cookie.replace(/=.*/, '=forged') })).status).toBe(
      openTo[`${method} ${path}`] ?? 401,
    )
    expect((await send(method, url, { ...ownHeaders, cookie, host: 'evil.example' })).status).toBe(421)
    expect((await send(method, url, { cookie, origin: 'null', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    if (method !== 'GET') expect((await send(method, url, { cookie })).status).toBe(401)
    for (const odd of [`/${url}`, url.replace('/api/', '/api%2f'), url.replace('/api/', '/x/../api/')])
      expect((await send(method, odd, { ...ownHeaders, cookie })).status).toBe(400)
  },
)

test('without a session all pages and unknown paths redirect to sign-in; the sign-in page and its scripts are served', async () => {
  for (const page of ['/', '/profiles', '/settings', '/targets/0', '/nothing'])
    expect((await send('GET', page)).status).toBe(303)
  for (const open of ['/sign-in', '/icon.svg']) expect((await send('GET', open)).status).toBe(200)
  const chunk = /\/_next\/static\/[^"]+\.js/.exec((await send('GET', '/sign-in')).body)![0]
  expect((await send('GET', chunk)).status).toBe(200)
  expect((await send('GET', chunk, { host: 'evil.example' })).status).toBe(421)
})

test('every script and style of every page has the nonce of its document', async () => {
  for (const page of ['/', '/profiles', '/settings', '/sign-in', '/nothing']) {
    const { body, headers } = await send('GET', page, { cookie })
    const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] as string)![1]!
    const tags = body.match(/<(script|style)\b[^>]*>/g) ?? []
    expect(tags.length).toBeGreaterThan(0)
    expect(tags.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
  }
})

test('a recording of the collector is stored and served unchanged', async () => {
  const builder = createProfileBuilder()
  const stack = builder.stack(-1, builder.frame('<script>alert(1)</script>', 'java'))
  builder.sample(stack, builder.thread('main'), 0, 7)
  const encoded = encodeProfile(builder.finish('samples', emptyProvenance('perf')))
  const capture = sampleCapture({ state: 'saving', samples: 7, artefacts: [artefactOf(encoded)] })
  collector.artefacts.set(capture.id, encoded)
  collector.emitCapture(capture)
  const done = await waitUntil('it is saved', async () => {
    const found = JSON.parse((await send('GET', `/api/v1/captures/${capture.id}`, { cookie })).body) as Capture
    return found.state === 'done' ? found : null
  })
  const { hostname, port } = new URL(startEvent.url)
  const data = await fetch(`http://${hostname}:${port}/api/v1/profiles/${done.profiles[0]!.profileId}/data`, {
    headers: { cookie },
  })
  expect(data.headers.get('content-encoding')).toBe('gzip')
  expect(Buffer.from(await data.arrayBuffer()).equals(encoded)).toBe(true)
  const unpacked = await fetch(data.url, { headers: { cookie, 'accept-encoding': 'identity' } })
  expect(unpacked.headers.get('content-encoding')).toBeNull()
  expect(Buffer.from(await unpacked.arrayBuffer()).equals(encoded)).toBe(true)
})

test('live snapshots of a capture, the doctor and blocked engines are passed on from the collector', async () => {
  const capture = sampleCapture({ id: 'd'.repeat(32), state: 'recording', live: 3 })
  const path = `/api/v1/captures/${capture.id}/live?version=3`
  collector.emitCapture(capture)
  expect((await send('GET', path, { cookie })).status).toBe(404)
  collector.snapshots.set(capture.id, new TextEncoder().encode('a snapshot'))
  expect((await send('GET', path)).status).toBe(401)
  const first = await send('GET', path, { cookie })
  expect([first.status, first.body]).toEqual([200, 'a snapshot'])
  const again = await send('GET', path, { cookie, 'if-none-match': first.headers.etag! })
  expect(again.status).toBe(304)

  const saved = await send('POST', `/api/v1/captures/${capture.id}/save`, { ...ownHeaders, cookie })
  expect((JSON.parse(saved.body) as Capture).state).toBe('symbolising')

  const report = await send('POST', `/api/v1/targets/${'a'.repeat(16)}/doctor`, { ...ownHeaders, cookie })
  expect(JSON.parse(report.body)).toMatchObject({ targetId: 'a'.repeat(16), cells: [] })

  const held = {
    subject: 'sha256:1',
    label: 'shop:1',
    engine: 'jfr' as const,
    at: 1,
    captureId: null,
    reason: 'killed',
  }
  collector.blocks = [{ id: 'b'.repeat(32), ...held }]
  expect(JSON.parse((await send('GET', '/api/v1/blocks', { cookie })).body)).toMatchObject({ blocks: [held] })
  const left = await send('DELETE', `/api/v1/blocks/${'b'.repeat(32)}`, { ...ownHeaders, cookie })
  expect(JSON.parse(left.body)).toEqual({ blocks: [] })
})

test('a WebSocket upgrade has the same checks, before Next handles it', async () => {
  await send('GET', '/sign-in') // now Next has added its own listener to the server
  const upgradeHeaders = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  expect((await send('GET', '/', { ...upgradeHeaders, host: 'evil.example' })).status).toBe(421)
  expect((await send('GET', '/api/v1/targets', upgradeHeaders)).status).toBe(401)
  expect((await send('GET', 'http://169.254.169.254/', upgradeHeaders)).status).toBe(400)
})

test('signing in again creates a session, and ends the one before', async () => {
  const { body } = await send('POST', '/api/v1/session/links', { ...ownHeaders, cookie }, '{"role":"owner"}')
  const code = (JSON.parse(body) as { link: string }).link.split('#')[1]
  const byTls = {
    ...ownHeaders,
    origin: startEvent.url.replace('http:', 'https:'),
    cookie,
  }
  const { headers } = await send('POST', '/api/v1/session', byTls, JSON.stringify({ code }))
  const before = cookie
  cookie = headers['set-cookie']![0]!.split(';')[0]!
  expect(cookie).not.toBe(before)
  expect((await send('GET', '/api/v1/session', { cookie: before })).status).toBe(401)
  expect((await send('GET', '/api/v1/session', { cookie })).status).toBe(200)
})

test('an export is a download, which no browser runs on this origin', async () => {
  const { body } = await send('GET', '/api/v1/profiles', { cookie })
  const { id } = (JSON.parse(body) as { profiles: { id: string }[] }).profiles[0]!
  const { headers } = await send('GET', `/api/v1/profiles/${id}/export?format=svg`, { cookie })
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+\.svg"$/)
  expect(headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox(;|$)/)
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('an upload of more than 10 MB is complete', async () => {
  const lines = 12_000
  const text = `main;${'x'.repeat(1000)} 1\n`.repeat(lines)
  const { status, body } = await send(
    'POST',
    '/api/v1/profiles',
    { ...ownHeaders, cookie, 'x-file-name': 'big.folded' },
    text,
  )
  expect(status).toBe(201)
  expect(JSON.parse(body)).toMatchObject({ name: 'big', total: lines })
})

test('an upload is unpacked once only, so a file that is gzipped twice is refused', async () => {
  const bomb = gzipSync(gzipSync(Buffer.alloc(2 ** 20)))
  const { status, body } = await send(
    'POST',
    '/api/v1/profiles',
    { ...ownHeaders, cookie, 'x-file-name': '..%2F..%2Fx' },
    bomb,
  )
  expect([status, (JSON.parse(body) as { code: string }).code]).toEqual([415, 'unknown-format'])
})

test('an upload that is cut short leaves no profile', async () => {
  const { hostname, port, host } = new URL(startEvent.url)
  const before = (await send('GET', '/api/v1/profiles', { cookie })).body
  const sent = ask({
    hostname,
    port,
    method: 'POST',
    path: '/api/v1/profiles',
    headers: { host, cookie, ...ownHeaders, 'content-type': 'application/octet-stream', 'content-length': 1000 },
  })
  sent.on('error', () => undefined) // the test ends it
  sent.write('main;a 1\n')
  await waitUntil('it is under way', () => sent.writableLength === 0)
  sent.destroy()
  await send('GET', '/api/v1/alive')
  expect((await send('GET', '/api/v1/profiles', { cookie })).body).toBe(before)
})

test('a second start on the same data or port fails, and does not affect the first', async () => {
  const sameData = await start()
  expect(sameData.startEvent).toMatchObject({ event: 'failed', problem: { code: 'data-directory-locked' } })
  const samePort = await start({ HEARTH_PORT: new URL(startEvent.url).port, HEARTH_DATA: join(directory, 'other') })
  expect(samePort.startEvent).toMatchObject({ event: 'failed', problem: { code: 'port-in-use' } })
  expect((await send('GET', '/api/v1/session', { cookie })).status).toBe(200)
})

test('SIGTERM stops it in order with an open stream, and sessions stay valid after a restart', async () => {
  const { hostname, port } = new URL(startEvent.url)
  const events = await fetch(`http://${hostname}:${port}/api/v1/events`, { headers: { cookie } })
  const reading = events.text()
  const exited = once(web, 'exit')
  web.kill('SIGTERM')
  expect((await exited)[0]).toBe(0)
  expect(await reading).toContain('"type":"snapshot"')
  // The cookie is named after the port, so the same one is needed.
  ;({ child: web, startEvent } = await start({ HEARTH_PORT: port }))
  expect((await send('GET', '/api/v1/session', { cookie })).status).toBe(200)
})
