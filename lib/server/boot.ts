/** Starts what the web program holds, once per process. */
import { createCollectorClient } from '../collector/client/client.ts'
import type { Config } from '../config.ts'
import type { Capture } from '../contract/capture.ts'
import { openStore } from '../store/store.ts'
import { setServer } from './running.ts'
import { createServer } from './server.ts'

export type RunningServer = Awaited<ReturnType<typeof bootServer>>

/**
 * Opens the store, begins to follow the collector (which need not be there yet), and makes the server known to pages
 * and routes. `onEarlierEnded` gets each capture that was under way when an earlier program ended, once it has ended.
 *
 * Throws: as openStore.
 */
export async function bootServer(config: Config, port: number, onEarlierEnded: (capture: Capture) => void) {
  const store = await openStore(config.dataDirectory, config.quotaBytes)
  const earlier = new Set((await store.captures.listUnfinished()).map(({ id }) => id))
  const onEnded = (capture: Capture) => {
    if (earlier.delete(capture.id)) onEarlierEnded(capture)
  }
  const server = createServer({
    config,
    store,
    collector: createCollectorClient(config.collectorSocket),
    port,
    onEnded,
  })
  await server.remoteCollectors.start()
  setServer(server)
  return {
    ...server,
    /** After `stop`, when no request is left. */
    close: () => store.close(),
  }
}
