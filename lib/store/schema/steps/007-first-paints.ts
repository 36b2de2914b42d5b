import type { Kysely } from 'kysely'

/** Profiles of before get theirs when they are first looked at. */
export async function addFirstPaints(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('firstPaints')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('paint', 'bytea', (column) => column.notNull())
    .execute()
}
