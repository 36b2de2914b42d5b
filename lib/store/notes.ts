/** What people wrote on the frames of a profile. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { NewNote, Note } from '../contract/notes.ts'
import { noteLimits } from '../contract/constants.ts'
import { Problem } from '../errors.ts'
import { createMutex } from './mutex.ts'
import type { NoteRow, Tables } from './schema/tables.ts'

export function createNoteStore(db: Kysely<Tables>) {
  // Counting and adding are two statements, and a number must not be given twice.
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
  // A deleted note that can still be restored keeps its number.
  const lastNumber = async (profileId: string) => {
    const row = await db
      .selectFrom('notes')
      .select((notes) => notes.fn.max('number').as('last'))
      .where('profileId', '=', profileId)
      .executeTakeFirst()
    return Number(row?.last ?? 0)
  }

  return {
    /** Throws: Problem `too-many-notes`. The profile must exist. */
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

    /** In the order of their numbers, without deleted ones. */
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

    /** null when there is no such note, or it is deleted. */
    async change(id: string, text: string, now: number): Promise<Note | null> {
      const changed = db.updateTable('notes').set({ text, updatedAt: now }).where('id', '=', id)
      const row = await changed.where('deletedAt', 'is', null).returningAll().executeTakeFirst()
      return row ? describe(row) : null
    },

    /** `deletedAt` null takes a deletion back. Throws: Problem `too-many-notes`, when there is no room to take it back. */
    setDeleted: (id: string, deletedAt: number | null) =>
      runExclusive(async () => {
        const row = await db.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirst()
        if (!row) return null
        if (deletedAt === null && row.deletedAt !== null) await refuseWhenFull(row.profileId)
        await db.updateTable('notes').set({ deletedAt }).where('id', '=', id).execute()
        return describe(row)
      }),

    /** Ends what was deleted before that moment. */
    async purge(deletedBefore: number) {
      await db.deleteFrom('notes').where('deletedAt', '<', deletedBefore).execute()
    },
  }
}

function describe({ deletedAt: _deletedAt, path, ...rest }: NoteRow): Note {
  return { ...rest, path: JSON.parse(path) as string[] }
}
