/**
 * What the collector sends to its helper: a request, then control messages. The helper ends when the collector is
 * silent.
 */
import type { z } from 'zod'
import { readLines } from '../../framing/lines.ts'
import {
  type HelperRequest,
  helperRequestSchema,
  helperSilenceMs,
  type ControlMessage,
  controlMessageSchema,
} from '../protocol.ts'

export interface CollectorConnection {
  /** What the collector asks for. Throws: an Error when it goes before it has said that. */
  readonly request: Promise<HelperRequest>
  /** Aborts when the collector has gone, or is silent for too long. */
  readonly closed: AbortSignal
}

/** Characters of a request to a helper. */
const maxRequestCharacters = 8 * 2 ** 20

export function openCollectorConnection(
  input: AsyncIterable<Buffer>,
  onMessage: (message: ControlMessage) => void,
): CollectorConnection {
  const gone = new AbortController()
  const request = Promise.withResolvers<HelperRequest>()
  let timer: NodeJS.Timeout | undefined

  function restartTimer(): void {
    clearTimeout(timer)
    timer = setTimeout(() => gone.abort(new Error('the collector is silent')), helperSilenceMs)
  }

  async function run(): Promise<void> {
    let isOrdered = false
    for await (const line of readLines(input, { maxCharacters: maxRequestCharacters })) {
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
