/**
 * The tables of a profile of Firefox, in columns: strings, stacks, frames and functions. Of a thread until version 60 of the
 * processed format and of raw profiles, of all threads together since.
 *
 * Source: attempts of the Firefox Profiler to read its own old files (its upgraders, versions 53 to 75): `prefix` became
 * `prefixOffset` in 66, columns with null became flags in 71 and 75, `fileName` an index into `sources` in 58.
 */
import type { JsonShape } from '../json/json-stream.ts'
import { textOr } from '../json/json-values.ts'
import { createIndexColumn, type NumberColumn } from '../reading/number-column.ts'

export interface FirefoxTables {
  readonly strings: string[]
  /** By the name of the table and of its column. */
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
/** Of raw profiles, a row is a list; where in it the wanted values stand when its schema does not say. */
const columnIndexes: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  stackTable: { prefix: 0, frame: 1 },
  frameTable: { location: 0 },
}

/** The shape of the table of this name, null when nothing of it is wanted. */
export function tableShape(tables: FirefoxTables, table: string): JsonShape | null {
  if (table === 'stringArray' || table === 'stringTable')
    return { items: () => ({ value: (text) => tables.strings.push(textOr(text, '')) }) }
  const wanted = Object.hasOwn(columnsOfTable, table) ? columnsOfTable[table]! : null
  if (wanted === null) return null
  const indexes: Record<string, number> = { ...(Object.hasOwn(columnIndexes, table) ? columnIndexes[table] : {}) }
  return {
    members: (key) => {
      if (key === 'schema') return schemaShape(indexes)
      if (key === 'data') return rowsShape(indexes, (name, value) => columnOf(tables, `${table}.${name}`).add(value))
      if (key === 'isJS') return { items: () => ({ value: (value) => tables.isScript.push(value === true) }) }
      const column = wanted.includes(key) ? columnOf(tables, `${table}.${key}`) : null
      return column === null ? null : { number: (value) => column.add(value) }
    },
  }
}

/** Takes over where each of the wanted values stands. */
export function schemaShape(indexes: Record<string, number>): JsonShape {
  return {
    members: (key) =>
      Object.hasOwn(indexes, key) ? { value: (index) => typeof index === 'number' && (indexes[key] = index) } : null,
  }
}

/** A list of rows, each a list, of which the values at these places are wanted; NaN for what is no number. */
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
