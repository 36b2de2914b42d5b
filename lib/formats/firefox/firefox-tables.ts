/**
 * The tables of a profile of Firefox, in columns: strings, stacks, frames and functions. In raw profiles, and in
 * processed ones of format version 60 and earlier, each thread has its own tables; in later ones all threads share
 * them.
 *
 * Source: the upgraders of the Firefox Profiler, by which it reads its old files (format versions 53 to 75). Version 58
 * made `fileName` an index into `sources`, 66 replaced `prefix` by `prefixOffset`, 71 and 75 replaced columns with null
 * by flags.
 */
import type { JsonShape } from '../json/json-stream.ts'
import { textOr } from '../json/json-values.ts'
import { createIndexColumn, type NumberColumn } from '../reading/number-column.ts'

export interface FirefoxTables {
  readonly strings: string[]
  /** Keys name the table and the column: `stackTable.frame`. */
  readonly columns: Map<string, NumberColumn>
  /** `funcTable.isJS`, until version 74. */
  readonly isScript: boolean[]
}

export function emptyTables(): FirefoxTables {
  return { strings: [], columns: new Map(), isScript: [] }
}

export function columnOf(tables: FirefoxTables, name: string): NumberColumn {
  let column = tables.columns.get(name)
  if (column === undefined) tables.columns.set(name, (column = createIndexColumn()))
  return column
}

const columnsOfTable: Readonly<Record<string, readonly string[]>> = {
  stackTable: ['frame', 'prefix', 'prefixOffset'],
  frameTable: ['func'],
  funcTable: ['name', 'resource', 'source', 'fileName', 'lineNumber', 'flags'],
  resourceTable: ['name'],
  sources: ['filename'],
}
/**
 * In raw profiles a row is a list of values. The index of each value in it, unless the table's `schema` says another.
 */
const defaultIndexes: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  stackTable: { prefix: 0, frame: 1 },
  frameTable: { location: 0 },
}

/** How to read the table of this name into `tables`; null for a table that is not needed. */
export function tableShape(tables: FirefoxTables, table: string): JsonShape | null {
  if (table === 'stringArray' || table === 'stringTable')
    return { items: () => ({ value: (text) => tables.strings.push(textOr(text, '')) }) }
  const columns = Object.hasOwn(columnsOfTable, table) ? columnsOfTable[table]! : null
  if (columns === null) return null
  const indexes: Record<string, number> = { ...(Object.hasOwn(defaultIndexes, table) ? defaultIndexes[table] : {}) }
  return {
    members: (key) => {
      if (key === 'schema') return schemaShape(indexes)
      if (key === 'data') return rowsShape(indexes, (name, value) => columnOf(tables, `${table}.${name}`).add(value))
      if (key === 'isJS') return { items: () => ({ value: (value) => tables.isScript.push(value === true) }) }
      const column = columns.includes(key) ? columnOf(tables, `${table}.${key}`) : null
      return column === null ? null : { number: (value) => column.add(value) }
    },
  }
}

/** How to read the `schema` of a raw table: replaces each index in `indexes` by that of the file. */
export function schemaShape(indexes: Record<string, number>): JsonShape {
  return {
    members: (key) =>
      Object.hasOwn(indexes, key) ? { value: (index) => typeof index === 'number' && (indexes[key] = index) } : null,
  }
}

/**
 * How to read the rows of a raw table: calls `onValue` with the value at each of `indexes`, NaN where it is no number.
 */
export function rowsShape(
  indexes: Readonly<Record<string, number>>,
  onValue: (name: string, value: number) => void,
): JsonShape {
  const row: JsonShape = {
    value: (cells) => {
      for (const [name, index] of Object.entries(indexes)) {
        const cell: unknown = Array.isArray(cells) ? cells[index] : undefined
        onValue(name, typeof cell === 'number' ? cell : Number.NaN)
      }
    },
  }
  return { items: () => row }
}
