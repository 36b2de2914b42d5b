/** Gives one page of the library: the profiles that a query finds, and for each facet its choices with their counts. */
import { type Kysely, sql } from 'kysely'
import { captureKeyOf } from '../../contract/capture-key.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { type Facet, facets, type LibraryPage, type LibraryQuery } from '../../contract/library.ts'
import { compareByLibraryOrder } from '../../contract/library-order.ts'
import { mostFaceted } from '../../contract/library-query.ts'
import { mostEvents } from '../../contract/constants.ts'
import { facetColumns } from './facet-counts.ts'
import { allOf, type Condition, conditionsOf, isWhole } from './library-conditions.ts'
import { afterCursor, cursorOf, inLibraryOrder, orderColumns } from './library-order.ts'
import { toProfileSummary } from './profile-row.ts'
import { findSortedPage, isLibraryOrder } from './sorted-page.ts'
import type { ProfileRow, Tables } from '../schema/tables.ts'

type FacetChoice = LibraryPage['facets'][Facet][number]
/** One line of the answer: a choice of a facet, the whole (`all`), or a profile of the page (`page`). */
interface Line {
  readonly kind: string
  readonly value: string
  readonly count: number
  readonly bytes: number | null
}

/** Each facet offers its most frequent values. */
const maxChoices = 50

export function createLibraryStore(db: Kysely<Tables>) {
  const ask = async (query: ReturnType<typeof sql<Line>>) => (await query.execute(db)).rows

  async function choices(query: LibraryQuery): Promise<Line[]> {
    if (isWhole(query)) return ask(countedAhead(facets))
    const lines = await ask(openChoices(query))
    for (const facet of facets) if (query[facet].length > 0) lines.push(...(await ask(choicesOf(facet, query))))
    return lines
  }

  async function toPage(query: LibraryQuery, lines: Line[], taken: Taken): Promise<LibraryPage> {
    const whole = lines.find((line) => line.kind === 'all')
    const offered = query.choices ? await choices(query) : []
    return { ...taken, count: whole?.count ?? 0, bytes: whole?.bytes ?? 0, facets: asFacets(offered) }
  }

  return {
    async page(query: LibraryQuery): Promise<LibraryPage> {
      if (!isLibraryOrder(query)) {
        const lines = await ask(countOf(sql`"profiles"`, allOf(conditionsOf(query))))
        return toPage(query, lines, await takeSorted(db, query))
      }
      const lines = await ask(isWhole(query) ? wholeLibrary(query) : foundPage(query))
      const ids = lines.filter((line) => line.kind === 'page').map((line) => line.value)
      return toPage(query, lines, await (query.captures ? takeCaptures : takeProfiles)(db, ids, query))
    },
  }
}

function wholeLibrary(query: LibraryQuery) {
  const live = conditionsOf(query)
  return sql<Line>`
    ${countOf(sql`"profiles"`, allOf(live))}
    union all ${pageOf(sql`"profiles"`, [...live, ...afterCursor(query)], query)}`
}

/** All that was asked for is read once, off an index, and counted; the rows of a page are few. */
function foundPage(query: LibraryQuery) {
  // An index in the order of the library serves a search alone: asked for that order, SQLite takes the first rows and
  // sorts none.
  const isSearchAlone = query.q.trim() !== '' && facets.every((facet) => query[facet].length === 0)
  const ordered = isSearchAlone ? sql` order by ${inLibraryOrder}` : sql``
  return sql<Line>`
    with "hits" as materialized (select ${orderColumns}, "bytes" from "profiles" where ${allOf(conditionsOf(query))}${ordered})
    ${countOf(sql`"hits"`)}
    union all ${pageOf(sql`"hits"`, afterCursor(query), query)}`
}

function countOf(from: Condition, conditions = sql`true`) {
  return sql<Line>`select 'all' as "kind", '' as "value", count(*) as "count", sum("bytes") as "bytes" from ${from} where ${conditions}`
}

/**
 * Reads the counts of the whole library, which facet-counts.ts keeps. Without facets it is a query that gives no rows.
 */
function countedAhead(requestedFacets: readonly Facet[]) {
  return sql<Line>`select "facet" as "kind", "value", "profiles" as "count", 0 as "bytes" from "facetCounts" where ${oneOf('facet', requestedFacets)}`
}

/** In a search by words only the newest `mostFaceted` profiles are counted. */
function newestOnly({ q }: LibraryQuery): Condition {
  return q.trim() === '' ? sql`` : sql` order by ${inLibraryOrder} limit ${mostFaceted}`
}

function oneOf(column: string, values: readonly string[]): Condition {
  return values.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(values)})`
}

/** Counts the choices of the facets that have no chosen value. */
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

/** Counts the choices of a facet that has chosen values, as if it had none: its other choices stay on offer. */
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

/** Gives the digests of the images that were chosen: one name may have had several. */
function digestsOf() {
  return sql<Line>`select 'image' as "kind", "imageDigest" as "value", count(*) as "count", 0 as "bytes" from "hits" where "imageDigest" is not null group by "imageDigest"`
}

/** One more than the page has at most, to know whether there is a next one. */
function pageOf(from: Condition, conditions: readonly Condition[], query: LibraryQuery) {
  const where = conditions.length === 0 ? sql`true` : allOf(conditions)
  return sql<Line>`select * from (select 'page' as "kind", "id" as "value", 0 as "count", 0 as "bytes" from ${from} where ${where} order by ${inLibraryOrder} limit ${mostProfilesOf(query) + 1}) as "page"`
}

/**
 * The most events that `limit` captures can have: `mostEvents` each, and up to `mostEvents` - 1 later ones of the last
 * capture of the page before, whose first event that page showed. A file of more events makes pages with fewer
 * captures, and leaves none out.
 */
function mostProfilesOf({ captures, limit }: LibraryQuery): number {
  return captures ? (limit + 1) * mostEvents - 1 : limit
}

type Taken = Pick<LibraryPage, 'profiles' | 'others' | 'next'>

async function takeProfiles(db: Kysely<Tables>, ids: readonly string[], { limit }: LibraryQuery): Promise<Taken> {
  const profiles = await byIds(db, ids.slice(0, limit))
  return { profiles, others: [], next: ids.length > limit ? cursorOf(profiles.at(-1)!) : null }
}

/** In the order of `findSortedPage`; a capture is where its event is that `findSortedPage` gave. */
async function takeSorted(db: Kysely<Tables>, query: LibraryQuery): Promise<Taken> {
  const { ids, next } = await findSortedPage(db, query)
  const leads = await byIds(db, ids)
  const sources = query.captures ? leads.map(({ captureId }) => ({ sourceId: captureId })) : []
  const events = [...(await capturesOf(db, sources, query)).values()].flat()
  const listedIds = new Set(ids)
  const more = await byIds(
    db,
    events.flatMap(({ id }) => (listedIds.has(id) ? [] : id)),
  )
  const rowOf = (profile: ProfileSummary) => (query.captures ? captureKeyOf(profile) : profile.id)
  const positions = new Map(leads.map((lead) => [rowOf(lead), ids.indexOf(lead.id)]))
  const all = [...leads, ...more].sort((one, other) => positions.get(rowOf(one))! - positions.get(rowOf(other))!)
  const others = new Set(events.flatMap(({ id, isFound }) => (isFound === 1 ? [] : id)))
  return {
    profiles: all.filter(({ id }) => !others.has(id)),
    others: all.filter(({ id }) => others.has(id)),
    next,
  }
}

/**
 * A capture is where the first of its events is that the query finds; the later ones are taken with that one. A profile
 * without `sourceId` is a capture of its own.
 */
async function takeCaptures(db: Kysely<Tables>, ids: readonly string[], query: LibraryQuery): Promise<Taken> {
  if (ids.length === 0) return { profiles: [], others: [], next: null }
  const found = await db.selectFrom('profiles').select(eventColumns).where('id', 'in', ids).execute()
  found.sort(compareByLibraryOrder)
  const captures = await capturesOf(db, found, query)
  const eventsOf = (event: EventRow) => captures.get(event.sourceId ?? '') ?? [{ ...event, isFound: 1 }]
  const firsts = found.filter((event) => eventsOf(event).find(({ isFound }) => isFound === 1)?.id === event.id)
  const events = firsts.slice(0, query.limit).flatMap(eventsOf)
  // Where no more than `limit` captures begin in the rows, all of them are on this page, that of the extra row too.
  const last = firsts.length > query.limit ? firsts[query.limit - 1] : found[mostProfilesOf(query)]
  const others = new Set(events.filter(({ isFound }) => isFound !== 1).map(({ id }) => id))
  const all = await byIds(
    db,
    events.map(({ id }) => id),
  )
  return {
    profiles: all.filter(({ id }) => !others.has(id)),
    others: all.filter(({ id }) => others.has(id)),
    next: last === undefined ? null : cursorOf(last),
  }
}

/** Few columns: most of these rows are read only to know where a capture begins. */
const eventColumns = ['id', 'createdAt', 'sourceId', 'deletedAt'] as const
type EventRow = Pick<ProfileRow, (typeof eventColumns)[number]>

/**
 * Gives for each capture of `found` all its events, in the order of the library. `isFound` is 1 for those that the
 * query finds.
 */
async function capturesOf(db: Kysely<Tables>, found: readonly Pick<EventRow, 'sourceId'>[], query: LibraryQuery) {
  const sourceIds = [...new Set(found.flatMap(({ sourceId }) => sourceId ?? []))]
  if (sourceIds.length === 0) return new Map<string, (EventRow & { isFound: number })[]>()
  const rows = await db
    .selectFrom('profiles')
    .select(eventColumns)
    .select(sql<number>`${allOf(conditionsOf(query))}`.as('isFound'))
    .where('sourceId', 'in', sourceIds)
    .execute()
  // We drop deleted ones and sort here: asked for both, SQLite reads the whole index of the order.
  const events = rows.filter(({ deletedAt }) => (deletedAt !== null) === query.deleted).sort(compareByLibraryOrder)
  return Map.groupBy(events, ({ sourceId }) => sourceId!)
}

/** Gives the profiles with these ids, in the order of the library. */
async function byIds(db: Kysely<Tables>, ids: readonly string[]): Promise<ProfileSummary[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('profiles').selectAll().where('id', 'in', ids).orderBy(inLibraryOrder).execute()
  return rows.map((row) => toProfileSummary(row))
}

function asFacets(lines: readonly Line[]): LibraryPage['facets'] {
  const choices = (facet: Facet): FacetChoice[] =>
    lines
      .filter((line) => line.kind === facet)
      .map(({ value, count }) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, maxChoices)
  return Object.fromEntries(facets.map((facet) => [facet, choices(facet)])) as LibraryPage['facets']
}
