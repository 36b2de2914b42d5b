/** Requests that carried an Idempotency-Key: one that is sent twice starts one capture. */
import type { Kysely } from 'kysely'
import type { RepeatableRequestRow, Tables } from './schema/tables.ts'

export type RepeatableRequestStore = ReturnType<typeof createRepeatableRequestStore>

export function createRepeatableRequestStore(db: Kysely<Tables>) {
  return {
    /** Stores the first request with this id, and gives null. For a later one it gives the stored request. */
    async claim(request: RepeatableRequestRow): Promise<RepeatableRequestRow | null> {
      const inserted = await db
        .insertInto('repeatableRequests')
        .values(request)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (inserted) return null
      return db.selectFrom('repeatableRequests').selectAll().where('id', '=', request.id).executeTakeFirstOrThrow()
    },
    /** Stores the capture that the first request with this id has started. */
    async finish(id: string, captureId: string) {
      await db.updateTable('repeatableRequests').set({ captureId }).where('id', '=', id).execute()
    },
    /** Lets the same key be used for another try. */
    async forget(id: string) {
      await db.deleteFrom('repeatableRequests').where('id', '=', id).execute()
    },
    async removeOlder(createdBefore: number) {
      await db.deleteFrom('repeatableRequests').where('createdAt', '<', createdBefore).execute()
    },
  }
}
