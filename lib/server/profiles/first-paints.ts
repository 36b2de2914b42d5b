/** Shows profiles before the viewer of a page runs. */
import { buffer } from 'node:stream/consumers'
import type { FirstPaint } from '../../profile/first-paint/first-paint.ts'
import type { FirstPaintStore } from '../../store/library/first-paints.ts'
import type { StoredBytes } from '../../store/library/profiles.ts'
import { runThreadTask } from './profile-thread.ts'

export function createFirstPaints(
  store: Pick<FirstPaintStore, 'find' | 'save'>,
  make: (gzipped: Uint8Array) => Promise<FirstPaint> = makeFirstPaint,
) {
  // Each once: what could not be read will not be read the next time.
  const requested = new Set<string>()
  // One at a time: a stranger with a link may ask for as many as there are links.
  let last: Promise<unknown> = Promise.resolve()

  async function add({ sha256, stream }: StoredBytes): Promise<void> {
    await store.save(sha256, await make(new Uint8Array(await buffer(stream))))
  }

  return {
    /**
     * That of the store. Null for a profile of before there were any: a page does not wait for it, it is made for the
     * next look. Takes `stored` over.
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

/** In a thread. Throws: Problem `unreadable-profile`. */
export async function makeFirstPaint(gzipped: Uint8Array): Promise<FirstPaint> {
  return (await runThreadTask({ type: 'first-paint', gzipped })).paint
}
