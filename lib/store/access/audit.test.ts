import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSessions, openStore, type Store } from '../store.ts'
import type { NewAuditRecord } from './audit.ts'

let directory = ''
let store: Store
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-audit-'))
  store = await openStore(directory)
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

const record = (action: string, more: Partial<NewAuditRecord> = {}): NewAuditRecord => ({
  ...{ at: 1, person: 'ann', by: 'session', callerId: 'a', network: '192.0.2.1', details: {}, result: 'ok' },
  ...{ action, ...more },
})
const fill = async (count: number) => {
  for (let index = 1; index <= count; index++) await store.audit.append(record(`act-${index}`))
}
/** What an intruder does who can write the file: the triggers are gone. */
const tamper = (sql: string): void => {
  const database = new DatabaseSync(join(directory, 'hearth.sqlite'))
  for (const act of ['update', 'delete']) database.exec(`drop trigger "auditRecordsRefuse_${act}"`)
  database.exec(sql)
  database.close()
}

test('the database refuses to change or remove a record', async () => {
  await fill(2)
  const database = new DatabaseSync(join(directory, 'hearth.sqlite'))
  for (const sql of [`update auditRecords set person = 'eve'`, 'delete from auditRecords'])
    expect(() => database.exec(sql)).toThrow('append-only')
  database.close()
  expect(await store.audit.verify()).toEqual({ records: 2, broken: null })
})

test.each([
  [`update auditRecords set person = 'eve' where seq = 2`, 2, 'it is not as it was written'],
  [`update auditRecords set at = 9 where seq = 4`, 4, 'it is not as it was written'],
  ['delete from auditRecords where seq = 2', 2, 'it is missing'],
  ['delete from auditRecords where seq = 4', 4, 'it is missing'],
  ['delete from auditRecords', 1, 'it is missing'],
  ['update auditRecords set seq = 9 where seq = 4', 4, 'it is missing'],
])('tampering is found: %s', async (sql, seq, reason) => {
  await fill(4)
  tamper(sql)
  expect((await store.audit.verify()).broken).toEqual({ seq, reason })
})

test('who writes the whole chain anew is found by what was exported before', async () => {
  await fill(3)
  const exported: { seq: number; hash: string }[] = []
  for await (const lines of store.audit.lines())
    for (const line of String(lines).trim().split('\n')) exported.push(JSON.parse(line) as (typeof exported)[number])
  expect(exported.map(({ seq }) => seq)).toEqual([1, 2, 3])
  expect((await store.audit.verify(exported)).broken).toBeNull()
  tamper('delete from auditRecords; delete from auditHead')
  await fill(2)
  await store.audit.append(record('forged'))
  expect(await store.audit.verify()).toEqual({ records: 3, broken: null })
  expect((await store.audit.verify(exported)).broken).toEqual({ seq: 3, reason: 'it is not as it was exported' })
})

test('records are found by words, newest first, page after page', async () => {
  await fill(150)
  await store.audit.append(record('makeToken', { person: 'Bob', details: { name: '50%_done' }, result: 'not-allowed' }))
  const found = async (q: string) => (await store.audit.search({ q })).records.map(({ action }) => action)
  expect(await found('bob')).toEqual(['makeToken'])
  expect(await found('MAKETOKEN not-allowed')).toEqual(['makeToken'])
  expect([await found('%_'), await found('bob act-1'), await found('50%_')]).toEqual([['makeToken'], [], ['makeToken']])
  const first = await store.audit.search({ q: '' })
  expect([first.records.length, first.records[0]!.seq, first.next]).toEqual([100, 151, 52])
  const second = await store.audit.search({ q: '', before: first.next! })
  expect([second.records.length, second.records[0]!.seq, second.next]).toEqual([51, 51, null])
})

test('two programs that write at the same moment both get their place', async () => {
  const other = await openSessions(directory)
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? other : store).audit.append(record(`act-${index}`))),
  )
  await other.close()
  expect(await store.audit.verify()).toEqual({ records: 20, broken: null })
})

test('records are found by words in letters of either case, also beyond ASCII', async () => {
  await store.audit.append(record('setRole', { person: 'Özgür', details: { name: 'ÄRZTE 50%_Öl' } }))
  const found = async (q: string) => (await store.audit.search({ q })).records.length
  for (const q of ['Özgür', 'özgür', 'ÖZGÜR setrole', 'ärzte', '50%_öl']) expect(await found(q), q).toBe(1)
  expect(await found('ozgur')).toBe(0)
})
