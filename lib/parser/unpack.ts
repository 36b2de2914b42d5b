import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Problem } from '../errors.ts'
import { peek } from '../formats/reading/byte-stream.ts'

/** A recording shrinks to a tenth, rarely to a fiftieth; a bomb to a thousandth. */
const mostTimes = 250
/** So much may come out of however little. */
const freeBytes = 64 * 2 ** 20

/**
 * The same stream, unpacked if it is gzip.
 *
 * Throws: Problem `unreadable-profile` when the gzip is damaged or cut, `parser-limit` when far more comes out of it than
 * recordings hold.
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
        throw new Problem('parser-limit', { limit: 'unpacking' })
      yield chunk
    }
  } catch (error) {
    if (!isDamage(error)) throw error
    throw new Problem('unreadable-profile', { reason: 'its gzip is damaged or cut off' }, { cause: error })
  } finally {
    gunzip.destroy()
    await feeding
  }
}

/** An error of zlib, not of whoever sends the bytes. */
function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}
