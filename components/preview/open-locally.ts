import { graphFont } from '../flame-graph/scene/graph-theme.ts'
import type { LocalReply, LocalRequest } from './local-reader.worker.ts'

/** Larger ones would take memory from the page for longer than the server takes to answer. */
const mostFileBytes = 192 * 2 ** 20

// Started with this script, so that it is there when a file is; nor do the boxes then wait for the face of their
// labels.
let spareReader: Worker | undefined = typeof window === 'undefined' ? undefined : startLocalReader()
if (typeof window !== 'undefined') void document.fonts.load(graphFont).catch(() => undefined)

/** The boxes of a file that is still on its way to the server; null for one that the server has to read. */
export async function openLocally(request: LocalRequest, signal: AbortSignal): Promise<string | null> {
  if (request.file.size > mostFileBytes || signal.aborted) return null
  const reader = spareReader ?? startLocalReader()
  spareReader = undefined
  try {
    return await new Promise((resolve) => {
      reader.onmessage = ({ data }: MessageEvent<LocalReply>) => resolve(data.boxes)
      reader.onerror = () => resolve(null)
      signal.addEventListener('abort', () => resolve(null), { once: true })
      reader.postMessage(request)
    })
  } finally {
    reader.terminate()
  }
}

function startLocalReader(): Worker {
  return new Worker(new URL('./local-reader.worker.ts', import.meta.url), { type: 'module' })
}
