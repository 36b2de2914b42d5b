/** Who may read and write the notes of which profile. */
import type { NewNote, Note } from '../../contract/notes.ts'
import { Problem } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import { existing } from '../existing.ts'

/** Those that write are for members; all throw: Problem `not-found`. */
export interface Notes {
  list(profileId: string): Promise<Note[]>
  /** Throws: Problem `too-many-notes`. */
  add(profileId: string, note: NewNote, createdBy: string): Promise<Note>
  change(id: string, text: string): Promise<Note>
  /** Can be undone for an hour. */
  remove(id: string): Promise<void>
  restore(id: string): Promise<Note>
}

export function createNotes({ notes, profiles }: Pick<Store, 'notes' | 'profiles'>): Notes {
  return {
    async list(profileId) {
      existing(await profiles.find(profileId), 'profile')
      return notes.list(profileId)
    },
    async add(profileId, note, createdBy) {
      const { deletedAt } = existing(await profiles.find(profileId), 'profile')
      if (deletedAt !== null) throw new Problem('not-found', { what: 'profile' })
      return notes.add(profileId, { ...note, createdBy }, Date.now())
    },
    change: async (id, text) => existing(await notes.change(id, text, Date.now()), 'note'),
    async remove(id) {
      existing(await notes.setDeleted(id, Date.now()), 'note')
    },
    restore: async (id) => existing(await notes.setDeleted(id, null), 'note'),
  }
}
