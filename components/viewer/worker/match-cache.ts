import type { SearchTerm } from '../../../lib/profile/search/search.ts'

/** Which names a search finds, by list of names. */
export interface MatchCache {
  get(names: readonly string[], term: SearchTerm): Uint8Array | undefined
  put(names: readonly string[], term: SearchTerm, matches: Uint8Array): Uint8Array
}

/** Keeps the `limit` answers used last for each list of names: while one search is typed, the others need not be run again. */
export function createMatchCache(limit: number): MatchCache {
  const byNames = new WeakMap<readonly string[], Map<string, Uint8Array>>()
  const keyOf = ({ text, caseSensitive }: SearchTerm) => `${caseSensitive ? 'A' : 'a'}${text}`
  return {
    get: (names, term) => byNames.get(names)?.get(keyOf(term)),
    put(names, term, matches) {
      const answers = byNames.get(names) ?? new Map<string, Uint8Array>()
      byNames.set(names, answers)
      answers.delete(keyOf(term))
      answers.set(keyOf(term), matches)
      if (answers.size > limit) answers.delete(answers.keys().next().value!)
      return matches
    },
  }
}
