/** Who did what. Each record holds a hash over itself and the one before, so a change in the middle is found. */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { AuditQuery, AuditRecord, AuditVerification } from '../../contract/audit.ts'
import { createMutex } from '../mutex.ts'
import type { AuditRecordRow, Tables } from '../schema/tables.ts'

/** A record before it has its place. */
export type NewAuditRecord = Omit<AuditRecord, 'seq' | 'hash'>

/** Records of the audit log in one answer: a page. */
const auditPageLength = 100
/** Records that are read at once where the whole log is read. */
const batchLength = 1000
const nothingBefore = '0'.repeat(64)
/** Tries to write a record, retried where another program wrote one at the same moment. */
const longestTries = 5

export type AuditStore = ReturnType<typeof createAuditStore>

/** Creates the store of the audit log. Keeps: its entries (records) for ever; none is deleted, by age or number. */
export function createAuditStore(db: Kysely<Tables>) {
  const oneAfterTheOther = createMutex()

  async function append(record: NewAuditRecord): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      const head = await transaction.selectFrom('auditHead').selectAll().where('id', '=', 1).executeTakeFirst()
      const row = { ...record, details: JSON.stringify(record.details), seq: (head?.seq ?? 0) + 1 }
      const hash = hashRecord(head?.hash ?? nothingBefore, row)
      const next = { seq: row.seq, hash }
      await transaction
        .insertInto('auditRecords')
        .values({ ...row, hash })
        .execute()
      await transaction
        .insertInto('auditHead')
        .values({ id: 1, ...next })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(next))
        .execute()
    })
  }

  /** All, oldest first, in batches. */
  async function* batches(): AsyncGenerator<AuditRecordRow[]> {
    for (let after = 0; ;) {
      const rows = await db
        .selectFrom('auditRecords')
        .selectAll()
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(batchLength)
        .execute()
      if (rows.length === 0) return
      yield rows
      after = rows.at(-1)!.seq
    }
  }

  return {
    append: (record: NewAuditRecord) =>
      oneAfterTheOther(async () => {
        for (let tries = 1; ; tries++) {
          try {
            return await append(record)
          } catch (error) {
            if (tries === longestTries || !isTaken(error)) throw error
          }
        }
      }),
    /**
     * Gives a page of records of the audit log, the newest first. `next` is `before` of the page after it; null on the
     * last page.
     */
    async search({ q, before }: AuditQuery): Promise<{ records: AuditRecord[]; next: number | null }> {
      let query = db.selectFrom('auditRecords').selectAll()
      if (before !== undefined) query = query.where('seq', '<', before)
      for (const word of q.toLowerCase().split(/\s+/).filter(Boolean)) {
        const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
        query = query.where(
          sql<boolean>`unicode_lower("person" || ' ' || "action" || ' ' || "details" || ' ' || "network" || ' ' || "result") like ${pattern} escape '\\'`,
        )
      }
      const rows = await query
        .orderBy('seq', 'desc')
        .limit(auditPageLength + 1)
        .execute()
      const records = rows.slice(0, auditPageLength).map(read)
      return { records, next: rows.length > auditPageLength ? records.at(-1)!.seq : null }
    },
    /**
     * Gives who did this last to the thing with that id, and when (Unix ms), of changes that name the field in their
     * details; null where none does.
     */
    async findEditor({ action, id, field }: { action: string; id: string; field: string }) {
      const rows = await db
        .selectFrom('auditRecords')
        .selectAll()
        .where('action', '=', action)
        .where('result', '=', 'ok')
        .where(sql<boolean>`"details" like ${`%${JSON.stringify(id)}%`}`)
        .orderBy('seq', 'desc')
        .limit(auditPageLength)
        .execute()
      const record = rows.map(read).find(({ details }) => details['id'] === id && namesField(details, field))
      return record ? { by: record.person, at: record.at } : null
    },
    /** All, oldest first, a line of JSON each. */
    async *lines(): AsyncGenerator<Uint8Array> {
      for await (const rows of batches())
        yield Buffer.from(rows.map((row) => `${JSON.stringify(read(row))}\n`).join(''))
    },
    /** Finds the first record that is missing or changed. `seen`: records of an export, which must still be there. */
    async verify(seen: Pick<AuditRecord, 'seq' | 'hash'>[] = []): Promise<AuditVerification> {
      const exportedHashes = new Map(seen.map(({ seq, hash }) => [seq, hash]))
      let last = { seq: 0, hash: nothingBefore }
      const broken = (seq: number, reason: string) => ({ records: last.seq, broken: { seq, reason } })
      for await (const rows of batches()) {
        for (const row of rows) {
          if (row.seq !== last.seq + 1) return broken(last.seq + 1, 'it is missing')
          if (hashRecord(last.hash, row) !== row.hash) return broken(row.seq, 'it is not as it was written')
          if ((exportedHashes.get(row.seq) ?? row.hash) !== row.hash)
            return broken(row.seq, 'it is not as it was exported')
          last = row
        }
      }
      const head = await db.selectFrom('auditHead').selectAll().where('id', '=', 1).executeTakeFirst()
      const newest = Math.max(head?.seq ?? 0, ...exportedHashes.keys())
      if (newest > last.seq) return broken(last.seq + 1, 'it is missing')
      if ((head?.hash ?? nothingBefore) !== last.hash) return broken(last.seq, 'it is not as it was written')
      return { records: last.seq, broken: null }
    },
  }
}

/** Over the columns in this order; `details` as the text that is stored. */
function hashRecord(before: string, row: Omit<AuditRecordRow, 'hash'>): string {
  const { seq, at, person, by, callerId, network, action, details, result } = row
  const text = JSON.stringify([before, seq, at, person, by, callerId, network, action, details, result])
  return createHash('sha256').update(text).digest('hex')
}

/** Whether a record is of a change of the field: `details` has it as a key, or in `fields`, names between spaces. */
function namesField(details: AuditRecord['details'], field: string): boolean {
  return Object.hasOwn(details, field) || (details['fields'] ?? '').split(' ').includes(field)
}

/** Another program wrote the same record number, or writes just now. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && /UNIQUE constraint|database is locked/.test(error.message)
}

function read({ details, ...row }: AuditRecordRow): AuditRecord {
  return { ...row, details: JSON.parse(details) as Record<string, string> }
}
