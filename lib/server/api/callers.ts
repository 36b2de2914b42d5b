/** Who sends a request, by the session or the token in its headers. */
import { createRateLimit } from '../../access/rate-limit.ts'
import { readSessionCookie } from '../../access/sessions.ts'
import type { Session } from '../../contract/access.ts'
import { rolesScopes, type Scope } from '../../contract/roles.ts'
import { Problem } from '../../errors.ts'
import type { Server } from '../server.ts'

/** Who asks, and what they may do. */
export interface Caller {
  /** Of their token or session: names are not unique. */
  readonly id: string
  readonly person: string
  readonly scopes: readonly Scope[]
  /** null for whoever came with a token. */
  readonly session: Session | null
}

/**
 * Whoever sends these headers; null for a stranger. With an Authorization header nothing but its token counts: the guard lets
 * such a request pass without asking which page it comes from, so no cookie may speak for it. A token is never read from a cookie.
 *
 * Throws: Problem `too-many-requests`.
 */
export async function findCaller(server: Server, headers: Pick<Headers, 'get'>): Promise<Caller | null> {
  const authorization = headers.get('authorization')
  if (authorization !== null) return findTokenCaller(server, authorization)
  const session = await findSession(server, headers.get('cookie'))
  return session && { id: session.id, person: session.person, scopes: rolesScopes[session.role], session }
}

/** Each token for itself: one program gone wild slows down no other. */
const perToken = createRateLimit({ burst: 200, perSecond: 20 })

async function findTokenCaller(server: Server, authorization: string): Promise<Caller | null> {
  const secret = /^bearer +(\S+)$/i.exec(authorization)?.[1]
  const token = secret === undefined ? null : await server.people.tokens.find(secret)
  if (token === null) return null
  const retryAfterSeconds = perToken.take(token.id)
  if (retryAfterSeconds > 0) throw new Problem('too-many-requests', { retryAfterSeconds })
  return { id: token.id, person: `token ${token.name}`, scopes: token.scopes, session: null }
}

/** Whom a link among members opens for. */
export function isMember(caller: Caller | null): boolean {
  return caller?.scopes.includes('read') ?? false
}

/** Whoever sends this Cookie header. */
export async function findSession(server: Server, cookieHeader: string | null | undefined): Promise<Session | null> {
  const token = readSessionCookie(server.port, cookieHeader)
  return token === null ? null : server.people.sessions.findSession(token)
}
