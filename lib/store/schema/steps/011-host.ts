import type { Kysely } from 'kysely'

/**
 * Adds the host of a profile; profiles of before have none. The indices that the library reads instead of its rows have
 * it too.
 */
export async function addHost(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('profiles').addColumn('host', 'text').execute()
  const chosen = ['service', 'image', 'imageDigest', 'host', 'containerName', 'engine', 'event', 'createdBy', 'pinned']
  const columnsOf = {
    profilesByFacet: ['deletedAt', ...chosen, 'createdAt', 'bytes', 'id'],
    profilesByWord: ['deletedAt', 'createdAt', 'id', ...chosen, 'bytes', 'searched'],
  }
  for (const [name, columns] of Object.entries(columnsOf)) {
    await db.schema.dropIndex(name).execute()
    await db.schema.createIndex(name).on('profiles').columns(columns).execute()
  }
}
