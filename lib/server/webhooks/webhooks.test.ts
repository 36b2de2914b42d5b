import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../../errors.ts'
import { openStore, type Store } from '../../store/store.ts'
import type { WebhookStore } from '../../store/access/webhooks.ts'
import { sampleCapture } from '../../testing/samples.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { type CallResult, callWebhook, refusedUrl, type WebhookCall } from './call-webhook.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

let directory = ''
let store: Store
let webhooks: Webhooks
let now = 1_700_000_000_000
let calls: WebhookCall[] = []
let answers: CallResult[] = []
const ok: CallResult = { ok: true, said: 'answered 200', isGone: false }
const bad: CallResult = { ok: false, said: 'answered 503', isGone: false }
const create = (broken: Partial<WebhookStore> = {}) =>
  createWebhooks({
    store: { ...store.webhooks, ...broken },
    call: (call) => {
      calls.push(call)
      return Promise.resolve(answers.shift() ?? ok)
    },
    now: () => now,
  })
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-webhooks-'))
  store = await openStore(directory)
  calls = []
  answers = []
  webhooks = create()
})
afterEach(async () => {
  await webhooks.stop()
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})
const make = (events: ('capture.done' | 'capture.failed')[] = ['capture.done']) =>
  webhooks.make({ url: 'http://ci.example/hook', events }, 'owner')
const done = sampleCapture({ state: 'done' })
const waiting = () => store.webhooks.nextDue()

test('the end of a capture is sent once to each webhook for that event', async () => {
  const { webhook, secret } = await make()
  await make(['capture.failed'])
  await webhooks.enqueueCalls(done)
  await waitUntil('it was called', async () => calls.length > 0 && (await waiting()) === null)
  await webhooks.enqueueCalls(sampleCapture({ state: 'cancelled' }))
  expect(calls).toMatchObject([{ url: 'http://ci.example/hook', secret, event: 'capture.done' }])
  expect(JSON.parse(calls[0]!.body)).toMatchObject({
    event: 'capture.done',
    capture: { id: done.id },
    id: calls[0]!.id,
  })
  expect((await webhooks.list()).find(({ id }) => id === webhook.id)).toMatchObject({
    last: { ok: true, said: 'answered 200' },
  })
  expect(JSON.stringify(await webhooks.list())).not.toContain(secret)
})

test('a failed call is repeated at growing intervals, also after a restart, and given up after eight tries', async () => {
  await make()
  answers = Array.from({ length: 8 }, () => bad)
  await webhooks.enqueueCalls(done)
  const gaps: number[] = []
  for (let tries = 1; tries < 8; tries++) {
    await waitUntil(`try ${tries} is over`, async () => calls.length === tries && ((await waiting()) ?? 0) > now)
    await webhooks.stop()
    const due = (await waiting())!
    gaps.push((due - now) / 1000)
    now = due
    webhooks = create()
  }
  await waitUntil('it is given up', async () => (await waiting()) === null)
  expect(gaps).toEqual([10, 60, 300, 1800, 7200, 21_600, 43_200])
  expect(calls).toHaveLength(8)
  expect(new Set(calls.map(({ id, body }) => id + body)).size).toBe(1)
  expect((await webhooks.list())[0]!.last).toEqual({ at: now, ok: false, said: 'answered 503' })
})

test('an event that is enqueued twice before it was delivered is one call', async () => {
  await make()
  answers = [bad]
  await webhooks.enqueueCalls(done)
  await waitUntil('it has failed', () => calls.length === 1)
  await webhooks.enqueueCalls(done)
  expect((await store.webhooks.dueCalls(Number.MAX_SAFE_INTEGER, 9)).length).toBe(1)
})

test('a webhook that answers 410, or was removed, is not called again', async () => {
  const { webhook } = await make()
  answers = [{ ok: false, said: 'answered 410', isGone: true }]
  await webhooks.enqueueCalls(done)
  await waitUntil('it is over', async () => calls.length === 1 && (await waiting()) === null)
  answers = [bad]
  await webhooks.enqueueCalls(sampleCapture({ id: 'd'.repeat(32), state: 'done' }))
  await waitUntil('it has failed', async () => ((await waiting()) ?? 0) > now)
  expect(await webhooks.remove(webhook.id)).toBe(true)
  expect(await waiting()).toBeNull()
})

const full = () => Promise.reject(new Problem('disk-full', { path: '/data' }))
const quietly = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

test('on a full disk no webhook is called; with free space again, after a minute', async () => {
  using errors = quietly()
  await make()
  await webhooks.stop()
  const kept = store.webhooks
  let isFull = true
  webhooks = create({
    setLast: (...args) => (isFull ? full() : kept.setLast(...args)),
    delayCall: (...args) => (isFull ? full() : kept.delayCall(...args)),
    removeCall: (...args) => (isFull ? full() : kept.removeCall(...args)),
  })
  await webhooks.enqueueCalls(done)
  await waitUntil('it has failed', () => errors.mock.calls.length > 0)
  isFull = false
  await webhooks.enqueueCalls(done)
  await delay(100)
  expect([calls.length, errors.mock.calls.length]).toEqual([0, 1])
  now += 60_000
  await webhooks.enqueueCalls(done)
  await waitUntil('it was called', async () => (await waiting()) === null)
  expect(calls).toHaveLength(1)
})

test('a delivered call that cannot be marked as such waits like a failed one, and does not delay others', async () => {
  using errors = quietly()
  const { webhook } = await make()
  await make()
  await webhooks.stop()
  webhooks = create({ setLast: (id, last) => (id === webhook.id ? full() : store.webhooks.setLast(id, last)) })
  await webhooks.enqueueCalls(done)
  await waitUntil('the round has failed', () => errors.mock.calls.length > 0)
  await delay(100)
  expect([calls.length, errors.mock.calls.length]).toEqual([2, 1])
  expect(await store.webhooks.dueCalls(Number.MAX_SAFE_INTEGER, 9)).toMatchObject([
    { webhookId: webhook.id, tries: 1, dueAt: now + 10_000 },
  ])
})

test('a call is not repeated after the last try, even if its row could not be removed', async () => {
  using errors = quietly()
  const { webhook } = await make()
  await webhooks.stop()
  const row = { id: 'a'.repeat(32), webhookId: webhook.id, body: '{"event":"test"}', dueAt: now, createdAt: now }
  await store.webhooks.addCall({ ...row, tries: 7 })
  webhooks = create({ removeCall: full })
  await waitUntil('the round has failed', () => errors.mock.calls.length > 0)
  await webhooks.stop()
  now = (await waiting())!
  webhooks = create()
  await waitUntil('it is removed', async () => (await waiting()) === null)
  expect(calls).toHaveLength(1)
})

test('a test call is made at once, and not repeated', async () => {
  const { webhook } = await make()
  answers = [bad]
  expect(await webhooks.test(webhook.id)).toMatchObject({ last: { ok: false, said: 'answered 503' } })
  expect(await waiting()).toBeNull()
  await expect(webhooks.test('0'.repeat(32))).rejects.toMatchObject({ code: 'not-found' })
})

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://[fe80::1]/x',
  'http://[::ffff:169.254.169.254]/',
  'http://[fd00:ec2::254]/',
  'http://0.0.0.0/',
  'http://100.100.100.200/latest/meta-data',
  'http://168.63.129.16/machine',
  'http://[fd20:ce::254]/',
  'http://[64:ff9b::169.254.169.254]/', // the same by NAT64
  'http://[2002:a9fe:a9fe::]/', // by 6to4
  'http://[::169.254.169.254]/',
  'http://192.0.0.192/opc/v2',
  'http://2852039166/', // 169.254.169.254 as one number
  'https://user:password@ci.example/',
])('%s is refused', async (url) => {
  await expect(webhooks.make({ url, events: ['capture.done'] }, 'owner')).rejects.toMatchObject({
    code: 'webhook-refused',
  })
})

test('a refused address says why', () => {
  const why = 'such addresses are refused'
  expect(refusedUrl('http://169.254.169.254/latest')).toBe(`169.254.169.254 is link-local; ${why}`)
  expect(refusedUrl('http://[fe80::1]/')).toBe(`fe80::1 is link-local; ${why}`)
  expect(refusedUrl('http://100.100.100.200/')).toBe(`100.100.100.200 is a metadata service of a cloud; ${why}`)
  expect(refusedUrl('http://[ff02::1]/')).toBe(`ff02::1 is an address of no host; ${why}`)
})

test('an IPv4 address in NAT64 or 6to4 form is allowed if the address is', () => {
  expect(refusedUrl('http://[64:ff9b::192.0.2.7]/hook')).toBeNull()
  for (const url of ['http://[2002:c000:207::1]/hook', 'http://[::1]:8080/hook', 'http://[::192.0.2.7]/hook'])
    expect(refusedUrl(url), url).toBeNull()
})

test.each(['Https://127.0.0.1:1/hook', 'HTTP://127.0.0.1:1/hook', 'nonsense'])(
  'a call to %s has a result',
  async (url) => {
    expect(await callWebhook({ id: 'i', url, secret: 's', event: 'test', body: '{}' })).toMatchObject({ ok: false })
  },
)

async function receiver(answer: (request: IncomingMessage) => number, headers = {}) {
  const got: { headers: IncomingMessage['headers']; body: string; url: string }[] = []
  const http = createServer((request, response) => {
    void text(request).then((body) => {
      got.push({ headers: request.headers, body, url: request.url! })
      response.writeHead(answer(request), headers).end('thanks')
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const call = { id: 'i', secret: 's3', event: 'capture.done', body: '{"a":"ü"}' }
  return {
    got,
    send: (host = '127.0.0.1') => callWebhook({ ...call, url: `http://${host}:${port}/hook?x=1` }),
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}

test('a call is signed over its time and body', async () => {
  await using server = await receiver(() => 204)
  expect(await server.send('localhost')).toEqual({ ok: true, said: 'answered 204', isGone: false })
  const [{ headers, body, url }] = server.got as [(typeof server.got)[number]]
  expect([url, body, headers['content-type'], headers['x-hearth-event']]).toEqual([
    '/hook?x=1',
    '{"a":"ü"}',
    'application/json',
    'capture.done',
  ])
  const timestamp = headers['x-hearth-timestamp'] as string
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
  const expected = createHmac('sha256', 's3').update(`${timestamp}.${body}`).digest('hex')
  expect(headers['x-hearth-signature']).toBe(`sha256=${expected}`)
})

test('a redirect is not followed', async () => {
  await using server = await receiver(() => 302, { location: '/elsewhere' })
  expect(await server.send()).toMatchObject({ ok: false, said: 'answered 302, and Hearth follows no redirect' })
  expect(server.got).toHaveLength(1)
})

test('a refused connection is a result, not an error', async () => {
  const { send, [Symbol.asyncDispose]: end } = await receiver(() => 200)
  await end()
  expect(await send()).toMatchObject({ ok: false, said: expect.stringContaining('ECONNREFUSED') as string })
})
