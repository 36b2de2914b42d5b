/**
 * Immutable bytes, found by their SHA-256. A row of the database says what becomes of each file, and is there before
 * it:
 *
 *     writing ─▶ stored ─▶ doomed ─▶ no file ─▶ no row
 *        └───────────────────▲  it failed, it took longer than the grace period, or the same bytes are stored already
 *
 * A file is removed only when its row is doomed, never because no row names it: another process may be writing that
 * file.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { hourMs } from '../../contract/constants.ts'
import { batchesOf } from '../library/change-profiles.ts'
import type { BlobRow, Tables } from '../schema/tables.ts'
import type { BlobFiles } from './blob-files.ts'

export type Blobs = ReturnType<typeof createBlobs>

export interface WrittenBlob {
  readonly sha256: string
  readonly bytes: number
}

interface NamedBlobFile extends WrittenBlob {
  readonly name: string
}

/** A process that has not stored a blob after that time has died: the next sweep removes the file. */
export const writingGraceMs = hourMs

/** A literal, as the index of these rows has it. */
const stored = sql.lit('stored' as const)

/** `folder` is where the files are: each has rows of its own. */
export function createBlobs(db: Kysely<Tables>, folder: BlobRow['folder'], files: BlobFiles) {
  const storedRows = (all: Kysely<Tables>, sha256s: readonly string[]) =>
    all.selectFrom('blobs').where('folder', '=', folder).where('state', '=', stored).where('sha256', 'in', sha256s)
  const doomWriting = () =>
    db.updateTable('blobs').set({ state: 'doomed' }).where('folder', '=', folder).where('state', '=', 'writing')

  async function write({ name, sha256 }: NamedBlobFile, bytes: Uint8Array): Promise<void> {
    await db.insertInto('blobs').values({ folder, name, sha256, state: 'writing', since: Date.now() }).execute()
    await files.write(name, bytes)
  }

  async function markStored(all: Kysely<Tables>, { name, sha256 }: NamedBlobFile): Promise<void> {
    const { numUpdatedRows } = await all
      .updateTable('blobs')
      .set((eb) => ({
        state: eb
          .case()
          .when(eb.exists(storedRows(all, [sha256]).select('blobs.name')))
          .then('doomed' as const)
          .else('stored' as const)
          .end(),
      }))
      .where('folder', '=', folder)
      .where('name', '=', name)
      .where('state', '=', 'writing')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Error(`blob ${name} was removed: it took more than ${writingGraceMs} ms`)
  }

  async function sweep(now = Date.now()): Promise<void> {
    await doomWriting()
      .where('since', '<=', now - writingGraceMs)
      .execute()
    const doomed = db.selectFrom('blobs').select('name').where('folder', '=', folder).where('state', '=', 'doomed')
    for (const batch of batchesOf((await doomed.execute()).map(({ name }) => name))) {
      await files.delete(batch)
      await db.deleteFrom('blobs').where('folder', '=', folder).where('name', 'in', batch).execute()
    }
  }

  return {
    /**
     * Stores these, and with `name`, in one transaction, the rows that name them. When it returns they survive a power
     * cut.
     *
     * Throws: Problem `disk-full`; what `name` throws. Nothing is left of the blobs then.
     */
    async store<Value>(
      contents: readonly Uint8Array[],
      name: (all: Kysely<Tables>, blobs: readonly WrittenBlob[]) => Promise<Value>,
    ): Promise<Value> {
      const blobs = contents.map(describeBlob)
      try {
        for (const [index, blob] of blobs.entries()) await write(blob, contents[index]!)
        return await db.transaction().execute(async (all) => {
          for (const blob of blobs) await markStored(all, blob)
          return name(all, blobs)
        })
      } catch (error) {
        for (const blob of blobs) await doomWriting().where('name', '=', blob.name).execute().catch(console.error)
        throw error
      } finally {
        // Removes files whose writing failed, and files whose bytes were stored before. A later sweep removes what this
        // one cannot.
        await sweep().catch(console.error)
      }
    },

    /** Opens a stored blob, whose stream must be read to its end or cancelled. null when there is none. */
    async open(sha256: string): Promise<{ bytes: number; stream: ReadableStream<Uint8Array> } | null> {
      const row = await storedRows(db, [sha256]).select('name').executeTakeFirst()
      return row ? files.open(row.name) : null
    },

    /** Marks blobs for the next sweep. Call it in the transaction that removes the last row that names them. */
    async doom(all: Kysely<Tables>, sha256s: readonly string[]): Promise<void> {
      for (const batch of batchesOf(sha256s))
        await all
          .updateTable('blobs')
          .set({ state: 'doomed' })
          .where('folder', '=', folder)
          .where('state', '=', stored)
          .where('sha256', 'in', batch)
          .execute()
    },

    /** Removes the doomed files, and those whose writing began longer ago than the grace period. */
    sweep,
    freeBytes: () => files.freeBytes(),
  }
}

/** Its name is its own: the removal of another file of the same bytes cannot hit this one. */
function describeBlob(bytes: Uint8Array): NamedBlobFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { name: `${sha256}-${randomBytes(8).toString('hex')}`, sha256, bytes: bytes.byteLength }
}
