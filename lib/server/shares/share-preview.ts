import type { SharedView } from '../../contract/shares.ts'
import { readPreviewView } from '../preview/preview-view.ts'
import { previewFacts, previewTitle } from './preview-text.ts'

/** The head of a shared page has it for chats, which need whole addresses. */
export interface SharePreview {
  readonly title: string
  readonly description: string
  readonly page: string
  readonly image: { readonly url: string; readonly width: number; readonly height: number; readonly alt: string }
}

/** `query`: the view of the link. */
export function sharePreview(view: SharedView, token: string, origin: string, query = ''): SharePreview {
  const title = previewTitle(view)
  const page = `${origin}/s/${token}`
  const shown = readPreviewView(query).query
  const image = shown === '' ? `${page}/preview.png` : `${page}/preview.png?${shown}`
  const alt = `Flame graph of ${title}`
  return {
    title,
    description: previewFacts(view).join(' · '),
    page: query === '' ? page : `${page}?${query}`,
    image: { url: image, width: 1200, height: 630, alt },
  }
}
