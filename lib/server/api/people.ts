import { z } from 'zod'
import {
  newTokenSchema,
  tokenSchema,
  sessionSchema,
  invitedSchema,
  roleChangeSchema,
  signInSchema,
} from '../../contract/access.ts'
import { newWebhookSchema, webhookSchema } from '../../contract/webhooks.ts'
import { sessionCookie } from '../../access/sessions.ts'
import { Problem } from '../../errors.ts'
import { existing } from '../existing.ts'
import { readOrigin } from '../http/read-request.ts'
import { nothing } from '../http/responses.ts'
import type { Server } from '../server.ts'
import { type Operation, operation } from './operation.ts'

/** Who may do what, and whom Hearth calls. */
export const peopleOperations: readonly Operation[] = [
  operation('GET /session', 'read', {
    id: 'getSession',
    summary: 'Who is signed in; null for whoever asks with a token',
    answers: { 200: sessionSchema.nullable() },
    handle: ({ caller }) => caller.session,
  }),
  operation('POST /session', 'anyone', {
    id: 'signIn',
    summary: 'Sign in with the code of a sign-in link; sets the cookie of a session',
    body: signInSchema,
    answers: { 204: 'nothing' },
    limit: { burst: 20, perSecond: 0.5 },
    handle: async ({ request, server, body, caller }) => {
      const { token } = await server.people.sessions.signIn(body.code, request.headers.get('user-agent') ?? '')
      // Whoever signs in again gets a new session; the old one must not live on unseen.
      if (caller?.session) await server.people.sessions.end(caller.session.id)
      return withCookie(request, server, token)
    },
  }),
  operation('DELETE /session', 'anyone', {
    id: 'signOut',
    summary: 'End the session of the cookie that is sent',
    answers: { 204: 'nothing' },
    handle: async ({ request, server, caller }) => {
      if (!caller?.session) throw new Problem('not-signed-in', {})
      await server.people.sessions.end(caller.session.id)
      return withCookie(request, server, null)
    },
  }),
  operation('POST /session/links', 'admin', {
    id: 'makeSignInLink',
    summary: 'A one-time link that signs somebody in, with a role',
    body: invitedSchema,
    answers: { 201: z.object({ link: z.string(), expiresAt: z.number() }) },
    handle: ({ request, server, body }) => server.people.makeSignInLink(body, 'made', readOrigin(request)),
  }),
  operation('GET /sessions', 'admin', {
    id: 'listSessions',
    summary: 'Who is signed in, last seen first',
    answers: { 200: z.object({ sessions: z.array(sessionSchema) }) },
    handle: async ({ server, caller }) => ({ sessions: await server.people.sessions.list(caller.session) }),
  }),
  operation('DELETE /sessions', 'admin', {
    id: 'endOtherSessions',
    summary: 'Sign out everybody but whoever asks',
    answers: { 200: z.object({ revoked: z.number().int() }) },
    handle: async ({ server, caller }) => ({
      revoked: await server.people.sessions.endAllBut(caller.session?.id ?? ''),
    }),
  }),
  operation('PATCH /sessions/{id}', 'admin', {
    id: 'changeRole',
    summary: 'Give somebody who is signed in another role',
    body: roleChangeSchema,
    answers: { 204: 'nothing' },
    handle: async ({ server, params, body, caller }) => {
      if (params.id === caller.session?.id) throw new Problem('invalid-request', { what: 'it is about your own role' })
      existing(await server.people.sessions.setRole(params.id, body.role), 'session')
    },
  }),
  operation('DELETE /sessions/{id}', 'admin', {
    id: 'endSession',
    summary: 'Sign one browser out',
    answers: { 204: 'nothing' },
    handle: async ({ server, params }) => void existing(await server.people.sessions.end(params.id), 'session'),
  }),
  operation('GET /tokens', 'admin', {
    id: 'listTokens',
    summary: 'Tokens that work, without their secrets',
    answers: { 200: z.object({ tokens: z.array(tokenSchema) }) },
    handle: async ({ server }) => ({ tokens: await server.people.tokens.list() }),
  }),
  operation('POST /tokens', 'admin', {
    id: 'makeToken',
    summary: 'A token for a program; its secret is in this answer and nowhere else',
    body: newTokenSchema,
    answers: { 201: z.object({ token: tokenSchema, secret: z.string() }) },
    handle: ({ server, body, caller }) => server.people.tokens.make(body, caller.person),
  }),
  operation('DELETE /tokens/{id}', 'admin', {
    id: 'revokeToken',
    summary: 'End a token',
    answers: { 204: 'nothing' },
    handle: async ({ server, params }) => void existing(await server.people.tokens.revoke(params.id), 'token'),
  }),
  operation('GET /webhooks', 'admin', {
    id: 'listWebhooks',
    summary: 'Whom Hearth calls, and how the newest call went',
    answers: { 200: z.object({ webhooks: z.array(webhookSchema) }) },
    handle: async ({ server }) => ({ webhooks: await server.webhooks.list() }),
  }),
  operation('POST /webhooks', 'admin', {
    id: 'makeWebhook',
    summary: 'Have an address called when captures end; the secret is in this answer and nowhere else',
    about:
      'A call is a POST of `{id, event, at, capture}`. x-hearth-signature is `sha256=` and the HMAC-SHA256 in hex of x-hearth-timestamp (Unix seconds), a dot and the body, under the secret. No answer with 2xx within 10 s: it is sent again after 10 s, 1 min, 5 min, 30 min, 2 h, 6 h and 12 h, with the same id, until 410 or the last. Redirects are not followed, link-local addresses refused.',
    body: newWebhookSchema,
    answers: { 201: z.object({ webhook: webhookSchema, secret: z.string() }) },
    handle: ({ server, body, caller }) => server.webhooks.make(body, caller.person),
  }),
  operation('DELETE /webhooks/{id}', 'admin', {
    id: 'removeWebhook',
    summary: 'Call there no more',
    answers: { 204: 'nothing' },
    handle: async ({ server, params }) => void existing(await server.webhooks.remove(params.id), 'webhook'),
  }),
  operation('POST /webhooks/{id}/test', 'admin', {
    id: 'testWebhook',
    summary: 'Call it once now, with event `test`; `last` says how that went',
    answers: { 200: webhookSchema },
    handle: ({ server, params }) => server.webhooks.test(params.id),
  }),
]

/** Starts a session, or ends it (null). The browser says itself by which way it came. */
function withCookie(request: Request, server: Server, token: string | null): Response {
  const isSecure = request.headers.get('origin')?.startsWith('https:') ?? false
  return nothing({ 'set-cookie': sessionCookie(server.port, token, isSecure) })
}
