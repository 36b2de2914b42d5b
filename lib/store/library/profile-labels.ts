/** What stands beside a profile's row so that it is found: its labels one by one. */
import type { Kysely } from 'kysely'
import type { ProfileSummary } from '../../contract.ts'
import type { Tables } from '../schema/tables.ts'

/** Makes it anew. */
export async function indexLabels(
  db: Kysely<Tables>,
  profileId: string,
  profile: Pick<ProfileSummary, 'labels'>,
): Promise<void> {
  await db.deleteFrom('profileLabels').where('profileId', '=', profileId).execute()
  const labels = [...new Set(profile.labels)].map((label) => ({ profileId, label }))
  if (labels.length > 0) await db.insertInto('profileLabels').values(labels).execute()
}
