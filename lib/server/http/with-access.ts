/** The one door to every route: who may pass, and how a failure is told. */
import { createRateLimit } from '../../access/rate-limit.ts'
import { readSessionCookie } from '../../access/sessions.ts'
import type { Session } from '../../contract.ts'
import { rolesScopes, type Scope } from '../../contract/roles.ts'
import { Problem } from '../../errors.ts'
import { failureAnswer } from './responses.ts'
import { findServer } from '../running.ts'
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

export interface RouteArguments<Params> {
  readonly request: Request
  readonly server: Server
  readonly params: Params
}
type Handler<Params, Known> = (args: RouteArguments<Params> & Known) => Promise<Response> | Response
type Route<Params> = (request: Request, context: { params: Promise<Params> }) => Promise<Response>

const rules = new WeakMap<Route<never>, Scope | 'anyone'>()

/** The scope withAccess was given; null for what was not made by it. What tests of all routes ask. */
export function accessRule(route: unknown): Scope | 'anyone' | null {
  return typeof route === 'function' ? (rules.get(route as Route<never>) ?? null) : null
}

/**
 * A route handler for Next, for callers with that scope; `anyone`: the route itself decides, by a code or a share token.
 * Failures answer as problem+json, whatever they are.
 */
export function withAccess<Params = Record<never, string>>(
  scope: 'anyone',
  handler: Handler<Params, { session: Session | null; caller: Caller | null }>,
): Route<Params>
export function withAccess<Params = Record<never, string>>(
  scope: Scope,
  handler: Handler<Params, { caller: Caller }>,
): Route<Params>
export function withAccess<Params>(
  scope: Scope | 'anyone',
  handler: Handler<Params, { session: never; caller: never }>,
): Route<Params> {
  const route: Route<Params> = async (request, context) => {
    try {
      const server = findServer()
      const caller = await findCaller(server, request.headers)
      if (scope !== 'anyone') assertMay(caller, scope)
      const args = { request, server, params: await context.params }
      const access = { session: (caller?.session ?? null) as never, caller: caller as never }
      return await withoutUnread(request, await handler({ ...args, ...access }))
    } catch (error) {
      // Whoever asked has gone, which is no failure, and nobody is left to read an answer.
      return request.signal.aborted ? new Response(null, { status: 499 }) : failureAnswer(error)
    }
  }
  rules.set(route, scope)
  return route
}

/**
 * Next answers HEAD by the handler of GET. Then, and when whoever asked has gone, it neither reads the body nor cancels it
 * (send-response.js and pipe-readable.js of 16.4), and what the handler opened for it would stay open for ever.
 */
async function withoutUnread({ method, signal }: Request, answer: Response): Promise<Response> {
  if (answer.body === null || (method !== 'HEAD' && !signal.aborted)) return answer
  await answer.body.cancel().catch(() => undefined) // it goes anyway
  return new Response(null, answer)
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
  const token = secret === undefined ? null : await server.tokens.find(secret)
  if (token === null) return null
  const retryAfterSeconds = perToken.take(token.id)
  if (retryAfterSeconds > 0) throw new Problem('too-many-requests', { retryAfterSeconds })
  return { id: token.id, person: `token ${token.name}`, scopes: token.scopes, session: null }
}

/** Whom a link among members opens for. */
export function isMember(caller: Caller | null): boolean {
  return caller?.scopes.includes('read') ?? false
}

/** Throws: Problem `not-signed-in`, `not-allowed`. */
function assertMay(caller: Caller | null, scope: Scope): void {
  if (caller === null) throw new Problem('not-signed-in', {})
  if (!caller.scopes.includes(scope)) throw new Problem('not-allowed', { scope })
}

/** Whoever sends this Cookie header. */
export async function findSession(server: Server, cookieHeader: string | null | undefined): Promise<Session | null> {
  const token = readSessionCookie(server.port, cookieHeader)
  return token === null ? null : server.access.findSession(token)
}
