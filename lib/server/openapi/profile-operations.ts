import { z } from 'zod'
import { newNoteSchema, noteSchema, profileSummarySchema } from '../../contract.ts'
import { comparisonQuerySchema, comparisonSchema } from '../../contract/comparisons.ts'
import { importedSchema, importOptionsSchema } from '../../contract/imports.ts'
import { exportQuerySchema, noteChangeSchema, profileChangeSchema } from '../../contract/requests.ts'
import type { Operation } from './operation.ts'

const fileName = { 'x-file-name': 'Name of the file, URI-encoded.' }

/** One profile: its bytes, what is written on it, what it says beside another. */
export const profileOperations: readonly Operation[] = [
  {
    ...{ id: 'importProfile', method: 'POST', path: '/profiles', scope: 'import' },
    summary: 'Bring a file in; the body is the file as it is, packed with gzip or not',
    about: 'A file that holds several events gives one profile for each; this is the first.',
    headers: fileName,
    body: 'file',
    answers: { 201: profileSummarySchema },
  },
  {
    ...{ id: 'putProfile', method: 'PUT', path: '/imports/{name}', scope: 'import' },
    summary: 'Bring a file in, as `curl -T FILE` sends it to a path that ends in a slash',
    query: importOptionsSchema,
    body: 'file',
    answers: { 201: importedSchema },
  },
  {
    ...{ id: 'getProfile', method: 'GET', path: '/profiles/{id}', scope: 'read' },
    summary: 'What is known of a profile',
    answers: { 200: profileSummarySchema },
  },
  {
    ...{ id: 'changeProfile', method: 'PATCH', path: '/profiles/{id}', scope: 'manage' },
    summary: 'Rename, label, pin a profile, or write a note on the whole of it',
    body: profileChangeSchema,
    answers: { 200: profileSummarySchema },
  },
  {
    ...{ id: 'deleteProfile', method: 'DELETE', path: '/profiles/{id}', scope: 'manage' },
    summary: 'Delete a profile; for an hour that can be undone',
    answers: { 204: 'nothing' },
  },
  {
    ...{ id: 'restoreProfile', method: 'POST', path: '/profiles/{id}/restore', scope: 'manage' },
    summary: 'Take a deletion back',
    answers: { 200: profileSummarySchema },
  },
  {
    ...{ id: 'getProfileData', method: 'GET', path: '/profiles/{id}/data', scope: 'read' },
    summary: 'The encoded profile, gzip on the wire where that is taken',
    answers: { 200: 'bytes' },
  },
  {
    ...{ id: 'exportProfile', method: 'GET', path: '/profiles/{id}/export', scope: 'read' },
    summary: 'A profile in a format that other tools read',
    query: exportQuerySchema,
    answers: { 200: 'bytes' },
  },
  {
    ...{ id: 'compareProfile', method: 'GET', path: '/profiles/{id}/comparison', scope: 'read' },
    summary: 'A profile against another one, function by function, and what of it noise alone could not do',
    query: comparisonQuerySchema,
    answers: { 200: comparisonSchema },
  },
  {
    ...{ id: 'listNotes', method: 'GET', path: '/profiles/{id}/notes', scope: 'read' },
    summary: 'What people pinned on frames of it',
    answers: { 200: z.object({ notes: z.array(noteSchema) }) },
  },
  {
    ...{ id: 'addNote', method: 'POST', path: '/profiles/{id}/notes', scope: 'manage' },
    summary: 'Pin a note on a frame',
    body: newNoteSchema,
    answers: { 201: noteSchema },
  },
  {
    ...{ id: 'changeNote', method: 'PATCH', path: '/notes/{id}', scope: 'manage' },
    summary: 'Change the text of a note',
    body: noteChangeSchema,
    answers: { 200: noteSchema },
  },
  {
    ...{ id: 'removeNote', method: 'DELETE', path: '/notes/{id}', scope: 'manage' },
    summary: 'Delete a note; for an hour that can be undone',
    answers: { 204: 'nothing' },
  },
  {
    ...{ id: 'restoreNote', method: 'POST', path: '/notes/{id}/restore', scope: 'manage' },
    summary: 'Take the deletion of a note back',
    answers: { 200: noteSchema },
  },
]
