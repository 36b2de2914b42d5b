/** Changes many profiles in one transaction, together with their search texts, labels and the counts of facets. */
import type { Kysely } from 'kysely'
import type { ProfileSummary } from '../../contract/profile.ts'
import type { BulkResult } from '../../contract/library.ts'
import { countFacets } from './facet-counts.ts'
import { indexLabels, buildSearchText } from './search-text.ts'
import { toProfileSummary } from './profile-row.ts'
import type { Tables } from '../schema/tables.ts'

/** One statement of SQLite takes 32,766 values; so few also take no longer than others can wait for their turn. */
const batchSize = 500

/** All of them, in lists that one statement can hold. */
export function* batchesOf<Value>(all: readonly Value[]): Generator<readonly Value[]> {
  for (let from = 0; from < all.length; from += batchSize) yield all.slice(from, from + batchSize)
}

/** Fields of a profile that a person may change. */
export type ProfileChange = Partial<Pick<ProfileSummary, 'name' | 'service' | 'labels' | 'note' | 'pinned'>>

/** Gives the change of a profile; `keep` when it must not be changed, which people see; null for no change. */
export type ChangeOf = (profile: ProfileSummary) => ProfileChange | 'keep' | null

export async function changeProfiles(
  db: Kysely<Tables>,
  ids: readonly string[],
  change: ChangeOf,
): Promise<BulkResult> {
  const result: BulkResult = { changed: [], kept: [] }
  for (const before of await findAll(db, ids)) {
    const requested = change(before)
    if (requested === null) continue
    if (requested === 'keep') result.kept.push(before)
    else {
      const after = { ...before, ...requested }
      await changeRow(db, before, after)
      result.changed.push(after)
    }
  }
  return result
}

/** `deletedAt` null takes deletions back. */
export async function deleteProfiles(
  db: Kysely<Tables>,
  ids: readonly string[],
  deletedAt: number | null,
): Promise<BulkResult> {
  const summaries = await findAll(db, ids)
  // Those that are not so already.
  const meant = summaries.filter((profile) => (profile.deletedAt === null) !== (deletedAt === null))
  const isKept = ({ pinned }: ProfileSummary) => pinned && deletedAt !== null
  const changed = meant.filter((profile) => !isKept(profile)).map((profile) => ({ ...profile, deletedAt }))
  for (const { id } of changed) await db.updateTable('profiles').set({ deletedAt }).where('id', '=', id).execute()
  await countFacets(db, changed, deletedAt === null ? 1 : -1)
  return { changed, kept: meant.filter(isKept) }
}

async function findAll(db: Kysely<Tables>, ids: readonly string[]): Promise<ProfileSummary[]> {
  const summaries: ProfileSummary[] = []
  // Each once: one that is named twice would be counted twice.
  for (const batch of batchesOf([...new Set(ids)])) {
    const rows = await db.selectFrom('profiles').selectAll().where('id', 'in', batch).execute()
    summaries.push(...rows.map((row) => toProfileSummary(row)))
  }
  return summaries
}

async function changeRow(db: Kysely<Tables>, before: ProfileSummary, after: ProfileSummary): Promise<void> {
  const { id, name, service, note, pinned, labels } = after
  const searched = buildSearchText(after)
  const row = { name, service, note, pinned: pinned ? 1 : 0, labels: JSON.stringify(labels), searched }
  await db.updateTable('profiles').set(row).where('id', '=', id).execute()
  await indexLabels(db, id, after)
  if (after.deletedAt !== null) return // its deletion took it out of the counts
  await countFacets(db, [before], -1)
  await countFacets(db, [after], 1)
}
