import { z } from 'zod'
import {
  newTokenSchema,
  tokenSchema,
  sessionSchema,
  invitedSchema,
  revocationSchema,
  revokedPersonSchema,
  roleChangeSchema,
  signedInSchema,
  signInSchema,
} from '../../contract/access.ts'
import type { Role } from '../../contract/roles.ts'
import { newWebhookSchema, webhookSchema } from '../../contract/webhooks.ts'
import { sessionCookie, type Way } from '../../access/session-cookie.ts'
import { Problem } from '../../errors.ts'
import { existing } from '../existing.ts'
import { mergeEdits } from '../merge-edits.ts'
import { readOrigin } from '../http/read-request.ts'
import { json, nothing } from '../http/responses.ts'
import type { Server } from '../server.ts'
import { type Operation, operation } from './operation.ts'

/** Who may do what, and whom Hearth calls. */
export const peopleOperations: readonly Operation[] = [
  operation('GET /session', 'read', {
    id: 'getSession',
    summary: 'The signed-in person; null for a request with a token',
    answers: { 200: sessionSchema.nullable() },
    handle: ({ caller }) => caller.session,
  }),
  operation('POST /session', 'anyone', {
    id: 'signIn',
    summary: 'Sign in with the code of a sign-in link; sets the cookie of a session',
    about:
      'Over plain HTTP the answer has a key, and the cookie counts only beside it, in an Authorization header of type Basic with the user `hearth`: a program on another port of the same host receives the cookie.',
    body: signInSchema,
    answers: { 200: signedInSchema },
    // How many sign-ins one network may try, failed or not: 20 at once, then one every 2 s.
    limit: { burst: 20, perSecond: 0.5 },
    handle: async ({ request, server, body, caller, audit }) => {
      const way = wayOf(request)
      const { token, key, session } = await server.people.sessions.signIn(
        body.code,
        request.headers.get('user-agent') ?? '',
        way,
      )
      audit.person = session.person
      audit.details['role'] = session.role
      // A person who signs in again gets a new session; the old one must not live on unseen.
      if (caller?.session) await server.people.sessions.end(caller.session.id)
      return json({ key }, 200, {
        'set-cookie': sessionCookie(server.port, token, way),
      })
    },
  }),
  operation('DELETE /session', 'anyone', {
    id: 'signOut',
    summary: 'End the session of the cookie that is sent',
    answers: { 204: 'nothing' },
    handle: async ({ request, server, caller }) => {
      if (!caller?.session) throw new Problem('not-signed-in', {})
      await server.people.sessions.end(caller.session.id)
      return nothing({
        'set-cookie': sessionCookie(server.port, null, wayOf(request)),
      })
    },
  }),
  operation('POST /session/links', 'admin', {
    id: 'makeSignInLink',
    summary: 'Create a one-time sign-in link with a role, viewer by default',
    body: invitedSchema,
    answers: { 201: z.object({ link: z.string(), expiresAt: z.number() }) },
    handle: ({ request, server, body, audit }) => {
      Object.assign(audit.details, body)
      return server.people.makeSignInLink(body, 'made', readOrigin(request))
    },
  }),
  operation('GET /sessions', 'admin', {
    id: 'listSessions',
    summary: 'Who is signed in, last seen first',
    answers: { 200: z.object({ sessions: z.array(sessionSchema) }) },
    handle: async ({ server, caller }) => ({ sessions: await server.people.sessions.list(caller.session) }),
  }),
  operation('DELETE /sessions', 'admin', {
    id: 'endOtherSessions',
    summary: 'Sign out every other session',
    answers: { 200: z.object({ revoked: z.number().int() }) },
    handle: async ({ server, caller }) => ({
      // No session has the empty id: with a token, all end.
      revoked: await server.people.sessions.endAllBut(caller.session?.id ?? ''),
    }),
  }),
  operation('PATCH /sessions/{id}', 'admin', {
    id: 'changeRole',
    summary: 'Change the role of a signed-in person',
    about: 'Where `before` is another role than the person has by now, it stays (409 `changed-meanwhile`).',
    body: roleChangeSchema,
    answers: { 204: 'nothing' },
    handle: async ({ server, params, body, caller, audit }) => {
      Object.assign(audit.details, { role: body.role }, await personOf(server, params.id))
      if (params.id === caller.session?.id) throw new Problem('invalid-request', { what: 'it is about your own role' })
      // Called for its `changed-meanwhile` alone; what it gives is not needed.
      const check = (stored: Role) => {
        if (body.before)
          mergeEdits({
            before: body.before,
            mine: { role: body.role },
            now: { role: stored },
            describe: () => 'the role of this browser',
          })
      }
      existing(await server.people.sessions.setRole(params.id, body.role, check), 'session')
    },
  }),
  operation('DELETE /sessions/{id}', 'admin', {
    id: 'endSession',
    summary: 'Sign one browser out',
    answers: { 204: 'nothing' },
    handle: async ({ server, params, audit }) => {
      Object.assign(audit.details, await personOf(server, params.id))
      existing(await server.people.sessions.end(params.id), 'session')
    },
  }),
  operation('POST /people/revocations', 'admin', {
    id: 'revokePerson',
    summary: 'End everything of one person: sessions, unused sign-in links, tokens, tokens that enrol, share links',
    about: 'The session that asks stays. Service accounts and profiles stay, too.',
    body: revokedPersonSchema,
    answers: { 200: revocationSchema },
    handle: async ({ server, body, caller, audit }) => {
      Object.assign(audit.details, { person: body.person })
      const revoked = await server.revokePerson(body.person, caller.session?.id ?? '')
      for (const [what, count] of Object.entries(revoked)) audit.details[what] = String(count)
      return revoked
    },
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
    handle: ({ server, body, caller, audit }) => {
      // A token ends with its owner. A service account has none, and stays; `caller.person` only made it.
      const owner = body.serviceAccount ? null : caller.owner
      Object.assign(audit.details, {
        name: body.name,
        scopes: body.scopes.join(' '),
        for: owner ?? 'service account',
      })
      return server.people.tokens.make(body, caller.person, owner)
    },
  }),
  operation('DELETE /tokens/{id}', 'admin', {
    id: 'revokeToken',
    summary: 'End a token',
    answers: { 204: 'nothing' },
    handle: async ({ server, params, audit }) => {
      const token = (await server.people.tokens.list()).find(({ id }) => id === params.id)
      if (token) audit.details['name'] = token.name
      existing(await server.people.tokens.revoke(params.id), 'token')
    },
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
    handle: ({ server, body, caller, audit }) => {
      audit.details['url'] = body.url
      return server.webhooks.make(body, caller.person)
    },
  }),
  operation('DELETE /webhooks/{id}', 'admin', {
    id: 'removeWebhook',
    summary: 'Call there no more',
    answers: { 204: 'nothing' },
    handle: async ({ server, params, audit }) => {
      const webhook = (await server.webhooks.list()).find(({ id }) => id === params.id)
      if (webhook) audit.details['url'] = webhook.url
      existing(await server.webhooks.remove(params.id), 'webhook')
    },
  }),
  operation('POST /webhooks/{id}/test', 'admin', {
    id: 'testWebhook',
    summary: 'Call it once now, with event `test`; `last` says how that went',
    answers: { 200: webhookSchema },
    // It throws not-found itself, as it reads the webhook first.
    handle: ({ server, params }) => server.webhooks.test(params.id),
  }),
]

/** Whose session it is, for the audit log. */
async function personOf(server: Server, sessionId: string): Promise<{ person?: string }> {
  const session = (await server.people.sessions.list(null)).find(({ id }) => id === sessionId)
  return session ? { person: session.person } : {}
}

/** The browser says itself by which way it came: with TLS at a proxy we see plain HTTP. */
function wayOf(request: Request): Way {
  const address = request.headers.get('origin') ?? request.url
  return address.startsWith('https:') ? 'https' : 'clear'
}
