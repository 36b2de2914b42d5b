/** Preview pictures of links: drawn when first asked for, one at a time, and kept while there is room. */
import type { SharedView } from '../../contract/shares.ts'
import { askThread } from '../profiles/profile-thread.ts'
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
  const kept = new Map<string, Promise<Uint8Array>>()
  // Whoever has a link may ask for its picture as often as they like; a processor is not theirs.
  let last: Promise<unknown> = Promise.resolve()

  return {
    of(shareId, view, open) {
      const key = JSON.stringify([shareId, previewTitle(view), previewFacts(view)])
      const known = kept.get(key)
      if (known) return known
      const drawn = last.then(async () => draw({ view, gzipped: await open() }))
      last = drawn.catch(() => undefined)
      kept.set(key, drawn)
      drawn.catch(() => kept.delete(key))
      if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
      return drawn
    },
  }
}

async function drawInThread({ view, gzipped }: Previewed): Promise<Uint8Array> {
  const request = { gzipped, title: previewTitle(view), facts: previewFacts(view) }
  return (await askThread({ type: 'preview', request })).png
}
