/** Server-sent events to every open page. A page that reads too slowly gets a fresh snapshot, not a longer queue. */
import type { LiveEvent } from '../../contract/live-events.ts'
import { Problem } from '../../errors.ts'

/** When a page may retry (Retry-After) that found too many live streams. */
const streamRetrySeconds = 30

export type EventStreams = ReturnType<typeof createEventStreams>

/** Characters that wait for one page; beyond that it gets a snapshot instead. */
const longestQueue = 256 * 1024
/** Pages of all people that get live updates; one more is refused (`too-many-requests`). */
const mostPages = 500
/** The limit of live streams of one caller: a browser opens six, and old ones end a moment after their pages. */
const mostOfOneCaller = 12
/** An empty comment is sent so often, as a sign of life: the heartbeat, or keep-alive, of a live stream. */
const pageAliveEveryMs = 15_000
/** How often a live event stream looks whether its session or token was ended or revoked; it is cut off then. */
const allowedEveryMs = 30_000
/** Events after which a page asks for its lists again. */
const ofLists: ReadonlySet<LiveEvent['type']> = new Set([
  'profile',
  'profile-gone',
  'library',
  'experiment-directories',
])
const encoder = new TextEncoder()

interface Page {
  /** Whose it is: a session or a token. */
  readonly caller: string
  queue: string[]
  /** Characters in `queue`. */
  queued: number
  /** It gets the events of `greet` next: at first, and after its queue was dropped. */
  isBehind: boolean
  /** Set while the page waits for something to read. */
  wake: (() => void) | null
  end: () => void
}

/**
 * `greet` gives the events that a page gets first, and again after it fell behind. Its argument: when profiles,
 * experiments or their directories last changed, Unix ms, 0 where none did since the start.
 */
export function createEventStreams(greet: (listsChangedAt: number) => LiveEvent[]) {
  const pages = new Set<Page>()
  let listsChangedAt = 0
  // The id is the time, so that a page knows which changes the lists that it was sent with have.
  const asMessage = (event: LiveEvent) => `id: ${Date.now()}\ndata: ${JSON.stringify(event)}\n\n`

  function send(page: Page, message: string): void {
    if (page.isBehind) return
    page.queue.push(message)
    page.queued += message.length
    if (page.queued > longestQueue) {
      // It does not read, so memory would only grow: forget the queue, and start over when it reads again.
      page.isBehind = true
      page.queue = []
      page.queued = 0
    }
    page.wake?.()
  }

  function takeAll(page: Page): string {
    const messages = page.isBehind ? greet(listsChangedAt).map(asMessage) : page.queue
    page.isBehind = false
    page.queue = []
    page.queued = 0
    return messages.join('')
  }

  function publish(event: LiveEvent): void {
    if (ofLists.has(event.type)) listsChangedAt = Date.now()
    const message = asMessage(event)
    for (const page of pages) send(page, message)
  }

  return {
    publish,
    /** Sends the events of `greet` to all pages. */
    greetAll: () => greet(listsChangedAt).forEach(publish),
    /**
     * Opens the stream of one page, of a session or a token. It ends when `isStillAllowed`, called every 30 s, gives
     * false or fails, or when the streams are closed. Throws: Problem `too-many-requests`.
     */
    open(caller: string, isStillAllowed: () => Promise<boolean>): ReadableStream<Uint8Array> {
      const ofCaller = [...pages].filter((page) => page.caller === caller).length
      if (pages.size >= mostPages || ofCaller >= mostOfOneCaller)
        throw new Problem('too-many-requests', { retryAfterSeconds: streamRetrySeconds })
      let ended = false
      const page: Page = { caller, queue: [], queued: 0, isBehind: true, wake: null, end: () => {} }
      const alive = setInterval(() => send(page, ':\n\n'), pageAliveEveryMs).unref()
      const allowed = setInterval(() => {
        isStillAllowed().then(
          (isAllowed) => {
            if (!isAllowed) page.end()
          },
          () => page.end(), // the store cannot say: better a page that reconnects than one that should not see this
        )
      }, allowedEveryMs).unref()
      page.end = () => {
        if (ended) return
        ended = true
        clearInterval(alive)
        clearInterval(allowed)
        pages.delete(page)
        page.wake?.()
      }
      pages.add(page)
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            while (!ended && !page.isBehind && page.queue.length === 0)
              await new Promise<void>((resolve) => (page.wake = resolve))
            page.wake = null
            if (ended) controller.close()
            else controller.enqueue(encoder.encode(takeAll(page)))
          },
          cancel: () => page.end(),
        },
        { highWaterMark: 0 },
      )
    },
    /** How many pages listen. */
    get size() {
      return pages.size
    },
    close() {
      for (const page of [...pages]) page.end()
    },
  }
}
