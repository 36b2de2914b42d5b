/** The HTTP server itself: what of a connection becomes a request at all. */
import { type IncomingMessage, type RequestListener, Server as HttpServer } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { connectPath } from '../contract/collectors.ts'
import { hourMs } from '../contract/constants.ts'
import type { TlsMaterial } from './tls.ts'

// The headers have Node's own timeout, 60 s, and Node's limit of size, 16 KiB.
/** Timeout of receiving a whole request: long enough for the largest recording over a slow line. */
const longestRequestMs = hourMs

// Node's own is 5 s, and a client that sends its next request just then gets a reset instead of an answer.
/** Keep-alive timeout: after this an idle connection is closed. */
const idleConnectionMs = 75_000

/** Gets the connections that collectors open. */
export type OnCollector = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * Every request goes to `listener`, those that ask to become a WebSocket too, but for the connections of collectors.
 * With `tls` it speaks HTTPS.
 *
 * Next hangs a listener of its own on `upgrade`, which nothing stands before, and which never closes what it has no use
 * for. So the event goes to it only for the connection of hot reload in `npm run dev`, whose origin Next checks;
 * collectors are taken out before it.
 */
export function createHttpServer(
  listener: RequestListener,
  isDev: boolean,
  onCollector: OnCollector,
  tls: TlsMaterial | null = null,
): HttpServer | HttpsServer {
  const shouldUpgradeCallback = (request: IncomingMessage): boolean =>
    isCollector(request) || (isDev && request.url!.startsWith('/_next/hmr'))
  const options = { requestTimeout: longestRequestMs, keepAliveTimeout: idleConnectionMs, shouldUpgradeCallback }
  const server = tls === null ? new HttpServer(options, listener) : new HttpsServer({ ...options, ...tls }, listener)
  // Without a listener Node closes the connection before it emits anything.
  server.on('upgrade', () => undefined)
  const emit = server.emit.bind(server) as (event: string, ...args: unknown[]) => boolean
  server.emit = (event: string, ...args: unknown[]): boolean => {
    if (event !== 'upgrade' || !isCollector(args[0] as IncomingMessage)) return emit(event, ...args)
    onCollector(...(args as Parameters<OnCollector>))
    return true
  }
  return server
}

function isCollector({ url, headers }: IncomingMessage): boolean {
  return url === connectPath && headers.upgrade?.toLowerCase() === 'websocket'
}
