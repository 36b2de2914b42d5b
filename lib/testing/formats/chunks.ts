/** Bytes as a stream of pieces of this size, to show that no reader cares where a chunk ends. */
export async function* chunksOf(content: Uint8Array | string, size = 65536): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
