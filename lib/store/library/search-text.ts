import type { ProfileSummary } from '../../contract.ts'

/** What the words of a search are looked for in. */
export type SearchedFields = Pick<
  ProfileSummary,
  | 'name'
  | 'service'
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
>

/** All names of a profile in one text, in lower case by Unicode, which SQL's own `lower` is not. A line for each. */
export function searchedText(profile: SearchedFields): string {
  const { name, service, containerName, containerId, image, imageDigest, mainClass, engine, event } = profile
  const names = [name, service, containerName, image, imageDigest, containerId, mainClass, engine, event]
  return [...names, profile.createdBy, ...profile.labels, profile.note]
    .filter((one) => one !== null && one !== '')
    .join('\n')
    .toLowerCase()
}

/** The words that somebody wrote, as they stand in that text. */
export function searchedWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/u).filter(Boolean)
}
