import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { preload } from 'react-dom'
import { isProblem } from '../../lib/errors.ts'
import { firstClickScript } from '../../lib/profile/first-paint/answer-first-clicks.ts'
import { firstPaintBoxes } from '../../lib/profile/first-paint/first-paint-html.ts'
import { getServer, readNonce } from '../../lib/server.ts'

interface Page {
  readonly dataUrl: string
  /** Opens on the server what `dataUrl` gives to the browser. */
  readonly open: () => ReturnType<ReturnType<typeof getServer>['profiles']['open']>
  /** The query of the page's address, which holds the view. */
  readonly query: string
  /** Of the profile: it decides the colour behind the boxes. */
  readonly event: string
}

const fonts = findFonts()

/**
 * Gives HTML: the boxes that a page shows before its viewer runs, with a script that answers clicks on them; empty
 * where the view is not of the whole profile, or there is none. The browser loads the data and the fonts meanwhile.
 */
export async function prepareFirstPaint({ dataUrl, open, query, event }: Page): Promise<string> {
  // A link asks at once, and scripts wait for the styles; the viewer's fetch gets the same answer, as far as it has
  // come. 'anonymous' asks as fetch() and fonts do; else the browser would load it a second time.
  preload(dataUrl, { as: 'fetch', crossOrigin: 'anonymous' })
  for (const font of fonts) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  try {
    const boxes = firstPaintBoxes(await getServer().firstPaints.of(await open()), query, event)
    return boxes === '' ? '' : boxes + firstClickScript(await readNonce())
  } catch (error) {
    // The viewer will say why there is no profile.
    if (isProblem(error)) return ''
    throw error
  }
}

/** Addresses of the built fonts of Latin letters; none where nothing was built, as under `next dev`. */
function findFonts(): readonly string[] {
  try {
    const names = readdirSync(join(process.cwd(), '.next/static/media'))
    const latin = names.filter((name) => /-latin-wght-normal[.].*woff2$/.test(name))
    return latin.sort().map((name) => `/_next/static/media/${name}`)
  } catch {
    return []
  }
}
