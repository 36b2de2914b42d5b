/**
 * First paints, the boxes that a page shows before its scripts run, of stored profiles and redacted copies, by the
 * SHA-256 of the profile's bytes. Each can be made again from those bytes. A change of their form needs a migration
 * that deletes all of them, such as steps/009-folded-first-paints.ts.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { ProfileSummary } from '../../contract/profile.ts'
import type { FirstPaint } from '../../profile/first-paint/first-paint.ts'
import { redactedBlobs } from '../blobs/quota.ts'
import type { Tables } from '../schema/tables.ts'

type NamedShares = Pick<ProfileSummary, 'hotMethod' | 'topMethod'>

export type FirstPaintStore = ReturnType<typeof createFirstPaintStore>

export function createFirstPaintStore(db: Kysely<Tables>) {
  const findWithoutProfile = () =>
    db
      .selectFrom('firstPaints')
      .select('sha256')
      .where('sha256', 'not in', db.selectFrom('profiles').select('sha256'))
      .execute()

  return {
    /** Null where none is stored: the caller makes it again and saves it. */
    async find(sha256: string): Promise<FirstPaint | null> {
      const row = await db.selectFrom('firstPaints').select('paint').where('sha256', '=', sha256).executeTakeFirst()
      return row ? (JSON.parse(gunzipSync(row.paint).toString()) as FirstPaint) : null
    },
    /**
     * Saves it, and the shares of the methods that profiles of these bytes are stored with: an older version may have
     * measured them otherwise.
     */
    async save(sha256: string, paint: FirstPaint, { hotMethod, topMethod }: NamedShares) {
      const ofBytes = db.updateTable('profiles').where('sha256', '=', sha256)
      if (hotMethod !== null)
        await ofBytes
          .set({ hotShare: hotMethod.share, hotBase: hotMethod.base ?? null })
          .where('hotMethod', '=', hotMethod.name)
          .execute()
      if (topMethod !== null)
        await ofBytes
          .set({ topShare: topMethod.share, topBase: topMethod.base ?? null })
          .where('topMethod', '=', topMethod.name)
          .execute()
      // Last: while there is none, both are made again.
      await insertFirstPaint(db, sha256, paint)
    },
    /** Removes first paints whose profile or redacted copy is no longer stored. */
    async sweep() {
      const copies = await redactedBlobs(db)
      const unused = (await findWithoutProfile()).filter(({ sha256 }) => !copies.has(sha256))
      for (const { sha256 } of unused) await db.deleteFrom('firstPaints').where('sha256', '=', sha256).execute()
    },
  }
}

/** Changes nothing where one is stored: the same bytes have the same first paint. */
export async function insertFirstPaint(db: Kysely<Tables>, sha256: string, paint: FirstPaint): Promise<void> {
  const row = { sha256, paint: gzipSync(JSON.stringify(paint)) }
  await db
    .insertInto('firstPaints')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
