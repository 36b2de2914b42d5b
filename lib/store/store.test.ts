import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Capture } from '../contract/capture.ts'
import { sampleCapture, sampleFirstPaint, sampleNewProfile } from '../testing/samples.ts'
import { writingGraceMs } from './blobs/blobs.ts'
import type { NewProfile } from './library/profiles.ts'
import type { NewShareRow } from './access/shares.ts'
import { openSessions, openStore } from './store.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-store-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const profile = (more: Partial<NewProfile> = {}) =>
  sampleNewProfile({
    labels: ['before'],
    service: 'acme/shop',
    containerName: 'shop-1',
    image: 'shop:1.4',
    total: 42,
    durationMs: 1500.5,
    javaNamed: 0.994,
    createdAt: 1_700_000_000_000,
    ...more,
  })
const capture = (more: Partial<Capture> = {}) =>
  sampleCapture({ state: 'recording', secondsLeft: 3, samples: 7, ...more })
const bytes = (text: string) => new TextEncoder().encode(text)
const filesBelow = (folder: string) =>
  readdirSync(join(directory, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
const blobFiles = () => filesBelow('blobs')

test('a stored profile is the same, byte for byte, after the store was closed and opened', async () => {
  let store = await openStore(directory)
  const saved = await store.profiles.save(profile(), bytes('gzipped'))
  await store.close()
  store = await openStore(directory)
  expect(await store.profiles.list()).toEqual([saved])
  expect(saved).toMatchObject({ total: 42, durationMs: 1500.5, javaNamed: 0.994, labels: ['before'], bytes: 7 })
  const stored = (await store.profiles.open(saved.id))!
  expect(Buffer.from(await buffer(stored.stream)).toString()).toBe('gzipped')
  expect(stored.sha256).toBe(createHash('sha256').update('gzipped').digest('hex'))
  await store.close()
})

test('the profile of a capture is stored once, even if it is saved again after a crash', async () => {
  const store = await openStore(directory)
  const captureId = 'c'.repeat(32)
  const [first, second] = await Promise.all([
    store.profiles.save(profile({ captureId }), bytes('one')),
    store.profiles.save(profile({ captureId }), bytes('one')),
  ])
  expect(second).toEqual(first)
  expect(await store.profiles.findByCapture(captureId, 'cpu')).toEqual(first)
  expect(await store.profiles.list()).toHaveLength(1)
  await store.close()
})

test('the events of one capture are listed together in order, without deleted ones', async () => {
  const store = await openStore(directory)
  const captureId = 'c'.repeat(32)
  const save = (event: string) => store.profiles.save(profile({ captureId, event }), bytes(event))
  await save('lock')
  await save('cpu')
  await store.profiles.setDeleted((await save('wall')).id, 1)
  await store.profiles.save(profile({ captureId: 'e'.repeat(32), event: 'alloc' }), bytes('x'))
  expect((await store.profiles.listByCapture(captureId)).map(({ event }) => event)).toEqual(['cpu', 'lock'])
  expect((await store.profiles.list()).find(({ event }) => event === 'lock')?.captureId).toBe(captureId)
  await store.close()
})

test('name and labels can be changed separately, hostile text included', async () => {
  const store = await openStore(directory)
  const { id } = await store.profiles.save(profile(), bytes('x'))
  const name = `<script>alert(1)</script>'; drop table profiles; --\u0000\u202e`
  expect((await store.profiles.change(id, { name }))?.name).toBe(name)
  expect(await store.profiles.change(id, { labels: ['a', 'b'] })).toMatchObject({ name, labels: ['a', 'b'] })
  expect(await store.profiles.change(id, {})).toMatchObject({ name })
  expect(await store.profiles.change('f'.repeat(32), { name })).toBeNull()
  await store.close()
})

test('a deleted profile is not listed, can be restored, and is removed with its bytes when purged', async () => {
  const store = await openStore(directory)
  const { id } = await store.profiles.save(profile(), bytes('x'))
  await store.profiles.setDeleted(id, 1000)
  expect(await store.profiles.list()).toEqual([])
  expect(await store.profiles.list({ deleted: true })).toMatchObject([{ id, deletedAt: 1000 }])
  await store.profiles.setDeleted(id, null)
  await store.profiles.purge(5000)
  expect(await store.profiles.list()).toHaveLength(1)
  await store.profiles.setDeleted(id, 1000)
  await store.profiles.purge(5000)
  expect(await store.profiles.find(id)).toBeNull()
  expect(blobFiles()).toEqual([])
  await store.close()
})

test('two profiles with the same bytes share a file, which stays until the last of them is purged', async () => {
  const store = await openStore(directory)
  const first = await store.profiles.save(profile(), bytes('same'))
  const second = await store.profiles.save(profile(), bytes('same'))
  expect(blobFiles()).toHaveLength(1)
  await store.profiles.setDeleted(first.id, 1)
  await store.profiles.purge(2)
  const stored = await store.profiles.open(second.id)
  expect(stored).not.toBeNull()
  await stored!.stream.cancel()
  await store.close()
})

test('a start removes unfinished files of a crash after the grace period, and no file of another process', async () => {
  let store = await openStore(directory)
  const kept = await store.profiles.save(profile(), bytes('kept'))
  await store.close()
  const [file] = blobFiles()
  const crashed = (name: string, since: number) => {
    writeFileSync(join(directory, 'blobs', file!.slice(0, 2), name), 'half')
    const database = new DatabaseSync(join(directory, 'hearth.sqlite'))
    database.prepare(`insert into blobs values ('blobs', ?, 'x', 'writing', ?)`).run(name, since)
    database.close()
  }
  const nameOf = (end: string) => `${file!.slice(0, 64)}-${end.repeat(16)}`
  crashed(nameOf('a'), Date.now() - writingGraceMs)
  crashed(nameOf('b'), Date.now() - writingGraceMs + 60_000)
  writeFileSync(join(directory, 'blobs', file!.slice(0, 2), nameOf('c')), 'without a row')
  mkdirSync(join(directory, 'blobs', 'unfinished'))
  writeFileSync(join(directory, 'blobs', 'unfinished', 'half'), 'of a Hearth of before')
  store = await openStore(directory)
  expect(blobFiles().sort()).toEqual([file, nameOf('b'), nameOf('c')].sort())
  expect(await store.profiles.find(kept.id)).toEqual(kept)
  await store.close()
})

test('a capture’s final state is never overwritten by an earlier one that arrives late', async () => {
  const store = await openStore(directory)
  await store.captures.save(capture())
  expect(await store.captures.listUnfinished()).toHaveLength(1)
  await store.captures.save(capture({ state: 'done' }))
  await store.captures.save(capture({ state: 'recording' }))
  expect(await store.captures.find('c'.repeat(32))).toEqual(capture({ state: 'done' }))
  expect(await store.captures.listUnfinished()).toEqual([])
  await store.close()
})

const newShare = (profileId: string, tokenHash: string, more: Partial<NewShareRow> = {}): NewShareRow => ({
  ...{ profileId, tokenHash, baselineId: null, audience: 'public', redaction: null, embeddable: false },
  ...{ origin: 'http://127.0.0.1:7117', createdBy: 'owner', now: 1000, expiresAt: 2000, copies: null },
  ...more,
})

test('a share names its profile as the library does', async () => {
  const store = await openStore(directory)
  const captured = { ...profile(), name: 'shop wall 30 s', event: 'wall', captureId: 'c'.repeat(32), capturedAt: 0 }
  const { id: capturedId } = await store.profiles.save(captured, bytes('y'))
  await store.shares.add(newShare(capturedId, 'h4'))
  expect(await store.shares.list(1500, capturedId)).toMatchObject([
    { profileName: 'acme/shop wall clock, 1970-01-01 00:00 UTC' },
  ])
})

test('a share of a comparison is listed with the names of both sides', async () => {
  const store = await openStore(directory)
  const [after, before] = [
    await store.profiles.save({ ...profile(), name: 'shop' }, bytes('x')),
    await store.profiles.save({ ...profile(), name: 'shop before' }, bytes('y')),
  ]
  await store.shares.add(newShare(after.id, 'h1', { baselineId: before.id }))
  await store.shares.add(newShare(after.id, 'h2', { now: 1001 }))
  expect(await store.shares.list(1500)).toMatchObject([
    { profileName: 'shop', baselineName: null },
    { profileName: 'shop', baselineName: 'shop before' },
  ])
  await store.close()
})

test('more links than one statement of SQLite takes values are listed with their names', async () => {
  const store = await openStore(directory)
  const { id } = await store.profiles.save({ ...profile(), name: 'shop' }, bytes('x'))
  await store.shares.add(newShare(id, 'h1'))
  await store.close()
  const database = new DatabaseSync(join(directory, 'hearth.sqlite'))
  const columns = database.prepare("select name from pragma_table_info('shares')").all() as { name: string }[]
  const copied = columns.map(({ name }) => (name === 'id' || name === 'tokenHash' ? `"${name}" || n` : `"${name}"`))
  database.exec(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 32766)
    insert into shares (${columns.map(({ name }) => `"${name}"`).join()}) select ${copied.join()} from shares, numbers`)
  database.close()
  const opened = await openStore(directory)
  const names = (await opened.shares.list(1500)).map(({ profileName }) => profileName)
  expect([names.length, ...new Set(names)]).toEqual([32_767, 'shop'])
  await opened.close()
})

test('a share opens its profile until it expires, is revoked, or the profile is deleted', async () => {
  const store = await openStore(directory)
  const { id: profileId } = await store.profiles.save(profile(), bytes('x'))
  const find = async (tokenHash: string, now: number) => (await store.shares.find(tokenHash, now))?.share.profileId
  const share = await store.shares.add(newShare(profileId, 'h1'))
  await store.shares.add(newShare(profileId, 'h2'))
  expect(await find('h1', 1999)).toBe(profileId)
  expect(await find('h1', 2000)).toBeUndefined()
  expect(await find('h3', 1500)).toBeUndefined()
  await store.shares.countView(share.id)
  expect(await store.shares.list(1500, profileId)).toMatchObject([{ profileName: 'shop' }, { profileName: 'shop' }])
  expect((await store.shares.list(1500)).find(({ id }) => id === share.id)?.views).toBe(1)
  expect(await store.shares.revoke(share.id, 1600)).toBe(true)
  expect(await store.shares.revoke(share.id, 1700)).toBe(false)
  expect(await find('h1', 1700)).toBeUndefined()
  await store.profiles.setDeleted(profileId, 1800)
  expect(await find('h2', 1900)).toBeUndefined()
  await store.profiles.purge(1900)
  expect(await store.shares.list(1900)).toEqual([])
  await store.close()
})

test('a share of a comparison ends with either side', async () => {
  const store = await openStore(directory)
  const [after, before] = [
    await store.profiles.save(profile(), bytes('x')),
    await store.profiles.save(profile(), bytes('y')),
  ]
  await store.shares.add(newShare(after.id, 'h1', { baselineId: before.id, embeddable: true }))
  expect((await store.shares.find('h1', 1500))?.share).toMatchObject({ baselineId: before.id, embeddable: true })
  await store.profiles.setDeleted(before.id, 1600)
  expect(await store.shares.find('h1', 1700)).toBeNull()
  await store.profiles.setDeleted(before.id, null)
  expect(await store.shares.find('h1', 1700)).not.toBeNull()
  await store.profiles.setDeleted(before.id, 1800)
  await store.profiles.purge(1900)
  expect([await store.shares.find('h1', 1900), await store.shares.list(1900)]).toEqual([null, []])
  await store.close()
})

test('a redacted copy is kept as long as its link works, and the original never replaces it', async () => {
  const store = await openStore(directory)
  const saved = await store.profiles.save(profile(), bytes('secret'))
  const redaction = { keepPackages: [], threads: true, places: true }
  const copies = {
    profile: { summary: saved, encodedBytes: 9, gzipped: bytes('redacted'), firstPaint: sampleFirstPaint },
    baseline: null,
  }
  const share = await store.shares.add(newShare(saved.id, 'h1', { redaction, copies }))
  const kept = () => filesBelow('redacted')
  const { copies: found } = (await store.shares.find('h1', 1500))!
  expect(await text((await store.shares.openCopy(found!.profile))!.stream)).toBe('redacted')
  await store.shares.sweep(1500)
  expect(kept()).toHaveLength(1)
  await store.shares.sweep(2000)
  expect([kept(), await store.shares.find('h1', 1500)]).toEqual([[], null])
  const again = await store.shares.add(newShare(saved.id, 'h2', { redaction, copies }))
  expect(again.redaction).toEqual(redaction)
  await store.shares.revoke(again.id, 1500)
  expect(kept()).toEqual([])
  expect(share.id).not.toBe(again.id)
  await store.close()
})

test('the first paint of a profile or redacted copy is kept as long as its bytes', async () => {
  const store = await openStore(directory)
  const saved = await store.profiles.save(profile(), bytes('secret'), sampleFirstPaint)
  const copy = { summary: saved, encodedBytes: 9, gzipped: bytes('redacted'), firstPaint: sampleFirstPaint }
  const redaction = { keepPackages: [], threads: true, places: true }
  await store.shares.add(newShare(saved.id, 'h1', { redaction, copies: { profile: copy, baseline: null } }))
  const found = async () => {
    const paints = ['secret', 'redacted'].map((text) => createHash('sha256').update(text).digest('hex'))
    return Promise.all(paints.map((sha256) => store.firstPaints.find(sha256)))
  }
  await store.firstPaints.sweep()
  expect(await found()).toEqual([sampleFirstPaint, sampleFirstPaint])
  await store.shares.sweep(2000)
  await store.firstPaints.sweep()
  expect(await found()).toEqual([sampleFirstPaint, null])
  await store.profiles.remove(saved.id)
  await store.firstPaints.sweep()
  expect(await found()).toEqual([null, null])
  await store.close()
})

test('a sign-in code can be used once, even by two concurrent requests', async () => {
  const store = await openStore(directory)
  await store.sessions.addCode({ codeHash: 'h', person: 'owner', role: 'owner', expiresAt: 10 })
  const spent = await Promise.all([store.sessions.spendCode('h'), store.sessions.spendCode('h')])
  expect(spent.filter((code) => code !== null)).toHaveLength(1)
  await store.close()
})

test('a second server on the same directory is refused with the PID of the first', async () => {
  const store = await openStore(directory)
  await expect(openStore(directory)).rejects.toMatchObject({
    code: 'data-directory-locked',
    message: expect.stringContaining(`PID ${process.pid}`) as string,
  })
  await store.close()
  await (await openStore(directory)).close()
})

test('a sign-in code that another process creates works in a running server', async () => {
  const store = await openStore(directory)
  const beside = await openSessions(directory)
  await beside.sessions.addCode({ codeHash: 'h', person: 'owner', role: 'owner', expiresAt: 10 })
  await beside.close()
  expect(await store.sessions.spendCode('h')).toMatchObject({ person: 'owner' })
  await store.close()
})

test('a data directory that other users could read gets mode 0700', async () => {
  chmodSync(directory, 0o755)
  const store = await openStore(directory)
  await store.profiles.save(profile(), bytes('x'))
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  await store.close()
})

test('data of a newer Hearth is refused, and not changed', async () => {
  await (await openStore(directory)).close()
  const database = new DatabaseSync(join(directory, 'hearth.sqlite'))
  database.exec(`insert into kysely_migration values ('999-from-the-future', '2030-01-01')`)
  database.close()
  await expect(openStore(directory)).rejects.toMatchObject({
    code: 'data-directory-newer',
    message:
      'The database in the data directory is of a newer Hearth: it has changes that this version does not know (999-from-the-future).',
    remedy:
      'Start the newest Hearth that has run with it, or set HEARTH_DATA to another directory. Nothing was touched.',
  })
})
