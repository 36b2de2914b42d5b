/**
 * Finds the records of a chunk, which follow each other without a gap: size, type, then the fields. Type 0 is the
 * metadata, type 1 a checkpoint of constants, all others are events. The size is in bytes, its own and those of the
 * type included.
 */
import { JfrBytes } from './bytes.ts'
import { type ChunkHeader, chunkHeaderBytes } from './chunk-header.ts'

export const metadataType = 0
export const checkpointType = 1

export interface Records {
  /** How many there are of each type. */
  readonly counts: ReadonlyMap<number, number>
  /** Offsets in the chunk where records of metadata start, in bytes, in the order of the file. */
  readonly metadata: readonly number[]
  /** The same of checkpoints. */
  readonly checkpoints: readonly number[]
  /** Offset where the last whole record ends: that of the chunk's end, unless it is damaged. */
  readonly end: number
}

/**
 * Steps over all records once, by their sizes.
 *
 * Keeps: stops at the first record whose size is impossible. Metadata and checkpoints after it are found by the offsets
 * in the header, and by those in each checkpoint.
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

/**
 * Calls `onRecord` for each record with its type and the offsets of its start, its fields and its end. Returns the
 * offset where the last whole one ends.
 */
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
 * Offsets of the checkpoints from `end` on, in the order of the file. `last` is the last one; each has the (negative)
 * distance to the one before it.
 *
 * Keeps: goes only backwards, over whole records, so that a chain that forms a ring ends and no byte is read twice.
 */
function followChain(bytes: Uint8Array, last: number, end: number): number[] {
  const starts: number[] = []
  const cursor = new JfrBytes(bytes)
  let limit = bytes.length
  for (let at = last; at >= end && isRecord(bytes, at, limit, checkpointType);) {
    starts.push(at)
    limit = at
    cursor.at = at
    // Size, type, start, duration.
    for (let field = 0; field < 4; field++) cursor.skipInteger()
    at += cursor.integer()
  }
  return starts.reverse()
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
/** Types of events with an id of 65,536 or more whose records are counted; records of further ones are not. */
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
    /** Returns the counts and clears the shared array: call it once, at the end. */
    all(): ReadonlyMap<number, number> {
      for (const type of seen) {
        large.set(type, smallCounts[type]!)
        smallCounts[type] = 0
      }
      return large
    },
  }
}
