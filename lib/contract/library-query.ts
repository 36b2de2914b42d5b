/** The query of the library in an address: of the page, and of the API. */
import { type Facet, facets, type LibraryPage, type LibraryQuery, libraryQuerySchema } from './library.ts'

const timeNames = ['from', 'to'] as const
const flags: Readonly<Record<string, boolean>> = { 1: true, true: true, 0: false, false: false }

/**
 * Shape: `?q=checkout&id=2b94f706&service=shop&service=cart&pinned=1&limit=50&choices=0&captures=1`, each facet as
 * often as there are choices of it.
 *
 * Throws: ZodError when something in it is not valid.
 */
export function readLibraryQuery(params: URLSearchParams): LibraryQuery {
  const single = (name: string) => params.get(name) ?? undefined
  const number = (name: string) => (params.has(name) ? Number(params.get(name)) : undefined)
  return libraryQuerySchema.parse({
    q: single('q'),
    id: single('id'),
    ...Object.fromEntries(facets.map((facet) => [facet, params.getAll(facet)])),
    pinned: flags[single('pinned') ?? ''] ?? null,
    ...Object.fromEntries(timeNames.map((name) => [name, number(name)])),
    deleted: flags[single('deleted') ?? ''] ?? false,
    sort: single('sort'),
    order: single('order'),
    choices: flags[single('choices') ?? ''] ?? true,
    captures: flags[single('captures') ?? ''] ?? false,
    after: single('after'),
    limit: number('limit'),
  })
}

/** Writes a query as parameters, without those that have their default, and without the page. */
export function writeLibraryQuery(query: LibraryQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (query.q.trim() !== '') params.set('q', query.q.trim())
  if (query.id !== null) params.set('id', query.id)
  for (const facet of facets) for (const value of query[facet]) params.append(facet, value)
  if (query.pinned !== null) params.set('pinned', query.pinned ? '1' : '0')
  for (const name of timeNames) if (query[name] !== null) params.set(name, String(query[name]))
  if (query.deleted) params.set('deleted', '1')
  if (query.sort !== wholeLibrary.sort) params.set('sort', query.sort)
  if (query.order !== wholeLibrary.order) params.set('order', query.order)
  return params
}

/** Whether something of it leaves profiles out, the trash and the order aside. */
export function isFiltered(query: LibraryQuery): boolean {
  const { sort, order } = wholeLibrary
  return writeLibraryQuery({ ...query, deleted: false, sort, order }).size > 0
}

/** Rows that a list of profiles loads at once: more than a screen shows. The rest is a click away. */
export const pageLength = 50

/** Profiles among which a search by words counts choices (facets), the newest: counting all would take seconds. */
export const mostFaceted = 20_000

export const wholeLibrary: LibraryQuery = libraryQuerySchema.parse({})

/** Gives the facets with several choices: a single choice would narrow nothing. */
export function listOfferedFacets(counted: LibraryPage['facets']): Facet[] {
  return facets.filter((facet) => (counted[facet] ?? []).length > 1)
}
