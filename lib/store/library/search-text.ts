import type { Kysely } from 'kysely'
import type { ProfileSummary } from '../../contract/profile.ts'
import type { Tables } from '../schema/tables.ts'

/** What the words of a search are looked for in. */
export type SearchableFields = Pick<
  ProfileSummary,
  | 'name'
  | 'service'
  | 'host'
  | 'containerName'
  | 'containerId'
  | 'image'
  | 'imageDigest'
  | 'mainClass'
  | 'engine'
  | 'event'
  | 'createdBy'
  | 'note'
  | 'labels'
  | 'hotMethod'
  | 'topMethod'
>

/** All names of a profile in one text, in lower case by Unicode, which SQL's own `lower` is not. A line for each. */
export function buildSearchText(profile: SearchableFields): string {
  const { name, service, host, containerName, containerId, image, imageDigest, mainClass, engine, event } = profile
  const names = [name, service, host, containerName, image, imageDigest, containerId, mainClass, engine, event]
  const method = profile.hotMethod ?? profile.topMethod
  return [...names, method?.name ?? null, profile.createdBy, ...profile.labels, profile.note]
    .filter((one) => one !== null && one !== '')
    .join('\n')
    .toLowerCase()
}

/** The words of a search, as they stand in that text. */
export function splitSearchTerms(text: string): string[] {
  return text.toLowerCase().split(/\s+/u).filter(Boolean)
}

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
