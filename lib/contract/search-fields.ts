/** Fields that a search of the library looks in. */
import type { ProfileSummary } from './profile.ts'

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

interface SearchField {
  /** `main class`: as in "matches main class". */
  readonly title: string
  readonly valuesOf: (profile: SearchableFields) => readonly (string | null)[]
}

/** Each in the order of the stored text. */
export const searchFields: readonly SearchField[] = [
  { title: 'name', valuesOf: ({ name }) => [name] },
  { title: 'service', valuesOf: ({ service }) => [service] },
  { title: 'host', valuesOf: ({ host }) => [host] },
  { title: 'container', valuesOf: ({ containerName }) => [containerName] },
  { title: 'image', valuesOf: ({ image }) => [image] },
  { title: 'digest', valuesOf: ({ imageDigest }) => [imageDigest] },
  { title: 'container ID', valuesOf: ({ containerId }) => [containerId] },
  { title: 'main class', valuesOf: ({ mainClass }) => [mainClass] },
  { title: 'engine', valuesOf: ({ engine }) => [engine] },
  { title: 'event', valuesOf: ({ event }) => [event] },
  { title: 'method', valuesOf: ({ hotMethod, topMethod }) => [(hotMethod ?? topMethod)?.name ?? null] },
  { title: 'person', valuesOf: ({ createdBy }) => [createdBy] },
  { title: 'label', valuesOf: ({ labels }) => labels },
  { title: 'note', valuesOf: ({ note }) => [note] },
]

/** The words of a search: each has to occur in one of the fields, in lower case. */
export function splitSearchTerms(text: string): string[] {
  return text.toLowerCase().split(/\s+/u).filter(Boolean)
}

/**
 * Finds where a word of a search begins in a text as it is written; -1 where it does not occur.
 *
 * A letter may be longer in lower case, as the Turkish capital I with a dot: an index there is none in the text.
 */
export function findSearchTerm(text: string, term: string): number {
  const inLowerCase = text.toLowerCase().indexOf(term)
  let index = 0
  for (let passed = 0; passed < inLowerCase; index++) passed += text[index]!.toLowerCase().length
  return inLowerCase < 0 ? -1 : index
}
