/** Signing in: a one-time code becomes a session, and a session ends by itself, by idleness or by revocation. */
import { randomBytes } from 'node:crypto'
import { hourMs, signInLinkMs } from '../contract/constants.ts'
import type { Session } from '../contract/access.ts'
import type { Role } from '../contract/roles.ts'
import { Problem } from '../errors.ts'
import type { SessionStore } from '../store/access/sessions.ts'
import type { SessionRow } from '../store/schema/tables.ts'
import { createSecret, hashSecret } from './secrets.ts'
import { touchEveryMs, unlessDiskFull } from './ignore-disk-full.ts'
import { joinSecret, longestSessionMs, type SessionSecret, type Way } from './session-cookie.ts'

/** Characters that are kept of what a browser calls itself, its User-Agent. */
const longestUserAgent = 200

/** How long a sign-in lives without a request: a session that is idle for so long has expired. */
const idleMs = 8 * hourMs

/**
 * How long a sign-in link (its token) is valid: the one printed at set-up waits in a terminal, others are sent to a
 * person right away.
 */
export const codeLifetimeMs = { printed: 12 * hourMs, made: signInLinkMs } as const

/** The person and the role that a sign-in link is for. */
export interface Invitee {
  readonly person: string
  readonly role: Role
}

export type Access = ReturnType<typeof createAccess>

export function createAccess(store: SessionStore, now: () => number = Date.now) {
  const isAlive = (row: SessionRow) => row.expiresAt > now() && row.lastSeenAt > now() - idleMs
  return {
    /** Gives a code that signs in once. */
    async makeCode({ person, role }: Invitee, lifetimeMs: number): Promise<{ code: string; expiresAt: number }> {
      const code = createSecret()
      const expiresAt = now() + lifetimeMs
      await store.addCode({ codeHash: hashSecret(code), person, role, expiresAt })
      return { code, expiresAt }
    },
    /** Gives what the browser keeps of its session (session-cookie.ts). Throws: Problem `sign-in-link-spent`. */
    async signIn(code: string, userAgent: string, way: Way): Promise<SessionSecret & { session: Session }> {
      const spent = await store.spendCode(hashSecret(code))
      if (spent === null || spent.expiresAt <= now()) throw new Problem('sign-in-link-spent', {})
      const secret = {
        token: createSecret(),
        key: way === 'https' ? null : createSecret(),
      }
      const row: SessionRow = {
        id: randomBytes(16).toString('hex'),
        tokenHash: hashSecret(joinSecret(secret)),
        person: spent.person,
        role: spent.role,
        userAgent: userAgent.slice(0, longestUserAgent),
        createdAt: now(),
        lastSeenAt: now(),
        expiresAt: now() + longestSessionMs,
      }
      await store.add(row)
      return { ...secret, session: describe(row, row.id) }
    },
    /** Gives the session of a joined secret, `token`; null where it is unknown, or has ended. */
    async findSession(token: string): Promise<Session | null> {
      const row = await store.find(hashSecret(token))
      if (row === null || !isAlive(row)) return null
      if (row.lastSeenAt < now() - touchEveryMs) await unlessDiskFull(store.touch(row.id, now()))
      return describe(row, row.id)
    },
    /** Lists the sessions. The one of the caller, `current`, is marked; null where the caller has none. */
    async list(current: Session | null): Promise<Session[]> {
      return (await store.list()).filter(isAlive).map((row) => describe(row, current?.id ?? null))
    },
    /** Gives whether there is such a session. `check` gets the role that is stored; where it throws, that stays. */
    setRole: (id: string, role: Role, check: (stored: Role) => void) => store.setRole(id, role, check),
    end: (id: string) => store.remove(id),
    endAllOf: (person: string, exceptId: string) => store.removeOf(person, exceptId),
    endAllBut: (id: string) => store.removeAllBut(id),
    removeExpired: () => store.removeExpired(now(), now() - idleMs),
  }
}

function describe({ tokenHash: _, ...row }: SessionRow, currentId: string | null): Session {
  return { ...row, current: row.id === currentId }
}
