import type { SharedView } from '../../contract/shares.ts'
import { previewFacts, previewTitle } from './preview-text.ts'

/** What the head of a shared page says for chats, which want whole addresses. */
export interface SharePreview {
  readonly title: string
  readonly description: string
  readonly page: string
  readonly image: { readonly url: string; readonly width: number; readonly height: number; readonly alt: string }
}

export function sharePreview(view: SharedView, token: string, origin: string): SharePreview {
  const title = previewTitle(view)
  const page = `${origin}/s/${token}`
  const alt = `Flame graph of ${title}`
  return {
    title,
    description: previewFacts(view).join(' · '),
    page,
    image: { url: `${page}/preview.png`, width: 1200, height: 630, alt },
  }
}
