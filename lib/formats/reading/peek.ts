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
  const head = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    head.set(part, offset)
    offset += part.length
  }
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
