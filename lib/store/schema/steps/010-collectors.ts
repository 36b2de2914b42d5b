/** Collectors on other hosts, and the tokens that enrol them. */
import type { Kysely } from 'kysely'

export async function addCollectors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('collectors')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('credentialHash', 'text', (column) => column.notNull().unique())
    .addColumn('nextHash', 'text', (column) => column.unique())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .addColumn('createdBy', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('collectorTokens')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('createdBy', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute()
}
