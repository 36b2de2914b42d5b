import { z } from 'zod'
import { sessionSchema } from '../../contract.ts'
import { newTokenSchema, tokenSchema } from '../../contract/access.ts'
import { invitedSchema, roleChangeSchema, signInSchema } from '../../contract/requests.ts'
import { newWebhookSchema, webhookSchema } from '../../contract/webhooks.ts'
import type { Operation } from './operation.ts'

/** Who may do what, and whom Hearth calls. */
export const peopleOperations: readonly Operation[] = [
  {
    ...{ id: 'getSession', method: 'GET', path: '/session', scope: 'read' },
    summary: 'Who is signed in; null for whoever asks with a token',
    answers: { 200: sessionSchema.nullable() },
  },
  {
    ...{ id: 'signIn', method: 'POST', path: '/session', scope: 'anyone' },
    summary: 'Sign in with the code of a sign-in link; sets the cookie of a session',
    body: signInSchema,
    answers: { 204: 'nothing' },
  },
  {
    ...{ id: 'signOut', method: 'DELETE', path: '/session', scope: 'anyone' },
    summary: 'End the session of the cookie that is sent',
    answers: { 204: 'nothing' },
  },
  {
    ...{ id: 'makeSignInLink', method: 'POST', path: '/session/links', scope: 'admin' },
    summary: 'A one-time link that signs somebody in, with a role',
    body: invitedSchema,
    answers: { 201: z.object({ link: z.string(), expiresAt: z.number() }) },
  },
  {
    ...{ id: 'listSessions', method: 'GET', path: '/sessions', scope: 'admin' },
    summary: 'Who is signed in, last seen first',
    answers: { 200: z.object({ sessions: z.array(sessionSchema) }) },
  },
  {
    ...{ id: 'endOtherSessions', method: 'DELETE', path: '/sessions', scope: 'admin' },
    summary: 'Sign out everybody but whoever asks',
    answers: { 200: z.object({ revoked: z.number().int() }) },
  },
  {
    ...{ id: 'changeRole', method: 'PATCH', path: '/sessions/{id}', scope: 'admin' },
    summary: 'Give somebody who is signed in another role',
    body: roleChangeSchema,
    answers: { 204: 'nothing' },
  },
  {
    ...{ id: 'endSession', method: 'DELETE', path: '/sessions/{id}', scope: 'admin' },
    summary: 'Sign one browser out',
    answers: { 204: 'nothing' },
  },
  {
    ...{ id: 'listTokens', method: 'GET', path: '/tokens', scope: 'admin' },
    summary: 'Tokens that work, without their secrets',
    answers: { 200: z.object({ tokens: z.array(tokenSchema) }) },
  },
  {
    ...{ id: 'makeToken', method: 'POST', path: '/tokens', scope: 'admin' },
    summary: 'A token for a program; its secret is in this answer and nowhere else',
    body: newTokenSchema,
    answers: { 201: z.object({ token: tokenSchema, secret: z.string() }) },
  },
  {
    ...{ id: 'revokeToken', method: 'DELETE', path: '/tokens/{id}', scope: 'admin' },
    summary: 'End a token',
    answers: { 204: 'nothing' },
  },
  {
    ...{ id: 'listWebhooks', method: 'GET', path: '/webhooks', scope: 'admin' },
    summary: 'Whom Hearth calls, and how the newest call went',
    answers: { 200: z.object({ webhooks: z.array(webhookSchema) }) },
  },
  {
    ...{ id: 'makeWebhook', method: 'POST', path: '/webhooks', scope: 'admin' },
    summary: 'Have an address called when captures end; the secret is in this answer and nowhere else',
    about:
      'A call is a POST of `{id, event, at, capture}`. x-hearth-signature is `sha256=` and the HMAC-SHA256 in hex of x-hearth-timestamp (Unix seconds), a dot and the body, under the secret. No answer with 2xx within 10 s: it is sent again after 10 s, 1 min, 5 min, 30 min, 2 h, 6 h and 12 h, with the same id, until 410 or the last. Redirects are not followed, link-local addresses refused.',
    body: newWebhookSchema,
    answers: { 201: z.object({ webhook: webhookSchema, secret: z.string() }) },
  },
  {
    ...{ id: 'removeWebhook', method: 'DELETE', path: '/webhooks/{id}', scope: 'admin' },
    summary: 'Call there no more',
    answers: { 204: 'nothing' },
  },
  {
    ...{ id: 'testWebhook', method: 'POST', path: '/webhooks/{id}/test', scope: 'admin' },
    summary: 'Call it once now, with event `test`; `last` says how that went',
    answers: { 200: webhookSchema },
  },
]
