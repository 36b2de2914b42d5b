import type { Profile } from '../model/profile.ts'

/**
 * Where each part of an encoded profile begins: what Hearth stores, and sends to browsers.
 *
 *     bytes 0-5   `HEARTH`          6  version     7  0
 *     bytes 8-11  length of the JSON header, little-endian     12-  the header, UTF-8
 *     then, each from the next multiple of 8, so that columns can be viewed in place:
 *     lengths of the strings in UTF-16 units (Uint32), the strings joined (UTF-8),
 *     and the columns of the version, in the order of `layouts`, little-endian like every machine that Node and browsers run on.
 */
export const magic = Uint8Array.from('HEARTH', (letter) => letter.charCodeAt(0))
/** Byte offset of the JSON header, behind its length. */
export const headerStart = 12

interface ColumnType {
  readonly BYTES_PER_ELEMENT: number
  new (
    buffer: ArrayBufferLike,
    byteOffset: number,
    length: number,
  ): Uint8Array | Uint32Array | Int32Array | Float64Array
}
type TableName = 'frames' | 'stacks' | 'threads' | 'samples'

/** Rows of each table and bytes of the joined strings, by which every column is found. */
export type RowCounts = Record<'strings' | 'textBytes' | TableName, number>

export function countRows({ strings, frames, stacks, threads, samples }: Profile, textBytes: number): RowCounts {
  return {
    strings: strings.length,
    textBytes,
    frames: frames.length,
    stacks: stacks.length,
    threads: threads.length,
    samples: samples.length,
  }
}

/** The JSON header. Those of older releases may have a `picture` too, which is ignored. */
export interface EncodedHeader {
  readonly unit: Profile['unit']
  readonly rows: RowCounts
  readonly provenance: Profile['provenance']
  /** Source lines. They are in the header because releases that know no lines refuse bytes behind the columns. */
  readonly lines?: EncodedLines
}

/** Columns of a `LineTable` as text: bytes of a number, a colon, and base64. */
export type EncodedLines = Record<'frame' | 'line' | 'ofSample', string>

export const tableNames = ['frames', 'stacks', 'threads', 'samples'] as const satisfies readonly TableName[]

/** The columns of each table, in the order in which they are encoded. */
export type Layout = Readonly<Record<TableName, Readonly<Record<string, ColumnType>>>>
/** Every column that a Profile has today: the compiler refuses a `newest` that lacks one. */
type WholeLayout = { [Table in TableName]: Record<Exclude<keyof Profile[Table], 'length'>, ColumnType> }

const newest = {
  frames: { name: Uint32Array, raw: Uint32Array, module: Uint32Array, kind: Uint8Array },
  stacks: { parent: Int32Array, frame: Uint32Array, tier: Uint8Array },
  threads: { name: Uint32Array, hostTid: Uint32Array },
  samples: { stack: Int32Array, thread: Uint32Array, time: Float64Array, weight: Float64Array },
} as const satisfies WholeLayout

/**
 * The layout of every version. Profiles of each are stored, so none is ever changed or removed. A new column is a new
 * version, and decodeProfile has to fill it for the older ones.
 */
export const layouts: Readonly<Record<number, Layout>> = { 1: newest }
/** The version that is written. */
export const encodingVersion = Math.max(...Object.keys(layouts).map(Number))

/** Byte offsets: of the string lengths, of the joined strings, of each table's columns, and the length of the whole. */
export function computeOffsets(headerBytes: number, rows: RowCounts, layout: Layout) {
  let end = headerStart + headerBytes
  const allocate = (bytes: number): number => {
    const start = Math.ceil(end / 8) * 8
    end = start + bytes
    return start
  }
  const lengths = allocate(rows.strings * 4)
  const text = allocate(rows.textBytes)
  const columns = tableNames.flatMap((table) =>
    Object.entries(layout[table]).map(([column, type]) => ({
      table,
      column,
      type,
      rows: rows[table],
      start: allocate(rows[table] * type.BYTES_PER_ELEMENT),
    })),
  )
  return { lengths, text, columns, end }
}
