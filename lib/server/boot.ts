/** Starts what the web program holds, once per process. */
import { createCollectorClient } from '../collector/client/client.ts'
import type { Config } from '../config.ts'
import { openStore } from '../store/store.ts'
import { setServer } from './running.ts'
import { createServer } from './server.ts'

export type RunningServer = Awaited<ReturnType<typeof bootServer>>

/**
 * Opens the store, begins to follow the collector (which need not be there yet), and makes the server known to pages
 * and routes.
 *
 * Throws: as openStore.
 */
export async function bootServer(config: Config, port: number) {
  const store = await openStore(config.dataDirectory, config.quotaBytes)
  const server = createServer({ config, store, collector: createCollectorClient(config.collectorSocket), port })
  await server.remoteCollectors.start()
  setServer(server)
  return {
    ...server,
    /** After `stop`, when no request is left. */
    close: () => store.close(),
  }
}
