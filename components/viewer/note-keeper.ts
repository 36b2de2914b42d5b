import { noteLimits, noteSchema } from '../../lib/contract.ts'
import { callApi } from '../api/call-api.ts'
import { type NoteKeeper } from './use-notes.ts'

/** The notes of a profile that this Hearth keeps. */
export function createNoteKeeper(profileId: string): NoteKeeper {
  return {
    longestText: noteLimits.text,
    add: (note) => callApi(`/api/profiles/${profileId}/notes`, { method: 'POST', body: note, answer: noteSchema }),
    change: (id, text) => callApi(`/api/notes/${id}`, { method: 'PATCH', body: { text }, answer: noteSchema }),
    remove: async (id) => void (await callApi(`/api/notes/${id}`, { method: 'DELETE' })),
    restore: (id) => callApi(`/api/notes/${id}/restore`, { method: 'POST', answer: noteSchema }),
  }
}
