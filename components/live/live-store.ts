import type { Capture } from '../../lib/contract/capture.ts'
import type { LiveEvent } from '../../lib/contract/live-events.ts'
import { loadAnswerSchemas } from '../api/load-answers.ts'
import { nextTask } from '../ui/next-task.ts'
import { applyLiveEvent, type Connection, initialLiveData, type LiveData } from './live-state.ts'
import { selectNewestCapture } from './select-newest-capture.ts'

/** A hidden tab gives its connection back after this: browsers allow only six to one host, over all tabs together. */
const hiddenGraceMs = 30_000
/** Pauses before a page connects again to the live events; after the last of them, that one each time. */
const liveRetriesMs = [1000, 2000, 5000, 10_000]

/**
 * One EventSource to `/api/v1/events` once started, while there are listeners and the tab can be seen, folded into one
 * state. `readAt`: Unix ms of the server before it read what the page was sent with.
 */
export function createLiveStore(readAt: number) {
  let state: LiveData = { ...initialLiveData, readAt }
  let source: EventSource | null = null
  // Two timers, since both may run at once: the answer that starts the retry can come to a hidden tab.
  let retry: ReturnType<typeof setTimeout> | undefined
  let hiddenGrace: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isStarted = false
  const listeners = new Set<() => void>()

  function set(next: LiveData): void {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }
  const setConnection = (connection: Connection) => {
    if (state.connection !== connection) set({ ...state, connection })
  }

  function connect(): void {
    clearTimeout(retry)
    if (!isStarted || source || listeners.size === 0 || document.visibilityState === 'hidden') return
    const opened = (source = new EventSource('/api/v1/events'))
    // One after the other. The first waits for the schemas, and for a task of its own: making them takes long, and so
    // does the first use.
    let heard = loadAnswerSchemas().then(nextTask, () => {}) // a failure is reported where they are used
    source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
      heard = heard.then(() => receive(opened, data, Number(lastEventId))).catch(onUnheard)
    }
    const onUnheard = (error: unknown) => {
      console.error(error)
      if (source === opened) void retryLater()
    }
    source.onerror = () => {
      const hasTried = state.connection === 'reconnecting' || state.connection === 'away'
      setConnection(hasTried ? 'away' : 'reconnecting')
      // The browser retries a broken stream by itself, but gives up on an answer that is none (401, 503).
      if (source?.readyState === EventSource.CLOSED) void retryLater()
    }
  }

  async function receive(from: EventSource, data: string, at: number): Promise<void> {
    const { liveEvent } = await loadAnswerSchemas()
    if (source !== from) return
    const event = liveEvent.safeParse(JSON.parse(data))
    if (event.success) set({ ...applyLiveEvent(state, event.data, at), connection: 'live' })
    else console.error('an event that this page does not understand', event.error.issues)
    // Only here: an event that throws each time would have the page connect again each second for good.
    failures = 0
  }

  function disconnect(): void {
    clearTimeout(retry)
    clearTimeout(hiddenGrace)
    source?.close()
    source = null
  }

  async function retryLater(): Promise<void> {
    disconnect()
    const isOut = await isSignedOut()
    // The tab may have been hidden and shown meanwhile, which connects.
    if (source) return
    if (isOut) {
      setConnection('signed-out')
      return
    }
    clearTimeout(retry)
    retry = setTimeout(connect, liveRetriesMs[Math.min(failures++, liveRetriesMs.length - 1)])
  }

  function onVisibility(): void {
    clearTimeout(hiddenGrace)
    if (document.visibilityState === 'visible') connect()
    else hiddenGrace = setTimeout(disconnect, hiddenGraceMs)
  }

  return {
    getState: () => state,
    /** Connects from now on; the page calls it once its view is shown. Listeners may come before. */
    start(): void {
      isStarted = true
      connect()
    },
    /**
     * A change that an answer of the API has confirmed. The event that reports it to all pages follows, with the
     * server's time.
     */
    report: (event: LiveEvent) => set(applyLiveEvent(state, event, Date.now())),
    /** A capture that the API has just answered. Its events may have come before. */
    reportCapture: (answered: Capture) => {
      const before = state.captures.find(({ id }) => id === answered.id)
      const capture = selectNewestCapture(before, answered)
      set(applyLiveEvent(state, { type: 'capture', capture }, Date.now()))
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      if (listeners.size === 1) {
        document.addEventListener('visibilitychange', onVisibility)
        connect()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        document.removeEventListener('visibilitychange', onVisibility)
        disconnect()
      }
    },
  }
}

/** An EventSource does not tell the status of its answer, so ask. No answer at all is not "signed out". */
async function isSignedOut(): Promise<boolean> {
  return fetch('/api/v1/session').then(
    (response) => response.status === 401,
    () => false,
  )
}
