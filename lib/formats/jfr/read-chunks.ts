/** A recording as its chunks, one at a time: memory is that of the largest chunk, however long the file is. */
import { Problem } from '../../errors.ts'
import { formatCountOf } from '../../profile/format/units.ts'
import { Damage } from './bytes.ts'
import {
  type ChunkHeader,
  chunkHeaderBytes,
  findChunk,
  readChunkHeader,
  startsChunk,
  tryChunkHeader,
} from './chunk-header.ts'

export interface Chunk {
  readonly header: ChunkHeader
  /** Its own header and all that follows. Valid only until the next chunk is asked for. */
  readonly bytes: Uint8Array
  /**
   * The file ends before the chunk does, or another recording begins in it: one that was cut was joined with the next.
   */
  readonly isCut: boolean
}

/** The JDK starts a new chunk at 12 MB, async-profiler at 100 MB. */
const maxChunkBytes = 2 ** 30

/**
 * Keeps: a chunk that says no size lasts to the next one, or to the end of the file. Bytes that belong to no chunk are
 * skipped, up to the next; `onLeftOver` is called each time.
 *
 * Throws: Damage when the first chunk cannot be read; Problem `parser-limit` for one larger than 1 GiB.
 */
export async function* readChunks(stream: AsyncIterable<Uint8Array>, onLeftOver: () => void): AsyncGenerator<Chunk> {
  const input = createBuffer(stream)
  try {
    for (let before: ChunkHeader | null = null, lastLength = 0; ;) {
      const seen = await input.fill(chunkHeaderBytes)
      if (seen === 0 && before !== null) return
      if (before !== null && tryChunkHeader(input.bytes()) === null) {
        onLeftOver()
        if (!(await skipToChunk(input, before, lastLength))) return
      } else if (seen < chunkHeaderBytes)
        throw new Damage(seen === 0 ? 'it is empty' : `it is cut off after ${formatCountOf(seen, 'byte')}`)
      const header = readChunkHeader(input.bytes())
      const { length, isCut } = await measureChunk(input, header)
      yield { header, bytes: input.bytes().subarray(0, length), isCut }
      input.drop(length)
      before = header
      lastLength = length
    }
  } finally {
    await input.close()
  }
}

type Input = ReturnType<typeof createBuffer>

/**
 * False where no chunk follows. `before`: the header of the chunk before, which began `bytesAgo` before the bytes of
 * `input`.
 */
async function skipToChunk(input: Input, before: ChunkHeader, bytesAgo: number): Promise<boolean> {
  for (let dropped = 0; ;) {
    const bytes = input.bytes()
    const at = findChunk(bytes, 0, before, bytesAgo + dropped)
    if (at >= 0) {
      input.drop(at)
      return true
    }
    // The last bytes may be the beginning of a header.
    const searched = Math.max(0, bytes.length - chunkHeaderBytes + 1)
    input.drop(searched)
    dropped += searched
    const left = bytes.length - searched
    if ((await input.fill(left + 1)) === left) return false
  }
}

/**
 * How many bytes are the chunk's. The size in its header counts if the file ends there, or a chunk begins there. Else
 * the file was cut, perhaps joined with another one, and the chunk ends where a header is found inside of it.
 */
async function measureChunk(input: Input, header: ChunkHeader): Promise<{ length: number; isCut: boolean }> {
  const { size } = header
  if (size === 0) return { length: await findEnd(input, header), isCut: false }
  const filled = await input.fill(size + chunkHeaderBytes)
  const bytes = input.bytes()
  const isFollowed = filled - size >= 4 && startsChunk(bytes, size) // 4 bytes are the signature of a chunk
  const inside = filled === size || isFollowed ? -1 : findChunk(bytes.subarray(0, size), chunkHeaderBytes, header, 0)
  if (inside >= 0) return { length: inside, isCut: true }
  return { length: Math.min(size, filled), isCut: filled < size }
}

/** The length of a chunk whose header has no size: it lasts to the next one, or to the end of the file. */
async function findEnd(input: Input, header: ChunkHeader): Promise<number> {
  for (let from = chunkHeaderBytes; ;) {
    const bytes = input.bytes()
    const at = findChunk(bytes, from, header, 0)
    if (at >= 0) return at
    from = Math.max(from, bytes.length - chunkHeaderBytes + 1)
    if ((await input.fill(bytes.length + 1)) === bytes.length) return bytes.length
  }
}

/**
 * The bytes from `start` to `end` of a buffer, which grows by bytes that have come, never by a length that the file
 * claims.
 */
function createBuffer(stream: AsyncIterable<Uint8Array>) {
  const iterator = stream[Symbol.asyncIterator]()
  let buffer = new Uint8Array(2 ** 16)
  let start = 0
  let end = 0
  let isOver = false

  const append = (piece: Uint8Array): void => {
    const length = end - start
    if (length + piece.length > maxChunkBytes) throw new Problem('parser-limit', { limit: 'size of a chunk' })
    if (end + piece.length > buffer.length) {
      // Moved to the front only while half is free: a buffer that is nearly full would be moved for every piece.
      const isHalfFree = length + piece.length <= buffer.length / 2
      const target = isHalfFree ? buffer : new Uint8Array(Math.max(buffer.length * 2, length + piece.length))
      target.set(buffer.subarray(start, end))
      buffer = target
      start = 0
      end = length
    }
    buffer.set(piece, end)
    end += piece.length
  }

  return {
    /** Reads until there are `wanted` bytes, or no more come. Gives how many there are. */
    async fill(wanted: number): Promise<number> {
      while (!isOver && end - start < wanted) {
        const next = await iterator.next()
        if (next.done === true) isOver = true
        else append(next.value)
      }
      return end - start
    },
    bytes: () => buffer.subarray(start, end),
    drop(length: number): void {
      start += length
    },
    async close(): Promise<void> {
      if (!isOver) await iterator.return?.()
    },
  }
}
