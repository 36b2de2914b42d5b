/** The one Server of this process. On globalThis, since Next evaluates its modules more than once. */
import type { Server } from './server.ts'

const place = Symbol.for('hearth.server')
const shared = globalThis as { [place]?: Server }

export function setServer(server: Server): void {
  shared[place] = server
}

export function findServer(): Server {
  const server = shared[place]
  if (!server) throw new Error('Hearth was not started by lib/web/main.ts, so there is no store and no collector')
  return server
}
