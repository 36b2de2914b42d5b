import { z } from 'zod'
import { noteSchema } from '../../contract/notes.ts'
import { createdShareSchema, listedShareSchema, newShareSchema, sharedViewSchema } from '../../contract/shares.ts'
import { existing } from '../existing.ts'
import { readOrigin } from '../http/read-request.ts'
import { previewAnswer, storedAnswer } from '../http/responses.ts'
import { isMember } from './callers.ts'
import { type Operation, operation } from './operation.ts'

const sharesSchema = z.object({ shares: z.array(listedShareSchema) })

/** The browser does not store the answer: a revoked link must not go on working from its cache. */
const sharedCaching = 'private, no-store'

/** Links that show one profile to others. The routes below /shared ask for the token of the link alone. */
export const shareOperations: readonly Operation[] = [
  operation('GET /shares', 'read', {
    id: 'listShares',
    summary: 'Active links, newest first',
    answers: { 200: sharesSchema },
    handle: async ({ server }) => ({ shares: await server.shares.list() }),
  }),
  operation('GET /profiles/{id}/shares', 'read', {
    id: 'listSharesOfProfile',
    summary: 'Links to one profile',
    answers: { 200: sharesSchema },
    handle: async ({ server, params }) => ({ shares: await server.shares.list(params.id) }),
  }),
  operation('POST /profiles/{id}/shares', 'manage', {
    id: 'makeShare',
    summary: 'Make a link; its token is in this answer and nowhere else',
    body: newShareSchema,
    answers: { 201: createdShareSchema },
    handle: async ({ request, server, params, body, caller, audit }) => {
      Object.assign(audit.details, { audience: body.audience, redacted: body.redaction ? 'yes' : 'no' })
      const origin = readOrigin(request)
      const { share, token } = await server.shares.make(params.id, body, { person: caller.person, origin })
      const embedUrl = share.embeddable ? `${origin}/embed/${token}` : null
      return { share, url: `${origin}/s/${token}`, embedUrl }
    },
  }),
  operation('DELETE /shares/{id}', 'manage', {
    id: 'revokeShare',
    summary: 'Make a link lead nowhere',
    answers: { 204: 'nothing' },
    handle: async ({ server, params }) => void existing(await server.shares.revoke(params.id), 'share'),
  }),
  operation('GET /shared/{token}', 'anyone', {
    id: 'getShared',
    summary: 'What a link shows',
    answers: { 200: sharedViewSchema },
    handle: ({ server, params, caller }) => server.shares.view(params.token, isMember(caller)),
  }),
  operation('GET /shared/{token}/data', 'anyone', {
    id: 'getSharedData',
    summary: 'The encoded profile of a link; counts a view',
    answers: { 200: 'bytes' },
    handle: async ({ request, server, params, caller }) => {
      // To ask for its head is not to look at it.
      const countView = request.method === 'GET'
      const stored = await server.shares.openData(params.token, isMember(caller), { countView })
      return storedAnswer(request, stored, sharedCaching)
    },
  }),
  operation('GET /shared/{token}/baseline', 'anyone', {
    id: 'getSharedBaseline',
    summary: 'What the profile of a link is compared with',
    answers: { 200: 'bytes' },
    handle: async ({ request, server, params, caller }) =>
      storedAnswer(request, await server.shares.openBaseline(params.token, isMember(caller)), sharedCaching),
  }),
  operation('GET /shared/{token}/notes', 'anyone', {
    id: 'listSharedNotes',
    summary: 'The notes that a link shows',
    answers: { 200: z.object({ notes: z.array(noteSchema.omit({ profileId: true })) }) },
    handle: async ({ server, params, caller }) => ({
      notes: await server.shares.notes(params.token, isMember(caller)),
    }),
  }),
]

/** The image beside the page of a link, where chats look for it. It is drawn from the data of the link alone. */
export const previewOperation = operation('GET /s/{token}/preview.png', 'anyone', {
  id: 'getSharePreview',
  summary: 'What a chat shows of a link',
  answers: { 200: 'bytes' },
  handle: async ({ request, server, params, caller }) =>
    // The query is the view of the link, whose image it is. It may stay in a cache for a minute, see previewAnswer.
    previewAnswer(await server.shares.preview(params.token, isMember(caller), new URL(request.url).search)),
})
