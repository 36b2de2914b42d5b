import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { openStore } from '../../store/store.ts'
import { audit } from './audit.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-audit-command-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

async function run(...args: string[]): Promise<[number, string]> {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const streams = { stdin: process.stdin, stdout, stderr } as unknown as Parameters<typeof audit>[2]
  const code = await audit(args, readConfig({ HEARTH_DATA: directory }), streams)
  stdout.end()
  return [code, await text(stdout)]
}
const record = (action: string) => ({
  ...{ at: 1, person: 'ann', by: 'session' as const, callerId: 'a', network: '::1', details: {}, result: 'ok', action },
})

test('says that all is as it was written, beside a server that runs, and which record is not', async () => {
  const store = await openStore(directory)
  for (const action of ['a', 'b', 'c']) await store.audit.append(record(action))
  const exported = join(directory, 'export.jsonl')
  writeFileSync(exported, await text(Readable.from(store.audit.lines())))
  expect(await run('verify')).toEqual([0, '3 records, each as it was written.\n'])
  expect(await run('verify', exported)).toEqual([0, '3 records, each as it was written.\n'])
  await store.close()
  const database = new DatabaseSync(join(directory, 'hearth.sqlite'))
  database.exec(`drop trigger "auditRecordsRefuse_update"; update auditRecords set person = 'eve' where seq = 2`)
  database.close()
  expect(await run('verify')).toEqual([
    1,
    'Record 2: it is not as it was written. Records before it that are as they were written: 1.\n',
  ])
  expect(await run('verify', '--json')).toMatchObject([1, expect.stringContaining('"seq":2') as string])
  await expect(run('verify', join(directory, 'lock.txt'))).rejects.toMatchObject({ code: 'invalid-request' })
  await expect(run('prune')).rejects.toMatchObject({ code: 'invalid-request' })
})
