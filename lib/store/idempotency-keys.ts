/** Requests that carried a key, so that sending one twice does what it asks once. */
import type { Kysely } from 'kysely'
import type { RepeatableRequestRow, Tables } from './schema/tables.ts'

export interface RepeatableRequestStore {
  /** Null when it is the first with this id, and is kept now; else what there was. */
  claim(request: RepeatableRequestRow): Promise<RepeatableRequestRow | null>
  finish(id: string, captureId: string): Promise<void>
  /** Lets the same key be used for another try. */
  forget(id: string): Promise<void>
  removeOlder(createdBefore: number): Promise<void>
}

export function createRepeatableRequestStore(db: Kysely<Tables>): RepeatableRequestStore {
  return {
    async claim(request) {
      const inserted = await db
        .insertInto('repeatableRequests')
        .values(request)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (inserted) return null
      return db.selectFrom('repeatableRequests').selectAll().where('id', '=', request.id).executeTakeFirstOrThrow()
    },
    async finish(id, captureId) {
      await db.updateTable('repeatableRequests').set({ captureId }).where('id', '=', id).execute()
    },
    async forget(id) {
      await db.deleteFrom('repeatableRequests').where('id', '=', id).execute()
    },
    async removeOlder(createdBefore) {
      await db.deleteFrom('repeatableRequests').where('createdAt', '<', createdBefore).execute()
    },
  }
}
