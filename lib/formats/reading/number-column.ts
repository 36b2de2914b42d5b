import { doubled } from '../../profile/model/pair-table.ts'

/** Numbers as they come, without knowing how many: 8 bytes each, or 4 where they are whole and small. */
export interface NumberColumn {
  readonly length: number
  readonly add: (value: number) => void
  readonly at: (index: number) => number
}

/** Doubles. */
export function createNumberColumn(): NumberColumn {
  return columnOver(new Float64Array(1024))
}

/** A column of whole numbers of 32 bits; any other value is -1. */
export function createIndexColumn(): NumberColumn {
  const column = columnOver(new Int32Array(1024))
  return {
    get length() {
      return column.length
    },
    add: (value) => column.add(value === (value | 0) ? value : -1),
    at: column.at,
  }
}

function columnOver(first: Float64Array | Int32Array): NumberColumn {
  let values = first
  let length = 0
  return {
    get length() {
      return length
    },
    add(value) {
      if (length === values.length) values = doubled(values)
      values[length++] = value
    },
    /** NaN, and for an index -1, behind the end. */
    at: (index) => (index >= 0 && index < length ? values[index]! : first instanceof Int32Array ? -1 : Number.NaN),
  }
}
