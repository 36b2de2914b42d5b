import { noteLimits } from '../../../lib/contract/note-limits.ts'
import { callApi } from '../../api/call-api.ts'
import type { NoteKeeper } from '../notes/use-notes.ts'

/** The notes of a profile that this Hearth keeps. */
export function createNoteKeeper(profileId: string): NoteKeeper {
  return {
    longestText: noteLimits.text,
    add: (note) => callApi(`/api/v1/profiles/${profileId}/notes`, { method: 'POST', body: note, answer: 'note' }),
    change: (id, text) => callApi(`/api/v1/notes/${id}`, { method: 'PATCH', body: { text }, answer: 'note' }),
    remove: async (id) => void (await callApi(`/api/v1/notes/${id}`, { method: 'DELETE' })),
    restore: (id) => callApi(`/api/v1/notes/${id}/restore`, { method: 'POST', answer: 'note' }),
  }
}
