/** The rows of a table that a file has once, numbered in the order of first use; row 0 is `none`. */
export function createRowNumbers<Key>(none: Key) {
  const rows = new Map<Key, number>([[none, 0]])
  return {
    add(key: Key): number {
      const existingRow = rows.get(key)
      if (existingRow !== undefined) return existingRow
      rows.set(key, rows.size)
      return rows.size - 1
    },
    all: () => rows.keys(),
  }
}
