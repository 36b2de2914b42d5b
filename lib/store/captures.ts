/** A mirror of the collector's captures, so that their history outlives its journal. */
import type { Kysely } from 'kysely'
import { captureSchema, type Capture } from '../contract/capture.ts'
import { finalStates } from '../contract/constants.ts'
import { listIdsBeginning } from './list-ids-beginning.ts'
import type { Tables } from './schema/tables.ts'

export function createCaptureStore(db: Kysely<Tables>) {
  // Checked against the schema, since an older Hearth may have written the row. Throws: ZodError.
  const read = (row: { capture: string }) => captureSchema.parse(JSON.parse(row.capture))
  return {
    /** Inserts the capture, or replaces the stored one unless that is in a final state. */
    async save(capture: Capture) {
      const row = { state: capture.state, capture: JSON.stringify(capture) }
      await db
        .insertInto('captures')
        // ms since 1970; 0 for a capture without a phase.
        .values({ id: capture.id, createdAt: capture.phases[0]?.at ?? 0, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row).where('captures.state', 'not in', finalStates))
        .execute()
    },
    async find(id: string): Promise<Capture | null> {
      const row = await db.selectFrom('captures').select('capture').where('id', '=', id).executeTakeFirst()
      return row ? read(row) : null
    },
    listIdsBeginning: (beginning: string) => listIdsBeginning(db, 'captures', beginning),
    /** At most `limit` captures, the newest first. */
    async list(limit: number): Promise<Capture[]> {
      const rows = await db
        .selectFrom('captures')
        .select('capture')
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(read)
    },
    /** Captures that are queued or under way. */
    async listUnfinished(): Promise<Capture[]> {
      const rows = await db.selectFrom('captures').select('capture').where('state', 'not in', finalStates).execute()
      return rows.map(read)
    },
  }
}
