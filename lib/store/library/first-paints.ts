/** The first paint of stored profiles and redacted copies, by the hash of their bytes, from which each can be made again. */
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { FirstPaint } from '../../profile/first-paint/first-paint.ts'
import { redactedBlobs } from '../blobs/quota.ts'
import type { Tables } from '../schema/tables.ts'

export type FirstPaintStore = ReturnType<typeof createFirstPaintStore>

export function createFirstPaintStore(db: Kysely<Tables>) {
  const gone = () =>
    db
      .selectFrom('firstPaints')
      .select('sha256')
      .where('sha256', 'not in', db.selectFrom('profiles').select('sha256'))
      .execute()

  return {
    async find(sha256: string): Promise<FirstPaint | null> {
      const row = await db.selectFrom('firstPaints').select('paint').where('sha256', '=', sha256).executeTakeFirst()
      return row ? (JSON.parse(gunzipSync(row.paint).toString()) as FirstPaint) : null
    },
    save: (sha256: string, paint: FirstPaint) => insertFirstPaint(db, sha256, paint),
    /** Removes those of bytes that are gone. */
    async sweep() {
      const copies = await redactedBlobs(db)
      const unused = (await gone()).filter(({ sha256 }) => !copies.has(sha256))
      for (const { sha256 } of unused) await db.deleteFrom('firstPaints').where('sha256', '=', sha256).execute()
    },
  }
}

/** Keeps: the one that is there, which is the same. */
export async function insertFirstPaint(db: Kysely<Tables>, sha256: string, paint: FirstPaint): Promise<void> {
  const row = { sha256, paint: gzipSync(JSON.stringify(paint)) }
  await db
    .insertInto('firstPaints')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
