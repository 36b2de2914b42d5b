import type { Kysely } from 'kysely'

/** Adds the hot method and its share. Profiles of before have none: finding it means to read each of them. */
export async function addHotMethod(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('profiles').addColumn('hotMethod', 'text').execute()
  await db.schema.alterTable('profiles').addColumn('hotShare', 'double precision').execute()
}
