import { z } from 'zod'
import { newNoteSchema, noteSchema, noteChangeSchema } from '../../contract/notes.ts'
import {
  profileSummarySchema,
  exportQuerySchema,
  mergedProfileSchema,
  mergeRequestSchema,
  profileChangeSchema,
} from '../../contract/profile.ts'
import { comparisonQuerySchema, comparisonSchema } from '../../contract/comparisons.ts'
import { importedSchema, importOptionsSchema } from '../../contract/imports.ts'
import { existing } from '../existing.ts'
import { readUpload } from '../http/read-request.ts'
import { storedAnswer } from '../http/responses.ts'
import { exportAnswer } from '../http/stream-responses.ts'
import { type Operation, operation } from './operation.ts'

/** The rate limit of imports lets many small files follow one another: a person has one under way at a time. */
const importLimit = { burst: 120, perSecond: 8 }
/** What `before` does in the body of a change. */
const ofBefore = 'Where another person changed one of them meanwhile, nothing is saved (409 `changed-meanwhile`).'
const fileName = { 'x-file-name': 'Name of the file, URI-encoded.' }

/** One profile: its bytes, its fields and notes, and its comparison with another. */
export const profileOperations: readonly Operation[] = [
  operation('POST /profiles', 'import', {
    id: 'importProfile',
    summary: 'Bring a file in; the body is the file as it is, packed with gzip or not',
    about: 'A file that holds several events gives one profile for each; this is the first.',
    headers: fileName,
    // Unknown parameters are passed over, as they were when this operation took none.
    query: importOptionsSchema.strip(),
    body: 'file',
    answers: { 201: profileSummarySchema },
    limit: importLimit,
    handle: async ({ request, server, caller, query }) => {
      const upload = readUpload(request, request.headers.get('x-file-name') ?? '', caller.person)
      return (await server.profiles.import({ ...upload, options: query })).profiles[0]!
    },
  }),
  operation('PUT /imports/{name}', 'import', {
    id: 'putProfile',
    summary: 'Bring a file in, as `curl -T FILE` sends it to a path that ends in a slash',
    query: importOptionsSchema,
    body: 'file',
    answers: { 201: importedSchema },
    limit: importLimit,
    handle: ({ request, server, params, query, caller }) =>
      server.profiles.import({ ...readUpload(request, params.name, caller.person), options: query }),
  }),
  operation('POST /profiles/merge', 'manage', {
    id: 'mergeProfiles',
    summary: 'Merge profiles of one event into a new one, which says of what it was merged',
    body: mergeRequestSchema,
    answers: { 201: mergedProfileSchema },
    limit: { burst: 20, perSecond: 1 },
    handle: async ({ server, body, caller, audit }) => {
      audit.details['from'] = body.ids.join(' ')
      const merged = await server.profiles.merge(body, caller.person)
      Object.assign(audit.details, { name: merged.name, id: merged.id })
      return merged
    },
  }),
  operation('GET /profiles/{id}', 'read', {
    id: 'getProfile',
    summary: 'Facts about a profile',
    answers: { 200: profileSummarySchema },
    handle: async ({ server, params }) => existing(await server.profiles.find(params.id), 'profile'),
  }),
  operation('PATCH /profiles/{id}', 'manage', {
    id: 'changeProfile',
    summary: 'Rename, label, pin a profile, or write a note on the whole of it',
    about: `\`before\` has the values that the fields had when they were read. ${ofBefore} Labels that both changed are merged.`,
    body: profileChangeSchema,
    answers: { 200: profileSummarySchema },
    handle: ({ server, params, body: { before, ...sent }, audit }) => {
      const change = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
      audit.details['fields'] = Object.keys(change).join(' ')
      return server.profiles.change(params.id, { ...change, before })
    },
  }),
  operation('DELETE /profiles/{id}', 'manage', {
    id: 'deleteProfile',
    summary: 'Delete a profile; for an hour that can be undone',
    answers: { 204: 'nothing' },
    handle: async ({ server, params }) => void (await server.profiles.delete(params.id)),
  }),
  operation('POST /profiles/{id}/restore', 'manage', {
    id: 'restoreProfile',
    summary: 'Take a deletion back',
    answers: { 200: profileSummarySchema },
    handle: ({ server, params }) => server.profiles.restore(params.id),
  }),
  operation('GET /profiles/{id}/data', 'read', {
    id: 'getProfileData',
    summary: 'The encoded profile, gzip on the wire where that is taken',
    answers: { 200: 'bytes' },
    handle: async ({ request, server, params }) =>
      // A profile never changes, so a browser need not ask twice.
      storedAnswer(request, await server.profiles.open(params.id), 'private, max-age=31536000, immutable'),
  }),
  operation('GET /profiles/{id}/export', 'read', {
    id: 'exportProfile',
    isAudited: true,
    summary: 'A profile in a format that other tools read',
    query: exportQuerySchema,
    answers: { 200: 'bytes' },
    handle: async ({ server, params, query: { annotate, ...rest }, caller, audit }) => {
      audit.details['format'] = rest.format
      const asked = { ...rest, annotate: annotate === '1' }
      return exportAnswer(await server.profiles.export(params.id, asked, caller.person))
    },
  }),
  operation('GET /profiles/{id}/comparison', 'read', {
    id: 'compareProfile',
    summary: 'A profile against another one, function by function, and what of it noise alone could not do',
    query: comparisonQuerySchema,
    answers: { 200: comparisonSchema },
    handle: ({ server, params, query }) => server.profiles.compare({ after: params.id, ...query }),
  }),
  operation('GET /profiles/{id}/notes', 'read', {
    id: 'listNotes',
    summary: 'What people pinned on frames of it',
    answers: { 200: z.object({ notes: z.array(noteSchema) }) },
    handle: async ({ server, params }) => ({ notes: await server.notes.list(params.id) }),
  }),
  operation('POST /profiles/{id}/notes', 'manage', {
    id: 'addNote',
    summary: 'Add a note to a frame',
    body: newNoteSchema,
    answers: { 201: noteSchema },
    handle: ({ server, params, body, caller }) => server.notes.add(params.id, body, caller.person),
  }),
  operation('PATCH /notes/{id}', 'manage', {
    id: 'changeNote',
    summary: 'Change the text of a note',
    about: `\`before\` has the text that it had when it was read. ${ofBefore}`,
    body: noteChangeSchema,
    answers: { 200: noteSchema },
    handle: ({ server, params, body, audit }) => {
      audit.details['fields'] = 'text'
      return server.notes.change(params.id, body.text, body.before)
    },
  }),
  operation('DELETE /notes/{id}', 'manage', {
    id: 'removeNote',
    summary: 'Delete a note; for an hour that can be undone',
    answers: { 204: 'nothing' },
    handle: ({ server, params }) => server.notes.remove(params.id),
  }),
  operation('POST /notes/{id}/restore', 'manage', {
    id: 'restoreNote',
    summary: 'Take the deletion of a note back',
    answers: { 200: noteSchema },
    handle: ({ server, params }) => server.notes.restore(params.id),
  }),
]
