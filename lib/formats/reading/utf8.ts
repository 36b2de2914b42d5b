import { peek } from './byte-stream.ts'

/**
 * The same text in UTF-8 without a byte-order mark, if it begins with one: of UTF-16, as PowerShell's `>` writes it, or
 * of UTF-8. Everything else passes as it is.
 */
export async function* inUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, all } = await peek(chunks, 3)
  const encoding = encodingOf(head)
  if (encoding === null) {
    yield* all
    return
  }
  // TextDecoder leaves the mark out.
  const decoder = new TextDecoder(encoding)
  const encoder = new TextEncoder()
  for await (const chunk of all) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield encoder.encode(text)
  }
  yield encoder.encode(decoder.decode())
}

function encodingOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null
}
