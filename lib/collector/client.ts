/** What the web side holds of the collector: its verbs, its stream of events, its artefacts, over the Unix socket. */
import http from 'node:http'
import type { Readable } from 'node:stream'
import { type WatchEvent, watchEventSchema } from '../contract/live-events.ts'
import { problemSchema } from '../contract/problem.ts'
import { type Verb, type VerbInput, type VerbOutput, verbs } from '../contract/verbs.ts'
import { Problem, problemFromData } from '../errors.ts'
import { readLines } from '../framing/lines.ts'
import type { EventId } from '../profile/model/event-ids.ts'

export interface CollectorClient {
  /** Throws: the Problem that the collector answers; `collector-unreachable`, `collector-refused`. */
  call<V extends Verb>(verb: V, input: VerbInput<V>): Promise<VerbOutput<V>>
  /**
   * First a snapshot, then what changes; another snapshot whenever the reader was too slow. Ends when `signal` aborts.
   *
   * Throws: Problem `collector-unreachable` when the connection breaks.
   */
  watch(signal: AbortSignal): AsyncIterable<WatchEvent>
  /** The encoded profile of one event. Throws: as `call`, `not-found` among them. */
  fetchArtefact(captureId: string, event: EventId): Promise<AsyncIterable<Uint8Array>>
  /** The encoded profile of a capture under way, as of its newest picture. Throws: as `fetchArtefact`. */
  fetchLive(captureId: string): Promise<AsyncIterable<Uint8Array>>
}

/** Asking a JVM that is starved of CPU takes its time. */
const answerTimeoutMs = 90_000
/** The collector sends something every few seconds. */
const silenceTimeoutMs = 30_000
const maxAnswerBytes = 64 * 2 ** 20

export function createCollectorClient(socketPath: string): CollectorClient {
  const unreachable = (error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException
    return new Problem(
      'collector-unreachable',
      { socket: socketPath, reason: reasons[code ?? ''] ?? message },
      { cause: error },
    )
  }

  async function post(
    path: string,
    body: unknown,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<http.IncomingMessage> {
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const request = http.request({
        socketPath,
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json' },
        timeout: timeoutMs,
        ...(signal === undefined ? {} : { signal }),
      })
      request.on('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)))
      request.on('response', resolve)
      request.on('error', (error) => reject(signal?.aborted ? (signal.reason as Error) : unreachable(error)))
      request.end(JSON.stringify(body))
    })
    if (answer.statusCode === 200) return answer
    throw problemOf(await readText(answer), answer.statusCode ?? 0, socketPath)
  }

  return {
    async call(verb, input) {
      const answer = await post(`/${verb}`, input, answerTimeoutMs)
      return verbs[verb].output.parse(
        JSON.parse(await readText(answer).catch((error) => Promise.reject(unreachable(error)))),
      ) as VerbOutput<typeof verb>
    },
    async *watch(signal) {
      try {
        const stream = await post('/watch', {}, silenceTimeoutMs, signal)
        for await (const line of readLines(stream as AsyncIterable<Buffer>, { maxCharacters: maxAnswerBytes })) {
          if (line !== '') yield watchEventSchema.parse(JSON.parse(line))
        }
      } catch (error) {
        if (signal.aborted) return
        throw error instanceof Problem ? error : unreachable(error)
      }
      if (!signal.aborted) throw unreachable(new Error('it closed the connection'))
    },
    fetchArtefact: async (captureId, event) => post('/fetchArtefact', { captureId, event }, answerTimeoutMs),
    fetchLive: async (captureId) => post('/fetchLive', { captureId }, answerTimeoutMs),
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its socket is not there',
  ECONNREFUSED: 'nobody listens on its socket',
  EACCES: 'its socket is closed to this user',
  ECONNRESET: 'it closed the connection',
}

function problemOf(text: string, status: number, socket: string): Problem {
  const { data } = problemSchema.safeParse(parseJson(text))
  return data
    ? problemFromData(data)
    : new Problem('collector-unreachable', { socket, reason: `it answered ${status}` })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

async function readText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxAnswerBytes) throw new Error(`its answer is larger than ${maxAnswerBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
