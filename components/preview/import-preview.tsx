import type { ReactNode } from 'react'
import { FirstPaintFrame } from '../viewer/shell/first-paint-frame.tsx'

/**
 * The graph of a file that is still being sent to the server, as large as the viewer will show it. `boxes` is the graph
 * as SVG text, `children` the line above it.
 */
export function ImportPreview({ boxes, children }: { boxes: string; children: ReactNode }) {
  return (
    <div className="fixed inset-x-0 top-(--header-height) bottom-0 z-20 flex min-h-72 flex-col bg-canvas outline-none">
      <div className="flex min-h-[37px] shrink-0 items-center gap-4 border-b border-line px-4">{children}</div>
      <FirstPaintFrame boxes={boxes} />
    </div>
  )
}
