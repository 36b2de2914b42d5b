/** The audit log. Rows are only ever added, and the database itself refuses the rest. */
import { type Kysely, sql } from 'kysely'

export async function addAudit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('auditRecords')
    .addColumn('seq', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('callerId', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  for (const act of ['update', 'delete'])
    await sql
      .raw(
        `create trigger "auditRecordsRefuse_${act}" before ${act} on "auditRecords" begin select raise(abort, 'the audit log is append-only'); end`,
      )
      .execute(db)
  // The newest record once more: without it the last ones could be cut off unseen.
  await db.schema
    .createTable('auditHead')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
}
