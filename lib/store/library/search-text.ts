import type { Kysely } from 'kysely'
import type { ProfileSummary } from '../../contract/profile.ts'
import { type SearchableFields, searchFields } from '../../contract/search-fields.ts'
import type { Tables } from '../schema/tables.ts'

/** All names of a profile in one text, in lower case by Unicode, which SQL's own `lower` is not. A line for each. */
export function buildSearchText(profile: SearchableFields): string {
  return searchFields
    .flatMap(({ valuesOf }) => valuesOf(profile))
    .filter((one) => one !== null && one !== '')
    .join('\n')
    .toLowerCase()
}

/** Replaces the rows by which a profile is found by its labels. */
export async function indexLabels(
  db: Kysely<Tables>,
  profileId: string,
  profile: Pick<ProfileSummary, 'labels'>,
): Promise<void> {
  await db.deleteFrom('profileLabels').where('profileId', '=', profileId).execute()
  const labels = [...new Set(profile.labels)].map((label) => ({ profileId, label }))
  if (labels.length > 0) await db.insertInto('profileLabels').values(labels).execute()
}
