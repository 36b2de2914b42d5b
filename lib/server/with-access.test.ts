/** Who may ask what: every operation without its right, every role, tokens and cookies side by side. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Role, scopes } from '../contract/access.ts'
import type { Operation } from './openapi/operation.ts'
import { operations } from './openapi/operations.ts'
import { allRoutes, askRoute, type RouteOfFile } from './testing/ask-route.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

vi.mock('server-only', () => ({}))

const routes = await allRoutes()
let running: TestServer
beforeAll(async () => {
  running = await startTestServer()
})
afterAll(() => running[Symbol.asyncDispose]())

const routeOf = ({ method, path }: Operation): RouteOfFile =>
  routes.find((route) => route.method === method && route.path === path)!
const routeNamed = (id: string) => routeOf(operations.find((one) => one.id === id)!)
const nowhere = { id: 'f'.repeat(32) }

test.each(operations.filter(({ scope }) => scope !== 'anyone'))(
  '$method $path is refused without the right $scope',
  async (operation) => {
    const at = Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, 'f'.repeat(32)]))
    const ask = async (headers: Record<string, string>) => (await askRoute(routeOf(operation), { at, headers })).status
    expect(await ask({})).toBe(401)
    expect(await ask({ authorization: 'Bearer hearth_made-up' })).toBe(401)
    // A token never works as a cookie.
    expect(await ask({ cookie: `hearth_session_7117=${running.secrets.all}` })).toBe(401)
    for (const scope of scopes)
      if (scope !== operation.scope) expect(await ask({ authorization: `Bearer ${running.secrets[scope]}` })).toBe(403)
  },
)

test.each(operations.filter(({ body }) => body !== undefined && body !== 'file'))(
  '$method $path refuses a body that is none',
  async (operation) => {
    const at = { id: 'f'.repeat(32) }
    const headers = { authorization: `Bearer ${running.secrets.all}` }
    expect((await askRoute(routeOf(operation), { at, headers, body: { nonsense: 1 } })).status).toBe(400)
  },
)

test('beside an Authorization header no cookie counts', async () => {
  const { cookie } = await running.signIn('eve', 'viewer')
  const ask = (headers: Record<string, string>) => askRoute(routeNamed('getSession'), { headers })
  expect((await ask({ cookie })).status).toBe(200)
  for (const authorization of ['Bearer hearth_made-up', 'Basic eDp5', ''])
    expect((await ask({ cookie, authorization })).status).toBe(401)
  expect(await (await ask({ authorization: `Bearer ${running.secrets.read}` })).json()).toBeNull()
})

test.each<[Role, number, number, number]>([
  ['viewer', 200, 403, 403],
  ['member', 200, 404, 403],
  ['owner', 200, 404, 200],
])('a %s may look (%i), may change things (%i), may decide about people (%i)', async (role, look, change, decide) => {
  const { cookie } = await running.signIn(role, role)
  const status = async (id: string) => (await askRoute(routeNamed(id), { headers: { cookie }, at: nowhere })).status
  expect([await status('listTargets'), await status('deleteProfile'), await status('listTokens')]).toEqual([
    ...[look, change, decide],
  ])
})

test('a role is another one from the next request on; nobody changes their own', async () => {
  const [owner, other] = [await running.signIn('owner', 'owner'), await running.signIn('bob', 'owner')]
  const change = async (id: string) => {
    const headers = { cookie: owner.cookie }
    return (await askRoute(routeNamed('changeRole'), { headers, at: { id }, body: { role: 'viewer' } })).status
  }
  expect([await change(owner.id), await change(other.id), await change(nowhere.id)]).toEqual([400, 204, 404])
  expect((await askRoute(routeNamed('listTokens'), { headers: { cookie: other.cookie } })).status).toBe(403)
})

test('a token that asks too often has to wait, and no other has', async () => {
  const { secret } = await running.server.tokens.make({ name: 'wild', scopes: ['read'], expiresInDays: 1 }, 'owner')
  const ask = async (token: string) =>
    (await askRoute(routeNamed('listBlocks'), { headers: { authorization: `Bearer ${token}` } })).status
  const statuses: number[] = []
  for (let asked = 0; asked < 1000 && statuses.at(-1) !== 429; asked++) statuses.push(await ask(secret))
  expect(statuses.at(-1)).toBe(429)
  expect(statuses.length).toBeGreaterThan(199)
  expect(await ask(running.secrets.read)).toBe(200)
}, 60_000)
