/** The helper's ear: the order, then words; silence of the collector is its death. */
import type { z } from 'zod'
import {
  type HelperRequest,
  helperRequestSchema,
  silenceMs,
  type ControlMessage,
  controlMessageSchema,
} from '../protocol.ts'

export interface CollectorConnection {
  /** Throws: an Error when the collector goes before it has said what to do. */
  readonly request: Promise<HelperRequest>
  /** Aborts when the collector has gone, or is silent for too long. */
  readonly closed: AbortSignal
}

const maxLineLength = 8 * 2 ** 20

export function openCollectorConnection(
  input: AsyncIterable<Buffer>,
  onMessage: (message: ControlMessage) => void,
): CollectorConnection {
  const gone = new AbortController()
  const request = Promise.withResolvers<HelperRequest>()
  let timer: NodeJS.Timeout | undefined

  function restartTimer(): void {
    clearTimeout(timer)
    timer = setTimeout(() => gone.abort(new Error('the collector is silent')), silenceMs)
  }

  async function run(): Promise<void> {
    let isOrdered = false
    for await (const line of readLines(input, maxLineLength)) {
      restartTimer()
      if (isOrdered) onMessage(parse(controlMessageSchema, line))
      else request.resolve(parse(helperRequestSchema, line))
      isOrdered = true
    }
    throw new Error('the collector has gone')
  }

  restartTimer()
  run().catch((error: unknown) => {
    clearTimeout(timer)
    gone.abort(error)
  })
  gone.signal.addEventListener('abort', () => request.reject(gone.signal.reason as Error))
  return { request: request.promise, closed: gone.signal }
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
