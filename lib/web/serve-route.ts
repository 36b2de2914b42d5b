/** A route of the API over HTTP: the request as the web platform has it, and its answer sent as it is made. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGzip } from 'node:zlib'
import type { Route } from '../server/api/router.ts'
import { pullStream } from '../server/http/pull-stream.ts'

interface Client {
  /** Where the request came from, for limits. */
  readonly network: string
  /** The protocol by which the client speaks, which a proxy may end before us. */
  readonly protocol: 'http' | 'https'
}

const clientLeft = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

/** Ends when the answer was sent, or its reader has gone. */
export async function serveRoute(
  route: Route,
  request: IncomingMessage,
  response: ServerResponse,
  { network, protocol }: Client,
): Promise<void> {
  const leaving = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished) leaving.abort()
  })
  const answer = await route.answer(asRequest(request, protocol, leaving.signal), network)
  if (leaving.signal.aborted) return void (await answer.body?.cancel().catch(() => undefined)) // no one is there to read it
  const isPacked = answer.body !== null && isWorthPacking(answer.headers) && takesGzip(request)
  if (isPacked) {
    answer.headers.set('content-encoding', 'gzip')
    answer.headers.append('vary', 'accept-encoding')
  }
  response.setHeaders(answer.headers).writeHead(answer.status)
  try {
    const body = answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body as ReadableStream)
    await (isPacked ? pipeline(body, createGzip(), response) : pipeline(body, response))
  } catch (error) {
    // The pipeline has closed the connection, so the client knows that there is more. That it left is no failure.
    if (!clientLeft.has((error as NodeJS.ErrnoException).code)) console.error(error)
  }
  // What the handler left of the body: the next request of this connection stands behind it.
  request.resume()
  if (!request.complete) endAfterAWhile(request)
}

/** How long a client may send the rest of a refused body: many read the answer only at the end. */
const lingerMs = 10_000

function endAfterAWhile(request: IncomingMessage): void {
  const timer = setTimeout(() => request.socket.destroy(), lingerMs).unref()
  request.once('close', () => clearTimeout(timer))
}

function asRequest(request: IncomingMessage, protocol: Client['protocol'], signal: AbortSignal): Request {
  const { method = 'GET', url, headers } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(`${protocol}://localhost${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
    signal,
    // Not destroyed with its stream: the answer goes by the same connection.
    ...(hasBody && { body: pullStream(request.iterator({ destroyOnReturn: false })), duplex: 'half' }),
  })
}

/**
 * Whether an answer is compressed with gzip on its way: JSON is, of any size. What is stored or exported is compressed
 * already, and says `no-transform`.
 */
function isWorthPacking(headers: Headers): boolean {
  return (
    /[/+]json\b/.test(headers.get('content-type') ?? '') && !/no-transform/.test(headers.get('cache-control') ?? '')
  )
}

function takesGzip({ headers }: IncomingMessage): boolean {
  return /\bgzip\b/.test(String(headers['accept-encoding']))
}
