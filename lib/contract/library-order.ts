/** The order of the library, the same for SQL, for its pages' cursors and for the lists of a browser. */
import type { ProfileSummary } from './profile.ts'

type Ordered = Pick<ProfileSummary, 'createdAt' | 'id'>

/**
 * Newest first. All events of a capture are of one moment: `id` decides. One direction for all columns, since a cursor
 * compares them at once.
 */
export const libraryOrder: { readonly columns: readonly (keyof Ordered)[]; readonly direction: 'asc' | 'desc' } = {
  columns: ['createdAt', 'id'],
  direction: 'desc',
}

/** Compares two for `sort`, by the order of the library. */
export function compareByLibraryOrder(one: Ordered, other: Ordered): number {
  const { columns, direction } = libraryOrder
  const column = columns.find((name) => one[name] !== other[name])
  if (column === undefined) return 0
  return one[column] < other[column] === (direction === 'asc') ? -1 : 1
}
