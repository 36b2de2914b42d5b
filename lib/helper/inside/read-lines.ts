/** Not node:readline, which tells nobody that its input broke, and keeps lines of any length. */
export async function* readLines(chunks: AsyncIterable<Buffer>, maxLength: number): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    if (rest.length > maxLength) throw new Error(`a line of more than ${maxLength} characters`)
    yield* lines
  }
}
