/**
 * Who may do what: roles of people, tokens of programs, calls to other programs, and capture requests that may be
 * repeated.
 */
import type { Kysely } from 'kysely'

export async function addTokensAndRoles(db: Kysely<unknown>): Promise<void> {
  // Before, every person who was signed in could do everything; they still can.
  for (const table of ['sessions', 'signInCodes'])
    await db.schema
      .alterTable(table)
      .addColumn('role', 'text', (column) => column.notNull().defaultTo('owner'))
      .execute()

  await db.schema
    .createTable('tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('createdBy', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint')
    .addColumn('lastUsedAt', 'bigint')
    .execute()

  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('createdBy', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('lastAt', 'bigint')
    .addColumn('lastOk', 'integer')
    .addColumn('lastSaid', 'text')
    .execute()
  await db.schema
    .createTable('webhookCalls')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('webhookId', 'text', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('dueAt', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('webhookCallsByTime').on('webhookCalls').column('dueAt').execute()

  await db.schema
    .createTable('repeatableRequests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('bodyHash', 'text', (column) => column.notNull())
    .addColumn('captureId', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute()
}
