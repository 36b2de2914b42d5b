/** The collector's door: HTTP over a Unix socket that looks at who comes in. */
import fs from 'node:fs'
import http from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { eventSchema } from '../contract/doctor.ts'
import { captureIdSchema } from '../contract/ids.ts'
import { verbs, type Verb } from '../contract/verbs.ts'
import { isProblem, Problem } from '../errors.ts'
import { readPeerCredentials } from '../host/kernel/peer-credentials.ts'
import type { CollectorClient } from './client.ts'

export type CollectorServer = Awaited<ReturnType<typeof startCollectorServer>>

export interface CollectorServerOptions {
  readonly socketPath: string
  /** Users who may come in: root, our own, the web program's. */
  readonly allowedUids: ReadonlySet<number>
  /** The socket's group. */
  readonly gid: number
  readonly report: (error: unknown) => void
}

const maxRequestBytes = 64 * 1024
const watchInput = z.object({})
const artefactInput = z.object({ captureId: captureIdSchema, event: eventSchema })
const liveInput = z.object({ captureId: captureIdSchema })

/** Resolves when it listens. The path must be free. */
export async function startCollectorServer(collector: CollectorClient, options: CollectorServerOptions) {
  const { socketPath, allowedUids, gid, report } = options
  const closing = new AbortController()
  const strangers = new WeakMap<Socket, Problem>()

  const server = http.createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) {
        response.destroy()
        if (!isClosedByPeer(error)) report(error)
      } else sendProblem(response, error)
    })
  })
  server.on('connection', (socket: Socket) => {
    const peer = readPeerCredentials(socket)
    if (peer !== null && allowedUids.has(peer.uid)) return
    strangers.set(
      socket,
      new Problem('collector-refused', { what: `user ${peer?.uid ?? 'unknown'} may not speak to it` }),
    )
  })

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const stranger = strangers.get(request.socket)
    if (stranger) throw stranger
    if (request.method !== 'POST') throw new Problem('invalid-request', { what: 'only POST is answered' })
    const path = (request.url ?? '').slice(1)
    const body = await readBody(request)
    if (path === 'watch') {
      parse(watchInput, body)
      return sendEvents(response)
    }
    if (path === 'fetchArtefact') {
      const { captureId, event } = parse(artefactInput, body)
      return sendBytes(await collector.fetchArtefact(captureId, event), response)
    }
    if (path === 'fetchLive') return sendBytes(await collector.fetchLive(parse(liveInput, body).captureId), response)
    if (!isVerb(path)) throw new Problem('not-found', { what: 'verb' })
    const output = await collector.call(path, body as never)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(output))
  }

  async function sendBytes(bytes: AsyncIterable<Uint8Array>, response: http.ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    await pipeline(bytes, response)
  }

  async function sendEvents(response: http.ServerResponse): Promise<void> {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    const signal = AbortSignal.any([gone.signal, closing.signal])
    // Even on a host without JVMs the reader learns that we are alive.
    const alive = setInterval(() => void response.write('\n'), 10_000)
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

  function sendProblem(response: http.ServerResponse, error: unknown): void {
    if (!isProblem(error)) report(error)
    const problem = isProblem(error) ? error : null
    const body = problem ?? { type: 'about:blank', status: 500, title: 'The collector made a mistake; its log has it.' }
    response.writeHead(problem?.status ?? 500, { 'content-type': 'application/problem+json', connection: 'close' })
    response.end(JSON.stringify(body))
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, resolve)
  })
  fs.chmodSync(socketPath, 0o660)
  if (process.getuid?.() === 0) fs.chownSync(socketPath, 0, gid)

  return {
    /** Ends every connection and removes the socket. */
    async close() {
      closing.abort()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function isVerb(path: string): path is Verb {
  return Object.hasOwn(verbs, path)
}

/** Throws: Problem `invalid-request`. */
function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const { data, error } = schema.safeParse(body)
  if (error) throw new Problem('invalid-request', { what: error.issues[0]?.message ?? 'its body' })
  return data
}

/** Throws: Problem `invalid-request`, `body-too-large`. */
async function readBody(request: http.IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxRequestBytes) throw new Problem('body-too-large', { maxBytes: maxRequestBytes })
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (error) {
    throw new Problem('invalid-request', { what: 'its body is not JSON' }, { cause: error })
  }
}

function drained(response: http.ServerResponse, signal: AbortSignal): Promise<void> {
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
