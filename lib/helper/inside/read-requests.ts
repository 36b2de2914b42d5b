/** The helper's ear: the order, then words; silence of the collector is its death. */
import type { z } from 'zod'
import { type Order, orderSchema, silenceMs, type Word, wordSchema } from '../protocol.ts'

export interface Ear {
  /** Throws: an Error when the collector goes before it has said what to do. */
  readonly order: Promise<Order>
  /** Aborts when the collector has gone, or is silent for too long. */
  readonly gone: AbortSignal
}

const maxLineLength = 8 * 2 ** 20

export function listen(input: AsyncIterable<Buffer>, onWord: (word: Word) => void): Ear {
  const gone = new AbortController()
  const order = Promise.withResolvers<Order>()
  let timer: NodeJS.Timeout | undefined

  function hear(): void {
    clearTimeout(timer)
    timer = setTimeout(() => gone.abort(new Error('the collector is silent')), silenceMs)
  }

  async function run(): Promise<void> {
    let isOrdered = false
    for await (const line of readLines(input, maxLineLength)) {
      hear()
      if (isOrdered) onWord(parse(wordSchema, line))
      else order.resolve(parse(orderSchema, line))
      isOrdered = true
    }
    throw new Error('the collector has gone')
  }

  hear()
  run().catch((error: unknown) => {
    clearTimeout(timer)
    gone.abort(error)
  })
  gone.signal.addEventListener('abort', () => order.reject(gone.signal.reason as Error))
  return { order: order.promise, gone: gone.signal }
}

function parse<T>(schema: z.ZodType<T>, line: string): T {
  return schema.parse(JSON.parse(line))
}

/** Not node:readline, which tells nobody that its input broke, and keeps lines of any length. */
async function* readLines(chunks: AsyncIterable<Buffer>, maxLength: number): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    if (rest.length > maxLength) throw new Error(`a line of more than ${maxLength} characters`)
    yield* lines
  }
}
