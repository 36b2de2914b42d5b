/**
 * The web program: unprivileged, faces the browser, owns the store. Says what becomes of it in JSON, a line each, on
 * stdout: `listening` with the address and a sign-in link, or `failed` with a Problem; `capture-ended` for each capture
 * that was under way when an earlier program ended. With --dev, pages are built as they are asked for, and again when a
 * source changes.
 */
import { once } from 'node:events'
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import next from 'next'
import { buildListenOrigin, readConfig, type Config } from '../config.ts'
import { isProblem, Problem } from '../errors.ts'
import { bootServer, type RunningServer } from '../server/boot.ts'
import { findSession } from '../server/api/callers.ts'
import { servedOperations } from '../server/api/operations.ts'
import { createRouter } from '../server/api/router.ts'
import { readProxies } from '../access/client-network.ts'
import { createFront, type Front } from './front.ts'
import { createHttpServer, type OnCollector } from './http-server.ts'
import { createStaticFiles } from './static-files.ts'
import { followTls, readTls } from './tls.ts'

const directory = join(import.meta.dirname, '..', '..')
/**
 * In ms: how long the web server waits at its shutdown for open requests; after twice as long the web program ends.
 */
const longestStopMs = 3000
const isDev = process.argv.includes('--dev')

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const ready = Promise.withResolvers<Front>()
  const serving = Promise.withResolvers<RunningServer>()
  const onCollector: OnCollector = (request, socket, head) => {
    socket.on('error', () => undefined) // it went away
    serving.promise
      .then((server) => server.remoteCollectors.upgrade(request, socket, head))
      .catch((error: unknown) => {
        console.error(error)
        socket.destroy()
      })
  }
  const http = createHttpServer(onRequest, isDev, onCollector, config.tls && readTls(config.tls))
  if (config.tls !== null && http instanceof HttpsServer) followTls(http, config.tls)
  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    ready.promise
      .then((front) => front(request, response))
      .catch((error: unknown) => {
        console.error(error)
        if (response.headersSent) response.destroy()
        else response.writeHead(500, { connection: 'close' }).end()
      })
  }
  const port = await listen(http, config)
  const server = await bootServer(config, port, (capture) => printEvent({ event: 'capture-ended', capture }))
  serving.resolve(server)
  stopOnSignal(http, server)

  const app = next({ dev: isDev, dir: directory, hostname: config.bind, port, quiet: true })
  await app.prepare()
  ready.resolve(
    createFront({
      port,
      bind: config.bind,
      hosts: config.hosts,
      isProxy: readProxies(config.trustedProxies),
      isSignedIn: async (headers) => (await findSession(server, headers)) !== null,
      serveStatic: isDev ? () => false : createStaticFiles(join(directory, '.next/static')),
      findRoute: createRouter(server, servedOperations),
      next: app.getRequestHandler(),
      isDev,
    }),
  )
  await server.audit.append({
    ...{ at: Date.now(), person: 'owner', by: 'host', callerId: '', network: '', action: 'makeSignInLink' },
    ...{ details: { person: 'owner', role: 'owner', printed: 'at the start' }, result: 'ok' },
  })
  const { link } = await server.people.makeSignInLink({ person: 'owner', role: 'owner' }, 'printed')
  printEvent({ event: 'listening', url: buildListenOrigin(config, port), signInLink: link })
}

/**
 * Listens before anything is opened: a second start ends here and disturbs nothing. Requests wait until we are ready.
 */
async function listen(http: HttpServer | HttpsServer, { bind, port }: Config): Promise<number> {
  http.listen(port, bind)
  try {
    await once(http, 'listening')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EADDRINUSE' || code === 'EACCES') throw new Problem('port-in-use', { bind, port }, { cause: error })
    throw error
  }
  return (http.address() as AddressInfo).port
}

/** In order: nothing new, streams end, what is being saved is saved, the database closes. */
function stopOnSignal(http: HttpServer | HttpsServer, server: RunningServer): void {
  let isStopping = false
  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    const closed = new Promise((resolve) => http.close(resolve))
    setTimeout(() => http.closeAllConnections(), longestStopMs).unref()
    // A collector that hangs must not hold us: what is cut off here is saved whole at the next start.
    setTimeout(() => process.exit(0), 2 * longestStopMs).unref()
    await server.stop()
    http.closeIdleConnections()
    await closed
    await server.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        console.error(error)
        process.exit(1)
      })
    })
  }
}

function printEvent(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

try {
  await main()
} catch (error) {
  if (!isProblem(error)) throw error
  printEvent({ event: 'failed', problem: error })
  process.exit(1)
}
