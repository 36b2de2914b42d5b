/** Gives pages of the library in an order that has no index: reads all rows that match, and sorts them. */
import { type Kysely, sql } from 'kysely'
import type { LibrarySort } from '../../contract/constants.ts'
import type { LibraryQuery } from '../../contract/library.ts'
import { eventIds } from '../../profile/model/event-ids.ts'
import type { Tables } from '../schema/tables.ts'
import { allOf, type Condition, conditionsOf } from './library-conditions.ts'

type Key = string | number

/** The part of the name behind `: `. */
const method = sql`substr("name", instr("name", ': ') + 2)`
/**
 * The name that lists show (profile-title.ts): of the made-up `<service>: <hot method>` the hot method, of `<service>
 * <event> <n> s` the event.
 */
const shownName = sql`case
  when "sourceId" is null then "name"
  when "hotMethod" is null and "name" like '% ' || "event" || ' % s' then "event"
  when instr("name", ': ') > 0 and instr("hotMethod", ${method}) > 0 then ${method}
  else "name" end`
/**
 * Sorts without regard to case and marks. SQLite's own `lower` is for ASCII alone, and five times as fast: of 100,000
 * names 20 ms, not 100.
 */
const sortKey = (text: Condition) =>
  sql`case when octet_length(${text}) = length(${text}) then lower(${text}) else unicode_sort_key(${text}) end`

const sortKeys: Readonly<Record<LibrarySort, readonly Condition[]>> = {
  time: [],
  name: [sortKey(shownName)],
  service: [sortKey(sql`"service"`), sortKey(sql`coalesce("image", '')`)],
  duration: [sql`coalesce("durationMs", -1)`], // one that is not known is the shortest
  // Weights of two units cannot be compared, so the unit comes first.
  weight: [sql`"unit"`, sql`"total"`],
  size: [sql`"size"`],
}

const columns = sql.join(
  ['id', 'sourceId', 'createdAt', 'name', 'service', 'image', 'event', 'hotMethod', 'durationMs', 'unit', 'total'].map(
    (column) => sql.ref(column),
  ),
)

/** Whether it is the library's own order, which has an index. */
export function isLibraryOrder({ sort, order }: Pick<LibraryQuery, 'sort' | 'order'>): boolean {
  return sort === 'time' && order === 'desc'
}

/**
 * Gives the ids of a page. With `captures` a capture gives one id, that of the first of its events which match, CPU
 * before others. Rows of equal keys are in the order of time, in the same direction. A cursor is the list of keys of
 * the last row.
 */
export async function findSortedPage(
  db: Kysely<Tables>,
  query: LibraryQuery,
): Promise<{ readonly ids: readonly string[]; readonly next: string | null }> {
  const keys = [...sortKeys[query.sort], sql`"createdAt"`, sql`"id"`]
  const names = keys.map((_, index) => sql.ref(`key${index}`))
  const direction = sql.raw(query.order)
  const capture = sql`coalesce("sourceId", "id")`
  const [rank, size] = query.captures
    ? [
        sql`row_number() over (partition by ${capture} order by ${rankOfEvent()}, "createdAt" desc, "id" desc)`,
        sql`sum("bytes") over (partition by ${capture})`,
      ]
    : [sql`1`, sql`"bytes"`]
  const after = readCursor(query.after, keys.length)
  const isAfter = after
    ? sql`(${sql.join(names)}) ${sql.raw(query.order === 'asc' ? '>' : '<')} (${sql.join(after)})`
    : sql`true`
  const { rows } = await sql<Record<string, Key>>`
    with "hits" as (select ${columns}, ${rank} as "rank", ${size} as "size" from "profiles" where ${allOf(conditionsOf(query))}),
    "keyed" as (select ${sql.join(keys.map((key, index) => sql`${key} as ${names[index]}`))} from "hits" where "rank" = 1)
    select * from "keyed" where ${isAfter}
    order by ${sql.join(names.map((name) => sql`${name} ${direction}`))} limit ${query.limit + 1}`.execute(db)
  const page = rows.slice(0, query.limit).map((row) => keys.map((_, index) => row[`key${index}`]!))
  return {
    ids: page.map((row) => String(row.at(-1))), // the last key is the id
    next: rows.length > query.limit ? JSON.stringify(page.at(-1)) : null,
  }
}

/** Ranks events as `compareByEvent` does: CPU first, names that are not ours last. */
function rankOfEvent(): Condition {
  return sql`case "event" ${sql.join(
    eventIds.map((id, index) => sql`when ${id} then ${sql.lit(index)}`),
    sql` `,
  )} else ${sql.lit(eventIds.length)} end`
}

/** Gives null for a text that is no cursor of this order: the query then begins at the first page. */
function readCursor(after: string | null, length: number): readonly Key[] | null {
  try {
    const keys: unknown = JSON.parse(after ?? 'null')
    return Array.isArray(keys) && keys.length === length && keys.every(isKey) ? keys : null
  } catch {
    return null
  }
}

function isKey(key: unknown): key is Key {
  return typeof key === 'string' || typeof key === 'number'
}
