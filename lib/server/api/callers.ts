/** Who sends a request, by the session or the token in its headers. */
import { createRateLimit } from '../../access/rate-limit.ts'
import { readSessionKey, readSessionSecrets } from '../../access/session-cookie.ts'
import type { Session, Token } from '../../contract/access.ts'
import { rolesScopes, type Scope } from '../../contract/roles.ts'
import { Problem } from '../../errors.ts'
import { readBearer } from '../http/read-request.ts'
import type { Server } from '../server.ts'

/** The sender of a request, and the rights of that person or program. */
export interface Caller {
  /** Id of the token or session; names are not unique. */
  readonly id: string
  readonly person: string
  /** Tokens that the caller makes end with the access of this person; null for a service account. */
  readonly owner: string | null
  readonly scopes: readonly Scope[]
  /** null for a caller with a token. */
  readonly session: Session | null
}

/**
 * Finds the caller that sends these headers; null for a stranger. With a token in the Authorization header nothing else
 * counts: the guard lets such a request pass without asking which page it comes from, so no cookie may speak for it. A
 * token is never read from a cookie.
 *
 * Throws: Problem `too-many-requests`.
 */
export async function findCaller(server: Server, headers: Pick<Headers, 'get'>): Promise<Caller | null> {
  if (isProgram(headers)) return findTokenCaller(server, readBearer(headers))
  const session = await findSession(server, headers)
  return (
    session && {
      id: session.id,
      person: session.person,
      owner: session.person,
      scopes: rolesScopes[session.role],
      session,
    }
  )
}

/**
 * How many requests a client may send with one token: 300 at once, then 40 per second (2,400 per minute). Each token
 * has its own count: one program gone wild slows down no other.
 */
const perToken = createRateLimit({ burst: 300, perSecond: 40 })

/** Explains why findCaller gives null: a program has a token, a person signs in. */
export function explainStranger(headers: Pick<Headers, 'get'>): 'token-missing' | 'token-unknown' | 'not-signed-in' {
  if (isProgram(headers)) return readBearer(headers) === null ? 'token-missing' : 'token-unknown'
  const isBrowser = /^Mozilla\//.test(headers.get('user-agent') ?? '')
  return isBrowser ? 'not-signed-in' : 'token-missing'
}

async function findTokenCaller(server: Server, secret: string | null): Promise<Caller | null> {
  const token = secret === null ? null : await server.people.tokens.find(secret)
  if (token === null) return null
  const retryAfterSeconds = perToken.take(token.id)
  if (retryAfterSeconds > 0) throw new Problem('too-many-requests', { retryAfterSeconds })
  return { id: token.id, person: nameOfToken(token), owner: token.owner, scopes: token.scopes, session: null }
}

/** Names a token as the person of what it does. */
const nameOfToken = ({ name }: Pick<Token, 'name'>): string => `token ${name}`

/**
 * Lists the names by which a person begins and ends things: that person's, and those of the tokens that end with that
 * person's access. A name that a token of another owner has too is left out: it does not say whose it is.
 */
export function listNamesOf(person: string, tokens: readonly Pick<Token, 'name' | 'owner'>[]): string[] {
  const namesWhere = (isListed: (owner: string | null) => boolean) =>
    tokens.filter(({ owner }) => isListed(owner)).map(nameOfToken)
  const ofOthers = new Set(namesWhere((owner) => owner !== person))
  return [person, ...new Set(namesWhere((owner) => owner === person))].filter((name) => !ofOthers.has(name))
}

/** Whether the caller may open a link that is for members: people of any role, and tokens, that may read. */
export function isMember(caller: Caller | null): boolean {
  return caller?.scopes.includes('read') ?? false
}

/** Whether there is an Authorization header, and not that of a session. */
export function isProgram(headers: Pick<Headers, 'get'>): boolean {
  return headers.get('authorization') !== null && readSessionKey(headers) === null
}

/** Finds the session of the caller that sends these headers. */
export async function findSession(server: Server, headers: Pick<Headers, 'get'>): Promise<Session | null> {
  for (const secret of readSessionSecrets(server.port, headers)) {
    const session = await server.people.sessions.findSession(secret)
    if (session !== null) return session
  }
  return null
}
