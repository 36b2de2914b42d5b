import { Problem } from '../../errors.ts'
import { formatBytes } from '../../profile/format/units.ts'

/** Looks at the first bytes of a stream, `bytes` of them where there are so many, without taking them off it. */
export async function peek(
  chunks: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  const parts: Uint8Array[] = []
  let length = 0
  while (length < bytes) {
    const next = await iterator.next()
    if (next.done === true) break
    parts.push(next.value)
    length += next.value.length
  }
  const head = concatBytes(parts, length)
  return { head, all: followedBy(head, iterator) }
}

async function* followedBy(head: Uint8Array, others: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isOver = false
  try {
    yield head
    for (let next = await others.next(); next.done !== true; next = await others.next()) yield next.value
    isOver = true
  } finally {
    if (!isOver) await others.return?.()
  }
}

/**
 * All bytes of a stream in one piece, for formats whose end must be known before their beginning means anything.
 *
 * Throws: Problem `parser-limit` when there are more than `maxBytes`.
 */
export async function readAll(chunks: AsyncIterable<Uint8Array>, maxBytes = 512 * 2 ** 20): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > maxBytes) throw new Problem('parser-limit', { limit: formatBytes(maxBytes) })
    parts.push(chunk)
  }
  return concatBytes(parts, length)
}

export function concatBytes(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}
