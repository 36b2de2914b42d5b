/** Shows profiles before the viewer of a page runs. */
import { buffer } from 'node:stream/consumers'
import type { FirstPaint } from '../../profile/first-paint/first-paint.ts'
import type { FirstPaintStore } from '../../store/library/first-paints.ts'
import type { ProfileStore, StoredBytes } from '../../store/library/profiles.ts'
import type { NamedMethods } from './digest/name-methods.ts'
import { runThreadTask } from './profile-thread.ts'

interface Made {
  readonly paint: FirstPaint
  readonly methods: NamedMethods
}

export function createFirstPaints(
  store: Pick<FirstPaintStore, 'find' | 'listMissing' | 'save'>,
  make: typeof makeFirstPaint = makeFirstPaint,
) {
  // Each is made once: bytes that could not be read cannot be read the next time either.
  const requested = new Set<string>()
  // One at a time: a stranger with a link may ask for as many as there are links.
  let last: Promise<void> = Promise.resolve()
  const stopping = new AbortController()
  const { signal } = stopping

  async function add({ sha256, stream }: StoredBytes): Promise<void> {
    if (signal.aborted) return stream.cancel()
    // The page does not wait for it.
    const { paint, methods } = await make(new Uint8Array(await buffer(stream)), false, signal)
    await store.save(sha256, paint, methods)
  }

  function request(stored: StoredBytes): Promise<void> {
    requested.add(stored.sha256)
    last = last.then(() => add(stored)).catch((error: unknown) => (signal.aborted ? undefined : console.error(error)))
    return last
  }

  return {
    /**
     * Gives the stored first paint. null for a profile that an older version stored without one: the page does not
     * wait, and it is made for the next page. Reads or cancels the stream of `stored`.
     */
    async of(stored: StoredBytes): Promise<FirstPaint | null> {
      const paint = await store.find(stored.sha256)
      if (paint || requested.has(stored.sha256)) {
        await stored.stream.cancel()
        return paint
      }
      void request(stored)
      return null
    },
    /**
     * Makes all that are missing, and with each the methods that lists name for its profile. Those that cannot be made
     * stay as they are.
     */
    async makeMissing(open: ProfileStore['open']): Promise<void> {
      for (const { id, sha256 } of await store.listMissing()) {
        if (signal.aborted) return
        const stored = requested.has(sha256) ? null : await open(id)
        if (stored) await request(stored)
      }
    },
    /** Ends what is being made; the next start makes it. */
    async stop(): Promise<void> {
      stopping.abort()
      await last
    },
  }
}

/**
 * Makes it in a thread, with the methods that lists name; one that no one awaits leaves the CPU to all else. Throws:
 * Problem `unreadable-profile`; an Error when `signal` ended it.
 */
export async function makeFirstPaint(gzipped: Uint8Array, isAwaited: boolean, signal?: AbortSignal): Promise<Made> {
  return await runThreadTask({ type: 'first-paint', gzipped, isAwaited }, signal)
}
