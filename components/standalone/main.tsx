/** The viewer as one HTML file: the profile is in the page, and nothing is asked of anybody. */
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ClockProvider } from '../live/use-now.tsx'
import { Toasts } from '../ui/toast.tsx'
import { FocusScript } from '../ui/focus-script.tsx'
import { TooltipScript } from '../ui/tooltip.tsx'
import '../../app/globals.css'
import { startWith } from './file-address.ts'
import { FilePage } from './file-page.tsx'
import { ProblemView } from '../problem-view.tsx'
import { decodeBase64 } from '../../lib/formats/html/base64.ts'
import { type ExportedPage, pageElementId, profileElementId } from '../../lib/formats/html/html-file.ts'

const root = createRoot(document.getElementById('root')!)
const show = (page: ReactNode) =>
  root.render(
    <StrictMode>
      <ClockProvider serverNow={Date.now()}>
        {page}
        <Toasts />
        <TooltipScript />
        <FocusScript />
      </ClockProvider>
    </StrictMode>,
  )

try {
  const { page, bytes } = await readEmbeddedPage()
  // Boxes of the view that was exported; the address may name another view.
  // eslint-disable-next-line no-restricted-syntax -- what firstPaintBoxes wrote into the file, its names escaped
  const boxes = location.hash === '' ? (document.getElementById('first-paint')?.outerHTML ?? '') : ''
  startWith(page.query)
  show(<FilePage page={page} bytes={bytes} firstPaint={boxes} />)
} catch (error) {
  console.error(error)
  show(<DamagedFile />)
}

/** In the place of the viewer when what is in the file cannot be read. */
function DamagedFile() {
  const problem = {
    title: 'This file is damaged, or this browser is too old for it.',
    remedy: 'Export the profile from Hearth again, and open it in a browser of 2023 or later.',
    code: 'damaged-file',
  }
  return (
    <main id="main" className="p-4">
      <ProblemView problem={problem} />
    </main>
  )
}

/**
 * What the server wrote into this file, and the encoded profile. The base64 leaves the document: it is not needed a
 * second time. Bytes and no blob: URL, since a page from a disk has an origin of its own, which its workers may not
 * fetch from.
 */
async function readEmbeddedPage(): Promise<{ page: ExportedPage; bytes: Uint8Array<ArrayBuffer> }> {
  const page = JSON.parse(document.getElementById(pageElementId)!.textContent) as ExportedPage
  const element = document.getElementById(profileElementId)!
  const gzipped = decodeBase64(new TextEncoder().encode(element.textContent))
  element.remove()
  const unpacked = new Blob([gzipped]).stream().pipeThrough(new DecompressionStream('gzip'))
  return { page, bytes: new Uint8Array(await new Response(unpacked).arrayBuffer()) }
}
