/** Who is signed in, and the one-time codes that sign in. Only hashes of the secrets are kept. */
import type { Kysely } from 'kysely'
import type { Role } from '../../contract/roles.ts'
import type { SessionRow, SignInCodeRow, Tables } from '../schema/tables.ts'

export interface SessionStore {
  addCode(code: SignInCodeRow): Promise<void>
  /** Takes the code away, so that it works once even for two who come at the same moment. */
  spendCode(codeHash: string): Promise<SignInCodeRow | null>
  add(session: SessionRow): Promise<void>
  find(tokenHash: string): Promise<SessionRow | null>
  /** Last seen first. */
  list(): Promise<SessionRow[]>
  touch(id: string, lastSeenAt: number): Promise<void>
  /** Whether there is such a session. */
  setRole(id: string, role: Role): Promise<boolean>
  /** Whether there was such a session. */
  remove(id: string): Promise<boolean>
  /** How many there were. */
  removeAllBut(id: string): Promise<number>
  removeExpired(now: number, seenBefore: number): Promise<void>
}

export function createSessionStore(db: Kysely<Tables>): SessionStore {
  return {
    async addCode(code) {
      await db.insertInto('signInCodes').values(code).execute()
    },
    async spendCode(codeHash) {
      const spent = await db
        .deleteFrom('signInCodes')
        .where('codeHash', '=', codeHash)
        .returningAll()
        .executeTakeFirst()
      return spent ?? null
    },
    async add(session) {
      await db.insertInto('sessions').values(session).execute()
    },
    async find(tokenHash) {
      const row = await db.selectFrom('sessions').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()
      return row ?? null
    },
    list: () => db.selectFrom('sessions').selectAll().orderBy('lastSeenAt', 'desc').execute(),
    async touch(id, lastSeenAt) {
      await db.updateTable('sessions').set({ lastSeenAt }).where('id', '=', id).execute()
    },
    async setRole(id, role) {
      const changed = await db.updateTable('sessions').set({ role }).where('id', '=', id).returning('id').execute()
      return changed.length > 0
    },
    async remove(id) {
      return (await db.deleteFrom('sessions').where('id', '=', id).returning('id').execute()).length > 0
    },
    async removeAllBut(id) {
      return (await db.deleteFrom('sessions').where('id', '!=', id).returning('id').execute()).length
    },
    async removeExpired(now, seenBefore) {
      await db
        .deleteFrom('sessions')
        .where((where) => where.or([where('expiresAt', '<=', now), where('lastSeenAt', '<', seenBefore)]))
        .execute()
      await db.deleteFrom('signInCodes').where('expiresAt', '<=', now).execute()
    },
  }
}
