import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { preload } from 'react-dom'
import { isPictured } from '../../components/early/pictured-view.ts'
import { viewFromQuery } from '../../lib/profile/view/view-query.ts'

/** What lib/launch/build-early.ts made; null where nothing was built, as under `next dev`: pages come alive by themselves. */
const files = readFiles()

interface Props {
  readonly dataUrl: string
  /** The script that says what to draw first. */
  readonly pictureUrl: string
  /** The page's. */
  readonly query: string
  readonly event: string
}

/**
 * What draws a profile while the scripts of its page are on their way: the picture, the data, the fonts, and the early script. To stand behind
 * the page, which has the place for the picture: what comes sooner may find none.
 */
export function EarlyScript({ dataUrl, pictureUrl, query, event }: Props) {
  // A link asks at once, and scripts wait for the styles; whoever fetches this then gets the same answer, as far as it has come.
  preload(dataUrl, { as: 'fetch', crossOrigin: 'anonymous' })
  if (files === null) return null
  for (const font of files.fonts) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  // Neither is `async`: they are to run before the first layout, and before the page's own scripts.
  return (
    <>
      {isPictured(viewFromQuery(new URLSearchParams(query))) ? <script src={pictureUrl} /> : null}
      <script src={files.script} data-data-url={dataUrl} data-event={event} />
    </>
  )
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
