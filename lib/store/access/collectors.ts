/** Collectors that were enrolled. Only hashes of their credentials and of the tokens that enrol are kept. */
import type { Kysely } from 'kysely'
import type { CollectorRow, CollectorTokenRow, Tables } from '../schema/tables.ts'

export type EnrolledCollectorStore = ReturnType<typeof createEnrolledCollectorStore>

export function createEnrolledCollectorStore(db: Kysely<Tables>) {
  return {
    async addToken(token: CollectorTokenRow) {
      await db.insertInto('collectorTokens').values(token).execute()
    },
    /** Removes the token and gives it; null for an unknown one. It works once, even for two requests at one moment. */
    async spendToken(tokenHash: string): Promise<CollectorTokenRow | null> {
      const spent = db.deleteFrom('collectorTokens').where('tokenHash', '=', tokenHash).returningAll()
      return (await spent.executeTakeFirst()) ?? null
    },
    async add(collector: CollectorRow) {
      await db.insertInto('collectors').values(collector).execute()
    },
    /** Finds a collector by the hash of its credential, or of its next one. */
    async find(hash: string): Promise<CollectorRow | null> {
      const found = db
        .selectFrom('collectors')
        .selectAll()
        .where((where) => where.or([where('credentialHash', '=', hash), where('nextHash', '=', hash)]))
      return (await found.executeTakeFirst()) ?? null
    },
    /** Sets the hash of the next credential. Both credentials work until the first use of the next one. */
    async setNext(id: string, nextHash: string) {
      await db.updateTable('collectors').set({ nextHash }).where('id', '=', id).execute()
    },
    /** Puts the next credential, which was just used, in the place of the one before it. */
    async useNext(id: string, credentialHash: string, expiresAt: number) {
      await db
        .updateTable('collectors')
        .set({ credentialHash, nextHash: null, expiresAt })
        .where('id', '=', id)
        .execute()
    },
    /** Lists the collectors, the oldest first. */
    list: () => db.selectFrom('collectors').selectAll().orderBy('createdAt').orderBy('id').execute(),
    /** Gives whether there was such a collector. */
    async remove(id: string): Promise<boolean> {
      return (await db.deleteFrom('collectors').where('id', '=', id).returning('id').execute()).length > 0
    },
    /** Gives how many tokens there were. */
    async removeTokensOf(createdBy: string): Promise<number> {
      const removed = db.deleteFrom('collectorTokens').where('createdBy', '=', createdBy).returning('tokenHash')
      return (await removed.execute()).length
    },
    async removeExpiredTokens(now: number) {
      await db.deleteFrom('collectorTokens').where('expiresAt', '<=', now).execute()
    },
  }
}
