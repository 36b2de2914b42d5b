/** The HTTP server itself: what of a connection becomes a request at all. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'

/** Long enough for the largest recording over a slow line. */
const longestRequestMs = 3_600_000

// Node closes an idle connection after 5 s, and whoever sends its next request just then gets a reset instead of an answer.
const idleConnectionMs = 75_000

/**
 * Every request goes to `listener`, those that ask to become a WebSocket too: Next hangs a listener of its own on
 * `upgrade`, which nothing stands before, and which never closes what it has no use for. `npm run dev` makes one exception:
 * the connection for hot reload, whose origin Next checks.
 */
export function createHttpServer(listener: RequestListener, isDev = false): Server {
  const shouldUpgradeCallback = ({ url }: IncomingMessage): boolean => isDev && url!.startsWith('/_next/hmr')
  return createServer(
    { requestTimeout: longestRequestMs, keepAliveTimeout: idleConnectionMs, shouldUpgradeCallback },
    listener,
  )
}
