/**
 * A chunk as its records, one after the other: size, type, then the fields. Type 0 is the metadata, type 1 a checkpoint of
 * constants, all others are events. Size and type count to the size.
 */
import { JfrBytes } from './bytes.ts'
import { type ChunkHeader, chunkHeaderBytes } from './chunk-header.ts'

export const metadataType = 0
export const checkpointType = 1

export interface Records {
  /** How many there are of each type. */
  readonly counts: ReadonlyMap<number, number>
  /** Where records of these two types start, in the order of the file. */
  readonly metadata: readonly number[]
  readonly checkpoints: readonly number[]
  /** Where the last whole record ends. */
  readonly end: number
}

/**
 * Steps over all records once, by their sizes.
 *
 * Keeps: stops at the first record whose size cannot be; metadata and checkpoints that the header tells of, or that one
 * checkpoint tells of another, are taken all the same, wherever they stand.
 */
export function findRecords(bytes: Uint8Array, header: ChunkHeader): Records {
  const counts = createCounts()
  const metadata: number[] = []
  const checkpoints: number[] = []
  const end = eachRecord(bytes, chunkHeaderBytes, bytes.length, (type, start) => {
    counts.add(type)
    if (type === metadataType) metadata.push(start)
    else if (type === checkpointType) checkpoints.push(start)
  })
  if (end < bytes.length) {
    if (isRecord(bytes, header.metadataAt, bytes.length, metadataType)) metadata.push(header.metadataAt)
    checkpoints.push(...followChain(bytes, header.checkpointAt, end))
  }
  return { counts: counts.all(), metadata, checkpoints, end }
}

/** Calls `onRecord` with each record's type, start, place of its fields, and end. Gives where the last whole one ends. */
export function eachRecord(
  bytes: Uint8Array,
  from: number,
  to: number,
  onRecord: (type: number, start: number, fields: number, end: number) => void,
): number {
  const cursor = new JfrBytes(bytes)
  let start = from
  while (start < to) {
    cursor.at = start
    const size = cursor.integer()
    const type = cursor.integer()
    const end = start + size
    if (!(size > 0 && cursor.at <= end && end <= to)) break
    onRecord(type, start, cursor.at, end)
    start = end
  }
  return start
}

/**
 * Checkpoints behind `end`, by the chain from the last one backwards: each tells how far away the one before it is, as a
 * signed number.
 *
 * Keeps: only steps backwards over whole records, so that a chain in a ring ends and no byte is read twice.
 */
function followChain(bytes: Uint8Array, last: number, end: number): number[] {
  const found: number[] = []
  const cursor = new JfrBytes(bytes)
  let limit = bytes.length
  for (let at = last; at >= end && isRecord(bytes, at, limit, checkpointType);) {
    found.push(at)
    limit = at
    cursor.at = at
    // Size, type, start, duration.
    for (let field = 0; field < 4; field++) cursor.skipInteger()
    at += cursor.integer()
  }
  return found.reverse()
}

function isRecord(bytes: Uint8Array, at: number, limit: number, wanted: number): boolean {
  if (!(at >= chunkHeaderBytes && at < limit)) return false
  const cursor = new JfrBytes(bytes)
  cursor.at = at
  const size = cursor.integer()
  const type = cursor.integer()
  return type === wanted && size > 0 && at + size <= limit
}

const smallCounts = new Uint32Array(2 ** 16)
const maxLargeIds = 10_000

/** Types are small numbers, counted in an array that all chunks share; those of a damaged file may be any. */
function createCounts() {
  const seen: number[] = []
  const large = new Map<number, number>()
  return {
    add(type: number): void {
      if (type >= 0 && type < smallCounts.length) {
        if (smallCounts[type]!++ === 0) seen.push(type)
      } else if (large.size < maxLargeIds || large.has(type)) large.set(type, (large.get(type) ?? 0) + 1)
    },
    /** Once, at the end. */
    all(): ReadonlyMap<number, number> {
      for (const type of seen) {
        large.set(type, smallCounts[type]!)
        smallCounts[type] = 0
      }
      return large
    },
  }
}
