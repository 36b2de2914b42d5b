/** The collector's server: HTTP over a Unix socket that checks its peer. */
import http from 'node:http'
import type { Socket } from 'node:net'
import { ownFiles } from '../host/kernel/named-files.ts'
import { jobLineProtocol } from '../contract/one-shot.ts'
import { uploadOptionsSchema } from '../contract/imports.ts'
import { isProblem, Problem } from '../errors.ts'
import { readPeerCredentials } from '../host/kernel/peer-credentials.ts'
import { collectorAliveEveryMs, createVerbAnswers, drained, parseBody } from './answer-verbs.ts'
import { type CollectorClient, problemTrailer, type VerbClient } from './client/client.ts'
import { refuseUpgrade } from './client/job-line.ts'

export type CollectorServer = Awaited<ReturnType<typeof startCollectorServer>>

export interface CollectorServerOptions {
  readonly socketPath: string
  /** Users who may come in: root, our own, the web program's. */
  readonly allowedUids: ReadonlySet<number>
  /** The socket's group. */
  readonly gid: number
  readonly report: (error: unknown) => void
  /** Takes a connection that shows this token. Without it none is taken. */
  readonly acceptLine?: (token: string) => ((socket: Socket) => void) | LineRefusal
}

/** `in-use`: there is a connection, which may have been cut off without our knowledge, so a second try may succeed. */
export type LineRefusal = 'not-valid' | 'in-use'

/** Node takes 16 KiB of headers and trailers. */
const maxTrailerCharacters = 8000

/** The one beside the web program parses uploads, too. */
export type ServedCollector = VerbClient & Partial<Pick<CollectorClient, 'parseUpload'>>

/** Resolves when it listens. The path must be free. */
export async function startCollectorServer(collector: ServedCollector, options: CollectorServerOptions) {
  const { socketPath, allowedUids, gid, report } = options
  const closing = new AbortController()
  const strangers = new WeakMap<Socket, Problem>()

  const { answerVerb, answerFailure } = createVerbAnswers(collector, report, closing.signal)
  const server = http.createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      // The rest of its body is not read.
      if (!response.headersSent) response.setHeader('connection', 'close')
      answerFailure(response, error)
    })
  })
  server.requestTimeout = 0 // a large file over a slow line takes its time
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
    const [path, query] = (request.url ?? '').slice(1).split('?')
    if (path === 'parseUpload' && request.method === 'POST') return await parseUpload(request, response, query)
    await answerVerb(request, response)
  }

  /** The answer may begin, and even end, while the file is still coming; so how it ended stands behind it. */
  async function parseUpload(request: http.IncomingMessage, response: http.ServerResponse, query = ''): Promise<void> {
    if (!collector.parseUpload) throw new Problem('not-found', { what: 'verb' })
    const options = parseBody(uploadOptionsSchema, Object.fromEntries(new URLSearchParams(query)))
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const signal = AbortSignal.any([gone.signal, closing.signal])
    // Status 102 is a sign of life until the answer begins: the client gives up a silent connection.
    const alive = setInterval(() => void (response.headersSent || response.writeProcessing()), collectorAliveEveryMs)
    try {
      // Without this, a parser that ends early would end the connection before it has its answer.
      const upload = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
      for await (const chunk of collector.parseUpload(options, upload, signal)) {
        begin(response)
        if (!response.write(chunk) && !signal.aborted) await drained(response, signal)
      }
      begin(response)
    } catch (error) {
      if (signal.aborted) return void response.destroy()
      if (!isProblem(error)) report(error)
      begin(response)
      response.addTrailers({ [problemTrailer]: encodeProblem(error) })
    } finally {
      clearInterval(alive)
    }
    response.end()
    request.resume() // the rest of the file goes nowhere, until the sender has read the answer
  }

  server.on('upgrade', (request: http.IncomingMessage, socket: Socket, head: Buffer) => {
    socket.unshift(head)
    socket.on('error', () => socket.destroy())
    // Sockets of an HTTP server stay half open: a Job that was cut off would count as connected.
    socket.on('end', () => socket.destroy())
    const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    const isOurs = !strangers.has(socket) && request.headers.upgrade === jobLineProtocol
    const take = (isOurs && options.acceptLine?.(token)) || 'not-valid'
    if (typeof take === 'string') return refuseUpgrade(socket, take === 'in-use' ? 409 : 401)
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${jobLineProtocol}\r\n\r\n`)
    take(socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, resolve)
  })
  ownFiles.chmodSync(socketPath, 0o660)
  if (process.getuid?.() === 0) ownFiles.chownSync(socketPath, 0, gid)

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

function begin(response: http.ServerResponse): void {
  if (response.headersSent) return
  response.writeHead(200, { 'content-type': 'application/octet-stream', trailer: problemTrailer })
}

/** Gives a failure as a trailer can carry it. What a parser says of a hostile file may be as long as it likes. */
function encodeProblem(error: unknown): string {
  const problem = isProblem(error)
    ? error
    : new Problem('parser-failed', { reason: 'a bug; the collector’s log has it' })
  const text = encodeURIComponent(JSON.stringify(problem))
  if (text.length <= maxTrailerCharacters) return text
  return encodeURIComponent(
    JSON.stringify(new Problem('parser-failed', { reason: `its ${problem.code} was too long` })),
  )
}
