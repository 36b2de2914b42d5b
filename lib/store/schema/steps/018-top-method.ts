import type { Kysely } from 'kysely'

/** Adds the top method and its share. Profiles of before have none: finding it means to read each of them. */
export async function addTopMethod(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('profiles').addColumn('topMethod', 'text').execute()
  await db.schema.alterTable('profiles').addColumn('topShare', 'double precision').execute()
}
