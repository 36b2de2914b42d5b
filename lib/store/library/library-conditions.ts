/** A request to the library, as conditions of SQL. */
import { type RawBuilder, sql } from 'kysely'
import { type Facet, facets, type LibraryQuery } from '../../contract/library.ts'
import { facetColumns } from './facet-counts.ts'
import { splitSearchTerms } from '../../contract/search-fields.ts'

export type Condition = RawBuilder<unknown>

/** Gives the conditions that all profiles of a query meet, on any page. `without` leaves out those of one facet. */
export function conditionsOf(query: LibraryQuery, without: Facet | null = null): Condition[] {
  const chosen = facets.filter((facet) => facet !== without && query[facet].length > 0)
  const { id, pinned, from, to } = query
  return [
    query.deleted ? sql`"deletedAt" is not null` : sql`"deletedAt" is null`,
    ...chosen.map((facet) => isChosen(facet, query[facet])),
    // A range, which the index of ids answers: `g` is the first letter after the hexadecimal digits.
    ...(id === null ? [] : [sql`"id" >= ${id} and "id" < ${`${id}g`}`]),
    ...(pinned === null ? [] : [sql`"pinned" = ${pinned ? 1 : 0}`]),
    ...(from === null ? [] : [sql`"createdAt" >= ${from}`]),
    ...(to === null ? [] : [sql`"createdAt" < ${to}`]),
    ...matchSearchTerms(splitSearchTerms(query.q)),
  ]
}

/** Whether the query finds all profiles that are not deleted: it has no choice and no word. */
export function isWhole(query: LibraryQuery, without: Facet | null = null): boolean {
  // The one condition that no query lacks is that of the trash.
  return conditionsOf(query, without).length === 1 && !query.deleted
}

export function allOf(conditions: readonly Condition[]): Condition {
  return sql.join(conditions, sql` and `)
}

function isChosen(facet: Facet, values: readonly string[]): Condition {
  const list = sql.join(values)
  if (facet === 'label') return sql`"id" in (select "profileId" from "profileLabels" where "label" in (${list}))`
  if (facet === 'image') return sql`("image" in (${list}) or "imageDigest" in (${list}))`
  return sql`${sql.ref(facetColumns[facet])} in (${list})`
}

function matchSearchTerms(terms: readonly string[]): Condition[] {
  return terms.map((term) => sql`"searched" like ${`%${escaped(term)}%`} escape '\\'`)
}

/** Escapes `%` and `_`, which `like` would take as wildcards. */
function escaped(term: string): string {
  return term.replace(/[\\%_]/g, (character) => `\\${character}`)
}
