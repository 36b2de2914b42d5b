import type { Kysely } from 'kysely'

/**
 * Shares of before are of all of the weight. Where that is not what the viewer says, they are measured again with the
 * first paint of their profile, which is made when it is next opened: so stored first paints are removed.
 */
export async function addBasesOfShares(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('profiles').addColumn('hotBase', 'text').execute()
  await db.schema.alterTable('profiles').addColumn('topBase', 'text').execute()
  await (db as Kysely<{ firstPaints: object }>).deleteFrom('firstPaints').execute()
}
