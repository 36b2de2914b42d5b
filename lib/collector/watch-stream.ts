/** Events for one reader, bounded: a reader that does not keep up gets a new snapshot instead of what it missed. */
import type { WatchEvent } from '../contract/live-events.ts'
import { createListeners } from '../host/listeners.ts'

/** Events that wait for a watcher that is slow; with more it gets a new snapshot instead. */
const maxWaitingEvents = 512

/** Creates the feed of a program's events, for all that watch it. */
export function createWatchFeed(snapshot: () => WatchEvent) {
  const { emit, add, isEmpty } = createListeners<WatchEvent>()
  return { emit, isWatched: () => !isEmpty(), watch: (signal: AbortSignal) => watchEvents(snapshot, add, signal) }
}

/** Yields a snapshot, then every event until `signal` aborts. `subscribe` gives the way to end it. */
export async function* watchEvents(
  snapshot: () => WatchEvent,
  subscribe: (listener: (event: WatchEvent) => void) => () => void,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent, void> {
  let waiting: WatchEvent[] = []
  let isBehind = true // the first event is a snapshot
  let wake = () => {}
  const unsubscribe = subscribe((event) => {
    if (isBehind) return
    waiting.push(event)
    if (waiting.length > maxWaitingEvents) {
      waiting = []
      isBehind = true
    }
    wake()
  })
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  try {
    while (!signal.aborted) {
      if (isBehind) {
        isBehind = false
        yield snapshot()
      } else if (waiting.length > 0) {
        yield waiting.shift()!
      } else {
        await new Promise<void>((resolve) => (wake = resolve))
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    unsubscribe()
  }
}
