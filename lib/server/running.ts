/** Holds the one Server of this process. It is on globalThis, since Next evaluates its modules more than once. */
import type { Server } from './server.ts'

const serverKey = Symbol.for('hearth.server')
const shared = globalThis as { [serverKey]?: Server }

/** Makes the Server known to pages and routes: `bootServer` of boot.ts calls it once. */
export function setServer(server: Server): void {
  shared[serverKey] = server
}

/** Gives the Server. Throws: an Error where none was set. */
export function findServer(): Server {
  const server = shared[serverKey]
  if (!server) throw new Error('Hearth was not started by lib/web/main.ts, so there is no store and no collector')
  return server
}
