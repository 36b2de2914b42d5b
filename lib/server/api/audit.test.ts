/** What the audit log has of each operation. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileSummary } from '../../contract/profile.ts'
import { scopes } from '../../contract/roles.ts'
import { callOperation, type OperationCall } from '../testing/call-operation.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { operations } from './operations.ts'

let running: TestServer
beforeAll(async () => {
  running = await startTestServer()
})
afterAll(() => running[Symbol.asyncDispose]())

const named = (id: string) => operations.find((one) => one.id === id)!
const newest = async () => (await running.server.audit.search({ q: '' })).records[0]
const count = async () => (await running.server.audit.verify()).records
const all = () => ({ authorization: `Bearer ${running.secrets.all}` })
const call = (id: string, question: OperationCall) => callOperation(running.server, named(id), question)

const acts = operations.filter(({ method, isAudited }) => isAudited ?? method !== 'GET')

test.each(acts)('$id leaves one record, also when it is refused', async (operation) => {
  const at = Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, 'f'.repeat(32)]))
  const before = await count()
  const withoutRight = scopes.find((scope) => scope !== operation.scope)!
  const headers = { authorization: `Bearer ${running.secrets[withoutRight]}` }
  const { status } = await callOperation(running.server, operation, { at, headers })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(await count()).toBe(before + 1)
  const { action, result, by } = (await newest())!
  expect([action, by]).toEqual([operation.id, 'token'])
  if (operation.scope !== 'anyone') expect(result).toBe('not-allowed')
})

test('exports are recorded, other reads are not; nor is a stranger who is sent away', async () => {
  expect(acts.filter(({ method }) => method === 'GET').map(({ id }) => id)).toEqual([
    ...['showArguments', 'exportProfile', 'exportAudit'],
  ])
  const before = await count()
  await call('listTargets', { headers: all() })
  await call('startCapture', { body: { targetId: 'a'.repeat(16) } })
  await call('signOut', {})
  expect(await count()).toBe(before)
})

test('a directory of experiments is started by every number that the list may have', async () => {
  const [first] = running.collector.directories
  running.collector.directories = Array.from({ length: 1000 }, (_, at) => ({ ...first!, number: at + 1 }))
  const start = async (id: string) => {
    const body = { action: 'run', digest: 'd'.repeat(64) }
    return (await call('startExperiment', { headers: all(), at: { id }, body })).status
  }
  expect(await Promise.all(['999', '1000', '1001', '0', '01'].map(start))).toEqual([200, 200, 404, 404, 404])
})

test('a record says who, what, from where and with which result; no secret is in it', async () => {
  const { code } = await running.server.people.sessions.makeCode({ person: 'vera', role: 'viewer' }, 60_000)
  await call('signIn', { body: { code } })
  expect(await newest()).toMatchObject({
    ...{ person: 'vera', by: 'stranger', network: '192.0.2.1', action: 'signIn', result: 'ok' },
    details: { role: 'viewer' },
  })
  await call('signIn', { body: { code } })
  expect(await newest()).toMatchObject({ person: '', action: 'signIn', result: 'sign-in-link-spent' })

  const made = await call('makeToken', { headers: all(), body: { name: 'nightly', scopes: ['read', 'capture'] } })
  const { secret, token } = (await made.json()) as { secret: string; token: { id: string } }
  expect((await newest())!.details).toEqual({ name: 'nightly', scopes: 'read capture', for: 'owner' })
  await call('revokeToken', { headers: all(), at: { id: token.id } })
  expect((await newest())!.details).toEqual({ id: token.id, name: 'nightly' })

  await call('startCapture', { headers: all(), body: { targetId: 'a'.repeat(16), seconds: 7 } })
  expect(await newest()).toMatchObject({ person: 'token all', details: { seconds: '7', service: 'shop' } })

  await call('startExperiment', { headers: all(), at: { id: '1' }, body: { action: 'run', digest: 'd'.repeat(64) } })
  expect(await newest()).toMatchObject({ details: { action: 'run', directory: '/srv/experiments/pricing', id: '1' } })
  await call('stopExperiment', { headers: all(), at: { id: '1' } })
  expect(await newest()).toMatchObject({ details: { directory: '/srv/experiments/pricing', id: '1' } })

  const rules = [
    { service: null, days: 30, maxBytes: null },
    { service: 'shop', days: null, maxBytes: 500 * 2 ** 20 },
  ]
  await call('setRetention', { headers: all(), body: { rules } })
  expect((await newest())!.details).toEqual({ rules: 'all services: 30 days; shop: 500 MiB' })
  await call('previewRetention', { headers: all(), body: { rules } })
  await call('setRetention', { headers: all(), body: { rules: [] } })
  const [unset, set] = (await running.server.audit.search({ q: '' })).records
  expect([unset!.details, set!.action]).toEqual([{ rules: 'none' }, 'setRetention']) // no record of the preview

  const ids = [await running.saveProfile('a 1', {}), await running.saveProfile('b 1', {})]
  const merged = (await (await call('mergeProfiles', { headers: all(), body: { ids } })).json()) as ProfileSummary
  expect((await newest())!.details).toEqual({ from: ids.join(' '), name: merged.name, id: merged.id })
  await call('changeProfiles', { headers: all(), body: { ids, action: 'add-label', label: 'slow' } })
  expect((await newest())!.details).toEqual({ action: 'add-label', label: 'slow', profiles: ids.join(' ') })

  const joining = await call('makeJoinToken', { headers: all(), body: {} })
  const { token: joinToken, expiresAt } = (await joining.json()) as { token: string; expiresAt: number }
  expect((await newest())!.details).toEqual({ for: 'one host', expires: new Date(expiresAt).toISOString() })

  const share = await call('makeShare', { headers: all(), at: { id: await running.saveProfile('a 1', {}) }, body: {} })
  const { url } = (await share.json()) as { url: string }
  const exported = await (await call('exportAudit', { headers: all() })).text()
  for (const kept of [secret, joinToken, code, url.split('/').at(-1)!, running.secrets.all])
    expect(exported).not.toContain(kept)
  const lines = exported.trim().split('\n')
  expect(JSON.parse(lines[0]!)).toMatchObject({ seq: 1 })
  expect(await (await call('verifyAudit', { headers: all() })).json()).toEqual({
    records: lines.length, // with that of the export itself
    broken: null,
  })
})
