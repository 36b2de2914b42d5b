/** The library: one row and one blob for each profile. */
import { randomBytes } from 'node:crypto'
import { type Kysely } from 'kysely'
import { type ProfileSummary } from '../contract.ts'
import { eventIds } from '../profile/event-ids.ts'
import { type BlobDirectory } from './blob-store.ts'
import { takeTurns } from './take-turns.ts'
import { type ProfileRow, type Tables } from './tables.ts'

/** What is known of a profile before it has an id and a size. */
export type NewProfile = Omit<ProfileSummary, 'id' | 'bytes' | 'deletedAt'> & {
  /** Size of the encoded profile before it was gzipped. */
  readonly encodedBytes: number
}

export interface StoredBytes {
  readonly bytes: number
  readonly encodedBytes: number
  readonly sha256: string
  /** gzip; to be read to its end or cancelled. */
  readonly stream: ReadableStream<Uint8Array>
}

export interface ProfileStore {
  /** A capture's profile of an event is saved once: a second save of it gives the first back. */
  save(profile: NewProfile, gzipped: Uint8Array): Promise<ProfileSummary>
  /** Newest first; deleted ones only when asked for, and then only those. */
  list(options?: { limit?: number; service?: string; deleted?: boolean }): Promise<ProfileSummary[]>
  /** Also while it is deleted and not yet purged. */
  find(id: string): Promise<ProfileSummary | null>
  findByCapture(captureId: string, event: string): Promise<ProfileSummary | null>
  /** All that came from this capture or this file and are not deleted, in the order of `eventIds`. */
  listByCapture(captureId: string): Promise<ProfileSummary[]>
  change(id: string, change: { name?: string; labels?: string[] }): Promise<ProfileSummary | null>
  /** `deletedAt` null takes a deletion back. */
  setDeleted(id: string, deletedAt: number | null): Promise<ProfileSummary | null>
  open(id: string): Promise<StoredBytes | null>
  /** Ends what was deleted before that moment: rows, shares and bytes. Gives the ids. */
  purge(deletedBefore: number): Promise<string[]>
  /** Removes bytes that a crash left without a row. */
  sweep(): Promise<void>
}

export function createProfileStore(db: Kysely<Tables>, blobs: BlobDirectory): ProfileStore {
  // Two profiles may share a blob, so saving one must not run while the last row of the other is purged.
  const inTurn = takeTurns()
  const isUsed = async (sha256: string) =>
    (await db.selectFrom('profiles').select('id').where('sha256', '=', sha256).limit(1).execute()).length > 0
  const ofSource = (sourceId: string) => db.selectFrom('profiles').selectAll().where('sourceId', '=', sourceId)
  const findByCapture = async (captureId: string, event: string) =>
    summarise(await ofSource(captureId).where('event', '=', event).executeTakeFirst())
  const update = async (id: string, change: Partial<ProfileRow>) =>
    summarise(await db.updateTable('profiles').set(change).where('id', '=', id).returningAll().executeTakeFirst())
  const find = async (id: string) =>
    summarise(await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst())

  return {
    save: (profile, gzipped) =>
      inTurn(async () => {
        const { captureId, ...described } = profile
        const saved = captureId === null ? null : await findByCapture(captureId, profile.event)
        if (saved) return saved
        const blob = await blobs.put(once(gzipped))
        const row: ProfileRow = {
          ...described,
          sourceId: captureId,
          id: randomBytes(16).toString('hex'),
          labels: JSON.stringify(profile.labels),
          deletedAt: null,
          ...blob,
        }
        await db.insertInto('profiles').values(row).execute()
        return summarise(row)
      }),

    async list({ limit = 1000, service, deleted = false } = {}) {
      let query = db
        .selectFrom('profiles')
        .selectAll()
        .where('deletedAt', deleted ? 'is not' : 'is', null)
      if (service !== undefined) query = query.where('service', '=', service)
      const rows = await query.orderBy('createdAt', 'desc').orderBy('id').limit(limit).execute()
      return rows.map((row) => summarise(row))
    },

    find,
    findByCapture,
    async listByCapture(captureId) {
      const rows = await ofSource(captureId).where('deletedAt', 'is', null).orderBy('id').execute()
      return rows.map((row) => summarise(row)).sort((a, b) => placeOf(a.event) - placeOf(b.event))
    },
    change: async (id, { name, labels }) => {
      const change = { ...(name !== undefined && { name }), ...(labels && { labels: JSON.stringify(labels) }) }
      return Object.keys(change).length > 0 ? update(id, change) : find(id)
    },
    setDeleted: (id, deletedAt) => update(id, { deletedAt }),

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
        for await (const sha256 of blobs.list()) if (!(await isUsed(sha256))) await blobs.delete(sha256)
      }),
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function summarise(row: ProfileRow): ProfileSummary
function summarise(row: ProfileRow | undefined): ProfileSummary | null
function summarise(row: ProfileRow | undefined): ProfileSummary | null {
  if (!row) return null
  const { sourceId: captureId, sha256: _sha256, encodedBytes: _encodedBytes, labels, ...rest } = row
  return { ...rest, captureId, labels: JSON.parse(labels) as string[] }
}

/** An event that an import brought and we have no word for comes last. */
function placeOf(event: string): number {
  const place = eventIds.findIndex((one) => one === event)
  return place < 0 ? eventIds.length : place
}
