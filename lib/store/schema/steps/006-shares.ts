import type { Kysely } from 'kysely'

/**
 * Before this step every link was public, led to one profile with all its names, and could not be embedded: the
 * defaults keep old links so. `redaction` has the choices of names to hide, `redacted` the copies that hide them, and
 * `origin` the address from which the link was made.
 */
export async function growShares(db: Kysely<unknown>): Promise<void> {
  const columns = [
    db.schema.alterTable('shares').addColumn('baselineId', 'text', (column) =>
      // A link to a comparison ends with either profile: one alone cannot be compared.
      column.references('profiles.id').onDelete('cascade'),
    ),
    db.schema.alterTable('shares').addColumn('audience', 'text', (column) => column.notNull().defaultTo('public')),
    db.schema.alterTable('shares').addColumn('redaction', 'text'),
    db.schema.alterTable('shares').addColumn('embeddable', 'integer', (column) => column.notNull().defaultTo(0)),
    db.schema.alterTable('shares').addColumn('origin', 'text', (column) => column.notNull().defaultTo('')),
    db.schema.alterTable('shares').addColumn('redacted', 'text'),
  ]
  for (const column of columns) await column.execute()
  await db.schema.createIndex('sharesByBaseline').on('shares').column('baselineId').execute()
}
