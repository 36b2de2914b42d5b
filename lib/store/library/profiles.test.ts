import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProfileSummary } from '../../contract/profile.ts'
import { libraryQuerySchema } from '../../contract/library.ts'
import { sampleNewProfile } from '../../testing/samples.ts'
import { createProfileStore, type NewProfile } from './profiles.ts'
import { createQuota } from '../blobs/quota.ts'
import { openBlobDirectory } from '../blobs/blob-files.ts'
import { createBlobs } from '../blobs/blobs.ts'
import { openSqlite } from '../schema/sqlite-dialect.ts'
import type { Tables } from '../schema/tables.ts'
import { openStore, type Store } from '../store.ts'

let directory = ''
let store: Store
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hearth-profiles-'))
  store = await openStore(directory)
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

const save = (more: Partial<NewProfile> = {}) => store.profiles.save(sampleNewProfile(more), Buffer.from('x'))
const blobFiles = () =>
  readdirSync(join(directory, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

/** What another process would have: a connection of its own, and no part in our mutexes. */
async function openBeside() {
  const db = new Kysely<Tables>({ dialect: openSqlite(join(directory, 'hearth.sqlite')).dialect })
  const blobs = createBlobs(db, 'blobs', await openBlobDirectory(join(directory, 'blobs')))
  return { db, profiles: createProfileStore(db, blobs, createQuota(db, null)) }
}

test('two processes that save the same event of a capture at once save one profile', async () => {
  const beside = await openBeside()
  const newProfile = sampleNewProfile({ captureId: 'c'.repeat(32) })
  for (const event of ['cpu', 'alloc', 'lock', 'wall']) {
    const savers = [store.profiles, beside.profiles]
    const [first, second] = await Promise.all(
      savers.map((profiles, index) => profiles.save({ ...newProfile, event }, Buffer.from(`${index}`))),
    )
    expect(second).toEqual(first)
  }
  await beside.db.destroy()
  expect(await store.profiles.list()).toHaveLength(4)
  expect((await store.library.page(libraryQuerySchema.parse({}))).facets.service).toEqual([{ value: 'shop', count: 4 }])
})

test('the same samples are found again, but not what is deleted or of the same file', async () => {
  const bytes = Buffer.from('same')
  const saveSame = (createdAt: number) => store.profiles.save(sampleNewProfile({ createdAt }), bytes)
  const [first, second, other] = [await saveSame(1), await saveSame(2), await save()]
  const sameAs = async (...profiles: ProfileSummary[]) => (await store.profiles.findSame(profiles))?.id
  expect(await sameAs(first)).toBe(second.id)
  expect([await sameAs(first, second), await sameAs(other)]).toEqual([undefined, undefined])
  const third = await saveSame(3)
  expect(await sameAs(third)).toBe(second.id)
  await store.profiles.setDeleted(second.id, 4)
  expect(await sameAs(third)).toBe(first.id)
})

test('more profiles may be named at once than one statement can hold, and one that is named twice counts once', async () => {
  const { id } = await save()
  const absent = Array.from({ length: 40_000 }, (_, index) => index.toString(16).padStart(32, '0'))
  const ids = [id, ...absent, id]
  const { changed } = await store.profiles.changeAll(ids, () => ({ labels: ['a'] }))
  expect(changed.map((profile) => profile.id)).toEqual([id])
  const { facets } = await store.library.page(libraryQuerySchema.parse({}))
  expect(facets.label).toEqual([{ value: 'a', count: 1 }])
  expect((await store.profiles.setAllDeleted(ids, 1)).changed).toHaveLength(1)
})

test('of a change of many, those come back that it changed, and apart from them those that it was to keep', async () => {
  const [one, two, three] = [await save({ name: 'one' }), await save({ name: 'two' }), await save({ name: 'three' })]
  const result = await store.profiles.changeAll([one.id, two.id, three.id], ({ name }) =>
    name === 'one' ? { note: 'seen' } : name === 'two' ? 'keep' : null,
  )
  expect(result).toEqual({ changed: [{ ...one, note: 'seen' }], kept: [two] })
  expect(await store.profiles.find(two.id)).toEqual(two)
  expect(await store.profiles.find(three.id)).toEqual(three)
})

test('what is pinned is never deleted, and what is deleted already keeps its hour', async () => {
  const [plain, pinned, gone] = [await save(), await save({ pinned: true }), await save()]
  await store.profiles.setDeleted(gone.id, 1)
  const { changed, kept } = await store.profiles.setAllDeleted([plain.id, pinned.id, gone.id], 9)
  expect([changed.map(({ id }) => id), kept]).toEqual([[plain.id], [pinned]])
  expect(await store.profiles.setDeleted(pinned.id, 9)).toEqual(pinned)
  expect(await store.profiles.setDeleted(gone.id, 9)).toMatchObject({ deletedAt: 1 })
})

test('what is removed leaves no row, no bytes and no count, and what shares its bytes keeps them', async () => {
  const [first, second] = [await save(), await save()]
  await store.profiles.remove(first.id)
  expect(await store.profiles.find(first.id)).toBeNull()
  expect(blobFiles()).toHaveLength(1)
  expect((await store.library.page(libraryQuerySchema.parse({}))).facets.service).toEqual([{ value: 'shop', count: 1 }])
  await store.profiles.setDeleted(second.id, 1)
  await store.profiles.remove(second.id)
  expect(blobFiles()).toEqual([])
  expect(await store.library.page(libraryQuerySchema.parse({}))).toMatchObject({ count: 0, facets: { service: [] } })
})
