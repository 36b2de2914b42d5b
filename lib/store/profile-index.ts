/** What stands beside a profile's row so that it is found: its labels one by one, its names in one text. */
import type { Kysely } from 'kysely'
import { searchedText, type SearchedFields } from './searched-text.ts'
import type { Tables } from './tables.ts'

/** Makes both anew. */
export async function indexProfile(db: Kysely<Tables>, profileId: string, profile: SearchedFields): Promise<void> {
  await db.deleteFrom('profileLabels').where('profileId', '=', profileId).execute()
  const labels = [...new Set(profile.labels)].map((label) => ({ profileId, label }))
  if (labels.length > 0) await db.insertInto('profileLabels').values(labels).execute()
  const searched = searchedText(profile)
  await db
    .insertInto('profileTexts')
    .values({ profileId, searched })
    .onConflict((conflict) => conflict.column('profileId').doUpdateSet({ searched }))
    .execute()
}
