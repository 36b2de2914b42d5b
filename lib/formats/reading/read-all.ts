import { Problem } from '../../errors.ts'

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
    if (length > maxBytes) throw new Problem('parser-limit', { limit: `${maxBytes / 2 ** 20} MiB` })
    parts.push(chunk)
  }
  const all = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}
