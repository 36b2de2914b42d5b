import { expect, test } from 'vitest'
import { hostRule, refusal, type RequestHead } from './guard.ts'

const answersFor = hostRule(7117, '127.0.0.1', ['hearth.acme.example', 'tunnel.local:8443'])
const refusalOf = (head: Partial<RequestHead> & { host?: string }) =>
  refusal(
    {
      method: 'GET',
      url: '/',
      hosts: [head.host ?? '127.0.0.1:7117'],
      secFetchSite: undefined,
      origin: undefined,
      authorization: undefined,
      ...head,
    },
    answersFor,
  )
const status = (head: Parameters<typeof refusalOf>[0]) => refusalOf(head)?.status ?? 200
const codeOf = (head: Parameters<typeof refusalOf>[0]) => refusalOf(head)?.code

test.each([
  ['127.0.0.1:7117', 200],
  ['localhost:7117', 200],
  ['LOCALHOST:7117', 200],
  ['[::1]:7117', 200],
  ['hearth.acme.example', 200],
  ['hearth.acme.example:443', 200],
  ['tunnel.local:8443', 200],
  ['tunnel.local', 421],
  ['tunnel.local:7117', 421],
  ['evil.example', 421],
  ['evil.example:7117', 421],
  ['127.0.0.1', 421],
  ['127.0.0.1:7118', 421],
  ['localhost.:7117', 421],
  ['127.1:7117', 421],
  ['2130706433:7117', 421],
  ['[::ffff:127.0.0.1]:7117', 421],
  ['127.0.0.1:7117.evil.example', 421],
  ['user@127.0.0.1:7117', 421],
  ['evil.hearth.acme.example', 421],
  ['', 421],
])('the host %s is answered with %i, for pages, routes and static files alike', (host, expected) => {
  for (const url of ['/', '/api/v1/targets', '/_next/static/chunks/a.js', '/icon.svg'])
    expect(status({ host, url })).toBe(expected)
})

test('no Host header and two of them are refused', () => {
  expect(status({ hosts: [] })).toBe(421)
  expect(status({ hosts: ['127.0.0.1:7117', 'evil.example'] })).toBe(421)
})

test('on port 80 the host may come without its port, as browsers send it', () => {
  expect(hostRule(80, '127.0.0.1', [])('127.0.0.1')).toBe(true)
  expect(hostRule(7117, '127.0.0.1', [])('127.0.0.1')).toBe(false)
})

const own = 'http://127.0.0.1:7117'
test.each([
  ['our own page', 'same-origin', own, 200],
  ['our own page, before Sec-Fetch-Site existed', undefined, own, 200],
  ['our own page without Origin', 'same-origin', undefined, 200],
  ['another site', 'cross-site', 'https://evil.example', 403],
  ['another site, before Sec-Fetch-Site existed', undefined, 'https://evil.example', 403],
  ['another port of this host', 'same-site', 'http://127.0.0.1:3000', 403],
  ['another port, before Sec-Fetch-Site existed', undefined, 'http://127.0.0.1:3000', 403],
  ['another name of this host', undefined, 'http://localhost:7117', 403],
  ['a sandboxed frame', 'cross-site', 'null', 403],
  ['a sandboxed frame, before Sec-Fetch-Site existed', undefined, 'null', 403],
  ['a bookmark', 'none', undefined, 403],
  ['a program that says nothing', undefined, undefined, 401],
  ['one that contradicts itself', 'same-origin', 'https://evil.example', 403],
  ['an empty Origin', undefined, '', 403],
])('an act sent by %s (%s, %s) is answered with %i', (_, secFetchSite, origin, expected) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(status({ method, url: '/api/v1/captures', secFetchSite, origin })).toBe(expected)
})

test.each([
  ['a program', undefined, undefined, 200],
  ['our own page', 'same-origin', own, 200],
  ['another site', 'cross-site', 'https://evil.example', 403],
  ['another site, before Sec-Fetch-Site existed', undefined, 'https://evil.example', 403],
  ['another port of this host', 'same-site', 'http://127.0.0.1:3000', 403],
  ['a sandboxed frame', 'cross-site', 'null', 403],
  ['an extension without Origin', 'cross-site', undefined, 403],
])('an act with a token sent by %s (%s, %s) is answered with %i', (_, secFetchSite, origin, expected) => {
  const authorization = 'Bearer hearth_x'
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(status({ method, url: '/api/v1/captures', secFetchSite, origin, authorization })).toBe(expected)
  expect(status({ method: 'POST', url: '/', secFetchSite, origin, authorization })).toBe(400)
})

test('an act of a program without a token is refused for that, whatever else stands in its place', () => {
  for (const authorization of [undefined, '', 'Basic eDp5', 'hearth_x', 'Bearer'])
    expect(codeOf({ method: 'POST', url: '/api/v1/captures', authorization })).toBe('token-missing')
})

test.each([
  ['same-origin', 200, 200],
  ['none', 200, 200],
  [undefined, 200, 200],
  ['same-site', 403, 200],
  ['cross-site', 403, 200],
])('a read sent as %s is answered with %i on the API and %i for a page', (secFetchSite, api, page) => {
  expect(status({ url: '/api/v1/events', secFetchSite })).toBe(api)
  expect(status({ url: '/profiles/1?search=a', secFetchSite })).toBe(page)
})

test.each(['OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND'])('%s is refused', (method) => {
  expect(status({ method, url: '/api/v1/targets', secFetchSite: 'same-origin', origin: own })).toBe(400)
})

test('a page takes no POST, so no Server Action can be called', () => {
  for (const url of ['/', '/sign-in', '/_next/data', '/apiary'])
    expect(status({ method: 'POST', url, secFetchSite: 'same-origin', origin: own })).toBe(400)
})

test.each([
  '//api/v1/targets',
  '/api//targets',
  '/api/v1/targets/',
  '/a/../api/targets',
  '/./api',
  '/..',
  '/a/..;/api/targets',
  '/api;x=1/targets',
  '/api%2ftargets',
  '/api/%2e%2e/x',
  '/api%5Ctargets',
  '/api\\targets',
  '/api/%00',
  '/api/%252e',
  '/ü',
  '/a b',
  'http://evil.example/api/v1/targets',
  '*',
  '',
  `/${'a'.repeat(9000)}`,
])('the path %s is refused, or harmless', (url) => {
  // A trailing slash is another path, not another spelling of one: Next redirects it.
  expect(status({ url })).toBe(url === '/api/v1/targets/' ? 200 : 400)
})

test('Next’s image route is not there', () => {
  expect(status({ url: '/_next/image?url=http%3A%2F%2F169.254.169.254%2F&w=64&q=75' })).toBe(404)
})

test('a query may hold anything a link needs', () => {
  expect(status({ url: '/profiles/0?zoom=a//b;c&search=%2F%5E%28a%2B%29%2B%24%2F' })).toBe(200)
})
