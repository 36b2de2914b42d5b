/**
 * The order of the library in SQL. Migrations made the index `profilesByTime` for it: another order needs another
 * index.
 */
import { sql } from 'kysely'
import type { LibraryQuery } from '../../contract/library.ts'
import { libraryOrder } from '../../contract/library-order.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import type { Condition } from './library-conditions.ts'

const { columns, direction } = libraryOrder
const isDescending = direction === 'desc'
const orderBy = (way: string) => sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(way)}`))

export const orderColumns = sql.join(columns.map((column) => sql.ref(column)))
/** Columns and directions for `order by`, of a window too. */
export const inLibraryOrder = orderBy(direction)
export const inReverseOrder = orderBy(isDescending ? 'asc' : 'desc')

/** How a cursor writes each column. */
const cursorParts = {
  createdAt: { pattern: '\\d{1,15}', read: Number },
  id: { pattern: '[0-9a-f]{32}', read: String },
}
const cursorPattern = new RegExp(`^${columns.map((column) => `(${cursorParts[column].pattern})`).join('-')}$`)

export function cursorOf(profile: Pick<ProfileSummary, 'createdAt' | 'id'>): string {
  return columns.map((column) => profile[column]).join('-')
}

/** Gives the condition of rows after the cursor; none, as for the first page, when the text is no cursor. */
export function afterCursor({ after }: LibraryQuery): Condition[] {
  const texts = after?.match(cursorPattern)?.slice(1)
  if (!texts) return []
  const values = columns.map((column, index) => cursorParts[column].read(texts[index]))
  return [sql`(${orderColumns}) ${sql.raw(isDescending ? '<' : '>')} (${sql.join(values)})`]
}
