import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { isZlibError, Problem } from '../errors.ts'
import { peek } from '../formats/reading/byte-stream.ts'

/** A recording shrinks to a tenth, rarely to a fiftieth; a bomb to a thousandth. */
const mostTimes = 250
/** Every file may unpack to this much, however small it is. */
const freeBytes = 64 * 2 ** 20

/**
 * Gives the same stream, unpacked if it is gzip.
 *
 * Throws: Problem `unreadable-profile` when the gzip is damaged or cut, `parser-limit` when it unpacks to more than
 * recordings do.
 */
export async function* unpacked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, all } = await peek(chunks, 2)
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  yield* isGzip ? gunzipped(all) : all
}

async function* gunzipped(all: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let packedBytes = 0
  const counted = async function* () {
    for await (const chunk of all) {
      packedBytes += chunk.length
      yield chunk
    }
  }
  const gunzip = createGunzip()
  // What fails on the way in fails the reading below, with the same error.
  const feeding = pipeline(Readable.from(counted()), gunzip).catch(() => undefined)
  let bytes = 0
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > freeBytes && bytes > packedBytes * mostTimes)
        throw new Problem('parser-limit', { limit: 'unpacking', mostTimes })
      yield chunk
    }
  } catch (error) {
    // Not an error of the sender of the bytes.
    if (!isZlibError(error)) throw error
    throw new Problem('unreadable-profile', { reason: 'its gzip is damaged or cut off' }, { cause: error })
  } finally {
    gunzip.destroy()
    await feeding
  }
}
