/** Collectors that were enrolled. Only hashes of their credentials and of the tokens that enrol are kept. */
import type { Kysely } from 'kysely'
import type { CollectorRow, CollectorTokenRow, Tables } from '../schema/tables.ts'

export type EnrolledCollectorStore = ReturnType<typeof createEnrolledCollectorStore>

export function createEnrolledCollectorStore(db: Kysely<Tables>) {
  return {
    async addToken(token: CollectorTokenRow) {
      await db.insertInto('collectorTokens').values(token).execute()
    },
    /** Takes the token away: it works once, even for two that come at the same moment. */
    async spendToken(tokenHash: string): Promise<CollectorTokenRow | null> {
      const spent = db.deleteFrom('collectorTokens').where('tokenHash', '=', tokenHash).returningAll()
      return (await spent.executeTakeFirst()) ?? null
    },
    async add(collector: CollectorRow) {
      await db.insertInto('collectors').values(collector).execute()
    },
    /** Finds a collector by its credential, or the one that is to follow it. */
    async find(hash: string): Promise<CollectorRow | null> {
      const found = db
        .selectFrom('collectors')
        .selectAll()
        .where((where) => where.or([where('credentialHash', '=', hash), where('nextHash', '=', hash)]))
      return (await found.executeTakeFirst()) ?? null
    },
    /** Sets what is to follow the credential, until its first use. */
    async setNext(id: string, nextHash: string) {
      await db.updateTable('collectors').set({ nextHash }).where('id', '=', id).execute()
    },
    /** The next credential was used: the one before it is over. */
    async useNext(id: string, credentialHash: string, expiresAt: number) {
      await db
        .updateTable('collectors')
        .set({ credentialHash, nextHash: null, expiresAt })
        .where('id', '=', id)
        .execute()
    },
    /** Oldest first. */
    list: () => db.selectFrom('collectors').selectAll().orderBy('createdAt').orderBy('id').execute(),
    /** Whether there was such a collector. */
    async remove(id: string): Promise<boolean> {
      return (await db.deleteFrom('collectors').where('id', '=', id).returning('id').execute()).length > 0
    },
    /** How many there were. */
    async removeTokensOf(createdBy: string): Promise<number> {
      const removed = db.deleteFrom('collectorTokens').where('createdBy', '=', createdBy).returning('tokenHash')
      return (await removed.execute()).length
    },
    async removeExpiredTokens(now: number) {
      await db.deleteFrom('collectorTokens').where('expiresAt', '<=', now).execute()
    },
  }
}
