/** The one door to every route: who may pass, and how a failure is told. */
import { readSessionCookie } from '../access/session-cookie.ts'
import { type Session } from '../contract.ts'
import { Problem } from '../errors.ts'
import { failureAnswer } from './answers.ts'
import { findServer } from './running.ts'
import type { Server } from './server.ts'

/** `anyone`: the route itself decides, by a code or a share token. `member`: whoever is signed in. */
export type Scope = 'anyone' | 'member'

export interface Asked<Params> {
  readonly request: Request
  readonly server: Server
  readonly params: Params
}
type Handler<Params, Known> = (asked: Asked<Params> & Known) => Promise<Response> | Response
type Route<Params> = (request: Request, context: { params: Promise<Params> }) => Promise<Response>

const marks = new WeakSet<Route<never>>()

/** Made by withAccess: what the test of all routes asks. */
export function hasAccessRule(route: unknown): boolean {
  return typeof route === 'function' && marks.has(route as Route<never>)
}

/** A route handler for Next. Failures answer as problem+json, whatever they are. */
export function withAccess<Params = Record<never, string>>(
  scope: 'anyone',
  handler: Handler<Params, { session: Session | null }>,
): Route<Params>
export function withAccess<Params = Record<never, string>>(
  scope: 'member',
  handler: Handler<Params, { session: Session }>,
): Route<Params>
export function withAccess<Params>(scope: Scope, handler: Handler<Params, { session: never }>): Route<Params> {
  const route: Route<Params> = async (request, context) => {
    try {
      const server = findServer()
      const session = await findSession(server, request.headers.get('cookie'))
      if (session === null && scope !== 'anyone') throw new Problem('not-signed-in', {})
      return await handler({ request, server, session: session as never, params: await context.params })
    } catch (error) {
      // Whoever asked has gone, which is no failure, and nobody is left to read an answer.
      return request.signal.aborted ? new Response(null, { status: 499 }) : failureAnswer(error)
    }
  }
  marks.add(route)
  return route
}

/** Whoever sends this Cookie header. */
export async function findSession(server: Server, cookieHeader: string | null | undefined): Promise<Session | null> {
  const token = readSessionCookie(server.port, cookieHeader)
  return token === null ? null : server.access.findSession(token)
}
