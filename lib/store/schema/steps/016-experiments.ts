/** Adds experiments, as the command line reports them. `counts` has the facts of the report that the list shows. */
import type { Kysely } from 'kysely'

export async function addExperiments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('experiments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('service', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('startedAt', 'bigint', (column) => column.notNull())
    .addColumn('createdBy', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .addColumn('counts', 'text', (column) => column.notNull())
    .addColumn('report', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('experimentsByTime').on('experiments').columns(['startedAt', 'id']).execute()
}
