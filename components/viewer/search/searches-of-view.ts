import { maxSearches, type SearchTerm } from '../../../lib/profile/search.ts'
import type { ViewState } from '../../../lib/profile/view.ts'

export interface Searches {
  /** The chips, then what is being typed. Their place is their bit and their colour. */
  readonly terms: readonly SearchTerm[]
  /** Place of the text being typed; -1 when there is none, or no colour is left for it. */
  readonly typed: number
}

export function searchesOfView({
  searches,
  search,
  caseSensitive,
}: Pick<ViewState, 'searches' | 'search' | 'caseSensitive'>): Searches {
  const chips = searches.slice(0, maxSearches)
  if (search === '' || chips.length === maxSearches) return { terms: chips, typed: -1 }
  return { terms: [...chips, { text: search, caseSensitive }], typed: chips.length }
}
