/** Stores the notes that people write on frames of a profile. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { NewNote, Note } from '../contract/notes.ts'
import { noteLimits } from '../contract/constants.ts'
import { Problem } from '../errors.ts'
import { createMutex } from './mutex.ts'
import type { NoteRow, Tables } from './schema/tables.ts'

export function createNoteStore(db: Kysely<Tables>) {
  // Counting and inserting are two statements: without the mutex two notes could get one number, or one too many could
  // be stored.
  const runExclusive = createMutex()

  const refuseWhenFull = async (profileId: string) => {
    const { notes } = await db
      .selectFrom('notes')
      .select((row) => row.fn.countAll<number>().as('notes'))
      .where('profileId', '=', profileId)
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(notes) >= noteLimits.perProfile) throw new Problem('too-many-notes', { limit: noteLimits.perProfile })
  }
  // Deleted notes count until they are purged, so that a restored one does not meet another one with its number.
  const lastNumber = async (profileId: string) => {
    const row = await db
      .selectFrom('notes')
      .select((notes) => notes.fn.max('number').as('last'))
      .where('profileId', '=', profileId)
      .executeTakeFirst()
    return Number(row?.last ?? 0)
  }

  return {
    /**
     * Stores a note of a profile that exists. Units: `now` and other times are Unix ms. Throws: Problem
     * `too-many-notes`.
     */
    add: (
      profileId: string,
      { path, frame, query, text, createdBy }: NewNote & { readonly createdBy: string },
      now: number,
    ) =>
      runExclusive(async () => {
        await refuseWhenFull(profileId)
        const row: NoteRow = {
          id: randomBytes(16).toString('hex'),
          number: (await lastNumber(profileId)) + 1,
          path: JSON.stringify(path),
          createdAt: now,
          updatedAt: now,
          deletedAt: null,
          ...{ profileId, frame, query, text, createdBy },
        }
        await db.insertInto('notes').values(row).execute()
        return describe(row)
      }),

    /** Gives the notes in the order of their numbers, without deleted ones. */
    async list(profileId: string): Promise<Note[]> {
      const rows = await db
        .selectFrom('notes')
        .selectAll()
        .where('profileId', '=', profileId)
        .where('deletedAt', 'is', null)
        .orderBy('number')
        .execute()
      return rows.map(describe)
    },

    /**
     * Gives the changed note; null when there is none, or it is deleted. `check` gets the text that is stored; where it
     * throws, that stays.
     */
    change: (id: string, text: string, now: number, check: (stored: string) => void = () => undefined) =>
      runExclusive(async (): Promise<Note | null> => {
        const stored = db.selectFrom('notes').selectAll().where('id', '=', id).where('deletedAt', 'is', null)
        const row = await stored.executeTakeFirst()
        if (!row) return null
        check(row.text)
        await db.updateTable('notes').set({ text, updatedAt: now }).where('id', '=', id).execute()
        return describe({ ...row, text, updatedAt: now })
      }),

    /**
     * Deletes a note, or restores it where `deletedAt` is null. Gives the note; null when there is none.
     *
     * Throws: Problem `too-many-notes` when a restored note would exceed the limit.
     */
    setDeleted: (id: string, deletedAt: number | null) =>
      runExclusive(async () => {
        const row = await db.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirst()
        if (!row) return null
        if (deletedAt === null && row.deletedAt !== null) await refuseWhenFull(row.profileId)
        await db.updateTable('notes').set({ deletedAt }).where('id', '=', id).execute()
        return describe(row)
      }),

    /** Removes for good the notes that were deleted before that time. */
    async purge(deletedBefore: number) {
      await db.deleteFrom('notes').where('deletedAt', '<', deletedBefore).execute()
    },
  }
}

function describe({ deletedAt: _deletedAt, path, ...rest }: NoteRow): Note {
  return { ...rest, path: JSON.parse(path) as string[] }
}
