import type { Kysely } from 'kysely'
import type { Tables } from './schema/tables.ts'

/** Gives the ids of a table that begin so; `beginning` has digits of an id alone. */
export async function listIdsBeginning(
  db: Kysely<Tables>,
  table: 'captures' | 'experiments',
  beginning: string,
): Promise<string[]> {
  const rows = await db.selectFrom(table).select('id').where('id', 'like', `${beginning}%`).execute()
  return rows.map(({ id }) => id)
}
