/**
 * First paints, the boxes that a page shows before its scripts run, of stored profiles and redacted copies, by the
 * SHA-256 of the profile's bytes. Each can be made again from those bytes, and the methods that the rows of these
 * profiles name are renewed with it. So a change of the form of first paints, or of how those methods or their shares
 * are measured, needs a migration that deletes all first paints, such as steps/009-folded-first-paints.ts.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { ProfileSummary } from '../../contract/profile.ts'
import { givenName, restoreName } from '../../contract/profile-title.ts'
import type { FirstPaint } from '../../profile/first-paint/first-paint.ts'
import { redactedBlobs } from '../blobs/quota.ts'
import type { Tables } from '../schema/tables.ts'
import { methodColumns, toProfileSummary } from './profile-row.ts'
import { buildSearchText } from './search-text.ts'

type NamedByLists = Pick<ProfileSummary, 'hotMethod' | 'topMethod'>

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
    /** Lists the profiles that have none, one for each SHA-256, the newest first; also those that are deleted. */
    async listMissing(): Promise<{ id: string; sha256: string }[]> {
      const isStored = (paint: ExpressionBuilder<Tables, 'profiles'>) =>
        paint.exists(
          paint.selectFrom('firstPaints').select('paint').whereRef('firstPaints.sha256', '=', 'profiles.sha256'),
        )
      return db
        .selectFrom('profiles')
        .select(({ fn }) => [fn.max('id').as('id'), 'sha256'])
        .where((one) => one.not(isStored(one)))
        .groupBy('sha256')
        .orderBy(({ fn }) => fn.max('createdAt'), 'desc')
        .execute()
    },
    /**
     * Saves it, and the methods that profiles of these bytes name: an older version may have named others, or measured
     * their shares otherwise.
     */
    async save(sha256: string, paint: FirstPaint, methods: NamedByLists) {
      await db.transaction().execute(async (all) => {
        for (const row of await all.selectFrom('profiles').selectAll().where('sha256', '=', sha256).execute()) {
          const { name, ...renewed } = withMethods(toProfileSummary(row), methods)
          const columns = { name, ...methodColumns(methods), searched: buildSearchText({ name, ...renewed }) }
          await all.updateTable('profiles').set(columns).where('id', '=', row.id).execute()
        }
        await insertFirstPaint(all, sha256, paint)
      })
    },
    /** Removes first paints whose profile or redacted copy is no longer stored. */
    async sweep() {
      const copies = await redactedBlobs(db)
      const unused = (await findWithoutProfile()).filter(({ sha256 }) => !copies.has(sha256))
      for (const { sha256 } of unused) await db.deleteFrom('firstPaints').where('sha256', '=', sha256).execute()
    },
  }
}

/** Gives the profile with these methods, and with another name where that was made up of another hot method. */
function withMethods(profile: ProfileSummary, methods: NamedByLists): ProfileSummary {
  const renewed = { ...profile, ...methods }
  const isSame = profile.hotMethod?.name === methods.hotMethod?.name
  return isSame || givenName(profile) !== null ? renewed : { ...renewed, name: restoreName(renewed) }
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
