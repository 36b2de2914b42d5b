/** Shows profiles before the viewer of a page runs. */
import { buffer } from 'node:stream/consumers'
import type { FirstPaint } from '../../profile/first-paint/first-paint.ts'
import type { FirstPaintStore } from '../../store/library/first-paints.ts'
import type { StoredBytes } from '../../store/library/profiles.ts'
import type { NamedMethods } from './digest/name-methods.ts'
import { runThreadTask } from './profile-thread.ts'

interface Made {
  readonly paint: FirstPaint
  readonly methods: NamedMethods
}

export function createFirstPaints(
  store: Pick<FirstPaintStore, 'find' | 'save'>,
  make: typeof makeFirstPaint = makeFirstPaint,
) {
  // Each is made once: bytes that could not be read cannot be read the next time either.
  const requested = new Set<string>()
  // One at a time: a stranger with a link may ask for as many as there are links.
  let last: Promise<unknown> = Promise.resolve()

  async function add({ sha256, stream }: StoredBytes): Promise<void> {
    const { paint, methods } = await make(new Uint8Array(await buffer(stream)))
    await store.save(sha256, paint, methods)
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
      requested.add(stored.sha256)
      last = last.then(() => add(stored)).catch(console.error)
      return null
    },
  }
}

/** Makes it in a thread, with the methods that lists name. Throws: Problem `unreadable-profile`. */
export async function makeFirstPaint(gzipped: Uint8Array): Promise<Made> {
  return await runThreadTask({ type: 'first-paint', gzipped })
}
