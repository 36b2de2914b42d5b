import { type Kysely, sql } from 'kysely'

/** Adds the time of capture. Earlier imports get none: to find it means to read each of them. */
export async function addCapturedAt(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('profiles').addColumn('capturedAt', 'bigint').execute()
  await sql`update "profiles" set "capturedAt" = "createdAt" where "sourceId" in (select "id" from "captures")`.execute(
    db,
  )
}
