import type { Kysely } from 'kysely'

/** Those of before show the frames that the viewer folds. They are made again when their profile is next looked at. */
export async function removeOpenFirstPaints(db: Kysely<unknown>): Promise<void> {
  await (db as Kysely<{ firstPaints: object }>).deleteFrom('firstPaints').execute()
}
