/**
 * The web side's client of a collector: its verbs, its stream of events, its artefacts, over a Unix socket or a
 * connection that it opened.
 */
import { once } from 'node:events'
import http from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { UploadOptions } from '../../contract/imports.ts'
import { type WatchEvent, watchEventSchema } from '../../contract/live-events.ts'
import { problemSchema } from '../../contract/problem.ts'
import { type Verb, type VerbInput, type VerbOutput, verbs } from '../../contract/verbs.ts'
import { Problem, problemFromData } from '../../errors.ts'
import { readAnswer, readLines } from '../../framing/lines.ts'
import type { EventId } from '../../profile/model/event-ids.ts'

/** A client of any collector. */
export interface VerbClient {
  /** Gives the answer. Throws: the Problem that the collector answers; `collector-unreachable`, `collector-refused`. */
  call<V extends Verb>(verb: V, input: VerbInput<V>): Promise<VerbOutput<V>>
  /**
   * First a snapshot, then what changes; another snapshot whenever the reader was too slow. Ends when `signal` aborts.
   *
   * Throws: Problem `collector-unreachable` when the connection breaks.
   */
  watch(signal: AbortSignal): AsyncIterable<WatchEvent>
  /** The encoded profile of one event. Throws: as `call`, `not-found` among them. */
  fetchArtefact(captureId: string, event: EventId): Promise<AsyncIterable<Uint8Array>>
  /** The encoded profile of a capture under way, as of its newest snapshot. Throws: as `fetchArtefact`. */
  fetchLive(captureId: string): Promise<AsyncIterable<Uint8Array>>
}

/** A client of the collector on the same host, which also parses uploads. */
export interface CollectorClient extends VerbClient {
  /**
   * Has a file read by a parser; gives what that writes, frames of profiles. A caller that stops reading, or aborts,
   * ends the parser.
   *
   * Throws: the Problem of the parser; `too-many-requests`, `body-too-large`, `collector-unreachable`;
   * `import-interrupted` when the connection breaks; what `upload` throws; the reason of `signal`.
   */
  parseUpload(options: UploadOptions, upload: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<Uint8Array>
}

/** How long the web program waits for an answer of the collector: asking a JVM that is starved of CPU takes long. */
const verbTimeoutMs = 90_000
/** The collector answers at once when it is asked to start a capture, and the person who clicked waits for it. */
const startCaptureTimeoutMs = 4000
/**
 * In ms: how long the web program waits for a sign of life of the collector, which sends one every 2 s; one that was
 * stopped or hangs is known for that within 10 s.
 */
const collectorSilenceMs = 8000
/** An upload to the collector fails when nothing is sent either way for so long: a timeout. */
const uploadSilenceMs = 30_000
/** Bytes of a whole answer; in a stream of events, characters of a line. */
const maxCollectorAnswerBytes = 64 * 2 ** 20

/** An answer to a request, by any transport. */
export interface VerbAnswer {
  readonly status: number
  readonly stream: Readable
}

/**
 * Sends one POST request. `timeoutMs`: how long nothing may be heard on the connection, before and within the answer.
 *
 * Throws: the reason of `signal`, or why there is no answer.
 */
export type Post = (
  path: string,
  body: string,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
) => Promise<VerbAnswer>

/**
 * `address` is for people: the socket, or the host. `hasLeft`: whether the collector was asked to end, and so ended its
 * connection.
 */
export function createVerbClient(send: Post, address: string, hasLeft = () => false): VerbClient {
  const unreachable = (error: unknown): Problem => {
    if (!hasLeft()) return explainUnreachable(error, address)
    const left = { socket: address, reason: '`hearth join` was ended there', hasLeft: true }
    return new Problem('collector-unreachable', left, { cause: error })
  }

  async function post(path: string, body: unknown, timeoutMs: number, signal?: AbortSignal): Promise<Readable> {
    const { status, stream } = await send(path, JSON.stringify(body), { timeoutMs, signal }).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : unreachable(error)
    })
    if (status === 200) return stream
    throw problemOf(await readAnswer(stream, maxCollectorAnswerBytes), address, `it answered ${status}`)
  }

  return {
    async call(verb, input) {
      const answer = await post(`/${verb}`, input, verb === 'startCapture' ? startCaptureTimeoutMs : verbTimeoutMs)
      return verbs[verb].output.parse(
        JSON.parse(
          await readAnswer(answer, maxCollectorAnswerBytes).catch((error) => Promise.reject(unreachable(error))),
        ),
      ) as VerbOutput<typeof verb>
    },
    async *watch(signal) {
      try {
        const stream = await post('/watch', {}, collectorSilenceMs, signal)
        for await (const line of readLines(stream as AsyncIterable<Buffer>, {
          maxCharacters: maxCollectorAnswerBytes,
        })) {
          if (line !== '') yield watchEventSchema.parse(JSON.parse(line))
        }
      } catch (error) {
        if (signal.aborted) return
        throw error instanceof Problem ? error : unreachable(error)
      }
      if (!signal.aborted) throw unreachable(new Error('it closed the connection'))
    },
    fetchArtefact: (captureId, event) => post('/fetchArtefact', { captureId, event }, verbTimeoutMs),
    fetchLive: (captureId) => post('/fetchLive', { captureId }, verbTimeoutMs),
  }
}

/** Gives why a collector could not be asked; `address` is its socket, or the name of its host. */
export function explainUnreachable(error: unknown, address: string): Problem {
  const { code, message } = error as NodeJS.ErrnoException
  const reason = reasons[code ?? ''] ?? message
  const closed = code === 'EACCES' ? { isClosed: true } : {} // has another remedy: to run as a user who may
  return new Problem('collector-unreachable', { socket: address, reason, ...closed }, { cause: error })
}

export function createCollectorClient(socketPath: string): CollectorClient {
  const unreachable = (error: unknown) => explainUnreachable(error, socketPath)

  const post: Post = (path, body, { timeoutMs, signal }) =>
    new Promise((resolve, reject) => {
      const request = http.request({
        socketPath,
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json' },
        timeout: timeoutMs,
        ...(signal === undefined ? {} : { signal }),
      })
      let answer: http.IncomingMessage | undefined
      request.on('timeout', () => {
        const error = new Error(`no answer within ${timeoutMs / 1000} s`)
        answer?.destroy(error) // else the reader of the answer would report a closed connection
        request.destroy(error)
      })
      request.on('response', (stream) => {
        answer = stream
        resolve({ status: stream.statusCode ?? 0, stream })
      })
      request.on('error', reject)
      request.end(body)
    })

  return {
    ...createVerbClient(post, socketPath),
    async *parseUpload(options, upload, signal) {
      signal.throwIfAborted()
      let isConnected = false
      const request = http.request({
        socketPath,
        method: 'POST',
        path: `/parseUpload?${new URLSearchParams({ ...options }).toString()}`,
        agent: false,
        // With `close`, the collector would close the connection after its answer: the rest of the upload would reset
        // it before that answer is read.
        headers: { connection: 'keep-alive' },
        timeout: uploadSilenceMs,
      })
      const abort = () => request.destroy(new Error('it is not wanted any more'))
      signal.addEventListener('abort', abort, { once: true })
      request.on('socket', (socket) => socket.once('connect', () => (isConnected = true)))
      request.on('error', () => undefined) // `answered` rejects with it
      request.on('timeout', () => request.destroy(new Error(`nothing was heard for ${uploadSilenceMs / 1000} s`)))
      const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
      const sending = send(upload, request)
      try {
        const [answer] = await answered
        if (answer.statusCode !== 200)
          throw problemOf(
            await readAnswer(answer, maxCollectorAnswerBytes),
            socketPath,
            `it answered ${answer.statusCode}`,
          )
        for await (const chunk of answer as AsyncIterable<Buffer>) yield chunk
        const problem = answer.trailers[problemTrailer]
        if (problem !== undefined)
          throw problemOf(decodeURIComponent(problem), socketPath, 'it sent a failure that cannot be read')
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof Problem) throw error
        request.destroy()
        if (sending.failed !== null) throw sending.failed.cause
        throw isConnected ? new Problem('import-interrupted', {}, { cause: error }) : unreachable(error)
      } finally {
        signal.removeEventListener('abort', abort)
        request.destroy()
      }
    },
  }
}

/**
 * The HTTP trailer with the Problem of an upload, as encoded JSON: the answer has begun, with status 200, before a
 * Problem is known.
 */
export const problemTrailer = 'hearth-problem'

/**
 * Sends the upload, and gives at once; a failure of the connection shows in the answer. `failed` is set when reading
 * the upload failed.
 */
function send(upload: AsyncIterable<Uint8Array>, request: http.ClientRequest) {
  const sending: { failed: { readonly cause: unknown } | null } = { failed: null }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* upload
    } catch (error) {
      sending.failed = { cause: error }
      throw error
    }
  }
  // An upload may stand still for long after its connection has gone: it is not waited for.
  pipeline(all, request).catch(() => undefined)
  return sending
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its socket is not there',
  ECONNREFUSED: 'nothing listens on its socket',
  EACCES: 'its socket is closed to this user',
  ECONNRESET: 'it closed the connection',
}

/** Gives the Problem that the collector sent; where the text is none, one with `reason`. */
function problemOf(text: string, socket: string, reason: string): Problem {
  const { data } = problemSchema.safeParse(parseJson(text))
  return data ? problemFromData(data) : new Problem('collector-unreachable', { socket, reason })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
