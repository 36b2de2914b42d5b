/** Who is signed in, and the one-time codes that sign in. Only hashes of the secrets are kept. */
import type { Kysely } from 'kysely'
import type { Role } from '../../contract/roles.ts'
import type { SessionRow, SignInCodeRow, Tables } from '../schema/tables.ts'

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore(db: Kysely<Tables>) {
  return {
    async addCode(code: SignInCodeRow) {
      await db.insertInto('signInCodes').values(code).execute()
    },
    /**
     * Removes the code and gives it, also when it has expired; null where there is none. So it works once, even where
     * two use it at the same moment.
     */
    async spendCode(codeHash: string): Promise<SignInCodeRow | null> {
      const spent = await db
        .deleteFrom('signInCodes')
        .where('codeHash', '=', codeHash)
        .returningAll()
        .executeTakeFirst()
      return spent ?? null
    },
    async add(session: SessionRow) {
      await db.insertInto('sessions').values(session).execute()
    },
    async find(tokenHash: string): Promise<SessionRow | null> {
      const row = await db.selectFrom('sessions').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()
      return row ?? null
    },
    /** Lists the sessions, the one seen last first. */
    list: () => db.selectFrom('sessions').selectAll().orderBy('lastSeenAt', 'desc').execute(),
    async touch(id: string, lastSeenAt: number) {
      await db.updateTable('sessions').set({ lastSeenAt }).where('id', '=', id).execute()
    },
    /**
     * Gives whether there is such a session. `check` gets the role that is stored; where it throws, that stays.
     */
    setRole: (id: string, role: Role, check: (stored: Role) => void) =>
      db.transaction().execute(async (all): Promise<boolean> => {
        const row = await all.selectFrom('sessions').select('role').where('id', '=', id).executeTakeFirst()
        if (!row) return false
        check(row.role)
        await all.updateTable('sessions').set({ role }).where('id', '=', id).execute()
        return true
      }),
    /** Gives whether there was such a session. */
    async remove(id: string): Promise<boolean> {
      return (await db.deleteFrom('sessions').where('id', '=', id).returning('id').execute()).length > 0
    },
    /** Removes all sessions but that with this id, and no sign-in links. Gives how many it removed. */
    async removeAllBut(id: string): Promise<number> {
      return (await db.deleteFrom('sessions').where('id', '!=', id).returning('id').execute()).length
    },
    /**
     * Removes a person's sessions but the one with the id `exceptId`, and unused sign-in links. Gives how many it
     * removed of each.
     */
    async removeOf(person: string, exceptId: string): Promise<{ sessions: number; signInLinks: number }> {
      const sessions = db.deleteFrom('sessions').where('person', '=', person).where('id', '!=', exceptId)
      const codes = db.deleteFrom('signInCodes').where('person', '=', person)
      return {
        sessions: (await sessions.returning('id').execute()).length,
        signInLinks: (await codes.returning('codeHash').execute()).length,
      }
    },
    /**
     * Removes sessions and sign-in links that have expired at `now`, and sessions that were last seen before
     * `seenBefore`. Units: Unix ms.
     */
    async removeExpired(now: number, seenBefore: number) {
      await db
        .deleteFrom('sessions')
        .where((where) => where.or([where('expiresAt', '<=', now), where('lastSeenAt', '<', seenBefore)]))
        .execute()
      await db.deleteFrom('signInCodes').where('expiresAt', '<=', now).execute()
    },
  }
}
