/** A recording as its chunks, one at a time: memory is that of the largest chunk, however long the file is. */
import { Problem } from '../../errors.ts'
import { Damage } from './bytes.ts'
import { type ChunkHeader, chunkHeaderBytes, readChunkHeader, startsChunk } from './chunk-header.ts'

export interface Chunk {
  readonly header: ChunkHeader
  /** Its own header and all that follows. Valid only until the next chunk is asked for. */
  readonly bytes: Uint8Array
  /** The file ends before the chunk does. */
  readonly isCut: boolean
}

/** The JDK starts a new chunk at 12 MB, async-profiler at 100 MB. */
const maxChunkBytes = 2 ** 30

/**
 * Keeps: a chunk that says no size lasts to the end of the file. `leftOver` is told of what stands behind the last chunk and
 * starts no other: at least so many bytes.
 *
 * Throws: Damage when the first chunk cannot be read, or a later one; Problem `parser-limit` for one larger than 1 GiB.
 */
export async function* readChunks(
  stream: AsyncIterable<Uint8Array>,
  leftOver: (bytes: number) => void,
): AsyncGenerator<Chunk> {
  const input = createBuffer(stream)
  try {
    for (let isFirst = true; ; isFirst = false) {
      const seen = await input.fill(chunkHeaderBytes)
      if (seen === 0 && !isFirst) return
      if (!isFirst && (seen < chunkHeaderBytes || !startsChunk(input.bytes()))) return leftOver(seen)
      if (seen < chunkHeaderBytes)
        throw new Damage(seen === 0 ? 'it is empty' : 'it is shorter than the header of a chunk')
      const header = readChunkHeader(input.bytes())
      const size = header.size === 0 ? Infinity : header.size
      const filled = await input.fill(size)
      const bytes = input.bytes().subarray(0, Math.min(size, filled))
      yield { header, bytes, isCut: filled < header.size }
      input.drop(bytes.length)
    }
  } finally {
    await input.close()
  }
}

/** Grows by what has come, never by what a length promises. */
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
      const isRoomy = length + piece.length <= buffer.length / 2
      const target = isRoomy ? buffer : new Uint8Array(Math.max(buffer.length * 2, length + piece.length))
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
