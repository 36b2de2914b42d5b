/** Pages of the library in an order that it has no index for: what was asked for is read whole, and sorted. */
import { type Kysely, sql } from 'kysely'
import type { LibrarySort } from '../../contract/constants.ts'
import type { LibraryQuery } from '../../contract/library.ts'
import { eventIds } from '../../profile/model/event-ids.ts'
import type { Tables } from '../schema/tables.ts'
import { allOf, type Condition, conditionsOf } from './library-conditions.ts'

type Key = string | number

/**
 * The name that lists show: of one that was made up, which is `<service>: <hot method>` or ends in event and seconds, that is the hot
 * method, or without one the event (profile-title.ts), and then the moment, by which equal keys are sorted.
 */
const method = sql`substr("name", instr("name", ': ') + 2)`
const shownName = sql`lower(case
  when "sourceId" is null then "name"
  when "hotMethod" is null and "name" like '% ' || "event" || ' % s' then "event"
  when instr("name", ': ') > 0 and instr("hotMethod", ${method}) > 0 then ${method}
  else "name" end)`

const sortKeys: Readonly<Record<LibrarySort, readonly Condition[]>> = {
  time: [],
  name: [shownName],
  service: [sql`lower("service")`, sql`lower(coalesce("image", ''))`],
  duration: [sql`coalesce("durationMs", -1)`],
  // Bytes and samples cannot be compared.
  weight: [sql`"unit"`, sql`"total"`],
  size: [sql`"size"`],
}

const columns = sql.join(
  ['id', 'sourceId', 'createdAt', 'name', 'service', 'image', 'event', 'hotMethod', 'durationMs', 'unit', 'total'].map(
    (column) => sql.ref(column),
  ),
)

/** Whether it is the order of the library, which its index has. */
export function isLibraryOrder({ sort, order }: Pick<LibraryQuery, 'sort' | 'order'>): boolean {
  return sort === 'time' && order === 'desc'
}

/**
 * The ids of a page: of profiles, or with `captures` of the events that rows of captures tell of, those with equal keys newest first or last. A
 * cursor is the keys of the last one.
 */
export async function findSortedPage(
  db: Kysely<Tables>,
  query: LibraryQuery,
): Promise<{ readonly ids: readonly string[]; readonly next: string | null }> {
  const keys = [...sortKeys[query.sort], sql`"createdAt"`, sql`"id"`]
  const names = keys.map((_, index) => sql.ref(`key${index}`))
  const way = sql.raw(query.order)
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
    order by ${sql.join(names.map((name) => sql`${name} ${way}`))} limit ${query.limit + 1}`.execute(db)
  const page = rows.slice(0, query.limit).map((row) => keys.map((_, index) => row[`key${index}`]!))
  return {
    ids: page.map((row) => String(row.at(-1))),
    next: rows.length > query.limit ? JSON.stringify(page.at(-1)) : null,
  }
}

/** As `compareByEvent`. */
function rankOfEvent(): Condition {
  return sql`case "event" ${sql.join(
    eventIds.map((id, index) => sql`when ${id} then ${sql.lit(index)}`),
    sql` `,
  )} else ${sql.lit(eventIds.length)} end`
}

/** Null for what is no cursor of this order: the first page. */
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
