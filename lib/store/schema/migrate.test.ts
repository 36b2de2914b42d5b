import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrateDatabase, readAppliedSteps } from './migrate.ts'
import { migrations } from './migrations.ts'
import { sampleCapture } from '../../testing/samples.ts'
import { openSqlite } from './sqlite-dialect.ts'
import { openStore } from '../store.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-migrate-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

async function migrateWith(steps: Record<string, Migration>): Promise<string[]> {
  const file = openSqlite(join(directory, 'hearth.sqlite'))
  const db = new Kysely<never>({ dialect: file.dialect })
  try {
    await migrateDatabase({ db, file, directory, steps })
    return await readAppliedSteps(db)
  } finally {
    await db.destroy()
  }
}
const columnsOf = (path: string) => {
  const database = new DatabaseSync(path)
  const columns = database.prepare('select name from pragma_table_info(?)').all('profiles')
  database.close()
  return columns.map((column) => column['name'])
}
const addsOwner: Migration = {
  up: (db: Kysely<never>) => db.schema.alterTable('profiles').addColumn('owner', 'text').execute(),
}
const stepsBefore = (name: string) => Object.fromEntries(Object.entries(migrations).filter(([one]) => one < name))
const backup = () => join(directory, 'backups', 'before-900-owner.sqlite')

test('a new database is brought to the newest shape without a backup of nothing', async () => {
  expect(await migrateWith({ ...migrations, '900-owner': addsOwner })).toHaveLength(Object.keys(migrations).length + 1)
  expect(existsSync(backup())).toBe(false)
})

test('a database of an older Hearth is backed up before each step', async () => {
  await migrateWith(migrations)
  expect(await migrateWith({ ...migrations, '900-owner': addsOwner })).toContain('900-owner')
  expect(columnsOf(backup())).not.toContain('owner')
  expect(columnsOf(join(directory, 'hearth.sqlite'))).toContain('owner')
})

test('a step that fails leaves the database as it was', async () => {
  await migrateWith(migrations)
  const fails: Migration = {
    up: async (db: Kysely<never>) => {
      await addsOwner.up(db)
      await sql`select nothing_of_that_name`.execute(db)
    },
  }
  await expect(migrateWith({ ...migrations, '900-owner': fails })).rejects.toThrow('nothing_of_that_name')
  expect(columnsOf(join(directory, 'hearth.sqlite'))).not.toContain('owner')
  expect(await migrateWith({ ...migrations, '900-owner': addsOwner })).toContain('900-owner')
})

test('captures of one event from before there could be several keep their profile', async () => {
  await migrateWith(stepsBefore('003-events-of-a-capture'))
  const id = 'c'.repeat(32)
  const profileId = 'd'.repeat(32)
  const { profiles: _profiles, artefacts: _artefacts, ...rest } = sampleCapture({ id, state: 'done' })
  const older = {
    ...rest,
    request: { targetId: 'a'.repeat(16), engine: 'perf', event: 'cpu' },
    profileId,
    artefact: null,
  }
  const row = {
    ...{ id: profileId, captureId: id, name: 'shop', labels: '[]', service: 'shop', engine: 'perf', event: 'cpu' },
    ...{
      unit: 'samples',
      total: 1,
      warnings: 0,
      createdAt: 1,
      createdBy: 'owner',
      sha256: 'x',
      bytes: 1,
      encodedBytes: 1,
    },
  }
  const database = new DatabaseSync(join(directory, 'hearth.sqlite'))
  database.prepare(`insert into captures values (?, 'done', 1, ?)`).run(id, JSON.stringify(older))
  const columns = Object.keys(row)
  database
    .prepare(`insert into profiles (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
    .run(...Object.values(row))
  database.close()

  await migrateWith(migrations)
  const store = await openStore(directory)
  expect(await store.captures.find(id)).toMatchObject({
    state: 'done',
    request: { events: ['cpu'], engine: 'perf', scope: 'jvm' },
    profiles: [{ event: 'cpu', profileId }],
  })
  expect(await store.profiles.listByCapture(id)).toMatchObject([
    { id: profileId, captureId: id, mainClass: 'com.acme.Main', pinned: false, note: '' },
  ])
  await store.close()
})
