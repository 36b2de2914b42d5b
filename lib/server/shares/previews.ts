/** Preview pictures of links: drawn when first asked for, one at a time, and kept while there is room. */
import type { SharedView } from '../../contract/shares.ts'
import { runThreadTask } from '../profiles/profile-thread.ts'
import { previewFacts, previewTitle } from './preview-text.ts'

export interface Previewed {
  readonly view: SharedView
  /** The later profile first. */
  readonly gzipped: readonly Uint8Array[]
}

export interface Previews {
  /** `open` gives the bytes, and is called only when it must be drawn: for a new link, or when its words are others by now. */
  of(shareId: string, view: SharedView, open: () => Promise<Previewed['gzipped']>): Promise<Uint8Array>
}

/** Some 60 KB each. */
const mostKept = 64

export function createPreviews(draw = drawInThread): Previews {
  const cache = new Map<string, Promise<Uint8Array>>()
  // Whoever has a link may ask for its picture as often as they like; a processor is not theirs.
  let last: Promise<unknown> = Promise.resolve()

  return {
    of(shareId, view, open) {
      const key = JSON.stringify([shareId, previewTitle(view), previewFacts(view)])
      const cached = cache.get(key)
      if (cached) return cached
      const rendered = last.then(async () => draw({ view, gzipped: await open() }))
      last = rendered.catch(() => undefined)
      cache.set(key, rendered)
      rendered.catch(() => cache.delete(key))
      if (cache.size > mostKept) cache.delete(cache.keys().next().value!)
      return rendered
    },
  }
}

async function drawInThread({ view, gzipped }: Previewed): Promise<Uint8Array> {
  const request = { gzipped, title: previewTitle(view), facts: previewFacts(view) }
  return (await runThreadTask({ type: 'preview', request })).png
}
