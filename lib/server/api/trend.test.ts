/** The share of functions over the profiles of a service, as the API answers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Trend, trendSchema } from '../../contract/trend.ts'
import { callOperation } from '../testing/call-operation.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startTestServer()
})
afterAll(() => running[Symbol.asyncDispose]())

async function ask(service: string, query = ''): Promise<{ status: number; body: unknown }> {
  const route = { method: 'GET', path: '/services/{service}/trend' }
  const headers = { authorization: `Bearer ${running.secrets.read}` }
  const answer = await callOperation(running.server, route, { at: { service }, query, headers })
  return { status: answer.status, body: await answer.json() }
}

/** Asks again until all profiles are read. */
async function askAll(service: string, query = ''): Promise<Trend> {
  const trend = trendSchema.parse((await ask(service, query)).body)
  return trend.pending > 0 ? askAll(service, query) : trend
}

const shares = ({ points }: Trend, kind: 'self' | 'total', index = 0) =>
  points.map((point) => point.shares[index]?.[kind].share ?? null)

test('follows a function over the profiles, oldest first, 0 where it does not occur', async () => {
  const save = (diagram: string, createdAt: number) => running.saveProfile(diagram, { service: 'shop', createdAt })
  await save('main main\ntotal load\n90 10', 3000)
  await save('main main\ntotal load\n20 80', 1000)
  await save('main\nload\n50', 2000)
  // A recursive function counts once in its total.
  await save('main main\nload total\n. total\n30 70', 4000)
  await running.saveProfile('main\ntotal\n1', { service: 'shop', event: 'alloc', createdAt: 5000 })

  const trend = await askAll('shop', '?function=total&function=main')
  expect([trend.event, trend.functions, trend.older]).toEqual(['cpu', ['total', 'main'], 0])
  expect(trend.points.map(({ profile }) => profile.createdAt)).toEqual([1000, 2000, 3000, 4000])
  expect(shares(trend, 'self')).toEqual([0.2, 0, 0.9, 0.7])
  expect(shares(trend, 'total')).toEqual([0.2, 0, 0.9, 0.7])
  expect([shares(trend, 'self', 1), shares(trend, 'total', 1)]).toEqual([
    [0, 0, 0, 0],
    [1, 1, 1, 1],
  ])
  expect(trend.suggestions.map(({ name }) => name).sort()).toEqual(['load', 'main', 'total'])
  expect(shares(await askAll('shop', '?event=alloc&function=total'), 'self')).toEqual([1])
})

test('gives each share the interval that its samples allow', async () => {
  const columns = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => (index % 10 === 0 ? 'hot' : 'cold'))
    return names.join(' ')
  }
  await running.saveProfile(columns(50), { service: 'sizes', createdAt: 1 })
  await running.saveProfile(columns(2000), { service: 'sizes', createdAt: 2 })
  const { points } = await askAll('sizes', '?function=hot&function=none')
  const [few, many] = points.map((point) => point.shares[0]!.self)
  expect([few!.share, many!.share]).toEqual([0.1, 0.1])
  for (const { low, high } of [few!, many!]) {
    expect(low).toBeLessThan(0.1)
    expect(high).toBeGreaterThan(0.1)
  }
  expect(many!.high - many!.low).toBeLessThan((few!.high - few!.low) / 3)
  // That it was not met in 50 samples does not mean that it never runs.
  expect(points[0]!.shares[1]!.self.share).toBe(0)
  expect(points[0]!.shares[1]!.self.high).toBeGreaterThan(0.05)
})

test('leaves out a merged profile, whose samples are those of other points, and says so', async () => {
  const ids = [
    await running.saveProfile('main cold\n90 10', { service: 'merged', createdAt: 1 }),
    await running.saveProfile('main cold\n80 20', { service: 'merged', createdAt: 2 }),
  ]
  const route = { method: 'POST', path: '/profiles/merge' }
  const headers = { authorization: `Bearer ${running.secrets.manage}` }
  expect((await callOperation(running.server, route, { body: { ids }, headers })).status).toBe(201)
  const trend = await askAll('merged')
  expect(trend.points.map(({ profile }) => profile.id)).toEqual(ids)
  expect([trend.merged, trend.older, trend.functions]).toEqual([1, 0, ['main', 'cold']])
  expect(trend.suggestions[0]).toMatchObject({ name: 'main', self: expect.closeTo(0.85) as number })
})

test('says of a profile that cannot be read that it cannot, and of an empty one that it has no share', async () => {
  await running.saveProfile('main\n1', { service: 'broken', createdAt: 1 })
  await running.saveProfile(Buffer.from('no profile'), { service: 'broken', createdAt: 2 })
  await running.saveProfile('main\n0', { service: 'broken', createdAt: 3 })
  const { points } = await askAll('broken', '?function=main')
  expect(points.map(({ state, shares: [one] }) => [state, one?.self.share])).toEqual([
    ['read', 1],
    ['unreadable', undefined],
    ['read', undefined],
  ])
})

test('chooses the hottest functions of the newest profile where none was asked for', async () => {
  await running.saveProfile('a\n1', { service: 'hot', createdAt: 1 })
  await running.saveProfile('b c d e\n10 40 30 20', { service: 'hot', createdAt: 2 })
  expect((await askAll('hot')).functions).toEqual(['c', 'd', 'e'])
})

test('chooses methods before native functions, and nothing below a hundredth', async () => {
  await running.saveProfile('__write_[k] com.acme.Cart.add com.acme.Page.draw org.acme.Rare.run\n600 300 95 5', {
    ...{ service: 'native', createdAt: 1 },
  })
  expect((await askAll('native')).functions).toEqual(['com.acme.Cart.add', 'com.acme.Page.draw'])
})

test('takes a package for all methods in it and below it', async () => {
  await running.saveProfile('com.acme.Cart.add com.acme.shop.Page.draw read_[k]\n1 2 5', {
    ...{ service: 'packages', createdAt: 1 },
  })
  const trend = await askAll('packages', '?function=com.acme.*&function=org.acme.*')
  expect([shares(trend, 'self'), shares(trend, 'self', 1)]).toEqual([[0.375], [0]])
  expect(trend.suggestions.map(({ name }) => name).slice(-3)).toEqual(['com.*', 'com.acme.*', 'com.acme.shop.*'])
  expect((await askAll('packages')).functions.some((name) => name.endsWith('.*'))).toBe(false)
})

test('reads a few profiles per request, the newest first, and says how many are left', async () => {
  for (let createdAt = 1; createdAt <= 25; createdAt++)
    await running.saveProfile('main\n1', { service: 'many', createdAt })
  const first = trendSchema.parse((await ask('many', '?function=main')).body)
  expect(first.pending).toBeGreaterThan(0)
  expect(first.points.map(({ state }) => state)).toEqual([
    ...Array.from({ length: first.pending }, () => 'pending'),
    ...Array.from({ length: 25 - first.pending }, () => 'read'),
  ])
  expect(shares(first, 'self').slice(0, first.pending)).toEqual(Array.from({ length: first.pending }, () => null))
  expect(shares(await askAll('many', '?function=main'), 'self')).toEqual(Array.from({ length: 25 }, () => 1))
})

test('says how many older profiles it leaves out, and takes a time range', async () => {
  const limited = await askAll('many', '?function=main&limit=10')
  expect([limited.points[0]!.profile.createdAt, limited.older]).toEqual([16, 15])
  const range = await askAll('many', '?function=main&from=3&to=7')
  expect([range.points.map(({ profile }) => profile.createdAt), range.older]).toEqual([[3, 4, 5, 6, 7], 0])
})

test('leaves out profiles whose shares mean something else', async () => {
  await running.saveProfile('main\n1', { service: 'units', event: 'alloc', unit: 'samples', createdAt: 1 })
  await running.saveProfile('main\n1', { service: 'units', event: 'alloc', unit: 'bytes', createdAt: 2 })
  expect((await askAll('units', '?event=alloc')).points.map(({ profile }) => profile.unit)).toEqual(['bytes'])
})

test.each([
  ['nothing', '', 404],
  ['shop', '?event=lock', 404],
  ['shop', '?limit=61', 400],
  ['shop', `?${Array.from({ length: 6 }, (_, index) => `function=f${index}`).join('&')}`, 400],
])('refuses %s%s', async (service, query, status) => {
  expect((await ask(service, query)).status).toBe(status)
})
