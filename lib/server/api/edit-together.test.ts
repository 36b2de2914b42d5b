/** Two people edit one thing: what the API does with the second change. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mostLabels } from '../../contract/constants.ts'
import type { RetentionRule } from '../../contract/library.ts'
import { callOperation, type OperationCall } from '../testing/call-operation.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { operations } from './operations.ts'

let running: TestServer
const cookies: Record<string, string> = {}

beforeAll(async () => {
  running = await startTestServer()
  for (const person of ['ann', 'bob']) cookies[person] = (await running.signIn(person, 'owner')).cookie
})
afterAll(() => running[Symbol.asyncDispose]())

async function ask(person: string, id: string, question: OperationCall) {
  const route = operations.find((one) => one.id === id)!
  const headers = { cookie: cookies[person]! }
  const response = await callOperation(running.server, route, { ...question, headers })
  return { status: response.status, body: response.status === 204 ? null : ((await response.json()) as Answer) }
}

interface Answer {
  readonly id: string
  readonly code: string
  readonly title: string
  readonly name: string
  readonly note: string
  readonly service: string
  readonly labels: string[]
  readonly text: string
  readonly rules: RetentionRule[]
  readonly facts: { changes: { field: string; now: unknown; by: string | null; at: number | null }[] }
}

const newProfile = () =>
  running.saveProfile('a a\n1', { name: 'shop', service: 'shop', labels: ['old'], note: 'first' })
const change = (person: string, id: string, body: unknown) => ask(person, 'changeProfile', { at: { id }, body })

test('a note that another person changed meanwhile is refused, with the text, the person and the time', async () => {
  const id = await newProfile()
  const begin = Date.now()
  expect((await change('ann', id, { note: 'by ann', before: { note: 'first' } })).status).toBe(200)
  await change('bob', id, { name: 'renamed', before: { name: 'shop' } })
  const refused = await change('bob', id, { note: 'by bob', before: { note: 'first' } })
  expect([refused.status, refused.body!.code]).toEqual([409, 'changed-meanwhile'])
  expect(refused.body!.title).toBe('ann changed the note of this profile meanwhile.')
  const [conflict, ...others] = refused.body!.facts.changes
  expect(others).toEqual([])
  expect(conflict).toMatchObject({ field: 'note', now: 'by ann', by: 'ann' })
  expect(conflict!.at).toBeGreaterThanOrEqual(begin)
  expect((await ask('ann', 'getProfile', { at: { id } })).body).toMatchObject({ note: 'by ann', name: 'renamed' })

  const decided = await change('bob', id, { note: 'by bob', before: { note: 'by ann' } })
  expect(decided.body).toMatchObject({ note: 'by bob' })
})

test('where the audit log cannot be read, the change is refused all the same, without the person', async () => {
  const id = await newProfile()
  await change('ann', id, { note: 'by ann', before: { note: 'first' } })
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const find = vi.spyOn(running.server.audit, 'findEditor').mockRejectedValue(new Error('damaged'))
  const refused = await change('bob', id, { note: 'by bob', before: { note: 'first' } })
  expect([refused.status, refused.body!.code]).toEqual([409, 'changed-meanwhile'])
  expect(log).toHaveBeenCalledOnce()
  find.mockRestore()
  log.mockRestore()
})

test('nothing of a change is saved when one of its fields is refused', async () => {
  const id = await newProfile()
  await change('ann', id, { name: 'by ann', service: 'cart', before: { name: 'shop', service: 'shop' } })
  const both = { name: 'by bob', note: 'by bob', before: { name: 'shop', note: 'first' } }
  expect((await change('bob', id, both)).body!.facts.changes).toMatchObject([{ field: 'name', now: 'by ann' }])
  expect((await ask('bob', 'getProfile', { at: { id } })).body).toMatchObject({ name: 'by ann', note: 'first' })
})

test('the same change by two people, and changes of different fields, are no conflict', async () => {
  const id = await newProfile()
  for (const person of ['ann', 'bob'])
    expect((await change(person, id, { note: 'agreed', before: { note: 'first' } })).status).toBe(200)
  const renamed = await change('bob', id, { name: 'by bob', before: { name: 'shop' } })
  expect(renamed.body).toMatchObject({ name: 'by bob', note: 'agreed' })
})

test('an emptied name is the automatic one again, by the service that the same change gives', async () => {
  const id = await newProfile()
  await change('ann', id, { name: 'by ann' })
  expect((await change('bob', id, { name: ' ', before: { name: 'shop' } })).body).toMatchObject({
    code: 'changed-meanwhile',
  })
  expect((await change('bob', id, { name: '', before: { name: 'by ann' } })).body!.name).toBe('shop cpu')
  expect((await change('bob', id, { name: '', service: 'cart' })).body!.name).toBe('cart cpu')
  // An import has no other mark of an automatic name than its service.
  expect((await change('bob', id, { service: 'till' })).body!.name).toBe('till cpu')
  expect((await change('bob', id, { name: 'mine' })).body!.name).toBe('mine')
  expect((await change('bob', id, { service: 'shop' })).body!.name).toBe('mine')
})

test('labels that two people add and remove are merged, up to their number', async () => {
  const id = await newProfile()
  await change('ann', id, { labels: ['old', 'ann'], before: { labels: ['old'] } })
  const merged = await change('bob', id, { labels: ['bob'], before: { labels: ['old'] } })
  expect(merged.body!.labels).toEqual(['ann', 'bob'])
  const many = Array.from({ length: mostLabels }, (_, index) => `label ${index}`)
  const refused = await change('ann', id, { labels: many, before: { labels: [] } })
  expect([refused.status, refused.body!.code]).toEqual([400, 'invalid-request'])
})

test('a client that does not say what it replaces changes it, as before', async () => {
  const id = await newProfile()
  await change('ann', id, { note: 'by ann' })
  expect((await change('bob', id, { note: 'by bob', labels: ['new'] })).body).toMatchObject({
    note: 'by bob',
    labels: ['new'],
  })
})

test('the note of a frame that another person changed meanwhile is refused with its text and the person', async () => {
  const body = { path: [], frame: 'a', query: '', text: 'hot' }
  const { id } = (await ask('ann', 'addNote', { at: { id: await newProfile() }, body })).body!
  const edit = (person: string, text: string, before?: string) =>
    ask(person, 'changeNote', { at: { id }, body: { text, ...(before !== undefined && { before: { text: before } }) } })
  expect((await edit('ann', 'hotter', 'hot')).status).toBe(200)
  const refused = await edit('bob', 'cold', 'hot')
  expect([refused.status, refused.body!.title]).toEqual([409, 'ann changed the text of this note meanwhile.'])
  expect(refused.body!.facts.changes).toMatchObject([{ field: 'text', now: 'hotter', by: 'ann' }])
  expect((await edit('bob', 'cold', 'hotter')).body!.text).toBe('cold')
  expect((await edit('ann', 'as before')).body!.text).toBe('as before')
})

test('retention rules of different services are merged, and a rule that both changed is refused', async () => {
  const rule = (service: string | null, days: number) => ({ service, days, maxBytes: null })
  const set = (person: string, rules: RetentionRule[], before?: RetentionRule[]) =>
    ask(person, 'setRetention', { body: { rules, ...(before && { before }) } })
  const opened = [rule(null, 90), rule('shop', 30)]
  await set('ann', opened)
  await set('ann', [rule(null, 90), rule('shop', 7), rule('cart', 5)], opened)
  const merged = await set('bob', [rule('shop', 30)], opened)
  expect(merged.body!.rules).toEqual([rule('cart', 5), rule('shop', 7)])
  const refused = await set('bob', [rule(null, 90), rule('shop', 14)], opened)
  expect([refused.status, refused.body!.code]).toEqual([409, 'changed-meanwhile'])
  expect(refused.body!.facts.changes).toMatchObject([{ field: 'shop', now: rule('shop', 7) }])
  expect((await ask('bob', 'getRetention', {})).body!.rules).toEqual([rule('cart', 5), rule('shop', 7)])
})

test('a role that another owner changed meanwhile is refused', async () => {
  const { id } = await running.signIn('vera', 'viewer')
  const set = (person: string, role: string, before?: string) =>
    ask(person, 'changeRole', { at: { id }, body: { role, ...(before !== undefined && { before: { role: before } }) } })
  expect((await set('ann', 'member', 'viewer')).status).toBe(204)
  const refused = await set('bob', 'owner', 'viewer')
  expect([refused.status, refused.body!.title]).toEqual([409, 'ann changed the role of this browser meanwhile.'])
  expect(refused.body!.facts.changes).toMatchObject([{ field: 'role', now: 'member' }])
  expect((await set('bob', 'owner', 'member')).status).toBe(204)
})
