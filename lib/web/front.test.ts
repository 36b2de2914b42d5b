import { once } from 'node:events'
import { request as ask, type IncomingMessage, type OutgoingHttpHeaders, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { servedOperations } from '../server/api/operations.ts'
import { createRouter } from '../server/api/router.ts'
import { readOrigin } from '../server/http/read-request.ts'
import type { Server } from '../server/server.ts'
import { createFront, type Front } from './front.ts'
import { createHttpServer } from './http-server.ts'

const noCollector = () => undefined
let http: HttpServer
let port = 0
let isSignedIn = true
let seen: IncomingMessage | null = null
let isBelieved = false
let networks: string[] = []
let origins: string[] = []
/** Real paths; the test makes the responses. */
const findRoute = createRouter({} as Server, servedOperations)
beforeEach(async () => {
  isSignedIn = true
  seen = null
  isBelieved = false
  networks = []
  origins = []
  let front: Front | null = null
  http = createHttpServer((request, response) => void front!(request, response), false, noCollector)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  port = (http.address() as AddressInfo).port
  front = createFront({
    port,
    bind: '127.0.0.1',
    hosts: [],
    isProxy: () => isBelieved,
    isSignedIn: async () => isSignedIn,
    serveStatic: () => false,
    findRoute: (method, path) => {
      const route = findRoute(method, path)
      return (
        route && {
          async answer(request: Request, network: string) {
            networks.push(network)
            origins.push(readOrigin(request))
            return new Response('ok')
          },
        }
      )
    },
    next: async (request, response) => {
      seen = request
      response.end('ok')
    },
  })
})
afterEach(() => {
  http.closeAllConnections()
  http.close()
})

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

async function send(method: string, path: string, headers: OutgoingHttpHeaders = {}) {
  const sent = ask({ port, method, path, headers: { host: `127.0.0.1:${port}`, ...headers } }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

test('every document has its own nonce, which Next and the browser both get', async () => {
  const first = (await send('GET', '/')).headers['content-security-policy'] as string
  const nonce = /'nonce-([A-Za-z0-9+/]{22}==)'/.exec(first)?.[1]
  expect(nonce).toBeDefined()
  expect(seen?.headers['content-security-policy']).toBe(first)
  expect(seen?.headers['x-nonce']).toBe(nonce)
  expect((await send('GET', '/')).headers['content-security-policy']).not.toBe(first)
})

test('no document may be framed, sniffed, or load anything from elsewhere', async () => {
  const { headers } = await send('GET', '/')
  const policy = headers['content-security-policy'] as string
  expect(policy).toContain(`default-src 'none'`)
  expect(policy).toContain(`frame-ancestors 'none'`)
  expect(policy).not.toMatch(/unsafe-eval|https?:|\*/)
  expect(policy.replace(`style-src-attr 'unsafe-inline'`, '')).not.toContain('unsafe-inline')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  })
})

test('only the page of a link to embed may be framed, whether the link works or not, and Next gets no cookie for it', async () => {
  const framing = async (path: string) => {
    const { headers } = await send('GET', path, { cookie: 'hearth_session_1=x', 'x-hearth-embedded': '1' })
    const policy = headers['content-security-policy'] as string
    const { cookie, 'x-hearth-embedded': mark } = seen!.headers
    return [/frame-ancestors ([^;]*)/.exec(policy)![1], headers['x-frame-options'], cookie, mark]
  }
  for (const path of ['/embed/works', '/embed/works?tab=table', '/embed/revoked', '/embed/cut.'])
    expect(await framing(path)).toEqual(['* file:', undefined, undefined, '1'])
  expect(await framing('/embed/works/more')).toEqual([`'none'`, 'DENY', undefined, undefined])
  for (const other of ['/s/embeddable', '/', '/profiles/embeddable'])
    expect(await framing(other)).toEqual([`'none'`, 'DENY', 'hearth_session_1=x', undefined])
})

test('data has a sandbox policy, so that no exported SVG runs scripts on this origin', async () => {
  expect((await send('GET', '/api/v1/targets')).headers['content-security-policy']).toContain('sandbox')
})

test('headers that a proxy or Next would trust are removed from requests', async () => {
  await send('GET', '/', {
    'x-forwarded-host': 'evil.example',
    'x-middleware-subrequest': 'middleware',
    'next-action': '1',
    'x-nonce': 'chosen',
    'content-security-policy': `script-src 'nonce-chosen'`,
  })
  expect(Object.keys(seen!.headers).filter((name) => /forwarded|middleware|action/.test(name))).toEqual([])
  expect(JSON.stringify(seen!.headers)).not.toContain('chosen')
})

test('a page redirects to the sign-in page without a session, with the address to return to', async () => {
  isSignedIn = false
  const { status, headers } = await send('GET', '/profiles/1?zoom=a')
  expect([status, headers.location]).toEqual([303, '/sign-in?next=%2Fprofiles%2F1%3Fzoom%3Da'])
  expect(seen).toBeNull()
  expect((await send('GET', '/sign-in')).status).toBe(200)
})

test('a refusal never reaches Next, says why, and ends the connection', async () => {
  const { status, headers, body } = await send('GET', '/', { host: 'evil.example' })
  expect(status).toBe(421)
  expect(headers).toMatchObject({ 'content-type': 'application/problem+json', connection: 'close' })
  expect(JSON.parse(body)).toMatchObject({ code: 'foreign-host', facts: { host: 'evil.example' } })
  expect(seen).toBeNull()
})

test.each([
  ['/services/hearth-demo%2Fshop-slow', '/services/hearth-demo~2fshop-slow'],
  ['/services/a%2fb/since-last-deploy?event=cpu', '/services/a~2fb/since-last-deploy?event=cpu'],
  ['/services/checkout%202.1/replicas', '/services/checkout~202.1/replicas'],
  ['/services/..%2F..%2Fsettings', '/services/~2e.~2f..~2fsettings'],
])('a browser that asks for %s is sent to %s', async (asked, normal) => {
  const { status, headers } = await send('GET', asked, browser)
  expect([status, headers.location]).toEqual([308, normal])
  expect(seen).toBeNull()
})

test.each([
  ['a program', '/services/a%2Fb', { accept: '*/*' }, 400],
  ['another host', '/services/a%2Fb', { ...browser, host: 'evil.example' }, 421],
  ['text that is no UTF-8', '/services/a%2F%ff', browser, 400],
  ['another page', '/profiles/a%2Fb', browser, 400],
])('%s is refused by a problem document, not sent elsewhere', async (_, path, headers, expected) => {
  const answer = await send('GET', path, headers)
  expect([answer.status, answer.headers.location]).toEqual([expected, undefined])
  expect(answer.headers['content-type']).toBe('application/problem+json')
})

test('a WebSocket upgrade does not bypass any check', async () => {
  let upgrades = 0
  http.on('upgrade', () => upgrades++) // as Next does at its first request
  const upgradeHeaders = { connection: 'Upgrade', upgrade: 'websocket' }
  expect((await send('GET', '/', { ...upgradeHeaders, host: 'evil.example' })).status).toBe(421)
  isSignedIn = false
  expect((await send('GET', '/profiles', upgradeHeaders)).status).toBe(303)
  expect(upgrades).toBe(0)
})

test('npm run dev lets only hot reload become a WebSocket', async () => {
  const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
  const development = createHttpServer((request, response) => void response.end('a page'), true, noCollector)
  development.on('upgrade', (request, socket) => void socket.end(switching))
  development.listen(0, '127.0.0.1')
  await once(development, 'listening')
  const headers = { connection: 'Upgrade', upgrade: 'websocket' }
  const { port } = development.address() as AddressInfo
  await once(ask({ port, path: '/_next/hmr?id=1', headers }).end(), 'upgrade')
  const [response] = (await once(ask({ port, path: '/', headers }).end(), 'response')) as [IncomingMessage]
  expect(await text(response)).toBe('a page')
  development.close()
})

test('the network of a request is read from the headers of trusted proxies', async () => {
  await send('POST', '/api/v1/session', { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '198.51.100.9' })
  isBelieved = true
  await send('POST', '/api/v1/session', { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '198.51.100.9' })
  expect(networks).toEqual(['127.0.0.1', '198.51.100.9'])
})

test.each([
  ['no proxy is trusted: no header counts', false, { 'x-forwarded-proto': 'https', forwarded: 'proto=https' }, 'http'],
  ['a trusted proxy that ends TLS', true, { 'x-forwarded-proto': 'https' }, 'https'],
  ['a trusted proxy that ends TLS, by RFC 7239', true, { forwarded: 'for=1.1.1.1;Proto="https"' }, 'https'],
  ['the client wrote https, the proxy http', true, { 'x-forwarded-proto': 'https, http' }, 'http'],
  ['the client wrote one header, the proxy the other', true, { 'x-forwarded-proto': 'http', forwarded: 'proto=https' }, 'http'], // prettier-ignore
  ['a trusted proxy that says nothing', true, {}, 'http'],
])('links for a program, which sends no Origin; %s', async (_, isTrusted, headers, protocol) => {
  isBelieved = isTrusted
  await send('POST', '/api/v1/session', { 'sec-fetch-site': 'same-origin', ...headers })
  expect(origins).toEqual([`${protocol}://127.0.0.1:${port}`])
})
