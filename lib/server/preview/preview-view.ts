/** The parts of a view that the image of a link shows: its filters, its base, its zoom and its searches. */
import { onProblem } from '../../errors.ts'
import type { Filter } from '../../profile/filters/filters.ts'
import { matchSearchTerm } from '../../profile/filters/keep-samples.ts'
import { maxSearches, type SearchTerm } from '../../profile/search/search.ts'
import { defaultView, listViewFilters } from '../../profile/view/view.ts'
import { viewFromQuery, viewToQuery } from '../../profile/view/view-query.ts'

export interface PreviewView {
  /** Those that are on, then as filters the inverted graph, the threads and the base of the view. */
  readonly filters: readonly Filter[]
  /** Path of the zoomed node, empty for all. */
  readonly zoom: readonly string[]
  readonly searches: readonly SearchTerm[]
  /** The same for every link that gives the same image; empty for the whole profile. */
  readonly query: string
}

/** Leaves out the parts that no image shows, and searches that cannot be run. */
export function readPreviewView(query: string): PreviewView {
  const asked = viewFromQuery(new URLSearchParams(query))
  const { zoom, caseSensitive, invert, byThread, base } = asked
  const searches = asked.searches.filter(canRun)
  const search = canRun({ text: asked.search, caseSensitive }) ? asked.search : ''
  const filters = asked.filters.filter((filter) => filter.type !== 'keep' || canRun(filter.search))
  const shown = {
    ...defaultView,
    zoom,
    searches,
    search,
    caseSensitive: asked.caseSensitive && search !== '',
    filters,
    invert,
    byThread,
    base,
  }
  return {
    filters: listViewFilters(shown),
    zoom,
    searches: [...searches, { text: search, caseSensitive }].filter(({ text }) => text !== '').slice(0, maxSearches),
    query: viewToQuery(shown).toString(),
  }
}

/** Whether its pattern is valid: else the search throws `pattern-invalid`. */
function canRun(term: SearchTerm): boolean {
  try {
    matchSearchTerm([], term)
    return true
  } catch (error) {
    return onProblem(() => false)(error)
  }
}
