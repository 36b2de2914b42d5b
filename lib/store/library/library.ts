/** The library by the page: what was asked for, newest first, and what could be chosen besides. */
import { type Kysely, sql } from 'kysely'
import type { ProfileSummary } from '../../contract/profile.ts'
import { type Facet, facets, type LibraryPage, type LibraryQuery } from '../../contract/library.ts'
import { mostCounted } from '../../contract/library-query.ts'
import { facetColumns } from './facet-counts.ts'
import { allOf, type Condition, conditionsOf, isWhole } from './library-conditions.ts'
import { afterCursor, cursorOf, inLibraryOrder, orderColumns } from './library-order.ts'
import { toProfileSummary } from './profile-row.ts'
import type { Tables } from '../schema/tables.ts'

type Choice = LibraryPage['facets'][Facet][number]
/** One line of the answer: a choice of a facet, the whole (`all`), or a profile of the page (`page`). */
interface Line {
  readonly kind: string
  readonly value: string
  readonly count: number
  readonly bytes: number | null
}

/** Of each facet, the most frequent. */
const maxChoices = 50

export function createLibraryStore(db: Kysely<Tables>) {
  const ask = async (query: ReturnType<typeof sql<Line>>) => (await query.execute(db)).rows

  async function choices(query: LibraryQuery): Promise<Line[]> {
    if (isWhole(query)) return ask(countedAhead(facets))
    const lines = await ask(openChoices(query))
    for (const facet of facets) if (query[facet].length > 0) lines.push(...(await ask(choicesOf(facet, query))))
    return lines
  }

  return {
    async page(query: LibraryQuery): Promise<LibraryPage> {
      const lines = isWhole(query) ? await ask(wholeLibrary(query)) : await ask(foundPage(query))
      if (query.choices) lines.push(...(await choices(query)))

      const ids = lines.filter((line) => line.kind === 'page').map((line) => line.value)
      const profiles = await byIds(db, ids)
      const isMore = profiles.length > query.limit
      const shown = profiles.slice(0, query.limit)
      const whole = lines.find((line) => line.kind === 'all')
      return {
        profiles: shown,
        count: whole?.count ?? 0,
        bytes: whole?.bytes ?? 0,
        next: isMore ? cursorOf(shown.at(-1)!) : null,
        facets: asFacets(lines),
      }
    },
  }
}

function wholeLibrary(query: LibraryQuery) {
  const live = conditionsOf(query)
  return sql<Line>`
    ${countOf(sql`"profiles"`, allOf(live))}
    union all ${pageOf(sql`"profiles"`, [...live, ...afterCursor(query)], query.limit)}`
}

/** All that was asked for is read once, off an index, and counted; the rows of a page are few. */
function foundPage(query: LibraryQuery) {
  return sql<Line>`
    with "hits" as materialized (select ${orderColumns}, "bytes" from "profiles" where ${allOf(conditionsOf(query))})
    ${countOf(sql`"hits"`)}
    union all ${pageOf(sql`"hits"`, afterCursor(query), query.limit)}`
}

function countOf(from: Condition, conditions = sql`true`) {
  return sql<Line>`select 'all' as "kind", '' as "value", count(*) as "count", sum("bytes") as "bytes" from ${from} where ${conditions}`
}

/** facet-counts.ts */
function countedAhead(requestedFacets: readonly Facet[]) {
  return sql<Line>`select "facet" as "kind", "value", "profiles" as "count", 0 as "bytes" from "facetCounts" where ${oneOf('facet', requestedFacets)}`
}

function newestOnly({ q }: LibraryQuery): Condition {
  return q.trim() === '' ? sql`` : sql` order by ${inLibraryOrder} limit ${mostCounted}`
}

function oneOf(column: string, values: readonly string[]): Condition {
  return values.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(values)})`
}

/** What the facets offer of which nothing is chosen yet. */
function openChoices(query: LibraryQuery) {
  const open = facets.filter((facet) => query[facet].length === 0)
  const counts = open.map((facet) => (facet === 'label' ? labelsOf(sql`"hits"`) : valuesOf(facet, sql`"hits"`)))
  const digests = query.image.length > 0 ? [digestsOf()] : []
  if (counts.length + digests.length === 0) return countedAhead([])
  const columns = sql.join(['id', 'imageDigest', ...Object.values(facetColumns)].map((one) => sql.ref(one)))
  return sql<Line>`
    with "hits" as materialized (select ${columns} from "profiles" where ${allOf(conditionsOf(query))}${newestOnly(query)})
    ${sql.join([...counts, ...digests], sql` union all `)}`
}

/** What a facet offers where something of it is chosen already: counted as if it were not. */
function choicesOf(facet: Facet, query: LibraryQuery) {
  if (isWhole(query, facet)) return countedAhead([facet])
  const columns = facet === 'label' ? sql`"id"` : sql.ref(facetColumns[facet])
  const hits = sql`(select ${columns} from "profiles" where ${allOf(conditionsOf(query, facet))}${newestOnly(query)}) as "hits"`
  return facet === 'label' ? labelsOf(hits) : valuesOf(facet, hits)
}

function valuesOf(facet: Exclude<Facet, 'label'>, from: Condition) {
  const column = sql.ref(facetColumns[facet])
  return sql<Line>`select ${sql.lit(facet)} as "kind", ${column} as "value", count(*) as "count", 0 as "bytes" from ${from} where ${column} is not null group by ${column}`
}

function labelsOf(hits: Condition) {
  return sql<Line>`select 'label' as "kind", "label" as "value", count(*) as "count", 0 as "bytes" from ${hits} inner join "profileLabels" on "profileId" = "hits"."id" group by "label"`
}

/** Of the images that were chosen: one name may have had several. */
function digestsOf() {
  return sql<Line>`select 'image' as "kind", "imageDigest" as "value", count(*) as "count", 0 as "bytes" from "hits" where "imageDigest" is not null group by "imageDigest"`
}

/** One more than the page has, to know whether there is a next one. */
function pageOf(from: Condition, conditions: readonly Condition[], limit: number) {
  const where = conditions.length === 0 ? sql`true` : allOf(conditions)
  return sql<Line>`select * from (select 'page' as "kind", "id" as "value", 0 as "count", 0 as "bytes" from ${from} where ${where} order by ${inLibraryOrder} limit ${limit + 1}) as "page"`
}

/** In the order of the library. */
async function byIds(db: Kysely<Tables>, ids: readonly string[]): Promise<ProfileSummary[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('profiles').selectAll().where('id', 'in', ids).orderBy(inLibraryOrder).execute()
  return rows.map((row) => toProfileSummary(row))
}

function asFacets(lines: readonly Line[]): LibraryPage['facets'] {
  const choices = (facet: Facet): Choice[] =>
    lines
      .filter((line) => line.kind === facet)
      .map(({ value, count }) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, maxChoices)
  return Object.fromEntries(facets.map((facet) => [facet, choices(facet)])) as LibraryPage['facets']
}
