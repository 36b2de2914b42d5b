/** The bytes that all blobs take together, profiles and redacted copies, and their limit. */
import type { Kysely } from 'kysely'
import { Problem } from '../../errors.ts'
import { createMutex } from '../mutex.ts'
import type { Tables } from '../schema/tables.ts'
import type { ProfileSummary } from '../../contract/profile.ts'

export type Quota = ReturnType<typeof createQuota>

/** `quotaBytes` null: without a limit. */
export function createQuota(db: Kysely<Tables>, quotaBytes: number | null) {
  // A profile and a copy that come at once must not both find the last free bytes.
  const runExclusive = createMutex()

  async function usedBytes(): Promise<number> {
    const each = db.selectFrom('profiles').select(['sha256', 'bytes']).distinct().as('each')
    const { used } = await db
      .selectFrom(each)
      .select((row) => row.fn.sum<number | null>('bytes').as('used'))
      .executeTakeFirstOrThrow()
    const copies = await redactedBlobs(db)
    return [...copies.values()].reduce((sum, bytes) => sum + bytes, used ?? 0)
  }
  async function assertQuota(bytes: number): Promise<void> {
    if (quotaBytes === null) return
    const used = await usedBytes()
    if (used + bytes > quotaBytes) throw new Problem('quota-reached', { usedBytes: used, quotaBytes })
  }

  return {
    /** Counts all blobs, each once. */
    usedBytes,
    /** Refuses bytes beyond the quota. Throws: Problem `quota-reached`. */
    assertQuota,
    /**
     * Runs `store`, which stores so many bytes and the row that names them. Throws: as assertQuota, and then runs
     * nothing.
     */
    reserve: <Value>(bytes: number, store: () => Promise<Value>) =>
      runExclusive(async () => {
        await assertQuota(bytes)
        return store()
      }),
  }
}

/** A link shows it in place of a profile: the samples and the facts that were left in it when the link was made. */
export interface RedactedCopy {
  /** `bytes` is the size of its blob. */
  readonly summary: ProfileSummary
  readonly sha256: string
  readonly encodedBytes: number
}
export interface RedactedCopies {
  readonly profile: RedactedCopy
  readonly baseline: RedactedCopy | null
}

/** Bytes by SHA-256 of the blobs that links lead to. */
export async function redactedBlobs(db: Kysely<Tables>): Promise<Map<string, number>> {
  const rows = await db.selectFrom('shares').select('redacted').where('redacted', 'is not', null).execute()
  const copies = rows.flatMap(({ redacted }) => {
    const { profile, baseline } = JSON.parse(redacted!) as RedactedCopies
    return baseline ? [profile, baseline] : [profile]
  })
  return new Map(copies.map(({ sha256, summary }) => [sha256, summary.bytes]))
}
