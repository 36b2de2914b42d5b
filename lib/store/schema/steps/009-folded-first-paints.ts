import type { Kysely } from 'kysely'

/**
 * Removes stored first paints: they show frames that the viewer folds now. Each is made again when its profile is next
 * opened.
 */
export async function removeOpenFirstPaints(db: Kysely<unknown>): Promise<void> {
  await (db as Kysely<{ firstPaints: object }>).deleteFrom('firstPaints').execute()
}
