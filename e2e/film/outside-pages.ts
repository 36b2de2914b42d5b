/** What a newcomer sees outside of Hearth, as pages to be filmed: the terminal, and a chat that unfurls links. */
import type { APIRequestContext } from '@playwright/test'
import { escapeHtml } from '../../lib/profile/names/escape-html.ts'

export function terminalHtml(lines: readonly string[]): string {
  return `<!doctype html><style>body { margin: 0; background: #16181d; color: #d8dae0; font: 14px/1.5 monospace }
pre { margin: 24px; white-space: pre-wrap; overflow-wrap: anywhere }</style><pre>${escapeHtml(lines.join('\n'))}</pre>`
}

export interface ChatMessage {
  readonly from: string
  readonly text: string
  /** Unfurled by what its page says of itself to strangers (Open Graph). */
  readonly link: string
}

/** As Slack and its like show them. `request` asks without cookies, as their servers do. */
export async function chatHtml(request: APIRequestContext, messages: readonly ChatMessage[]): Promise<string> {
  const shown = await Promise.all(messages.map((message) => messageHtml(request, message)))
  return `<!doctype html><meta name="color-scheme" content="light dark"><style>
body { margin: 24px; font: 15px/1.45 sans-serif } .card { margin: 8px 0 24px; padding-left: 12px; border-left: 4px solid #8886; max-width: 540px }
a { overflow-wrap: anywhere } img { display: block; width: 100%; margin-top: 8px; border-radius: 8px } .site { opacity: 0.7 }</style>
${shown.join('')}`
}

async function messageHtml(request: APIRequestContext, { from, text, link }: ChatMessage): Promise<string> {
  const page = await (await request.get(link)).text()
  const read = (property: string): string =>
    new RegExp(`<meta property="og:${property}" content="([^"]*)"`).exec(page)?.[1] ?? `(no og:${property})`
  const image = await request.get(read('image').replaceAll('&amp;', '&'))
  const source = `data:image/png;base64,${(await image.body()).toString('base64')}`
  return `<p><b>${escapeHtml(from)}</b><br>${escapeHtml(text)}<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>
<div class="card"><div class="site">${read('site_name')}</div><b>${read('title')}</b><div>${read('description')}</div><img src="${source}" alt=""></div>`
}
