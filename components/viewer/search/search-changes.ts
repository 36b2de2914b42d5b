import { maxSearches, type SearchTerm } from '../../../lib/profile/search/search.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { addFilter } from '../filters/filter-changes.ts'

/** The text being typed becomes a chip. Without text, or when all colours are taken, nothing changes. */
export function addTypedChip({ searches, search, caseSensitive }: ViewState): Partial<ViewState> {
  if (search === '') return {}
  return { ...addChips({ searches }, [{ text: search, caseSensitive }]), search: '', caseSensitive: false }
}

/** Chips that are there already are not added again; those past the last colour are left out. */
export function addChips({ searches }: Pick<ViewState, 'searches'>, added: readonly SearchTerm[]): Partial<ViewState> {
  const isThere = ({ text, caseSensitive }: SearchTerm) =>
    searches.some((one) => one.text === text && one.caseSensitive === caseSensitive)
  return { searches: [...searches, ...added.filter((term) => !isThere(term))].slice(0, maxSearches) }
}

export function removeChip({ searches }: ViewState, at: number): Partial<ViewState> {
  return { searches: searches.filter((_, index) => index !== at) }
}

/** The chip's text goes back to the field where it can be typed; the text of the field becomes a chip. */
export function editChip(view: ViewState, at: number): Partial<ViewState> {
  const { text, caseSensitive } = view.searches[at]!
  const others = view.searches.filter((_, index) => index !== at)
  return {
    ...addTypedChip({ ...view, searches: others }),
    ...(view.search === '' ? { searches: others } : {}),
    search: text,
    caseSensitive,
  }
}

export function switchCase({ searches }: ViewState, at: number): Partial<ViewState> {
  return {
    searches: searches.map((term, index) =>
      index === at ? { text: term.text, caseSensitive: !term.caseSensitive } : term,
    ),
  }
}

/** Makes a filter of the search at this index, a chip or the text being typed. Changes nothing where there is none. */
export function keepOnly(view: ViewState, at: number): Partial<ViewState> {
  const { searches, search, caseSensitive, filters } = view
  const chip = searches[at]
  const term = chip ?? { text: search, caseSensitive }
  if (term.text === '') return {}
  const rest = chip ? removeChip(view, at) : { search: '' }
  return { ...rest, filters: addFilter(filters, { type: 'keep', search: term }) }
}

/**
 * Other searches that may find something where this one finds nothing, the one to prefer first of those with one text:
 * without the case, as a regular expression.
 */
export function listOtherTerms({ text, caseSensitive }: SearchTerm): readonly SearchTerm[] {
  const regex = suggestRegex(text)
  const inBothCases = (text: string) =>
    (caseSensitive ? [true, false] : [false]).map((cased) => ({ text, caseSensitive: cased }))
  return [text, ...(regex ? [regex] : [])].flatMap(inBothCases).slice(1)
}

/**
 * The `/regex/` that a text without slashes probably means, such as `shop.*Rule`; null where it looks like plain text.
 */
export function suggestRegex(text: string): string | null {
  if (text.startsWith('/') || !/[.\])][*+]|\\[bdswBDSW.]|[^|]\|[^|]|^\^\w|\w\$$/.test(text)) return null
  try {
    new RegExp(text)
  } catch {
    return null
  }
  return `/${text}/`
}
