/** Adds the state of each file of bytes. Files that rows name already are `stored`; their name is their SHA-256. */
import { type Kysely, sql } from 'kysely'

export async function addBlobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('blobs')
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('blobsByName', ['folder', 'name'])
    .execute()
  await db.schema
    .createIndex('blobsStoredOnce')
    .unique()
    .on('blobs')
    .columns(['folder', 'sha256'])
    .where(sql.ref('state'), '=', 'stored')
    .execute()
  await db.schema.createIndex('blobsByState').on('blobs').columns(['folder', 'state', 'since']).execute()
  await addStored(db)
}

async function addStored(db: Kysely<TablesThen>): Promise<void> {
  await sql`
    insert into "blobs" ("folder", "name", "sha256", "state", "since")
    select distinct 'blobs', "sha256", "sha256", 'stored', 0 from "profiles"`.execute(db)
  const shares = await db.selectFrom('shares').select('redacted').where('redacted', 'is not', null).execute()
  const copies = shares
    .map(({ redacted }) => JSON.parse(redacted!) as CopiesThen)
    .flatMap(({ profile, baseline }) => (baseline ? [profile, baseline] : [profile]))
  for (const sha256 of new Set(copies.map((copy) => copy.sha256))) {
    const row = { folder: 'redacted', name: sha256, sha256, state: 'stored', since: 0 }
    await db.insertInto('blobs').values(row).execute()
  }
}

interface TablesThen {
  shares: { redacted: string | null }
  blobs: { folder: string; name: string; sha256: string; state: string; since: number }
}
interface CopiesThen {
  readonly profile: { readonly sha256: string }
  readonly baseline: { readonly sha256: string } | null
}
