/** Who may read and write the notes of which profile. */
import type { NewNote, Note, NoteChange } from '../../contract/notes.ts'
import { Problem } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import { existing } from '../existing.ts'
import { mergeEdits } from '../merge-edits.ts'

/** Methods that write are for members. Each method throws: Problem `not-found`. */
export type Notes = ReturnType<typeof createNotes>

export function createNotes({ notes, profiles }: Pick<Store, 'notes' | 'profiles'>) {
  return {
    async list(profileId: string): Promise<Note[]> {
      existing(await profiles.find(profileId), 'profile')
      return notes.list(profileId)
    },
    /** Adds a note. Throws: Problem `not-found`, `too-many-notes`. */
    async add(profileId: string, note: NewNote, createdBy: string): Promise<Note> {
      const { deletedAt } = existing(await profiles.find(profileId), 'profile')
      if (deletedAt !== null) throw new Problem('not-found', { what: 'profile' })
      return notes.add(profileId, { ...note, createdBy }, Date.now())
    },
    /** Throws: Problem `changed-meanwhile`, too. */
    async change(id: string, text: string, before?: NoteChange['before']): Promise<Note> {
      // Called for its `changed-meanwhile` alone; what it gives is not needed.
      const check = (stored: string) => {
        const describe = () => 'the text of this note'
        if (before) mergeEdits({ before, mine: { text }, now: { text: stored }, describe })
      }
      return existing(await notes.change(id, text, Date.now(), check), 'note')
    },
    /** Can be undone for an hour. */
    async remove(id: string) {
      existing(await notes.setDeleted(id, Date.now()), 'note')
    },
    restore: async (id: string) => existing(await notes.setDeleted(id, null), 'note'),
  }
}
