/** Starts the parts of the web program, once per process: the store, the collectors, the server. */
import { createCollectorClient } from '../collector/client/client.ts'
import type { Config } from '../config.ts'
import type { Capture } from '../contract/capture.ts'
import { openStore } from '../store/store.ts'
import { setServer } from './running.ts'
import { createServer } from './server.ts'

export type RunningServer = Awaited<ReturnType<typeof bootServer>>

/**
 * Opens the store, begins to follow the collector (it connects once that runs), and makes the server known to pages and
 * routes. `onEarlierEnded` gets each capture that was under way when the previous run of the web program ended, once it
 * has ended.
 *
 * Throws: Problem `data-directory-locked`, `data-directory-newer`, `disk-full`.
 */
export async function bootServer(config: Config, port: number, onEarlierEnded: (capture: Capture) => void) {
  const store = await openStore(config.dataDirectory, config.quotaBytes)
  const unfinishedIds = new Set((await store.captures.listUnfinished()).map(({ id }) => id))
  const onEnded = (capture: Capture) => {
    if (unfinishedIds.delete(capture.id)) onEarlierEnded(capture)
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
    /** Closes the store. Call it after `stop`, once no request is open. */
    close: () => store.close(),
  }
}
