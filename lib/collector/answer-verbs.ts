/**
 * Answers the verbs of a collector, whichever way the web program reaches it: HTTP over its Unix socket, or over a
 * connection that it opened.
 */
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { describeIssueOf } from '../contract/describe-issue.ts'
import { eventSchema } from '../contract/doctor.ts'
import { captureIdSchema } from '../contract/ids.ts'
import { verbs, type Verb } from '../contract/verbs.ts'
import { isProblem, Problem } from '../errors.ts'
import type { VerbClient } from './client/client.ts'

/** A request of HTTP/1.1 or of HTTP/2. */
type VerbRequest = Readable & { readonly method?: string | undefined; readonly url?: string | undefined }
type VerbResponse = Writable & {
  readonly headersSent: boolean
  writeHead(status: number, headers: Record<string, string>): unknown
}

/** The limit of the JSON body of a verb. */
const maxRequestBytes = 64 * 1024
/** Interval of the sign of life on a watch of the collector. */
export const collectorAliveEveryMs = 2000
const watchInput = z.object({})
const artefactInput = z.object({ captureId: captureIdSchema, event: eventSchema })
const liveInput = z.object({ captureId: captureIdSchema })

/** `closing` ends streams of events. `report` gets what is no Problem but a bug. */
export function createVerbAnswers(collector: VerbClient, report: (error: unknown) => void, closing: AbortSignal) {
  async function answerVerb(request: VerbRequest, response: VerbResponse): Promise<void> {
    if (request.method !== 'POST') throw new Problem('invalid-request', { what: 'only POST is answered' })
    const path = (request.url ?? '').slice(1)
    const body = await readBody(request)
    if (path === 'watch') {
      parseBody(watchInput, body)
      return sendEvents(response)
    }
    if (path === 'fetchArtefact') {
      const { captureId, event } = parseBody(artefactInput, body)
      return sendBytes(await collector.fetchArtefact(captureId, event), response)
    }
    if (path === 'fetchLive')
      return sendBytes(await collector.fetchLive(parseBody(liveInput, body).captureId), response)
    if (!isVerb(path)) throw new Problem('not-found', { what: 'verb' })
    const output = await collector.call(path, body as never) // it checks the body by the verb's schema
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(output))
  }

  async function sendBytes(bytes: AsyncIterable<Uint8Array>, response: VerbResponse): Promise<void> {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    await pipeline(bytes, response)
  }

  async function sendEvents(response: VerbResponse): Promise<void> {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    const signal = AbortSignal.any([gone.signal, closing])
    // Even on a host without JVMs the reader learns that we are alive.
    const alive = setInterval(() => void response.write('\n'), collectorAliveEveryMs)
    try {
      for await (const event of collector.watch(signal)) {
        const isTaken = response.write(`${JSON.stringify(event)}\n`)
        if (!isTaken && !signal.aborted) await drained(response, signal)
      }
      response.end()
    } finally {
      clearInterval(alive)
    }
  }

  function sendProblem(response: VerbResponse, error: unknown): void {
    if (!isProblem(error)) report(error)
    const problem = isProblem(error) ? error : null
    const body = problem ?? { type: 'about:blank', status: 500, title: 'The collector failed; its log says why.' }
    response.writeHead(problem?.status ?? 500, { 'content-type': 'application/problem+json' })
    response.end(JSON.stringify(body))
  }

  return {
    /** Answers a verb. Throws: Problem. */
    answerVerb,
    answerFailure: (response: VerbResponse, error: unknown): void => {
      if (response.headersSent || response.destroyed) {
        response.destroy()
        if (!isClosedByPeer(error)) report(error)
      } else sendProblem(response, error)
    },
  }
}

function isVerb(path: string): path is Verb {
  return Object.hasOwn(verbs, path)
}

/** Gives the body in its shape. Throws: Problem `invalid-request`. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const { data, error } = schema.safeParse(body)
  if (error) throw new Problem('invalid-request', { what: describeIssueOf('body', error.issues[0]!) })
  return data
}

/** Gives the JSON of a request. Throws: Problem `invalid-request`, `body-too-large`. */
async function readBody(request: VerbRequest): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxRequestBytes) throw new Problem('body-too-large', { body: 'json', maxBytes: maxRequestBytes })
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (error) {
    throw new Problem('invalid-request', { what: 'its body is not JSON' }, { cause: error })
  }
}

/** Resolves when the response takes more, or `signal` aborts. */
export function drained(response: VerbResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    response.on('drain', done)
    signal.addEventListener('abort', done)
  })
}

function isClosedByPeer(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ABORT_ERR'].includes(code ?? '')
}
