/**
 * The self-contained HTML file: the viewer (components/standalone, built into one template), and in it the profile as
 * it is stored, so that the file is a graph to use and a recording that can be imported again.
 *
 *     <!doctype html> ... <meta name="generator" content="Hearth profile"> ... styles
 *     <div id="root"> the first paint </div>
 *     <script> what starts the viewer when that is on the screen </script>
 *     <script type="application/json" id="hearth-page">{"summary": ..., "notes": [], "query": ""}</script>
 *     <script type="application/octet-stream" id="hearth-profile">base64 of the gzipped encoded profile</script>
 *     <script type="text/plain" id="hearth-viewer"> the viewer, a module that is started by the script above </script>
 */
// `import type`: the parser reads such files too, and may not load the schemas of lib/contract.
import type { ViewerNote } from '../../contract/notes.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { profileTitle } from '../../contract/profile-title.ts'
import { Problem } from '../../errors.ts'
import { firstPaintPage } from '../../profile/first-paint/first-paint-html.ts'
import { escapeHtml } from '../../profile/names/escape-html.ts'
import { concatBytes } from '../reading/byte-stream.ts'
import { decodeBase64 } from './base64.ts'

/** Content of the file beside the profile. */
export interface ExportedPage {
  readonly summary: ProfileSummary
  readonly notes: readonly ViewerNote[]
  /** The view that was on the screen, as a query. */
  readonly query: string
  /** Unix ms. */
  readonly exportedAt: number
}

/** In the first lines of the template: how the file is known again. */
export const htmlGenerator = '<meta name="generator" content="Hearth profile" />'
/** Where in the template the title goes, the boxes of the first paint, and the data. Each stands there once. */
export const dataMarker = '<!--hearth-data-->'
export const boxesMarker = '<!--hearth-boxes-->'
export const titleMarker = '<title>Hearth</title>'
export const pageElementId = 'hearth-page'
export const viewerElementId = 'hearth-viewer'
export const profileElementId = 'hearth-profile'

const profileStart = `<script type="application/octet-stream" id="${profileElementId}">`

/** Gives the parts of the file before and behind the base64 of the profile. `boxes` is the HTML of firstPaintBoxes. */
export function splitTemplate(
  template: string,
  page: ExportedPage,
  boxes: string,
): readonly [before: string, after: string] {
  const [head, tail] = cutAt(template, dataMarker)
  const [top, starter] = cutAt(head, boxesMarker)
  const titled = top.replace(titleMarker, () => `<title>${escapeHtml(profileTitle(page.summary))} · Hearth</title>`)
  const data = jsonElement(pageElementId, page)
  return [`${titled}${firstPaintPage(boxes)}${starter}${data}${profileStart}`, `</script>\n${tail}`]
}

function cutAt(template: string, marker: string): readonly [before: string, after: string] {
  const [before, after, ...more] = template.split(marker)
  if (after === undefined || more.length > 0) throw new TypeError(`the template of the HTML file has no one ${marker}`)
  return [before!, after]
}

/** No `<` at all, so that no text can end the script element. */
function jsonElement(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>\n`
}

/**
 * The gzipped profile in such a file, which is read to its end: its sender must not be left with the rest.
 *
 * Throws: Problem `unreadable-profile` when there is none in it.
 */
export async function* extractProfile(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const start = Uint8Array.from(profileStart, (char) => char.charCodeAt(0))
  const lessThan = 60
  let matched = 0
  let pending = new Uint8Array(0)
  let isOver = false
  for await (const chunk of chunks) {
    if (isOver) continue
    let at = 0
    // The start repeats nothing of itself, so that after a mismatch only its first byte can begin anew.
    while (matched < start.length && at < chunk.length) {
      if (chunk[at] === start[matched]) matched++
      else matched = chunk[at] === start[0] ? 1 : 0
      at++
    }
    if (matched < start.length) continue
    const end = chunk.indexOf(lessThan, at)
    const data = chunk.subarray(at, end === -1 ? chunk.length : end)
    const text = pending.length === 0 ? data : concatBytes([pending, data], pending.length + data.length)
    // Four characters are three bytes; up to three characters wait for the next chunk.
    const usable = end === -1 ? text.length - (text.length % 4) : text.length
    yield decodeBase64(text.subarray(0, usable))
    isOver = end !== -1
    pending = text.slice(usable)
  }
  if (isOver) return
  throw new Problem('unreadable-profile', { reason: matched < start.length ? 'there is none in it' : 'it is cut off' })
}
