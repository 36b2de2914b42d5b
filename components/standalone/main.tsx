/** The viewer as one HTML file: the profile is in the page, and nothing is asked of anybody. */
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { ClockProvider } from '../live/use-now.tsx'
import { Toasts } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import '../../app/globals.css'
import { DamagedFile } from './damaged-file.tsx'
import { startWith } from './file-address.ts'
import { FilePage } from './file-page.tsx'
import { readEmbeddedPage } from './read-embedded-page.ts'

const root = createRoot(document.getElementById('root')!)
const show = (page: ReactNode) =>
  root.render(
    <StrictMode>
      <ClockProvider serverNow={Date.now()}>
        <TooltipProvider delayDuration={300}>
          {page}
          <Toasts />
        </TooltipProvider>
      </ClockProvider>
    </StrictMode>,
  )

try {
  const { page, bytes } = await readEmbeddedPage()
  startWith(page.query)
  show(<FilePage page={page} bytes={bytes} />)
} catch (error) {
  console.error(error)
  show(<DamagedFile />)
}
