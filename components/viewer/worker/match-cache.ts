import type { SearchTerm } from '../../../lib/profile/search/search.ts'

/**
 * Creates a cache of the `limit` answers used last for each list of names: while one search is typed, the others need
 * not be run again.
 */
export function createMatchCache(limit: number) {
  const byNames = new WeakMap<readonly string[], Map<string, Uint8Array>>()
  const keyOf = ({ text, caseSensitive }: SearchTerm) => `${caseSensitive ? 'A' : 'a'}${text}`
  return {
    get: (names: readonly string[], term: SearchTerm) => byNames.get(names)?.get(keyOf(term)),
    put(names: readonly string[], term: SearchTerm, matches: Uint8Array): Uint8Array {
      const answers = byNames.get(names) ?? new Map<string, Uint8Array>()
      byNames.set(names, answers)
      answers.delete(keyOf(term))
      answers.set(keyOf(term), matches)
      if (answers.size > limit) answers.delete(answers.keys().next().value!)
      return matches
    },
  }
}
