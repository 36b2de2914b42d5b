import type { Kysely } from 'kysely'

/**
 * Adds the first paint of each profile: its widest boxes. A profile from before this step gets one when it is first
 * opened.
 */
export async function addFirstPaints(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('firstPaints')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('paint', 'bytea', (column) => column.notNull())
    .execute()
}
