/** Takes the first line off a stream, however it is cut into chunks; `rest` is what follows it. */
export async function splitJob(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ line: string; rest: AsyncIterable<Uint8Array> }> {
  const newline = 10
  const iterator = chunks[Symbol.asyncIterator]()
  const head: Uint8Array[] = []
  for (;;) {
    const next = await iterator.next()
    if (next.done === true) return { line: textOf(head), rest: from(new Uint8Array(0), iterator) }
    const end = next.value.indexOf(newline)
    if (end === -1) head.push(next.value)
    else {
      head.push(next.value.subarray(0, end))
      return { line: textOf(head), rest: from(next.value.subarray(end + 1), iterator) }
    }
  }
}

async function* from(first: Uint8Array, others: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first
  for (let next = await others.next(); next.done !== true; next = await others.next()) yield next.value
}

function textOf(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder()
  return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode()
}
