import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { libraryQuerySchema } from '../../contract/library.ts'
import { migrateDatabase, readAppliedSteps } from './migrate.ts'
import { migrations } from './migrations.ts'
import { buildSearchText } from '../library/search-text.ts'
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
function useDatabase<Value>(path: string, act: (database: DatabaseSync) => Value): Value {
  const database = new DatabaseSync(path)
  try {
    return act(database)
  } finally {
    database.close()
  }
}
const readRows = (query: string) =>
  useDatabase(join(directory, 'hearth.sqlite'), (database) =>
    database
      .prepare(query)
      .all()
      .map((row) => ({ ...row })),
  )
const insertRow = (table: string, row: Record<string, SQLInputValue>) =>
  useDatabase(join(directory, 'hearth.sqlite'), (database) => {
    const columns = Object.keys(row)
    const values = columns.map(() => '?').join(', ')
    database.prepare(`insert into ${table} (${columns.join(', ')}) values (${values})`).run(...Object.values(row))
  })
const asLines = (text: string) => text.replaceAll(' ', '\n')
/** A profile as the first Hearth stored it. */
const firstProfileRow = (more: Record<string, SQLInputValue>) => ({
  ...{ name: 'shop', labels: '[]', service: 'shop', engine: 'perf', event: 'cpu', unit: 'samples', total: 1 },
  ...{ warnings: 0, createdAt: 1, createdBy: 'owner', sha256: 'x', bytes: 1, encodedBytes: 1 },
  ...more,
})
const columnsOf = (path: string) =>
  useDatabase(path, (database) => database.prepare('select name from pragma_table_info(?)').all('profiles')).map(
    (column) => column['name'],
  )
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
  insertRow('captures', { id, state: 'done', createdAt: 1, capture: JSON.stringify(older) })
  insertRow('profiles', firstProfileRow({ id: profileId, captureId: id }))

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

test('profiles of before the library are found in it by what they and their captures say', async () => {
  await migrateWith(stepsBefore('004-library'))
  const target = { imageDigest: 'sha256:aa', containerId: 'c0ffee', mainClass: 'com.acme.Main' }
  insertRow('captures', { id: 'c1', state: 'done', createdAt: 1, capture: JSON.stringify({ target }) })
  const captured = { sourceId: 'c1', image: 'shop:1.4', containerName: 'shop-1', labels: '["Slow","slow","slow"]' }
  insertRow('profiles', firstProfileRow({ ...captured, id: 'p1', name: 'ÄRGER' }))
  insertRow('profiles', firstProfileRow({ ...captured, id: 'p2', event: 'alloc', deletedAt: 5 }))
  insertRow('profiles', firstProfileRow({ id: 'p3', engine: 'import', createdBy: 'ada', labels: '["slow"]' }))

  await migrateWith(stepsBefore('005-tokens-and-roles'))
  expect(readRows('select id, imageDigest, containerId, mainClass, note, pinned, searched from profiles')).toEqual([
    {
      ...{ id: 'p1', ...target, note: '', pinned: 0 },
      searched: asLines('ärger shop shop-1 shop:1.4 sha256:aa c0ffee com.acme.main perf cpu owner slow slow slow'),
    },
    {
      ...{ id: 'p2', ...target, note: '', pinned: 0 },
      searched: asLines('shop shop shop-1 shop:1.4 sha256:aa c0ffee com.acme.main perf alloc owner slow slow slow'),
    },
    {
      ...{ id: 'p3', imageDigest: null, containerId: null, mainClass: null, note: '', pinned: 0 },
      searched: asLines('shop shop import cpu ada slow'),
    },
  ])
  expect(readRows('select * from profileLabels order by profileId, label')).toEqual([
    { profileId: 'p1', label: 'Slow' },
    { profileId: 'p1', label: 'slow' },
    { profileId: 'p2', label: 'Slow' },
    { profileId: 'p2', label: 'slow' },
    { profileId: 'p3', label: 'slow' },
  ])
  const counts = readRows(`select facet || ' ' || value || ' ' || profiles as line from facetCounts order by line`)
  expect(counts.map(({ line }) => line)).toEqual([
    'container shop-1 1',
    'engine import 1',
    'engine perf 1',
    'event cpu 2',
    'image shop:1.4 1',
    'label Slow 1',
    'label slow 2',
    'person ada 1',
    'person owner 1',
    'service shop 2',
  ])

  await migrateWith(migrations)
  const store = await openStore(directory)
  const { profiles, facets: found } = await store.library.page(libraryQuerySchema.parse({ q: 'slow' }))
  expect(profiles.map(({ id }) => id)).toEqual(['p3', 'p1'])
  // Whatever the library offers to choose and searches today: a step has counted and written it for profiles of before.
  expect((await store.library.page(libraryQuerySchema.parse({}))).facets).toEqual(found)
  expect(readRows(`select searched from profiles where id in ('p1', 'p3') order by id desc`)).toEqual(
    profiles.map((profile) => ({ searched: buildSearchText(profile) })),
  )
  await store.close()
})

test('of several profiles of one event and capture the one that the capture names stays its own, and none is lost', async () => {
  await migrateWith(stepsBefore('014-one-profile-of-an-event'))
  const captureOf = (profileId: string) => JSON.stringify({ profiles: [{ event: 'cpu', profileId }] })
  insertRow('captures', { id: 'c1', state: 'done', createdAt: 1, capture: captureOf('named') })
  insertRow('captures', { id: 'c2', state: 'done', createdAt: 1, capture: captureOf('purged since') })
  const rows: (Record<string, SQLInputValue> & { id: string })[] = [
    { id: 'older', sourceId: 'c1', createdAt: 1 },
    { id: 'named', sourceId: 'c1', createdAt: 2 },
    { id: 'other event', sourceId: 'c1', event: 'alloc' },
    { id: 'deleted', sourceId: 'c2', createdAt: 1, deletedAt: 5 },
    { id: 'younger', sourceId: 'c2', createdAt: 3 },
    { id: 'b', sourceId: 'c2', createdAt: 2 },
    { id: 'a', sourceId: 'c2', createdAt: 2 },
    { id: 'imported', sourceId: 'file', createdAt: 1 },
    { id: 'imported twice', sourceId: 'file', createdAt: 1 },
    { id: 'alone', sourceId: null },
    { id: 'alone too', sourceId: null },
  ]
  for (const row of rows) insertRow('profiles', firstProfileRow(row))

  await migrateWith(migrations)
  const sources = readRows('select id, sourceId from profiles').map(({ id, sourceId }) => [id, sourceId] as const)
  expect(new Map(sources)).toEqual(
    new Map([
      ...rows.map(({ id }) => [id, null] as const),
      ...([
        ['named', 'c1'],
        ['other event', 'c1'],
        ['a', 'c2'],
        ['imported', 'file'],
      ] as const),
    ]),
  )
  expect(() => insertRow('profiles', firstProfileRow({ id: 'one more', sourceId: 'c1' }))).toThrow('UNIQUE')
})

test('the files that profiles and copies name already are blobs, and go with the last of them', async () => {
  await migrateWith(stepsBefore('015-blobs'))
  const sha256Of = (content: string) => createHash('sha256').update(content).digest('hex')
  const writeFile = (folder: string, content: string) => {
    const path = join(directory, folder, sha256Of(content).slice(0, 2))
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, sha256Of(content)), content)
  }
  for (const content of ['one', 'two']) writeFile('blobs', content)
  for (const content of ['copy', 'one']) writeFile('redacted', content)
  insertRow('profiles', firstProfileRow({ id: 'p1', sha256: sha256Of('one') }))
  insertRow('profiles', firstProfileRow({ id: 'p2', sha256: sha256Of('two') }))
  insertRow('profiles', firstProfileRow({ id: 'p3', sha256: sha256Of('two') }))
  const copyOf = (content: string) => ({ sha256: sha256Of(content), encodedBytes: 9, summary: { bytes: 1 } })
  const redacted = JSON.stringify({ profile: copyOf('copy'), baseline: copyOf('one') })
  const share = { id: 's1', profileId: 'p1', tokenHash: 'hash', createdAt: 1, createdBy: 'owner', views: 0 }
  const redaction = JSON.stringify({ keepPackages: [], threads: true, places: true })
  insertRow('shares', { ...share, expiresAt: Date.now() + 60_000, redacted, redaction })

  await migrateWith(migrations)
  const store = await openStore(directory)
  const readBlob = async (blob: { stream: ReadableStream } | null) => text(blob!.stream)
  const { copies } = (await store.shares.find('hash', Date.now()))!
  expect(await readBlob(await store.shares.openCopy(copies!.profile))).toBe('copy')
  expect(await readBlob(await store.shares.openCopy(copies!.baseline!))).toBe('one')
  expect(await readBlob(await store.profiles.open('p1'))).toBe('one')
  for (const id of ['p1', 'p2']) await store.profiles.remove(id)
  expect(await readBlob(await store.profiles.open('p3'))).toBe('two')
  expect(readRows('select * from blobs')).toHaveLength(3)
  // The link went with p1.
  await store.shares.sweep(Date.now())
  await store.profiles.remove('p3')
  expect(readRows('select * from blobs')).toEqual([])
  const left = ['blobs', 'redacted'].flatMap((folder) =>
    readdirSync(join(directory, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  )
  expect(left).toEqual([])
  await store.close()
})

test('what a capture recorded was captured when it was kept, and of what was imported that is not known', async () => {
  await migrateWith(stepsBefore('017-captured-at'))
  insertRow('captures', { id: 'c1', state: 'done', createdAt: 1, capture: '{}' })
  insertRow('profiles', firstProfileRow({ id: 'captured', sourceId: 'c1', createdAt: 7 }))
  insertRow('profiles', firstProfileRow({ id: 'imported', sourceId: 'file', createdAt: 8 }))
  insertRow('profiles', firstProfileRow({ id: 'merged', sourceId: null, createdAt: 9 }))
  await migrateWith(migrations)
  expect(readRows('select id, capturedAt from profiles order by id')).toEqual([
    { id: 'captured', capturedAt: 7 },
    { id: 'imported', capturedAt: null },
    { id: 'merged', capturedAt: null },
  ])
})
