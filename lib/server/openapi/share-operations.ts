import { z } from 'zod'
import { newShareSchema, noteSchema, shareSchema } from '../../contract.ts'
import { createdShareSchema, sharedViewSchema } from '../../contract/shares.ts'
import type { Operation } from './operation.ts'

const sharesSchema = z.object({ shares: z.array(shareSchema.extend({ profileName: z.string() })) })

/** Links that show one profile to others. The routes below /shared ask for the token of the link alone. */
export const shareOperations: readonly Operation[] = [
  {
    ...{ id: 'listShares', method: 'GET', path: '/shares', scope: 'read' },
    summary: 'Links that work, newest first',
    answers: { 200: sharesSchema },
  },
  {
    ...{ id: 'listSharesOfProfile', method: 'GET', path: '/profiles/{id}/shares', scope: 'read' },
    summary: 'Links to one profile',
    answers: { 200: sharesSchema },
  },
  {
    ...{ id: 'makeShare', method: 'POST', path: '/profiles/{id}/shares', scope: 'manage' },
    summary: 'Make a link; its token is in this answer and nowhere else',
    body: newShareSchema,
    answers: { 201: createdShareSchema },
  },
  {
    ...{ id: 'revokeShare', method: 'DELETE', path: '/shares/{id}', scope: 'manage' },
    summary: 'Make a link lead nowhere',
    answers: { 204: 'nothing' },
  },
  {
    ...{ id: 'getShared', method: 'GET', path: '/shared/{token}', scope: 'anyone' },
    summary: 'What a link shows',
    answers: { 200: sharedViewSchema },
  },
  {
    ...{ id: 'getSharedData', method: 'GET', path: '/shared/{token}/data', scope: 'anyone' },
    summary: 'The encoded profile of a link; counts a view',
    answers: { 200: 'bytes' },
  },
  {
    ...{ id: 'getSharedFirstPicture', method: 'GET', path: '/shared/{token}/first-picture', scope: 'anyone' },
    summary: 'What the page of a link draws first, before the data is there; counts no view',
    answers: { 200: 'script' },
  },
  {
    ...{ id: 'getSharedBaseline', method: 'GET', path: '/shared/{token}/baseline', scope: 'anyone' },
    summary: 'What the profile of a link is compared with',
    answers: { 200: 'bytes' },
  },
  {
    ...{ id: 'listSharedNotes', method: 'GET', path: '/shared/{token}/notes', scope: 'anyone' },
    summary: 'The notes that a link shows',
    answers: { 200: z.object({ notes: z.array(noteSchema.omit({ profileId: true })) }) },
  },
]
