/**
 * Programs with a token against the built web program: what passes the guard, what the routes then say, who is called.
 */
import type { ChildProcess } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Capture } from '../contract/capture.ts'
import { otlpProfilesPath } from '../contract/imports.ts'
import { createFakeCollector } from '../server/testing/fake-collector.ts'
import { serveFakeCollector } from '../server/testing/serve-fake-collector.ts'
import { sampleCapture, sampleTarget } from '../testing/samples.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { ownHeaders, sendRequest as sendTo, signInWithLink, startWeb, type StartEvent } from './testing/started-web.ts'

let directory = ''
let web: ChildProcess
let startEvent: StartEvent
let cookie = ''
let token = ''
let endCollector = async (): Promise<void> => {}
const collector = createFakeCollector([sampleTarget()])

async function send(method: string, path: string, headers: OutgoingHttpHeaders, body?: unknown) {
  const sent = body === undefined ? '' : JSON.stringify(body)
  const answer = await sendTo(startEvent.url, method, path, { headers, body: sent })
  const said = answer.body.toString()
  return { status: answer.status, body: (said.startsWith('{') ? JSON.parse(said) : said) as Record<string, unknown> }
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-tokens-'))
  endCollector = await serveFakeCollector(collector, join(directory, 'collector.sock'))
  ;({ child: web, startEvent } = await startWeb(directory))
  cookie = await signInWithLink(startEvent.url, startEvent.signInLink)
  const newToken = { name: 'ci', scopes: ['read', 'capture'] }
  token = (await send('POST', '/api/v1/tokens', { ...ownHeaders, cookie }, newToken)).body['secret'] as string
})
afterAll(async () => {
  web.kill('SIGKILL')
  await endCollector()
  rmSync(directory, { recursive: true, force: true })
})
const json = { 'content-type': 'application/json' }
const bearer = () => ({ ...json, authorization: `Bearer ${token}` })
const request = { targetId: 'a'.repeat(16) }

test('a program with a token may act; a page of another site may not, whatever it carries', async () => {
  expect((await send('POST', '/api/v1/captures', bearer(), request)).status).toBe(201)
  for (const foreign of [
    { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
  ])
    expect((await send('POST', '/api/v1/captures', { ...bearer(), ...foreign }, request)).status).toBe(403)
  expect((await send('GET', '/api/v1/targets', { ...bearer(), host: 'evil.example' })).status).toBe(421)
})

test('no cookie rides on an Authorization header, and a token is no cookie', async () => {
  const path = '/api/v1/captures'
  expect((await send('POST', path, { ...json, cookie, authorization: 'Bearer x' }, request)).status).toBe(401)
  expect((await send('POST', path, { ...json, cookie }, request)).status).toBe(401)
  const asCookie = cookie.replace(/=.*/, `=${token}`)
  expect((await send('GET', '/api/v1/targets', { cookie: asCookie })).status).toBe(401)
  expect((await send('GET', '/profiles', bearer())).status).toBe(303)
})

test('a token does what it was given, and nothing after it was revoked', async () => {
  expect((await send('GET', '/api/v1/tokens', bearer())).body).toMatchObject({ code: 'not-allowed' })
  const { tokens } = (await send('GET', '/api/v1/tokens', { cookie })).body as {
    tokens: { id: string; name: string }[]
  }
  const made = await send('POST', '/api/v1/tokens', { ...ownHeaders, cookie }, { name: 'short', scopes: ['read'] })
  const short = { authorization: `Bearer ${String(made.body['secret'])}` }
  expect((await send('GET', '/api/v1/targets', short)).status).toBe(200)
  const { id } = made.body['token'] as { id: string }
  expect((await send('DELETE', `/api/v1/tokens/${id}`, { ...ownHeaders, cookie })).status).toBe(204)
  expect((await send('GET', '/api/v1/targets', short)).status).toBe(401)
  expect(tokens.map(({ name }) => name)).toEqual(['ci'])
})

test('a message of OTLP profiles, packed, is in the library when its sender has the answer', async () => {
  const made = await send('POST', '/api/v1/tokens', { ...ownHeaders, cookie }, { name: 'otel', scopes: ['import'] })
  const message = readFileSync(join(import.meta.dirname, '../formats/golden/imported/ebpf-profiler-0.0.202539.otlp'))
  const post = (secret: string, more: OutgoingHttpHeaders = {}, body: Buffer = gzipSync(message)) =>
    sendTo(startEvent.url, 'POST', otlpProfilesPath, {
      headers: {
        ...{ 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' },
        ...(secret !== '' && { authorization: `Bearer ${secret}` }),
        ...more,
      },
      body,
    })
  const secret = made.body['secret'] as string
  const { status, headers, body } = await post(secret)
  expect([status, headers['content-type'], body.length]).toEqual([200, 'application/x-protobuf', 0])
  const { profiles } = (await send('GET', '/api/v1/profiles', { cookie })).body as {
    profiles: { name: string; event: string; total: number; createdBy: string }[]
  }
  expect(profiles).toMatchObject([{ name: 'java (PID 14639) cpu', event: 'cpu', total: 25, createdBy: 'token otel' }])
  expect((await post('')).status).toBe(401)
  expect((await post(token)).status).toBe(403)
  expect((await post(secret, { origin: 'http://evil.example' })).status).toBe(403)
  expect((await post(secret, { host: 'evil.example' })).status).toBe(421)
  expect((await post(secret, {}, gzipSync('no message'))).status).toBe(415)
}, 60_000)

test('an order that is sent twice with its key is one capture', async () => {
  const headers = { ...bearer(), 'idempotency-key': 'pipeline-42' }
  const [first, again] = [
    await send('POST', '/api/v1/captures', headers, request),
    await send('POST', '/api/v1/captures', headers, request),
  ]
  expect([first.status, again.status]).toEqual([201, 200])
  expect(again.body['id']).toBe(first.body['id'])
  const other = await send('POST', '/api/v1/captures', headers, { ...request, seconds: 9 })
  expect([other.status, other.body['code']]).toEqual([422, 'idempotency-key-reused'])
})

test('a webhook hears of a capture that ended, signed, and again after it could not', async () => {
  const heard: { signature: string; timestamp: string; delivery: string; body: string }[] = []
  let answer = 500
  const server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      const header = (name: string) => incoming.headers[`x-hearth-${name}`] as string
      heard.push({
        ...{ signature: header('signature'), timestamp: header('timestamp'), delivery: header('delivery'), body },
      })
      response.writeHead(answer).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const made = await send('POST', '/api/v1/webhooks', { ...ownHeaders, cookie }, { url })
  const capture: Capture = sampleCapture({ id: 'e'.repeat(32), state: 'cancelled' })
  collector.emitCapture(capture)
  await waitUntil('it is called', () => heard.length === 1)
  answer = 204
  await waitUntil('it is called again', () => heard.length === 2, 30_000)
  server.close()
  const [first, second] = heard as [(typeof heard)[number], (typeof heard)[number]]
  expect([first.body, first.delivery]).toEqual([second.body, second.delivery])
  expect(JSON.parse(first.body)).toMatchObject({ event: 'capture.cancelled', capture: { id: capture.id } })
  const signed = createHmac('sha256', made.body['secret'] as string).update(`${second.timestamp}.${second.body}`)
  expect(second.signature).toBe(`sha256=${signed.digest('hex')}`)
})
