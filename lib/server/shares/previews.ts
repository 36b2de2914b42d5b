/** Preview images of links. Each is drawn at the first request, one at a time; those that were used last are cached. */
import { LRUCache } from 'lru-cache'
import type { SharedView } from '../../contract/shares.ts'
import { readPreviewView } from '../preview/preview-view.ts'
import { runThreadTask } from '../profiles/profile-thread.ts'
import { previewFacts, previewTitle } from './preview-text.ts'

export interface PreviewInput {
  readonly view: SharedView
  /** The parts of the view in the link's address that an image shows; empty for the whole profile. */
  readonly query: string
  /** The later profile first. */
  readonly gzipped: readonly Uint8Array[]
}

export interface Previews {
  /**
   * Gives the PNG of a link. `asked`: the query of the link's address as it came. `open` gives the bytes of the
   * profiles. It is called only when an image must be drawn: for a new link, a new view, or when its title or facts
   * have changed.
   */
  of(
    shareId: string,
    view: SharedView,
    asked: string,
    open: () => Promise<PreviewInput['gzipped']>,
  ): Promise<Uint8Array>
}

/** Images in the cache, in memory, some 60 KB each. */
const mostPreviews = 64
// When there are as many, another view of a link is drawn as the whole profile: a visitor can make up any number of
// views, but of each link the whole profile is one image.
/** The limit of images that are being drawn or wait for it, in the queue. */
const mostWaitingPreviews = 4
// The regular expression of a search or a filter can take for ever. The whole profile has none, and so no limit.
/** How long a view may be drawn before the whole profile is drawn in its place, a timeout. */
const longestDrawMs = 15_000

export function createPreviews(draw = drawInThread): Previews {
  const cache = new LRUCache<string, Promise<Uint8Array>>({ max: mostPreviews })
  // Images are drawn one at a time, so that a visitor who asks for many cannot take all processors.
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  return {
    of(shareId, view, asked, open) {
      const { query } = readPreviewView(asked)
      const keyOf = (shown: string) => JSON.stringify([shareId, previewTitle(view), previewFacts(view), shown])
      const shown = cache.has(keyOf(query)) || waiting < mostWaitingPreviews ? query : ''
      const key = keyOf(shown)
      const cached = cache.get(key)
      if (cached) return cached
      waiting++
      const rendered = last
        .then(async () => draw({ view, query: shown, gzipped: await open() }))
        .finally(() => waiting--)
      last = rendered.catch(() => undefined)
      cache.set(key, rendered)
      rendered.catch(() => cache.delete(key))
      return rendered
    },
  }
}

/**
 * Draws the image of a view, or of the whole profile where the view takes longer than `longestDrawMs`. The caller
 * caches that one under the view's key, so the view is not tried again while it is cached.
 */
async function drawInThread({ view, query, gzipped }: PreviewInput): Promise<Uint8Array> {
  const request = { gzipped, title: previewTitle(view), facts: previewFacts(view) }
  const render = async (query: string, signal?: AbortSignal) =>
    (await runThreadTask({ type: 'preview', request: { ...request, query } }, signal)).png
  if (query === '') return render('')
  const tooLong = AbortSignal.timeout(longestDrawMs)
  return render(query, tooLong).catch((error: unknown) => {
    if (tooLong.aborted) return render('')
    throw error
  })
}
