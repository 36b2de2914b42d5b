/** Profiles one by one: a row, a blob, and what finds them. Many at a time are in library.ts. */
import type { Kysely } from 'kysely'
import type { ProfileSummary } from '../contract.ts'
import { Problem } from '../errors.ts'
import { eventIds } from '../profile/event-ids.ts'
import type { BlobDirectory } from './blob-store.ts'
import { countFacets } from './facet-counts.ts'
import { indexLabels } from './profile-labels.ts'
import { newProfileRow, summarise, type NewProfile } from './profile-row.ts'
import { searchedText } from './searched-text.ts'
import { takeTurns } from './take-turns.ts'
import type { Tables } from './tables.ts'

export { type NewProfile } from './profile-row.ts'

/** What somebody may change of a profile: all that it does not say by itself. */
export type ProfileChange = Partial<Pick<ProfileSummary, 'name' | 'labels' | 'note' | 'pinned'>>

export interface StoredBytes {
  readonly bytes: number
  readonly encodedBytes: number
  readonly sha256: string
  /** gzip; to be read to its end or cancelled. */
  readonly stream: ReadableStream<Uint8Array>
}

export interface ProfileStore {
  /** A capture's profile of an event is saved once: a second save of it gives the first back. Throws: as assertRoom. */
  save(profile: NewProfile, gzipped: Uint8Array): Promise<ProfileSummary>
  /** Newest first; deleted ones only when asked for, and then only those. */
  list(options?: { limit?: number; service?: string; deleted?: boolean }): Promise<ProfileSummary[]>
  /** Also while it is deleted and not yet purged. */
  find(id: string): Promise<ProfileSummary | null>
  findByCapture(captureId: string, event: string): Promise<ProfileSummary | null>
  /** All that came from this capture or this file and are not deleted, in the order of `eventIds`. */
  listByCapture(captureId: string): Promise<ProfileSummary[]>
  change(id: string, change: ProfileChange): Promise<ProfileSummary | null>
  /** Several at once, all or none; those that are not there are passed over. */
  changeAll(ids: readonly string[], change: (profile: ProfileSummary) => ProfileChange): Promise<ProfileSummary[]>
  /** `deletedAt` null takes a deletion back. */
  setDeleted(id: string, deletedAt: number | null): Promise<ProfileSummary | null>
  /** Gives those that it changed. */
  setAllDeleted(ids: readonly string[], deletedAt: number | null): Promise<ProfileSummary[]>
  open(id: string): Promise<StoredBytes | null>
  /** Ends what was deleted before that moment: rows, shares and bytes. Gives the ids. */
  purge(deletedBefore: number): Promise<string[]>
  /** Removes bytes that a crash left without a row. */
  sweep(): Promise<void>
  /** Of all blobs, each once. */
  usedBytes(): Promise<number>
  freeDiskBytes(): Promise<number>
  /** Throws: Problem `quota-reached` when so much more would be too much. */
  assertRoom(bytes: number): Promise<void>
}

/** `quotaBytes` is what all blobs together may have; null without a limit. */
export function createProfileStore(
  db: Kysely<Tables>,
  blobs: BlobDirectory,
  quotaBytes: number | null = null,
): ProfileStore {
  // Two profiles may share a blob, so saving one must not run while the last row of the other is purged.
  const inTurn = takeTurns()
  const isUsed = async (sha256: string) =>
    (await db.selectFrom('profiles').select('id').where('sha256', '=', sha256).limit(1).execute()).length > 0
  const ofSource = (sourceId: string) => db.selectFrom('profiles').selectAll().where('sourceId', '=', sourceId)
  const findByCapture = async (captureId: string, event: string) =>
    summarise(await ofSource(captureId).where('event', '=', event).executeTakeFirst())
  const find = async (id: string) =>
    summarise(await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst())
  const usedBytes = async () => {
    const each = db.selectFrom('profiles').select(['sha256', 'bytes']).distinct().as('each')
    const { used } = await db
      .selectFrom(each)
      .select((row) => row.fn.sum<number | null>('bytes').as('used'))
      .executeTakeFirstOrThrow()
    return used ?? 0
  }
  const assertRoom = async (bytes: number) => {
    if (quotaBytes === null) return
    const used = await usedBytes()
    if (used + bytes > quotaBytes) throw new Problem('quota-reached', { usedBytes: used, quotaBytes })
  }
  const changeAll: ProfileStore['changeAll'] = (ids, change) =>
    inTurn(() =>
      db.transaction().execute(async (all) => {
        const changed: ProfileSummary[] = []
        for (const before of await findAll(all, ids)) {
          const after = { ...before, ...change(before) }
          await changeRow(all, before, after)
          changed.push(after)
        }
        return changed
      }),
    )
  const setAllDeleted: ProfileStore['setAllDeleted'] = (ids, deletedAt) =>
    inTurn(() =>
      db.transaction().execute(async (all) => {
        const found = await findAll(all, ids)
        const changed = found.map((profile) => ({ ...profile, deletedAt }))
        for (const { id } of changed)
          await all.updateTable('profiles').set({ deletedAt }).where('id', '=', id).execute()
        const turned = found.filter((profile) => (profile.deletedAt === null) !== (deletedAt === null))
        await countFacets(all, turned, deletedAt === null ? 1 : -1)
        return changed
      }),
    )

  return {
    save: (profile, gzipped) =>
      inTurn(async () => {
        const { captureId, event } = profile
        const saved = captureId === null ? null : await findByCapture(captureId, event)
        if (saved) return saved
        await assertRoom(gzipped.byteLength)
        const row = newProfileRow(profile, await blobs.put(once(gzipped)))
        await db.transaction().execute(async (all) => {
          await all.insertInto('profiles').values(row).execute()
          await indexLabels(all, row.id, profile)
          await countFacets(all, [profile], 1)
        })
        return summarise(row)
      }),

    async list({ limit = 1000, service, deleted = false } = {}) {
      let query = db
        .selectFrom('profiles')
        .selectAll()
        .where('deletedAt', deleted ? 'is not' : 'is', null)
      if (service !== undefined) query = query.where('service', '=', service)
      const rows = await query.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).execute()
      return rows.map((row) => summarise(row))
    },

    find,
    findByCapture,
    async listByCapture(captureId) {
      const rows = await ofSource(captureId).where('deletedAt', 'is', null).orderBy('id').execute()
      return rows.map((row) => summarise(row)).sort((a, b) => placeOf(a.event) - placeOf(b.event))
    },
    change: async (id, change) => (await changeAll([id], () => change))[0] ?? null,
    changeAll,
    setDeleted: async (id, deletedAt) => (await setAllDeleted([id], deletedAt))[0] ?? null,
    setAllDeleted,

    async open(id) {
      const row = await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst()
      const blob = row && (await blobs.get(row.sha256))
      return row && blob ? { sha256: row.sha256, encodedBytes: row.encodedBytes, ...blob } : null
    },

    purge: (deletedBefore) =>
      inTurn(async () => {
        // Row first: bytes without a row are swept later, a row without bytes would be a profile that cannot be opened.
        const gone = await db
          .deleteFrom('profiles')
          .where('deletedAt', '<', deletedBefore)
          .returning(['id', 'sha256'])
          .execute()
        for (const { sha256 } of gone) if (!(await isUsed(sha256))) await blobs.delete(sha256)
        return gone.map(({ id }) => id)
      }),

    sweep: () =>
      inTurn(async () => {
        const rows = await db.selectFrom('profiles').select('sha256').execute()
        const used = new Set(rows.map((row) => row.sha256))
        for await (const sha256 of blobs.list()) if (!used.has(sha256)) await blobs.delete(sha256)
      }),
    usedBytes,
    freeDiskBytes: () => blobs.freeBytes(),
    assertRoom,
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function findAll(db: Kysely<Tables>, ids: readonly string[]): Promise<ProfileSummary[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('profiles').selectAll().where('id', 'in', ids).execute()
  return rows.map((row) => summarise(row))
}

async function changeRow(db: Kysely<Tables>, before: ProfileSummary, after: ProfileSummary): Promise<void> {
  const { id, name, note, pinned, labels } = after
  const row = { name, note, pinned: pinned ? 1 : 0, labels: JSON.stringify(labels), searched: searchedText(after) }
  await db.updateTable('profiles').set(row).where('id', '=', id).execute()
  await indexLabels(db, id, after)
  if (after.deletedAt !== null) return
  await countFacets(db, [before], -1)
  await countFacets(db, [after], 1)
}

/** An event that an import brought and we have no word for comes last. */
function placeOf(event: string): number {
  const place = eventIds.findIndex((one) => one === event)
  return place < 0 ? eventIds.length : place
}
