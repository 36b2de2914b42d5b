import { type Kysely, sql } from 'kysely'

/**
 * Adds the owner of a token: it ends with that person's access. Tokens of before belong to the person who made them;
 * those that a token made are service accounts, since their owner is unknown.
 */
export async function addTokenOwner(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tokens').addColumn('owner', 'text').execute()
  await sql`update "tokens" set "owner" = "createdBy" where "createdBy" not like 'token %'`.execute(db)
}
