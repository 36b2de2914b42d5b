export interface LineLimit {
  /** Longest line. */
  readonly maxCharacters: number
  /** Leave out lines that are too long instead of throwing. */
  readonly dropsLong?: boolean
}

/**
 * The lines of a stream of UTF-8, without their ends. What follows the last line end is no line: it may be cut off.
 *
 * Not node:readline, which does not report that its input broke, and keeps lines of any length.
 *
 * Throws: an Error for a line that is too long, and what `chunks` throws.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  { maxCharacters, dropsLong = false }: LineLimit,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let isDropping = false
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    // The first line that ends is the one that was too long.
    if (isDropping && lines.length > 0) {
      lines.shift()
      isDropping = false
    }
    yield* lines
    if (rest.length > maxCharacters) {
      if (!dropsLong) throw new Error(`a line of more than ${maxCharacters} characters`)
      isDropping = true
    }
    if (isDropping) rest = ''
  }
}

/** All of a stream of UTF-8. Throws: an Error for a stream that is longer, and what `chunks` throws. */
export async function readAnswer(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`its answer is larger than ${maxBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
