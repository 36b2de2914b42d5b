/** What a link shows in place of its profiles, as its row names it. */
import type { Kysely } from 'kysely'
import type { ProfileSummary } from '../../contract.ts'
import type { Tables } from '../schema/tables.ts'

/** What is shown in place of a profile: what was left of it, and of what the library says of it, when the link was made. */
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
