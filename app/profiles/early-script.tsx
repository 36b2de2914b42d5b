import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { preload } from 'react-dom'

/** What lib/launch/build-early.ts made; null where nothing was built, as under `next dev`: pages come alive by themselves. */
const files = readFiles()

/**
 * What draws a profile while the scripts of its page are on their way: the data, the fonts, and the early script. To stand behind the page,
 * which has the place for the picture: what comes sooner may find none.
 */
export function EarlyScript({ dataUrl, event }: { dataUrl: string; event: string }) {
  // A link asks at once, and scripts wait for the styles; whoever fetches this then gets the same answer, as far as it has come.
  preload(dataUrl, { as: 'fetch', crossOrigin: 'anonymous' })
  if (files === null) return null
  for (const font of files.fonts) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  // Not `async`: it is to run before the first layout, and before the page's own scripts.
  return <script src={files.script} data-data-url={dataUrl} data-event={event} />
}

function readFiles(): { readonly script: string; readonly fonts: readonly string[] } | null {
  try {
    return JSON.parse(readFileSync(join(process.cwd(), '.next/hearth-early.json'), 'utf8')) as ReturnType<
      typeof readFiles
    >
  } catch {
    return null
  }
}
