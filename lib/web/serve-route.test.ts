import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type OutgoingHttpHeaders, type Server } from 'node:http'
import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { buffer, text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitUntil } from '../testing/wait-until.ts'
import { serveRoute } from './serve-route.ts'

let http: Server
let answer: (request: Request) => Response | Promise<Response>
/** One connection for all requests, as a browser keeps it. */
let agent: Agent
beforeEach(async () => {
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const route = { answer: async (request: Request) => answer(request) }
  http = createServer(
    (request, response) => void serveRoute(route, request, response, { network: '192.0.2.1', protocol: 'http' }),
  ).listen(0, '127.0.0.1')
  await once(http, 'listening')
})
afterEach(() => {
  agent.destroy()
  http.closeAllConnections()
  http.close()
})

const open = (method: string, headers: OutgoingHttpHeaders = {}, path = '/') =>
  ask({ agent, port: (http.address() as AddressInfo).port, method, path, headers })
async function send(method: string, headers: OutgoingHttpHeaders = {}, body: string | Buffer = '', path = '/') {
  const [response] = (await once(open(method, headers, path).end(body), 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

test('a handler sees method, query, headers and body, and its status and headers arrive', async () => {
  answer = async (request) =>
    new Response([request.method, request.url, request.headers.get('x-one'), await request.text()].join(), {
      status: 201,
      headers: [
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ],
    })
  const { status, headers, body } = await send('POST', { 'x-one': '1' }, 'sent', '/a?b=c%20d')
  expect([status, headers['set-cookie']]).toEqual([201, ['a=1', 'b=2']])
  expect(body.toString()).toBe('POST,http://localhost/a?b=c%20d,1,sent')
  answer = () => new Response(null, { status: 204 })
  expect((await send('DELETE')).status).toBe(204)
})

test('JSON is packed for those who take it; what says no-transform stays as it is', async () => {
  const value = { text: 'x'.repeat(1000) }
  answer = () => Response.json(value)
  const packed = await send('GET', { 'accept-encoding': 'br, gzip' })
  expect([packed.headers['content-encoding'], packed.headers['vary']]).toEqual(['gzip', 'accept-encoding'])
  expect(JSON.parse(gunzipSync(packed.body).toString())).toEqual(value)
  const plain = await send('GET')
  expect([plain.headers['content-encoding'], JSON.parse(plain.body.toString())]).toEqual([undefined, value])
  answer = () => Response.json(value, { headers: { 'cache-control': 'no-store, no-transform' } })
  expect((await send('GET', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined()
})

test('what is sent is taken no faster than the handler reads it', async () => {
  let readBytes = 0
  let go = () => {}
  const mayRead = new Promise<void>((resolve) => (go = resolve))
  answer = async (request) => {
    await mayRead
    for await (const chunk of request.body!) readBytes += chunk.byteLength
    return new Response('read')
  }
  const sent = open('PUT')
  const chunk = Buffer.alloc(2 ** 20)
  for (let count = 0; count < 64; count++) sent.write(chunk)
  await wait(200)
  // Buffers of the two sockets hold some of it; the rest waits with the client.
  expect(sent.writableLength).toBeGreaterThan(2 ** 24)
  go()
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage]
  expect([await text(response), readBytes]).toEqual(['read', 64 * 2 ** 20])
})

test('an answer that comes before the body was read leaves the connection of use', async () => {
  answer = () => new Response('too large', { status: 413 })
  const large = Buffer.alloc(2 ** 22)
  expect((await send('POST', {}, large)).status).toBe(413)
  answer = async (request) => {
    for await (const _ of request.body!) break
    return new Response('enough', { status: 400 })
  }
  expect((await send('POST', {}, large)).status).toBe(400)
  answer = () => new Response('next')
  expect((await send('GET')).body.toString()).toBe('next')
})

test('when the client leaves, the handler learns it and its stream is let go', async () => {
  const cancelled = vi.fn()
  let signal: AbortSignal
  answer = (request) => {
    signal = request.signal
    const start = (controller: ReadableStreamDefaultController) => controller.enqueue(Buffer.from('data: 1\n\n'))
    return new Response(new ReadableStream({ start, cancel: cancelled }))
  }
  const sent = open('GET').end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  expect(String((await once(response, 'data'))[0])).toBe('data: 1\n\n')
  response.on('error', () => undefined) // we end it ourselves
  sent.destroy()
  await waitUntil('it is let go', () => cancelled.mock.calls.length > 0)
  expect(signal!.aborted).toBe(true)
})

test('an answer to a client that has gone is let go, and is no failure', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const cancelled = vi.fn()
  answer = async ({ signal }) => {
    await once(signal, 'abort')
    return new Response(new ReadableStream({ cancel: cancelled }))
  }
  const sent = open('GET').end()
  sent.on('error', () => undefined) // we end it ourselves
  await once(http, 'request')
  sent.destroy()
  await waitUntil('it is let go', () => cancelled.mock.calls.length > 0)
  expect(log).not.toHaveBeenCalled()
  log.mockRestore()
})

test('a stream that breaks in the middle ends the connection, so that no half is taken for the whole', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answer = () => {
    let count = 0
    const pull = (controller: ReadableStreamDefaultController) =>
      count++ === 0 ? controller.enqueue(Buffer.from('half')) : controller.error(new Error('it broke'))
    return new Response(new ReadableStream({ pull }))
  }
  await expect(send('GET')).rejects.toThrow()
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: 'it broke' }))
  log.mockRestore()
})

test('a body that is refused ends its connection, however long its sender goes on', async () => {
  answer = () => new Response(null, { status: 413 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const sending = open('POST', { 'content-length': 10 ** 9 })
    const closed = new Promise((resolve) => sending.on('close', resolve))
    sending.on('error', () => undefined)
    sending.write('x'.repeat(1000))
    const [response] = (await once(sending, 'response')) as [IncomingMessage]
    response.on('error', () => undefined).resume()
    expect(response.statusCode).toBe(413)
    await vi.waitUntil(() => vi.getTimerCount() > 0)
    vi.advanceTimersByTime(10_000)
    await closed
  } finally {
    vi.useRealTimers()
  }
})
