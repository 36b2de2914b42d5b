/** Profiles one by one, each a row, a blob and entries of indices. Queries for many are in library.ts. */
import type { Kysely } from 'kysely'
import type { ProfileSummary } from '../../contract/profile.ts'
import type { BulkResult } from '../../contract/library.ts'
import { compareByEvent } from '../../profile/model/event-ids.ts'
import type { FirstPaint } from '../../profile/first-paint/first-paint.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { batchesOf, type ChangeOf, changeProfiles, deleteProfiles, type ProfileChange } from './change-profiles.ts'
import { countFacets } from './facet-counts.ts'
import { insertFirstPaint } from './first-paints.ts'
import { inLibraryOrder } from './library-order.ts'
import { indexLabels } from './search-text.ts'
import { newProfileRow, toProfileSummary, type NewProfile } from './profile-row.ts'
import type { Quota } from '../blobs/quota.ts'
import { createMutex } from '../mutex.ts'
import type { Tables } from '../schema/tables.ts'

export { type ProfileChange } from './change-profiles.ts'
export { type NewProfile } from './profile-row.ts'

export interface StoredBytes {
  /** Size of `stream`, which is gzipped. */
  readonly bytes: number
  /** Size of the encoded profile before it was gzipped. */
  readonly encodedBytes: number
  readonly sha256: string
  /** Must be read to its end or cancelled. */
  readonly stream: ReadableStream<Uint8Array>
}

export interface ProfileStore extends Pick<Quota, 'usedBytes' | 'assertQuota'> {
  /**
   * A capture's profile of an event is saved once: a second save of it gives the first back. Throws: as assertQuota.
   */
  save(profile: NewProfile, gzipped: Uint8Array, firstPaint?: FirstPaint): Promise<ProfileSummary>
  /**
   * Gives the newest first, 1,000 unless `limit` says otherwise: those that are not deleted, or with `deleted` only
   * those that are.
   */
  list(options?: { limit?: number; service?: string; deleted?: boolean }): Promise<ProfileSummary[]>
  /** Finds a profile that is deleted and not yet purged, too. */
  find(id: string): Promise<ProfileSummary | null>
  findByCapture(captureId: string, event: string): Promise<ProfileSummary | null>
  /** The newest profile with the same samples as the first of these, that is none of them and not deleted. */
  findSame(profiles: readonly ProfileSummary[]): Promise<ProfileSummary | null>
  /** Lists the profiles of this capture or this file that are not deleted, in the order of `eventIds`. */
  listByCapture(captureId: string): Promise<ProfileSummary[]>
  change(id: string, change: ProfileChange): Promise<ProfileSummary | null>
  /** Changes several at once, all or none. Ids without a profile are passed over. */
  changeAll(ids: readonly string[], change: ChangeOf): Promise<BulkResult>
  /** Does for one profile what setAllDeleted does for several. Gives the profile as it is then. */
  setDeleted(id: string, deletedAt: number | null): Promise<ProfileSummary | null>
  /**
   * Deletes several at once, all or none, as of `deletedAt` (Unix ms); null restores them. Pinned profiles are kept.
   * Those that are in that state already are passed over.
   */
  setAllDeleted(ids: readonly string[], deletedAt: number | null): Promise<BulkResult>
  /** Removes row, shares and bytes for good, also of a pinned profile. The database removes the shares with the row. */
  remove(id: string): Promise<void>
  open(id: string): Promise<StoredBytes | null>
  /** Removes for good the profiles that were deleted before that moment (Unix ms), as `remove`. Gives their ids. */
  purge(deletedBefore: number): Promise<string[]>
  /**
   * Removes bytes that a crash left and no profile has: those older than the grace period, seen from `now` (Unix ms).
   */
  sweep(now?: number): Promise<void>
  freeDiskBytes(): Promise<number>
}

export function createProfileStore(db: Kysely<Tables>, blobs: Blobs, quota: Quota): ProfileStore {
  // One profile of a capture and event is saved at a time: the second need not be written.
  const runExclusive = createMutex()
  // A source is a capture, or a file that held several profiles.
  const ofSource = (sourceId: string, all = db) =>
    all.selectFrom('profiles').selectAll().where('sourceId', '=', sourceId)
  const findByCapture = async (captureId: string, event: string, all = db) =>
    toProfileSummary(await ofSource(captureId, all).where('event', '=', event).executeTakeFirst())
  const find = async (id: string) =>
    toProfileSummary(await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst())
  const changeAll: ProfileStore['changeAll'] = (ids, change) =>
    runExclusive(() => db.transaction().execute((all) => changeProfiles(all, ids, change)))
  const setAllDeleted: ProfileStore['setAllDeleted'] = (ids, deletedAt) =>
    runExclusive(() => db.transaction().execute((all) => deleteProfiles(all, ids, deletedAt)))

  return {
    save: (profile, gzipped, firstPaint) =>
      runExclusive(async () => {
        const { captureId, event } = profile
        const saved = captureId === null ? null : await findByCapture(captureId, event)
        if (saved) return saved
        return quota.reserve(gzipped.byteLength, () =>
          blobs.store([gzipped], async (all, [blob]) => {
            const row = newProfileRow(profile, blob!)
            const insertion = all.insertInto('profiles').values(row)
            const { numInsertedOrUpdatedRows } = await insertion
              .onConflict((conflict) => conflict.columns(['sourceId', 'event']).doNothing())
              .executeTakeFirstOrThrow()
            if (numInsertedOrUpdatedRows === 0n) {
              // Another process has saved this event meanwhile.
              await doomUnused(all, blobs, [row])
              return (await findByCapture(captureId!, event, all))!
            }
            await indexLabels(all, row.id, profile)
            await countFacets(all, [profile], 1)
            if (firstPaint) await insertFirstPaint(all, row.sha256, firstPaint)
            return toProfileSummary(row)
          }),
        )
      }),

    async list({ limit = 1000, service, deleted = false } = {}) {
      let query = db
        .selectFrom('profiles')
        .selectAll()
        .where('deletedAt', deleted ? 'is not' : 'is', null)
      if (service !== undefined) query = query.where('service', '=', service)
      const rows = await query.orderBy(inLibraryOrder).limit(limit).execute()
      return rows.map((row) => toProfileSummary(row))
    },

    find,
    findByCapture: (captureId, event) => findByCapture(captureId, event),
    findSame: async (profiles) =>
      toProfileSummary(
        await selectSame(
          db,
          profiles.map(({ id }) => id),
        ).executeTakeFirst(),
      ),
    async listByCapture(captureId) {
      const rows = await ofSource(captureId).where('deletedAt', 'is', null).orderBy('id').execute()
      return rows.map((row) => toProfileSummary(row)).sort(compareByEvent)
    },
    change: async (id, change) => (await changeAll([id], () => change)).changed[0] ?? null,
    changeAll,
    setDeleted: async (id, deletedAt) => (await setAllDeleted([id], deletedAt)).changed[0] ?? find(id),
    setAllDeleted,

    async open(id) {
      const row = await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst()
      const blob = row && (await blobs.open(row.sha256))
      return row && blob ? { sha256: row.sha256, encodedBytes: row.encodedBytes, ...blob } : null
    },

    remove: (id) =>
      runExclusive(async () => {
        await db.transaction().execute(async (all) => {
          const rows = await all.deleteFrom('profiles').where('id', '=', id).returningAll().execute()
          const counted = rows.filter(({ deletedAt }) => deletedAt === null).map((row) => toProfileSummary(row))
          await countFacets(all, counted, -1)
          await doomUnused(all, blobs, rows)
        })
        await blobs.sweep()
      }),

    purge: (deletedBefore) =>
      runExclusive(async () => {
        const gone = await db.transaction().execute(async (all) => {
          const deletion = all.deleteFrom('profiles').where('deletedAt', '<', deletedBefore)
          const rows = await deletion.returning(['id', 'sha256']).execute()
          await doomUnused(all, blobs, rows)
          return rows
        })
        await blobs.sweep()
        return gone.map(({ id }) => id)
      }),

    sweep: (now) => blobs.sweep(now),
    usedBytes: () => quota.usedBytes(),
    freeDiskBytes: () => blobs.freeBytes(),
    assertQuota: (bytes) => quota.assertQuota(bytes),
  }
}

/** Profiles with the same samples as the first of `ids`, without `ids` themselves, the newest first. */
function selectSame(db: Kysely<Tables>, ids: readonly string[]) {
  return db
    .selectFrom('profiles')
    .selectAll()
    .where('sha256', '=', (one) =>
      one
        .selectFrom('profiles')
        .select('sha256')
        .where('id', '=', ids[0] ?? ''),
    )
    .where('id', 'not in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
}

/** Marks the bytes of profiles that are gone for the next sweep, unless another profile has the same bytes. */
async function doomUnused(all: Kysely<Tables>, blobs: Blobs, gone: readonly { sha256: string }[]): Promise<void> {
  for (const batch of batchesOf(gone.map(({ sha256 }) => sha256))) {
    const others = await all.selectFrom('profiles').select('sha256').where('sha256', 'in', batch).execute()
    const used = new Set(others.map(({ sha256 }) => sha256))
    await blobs.doom(
      all,
      batch.filter((sha256) => !used.has(sha256)),
    )
  }
}
