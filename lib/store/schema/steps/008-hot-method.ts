import type { Kysely } from 'kysely'

/** Profiles of before have none: finding it means to read each of them. */
export async function addHotMethod(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('profiles').addColumn('hotMethod', 'text').execute()
  await db.schema.alterTable('profiles').addColumn('hotShare', 'double precision').execute()
}
