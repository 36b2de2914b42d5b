import { createReadStream, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'

/**
 * Where to click on the widest path at each depth, as shares of the width: with siblings by name, and with the heaviest
 * first.
 */
export interface ClickPaths {
  readonly pathByName: readonly number[]
  readonly pathByWeight: readonly number[]
}

/** One profile as files, each in the format that one of the viewers reads, and as an address in Hearth. */
export interface BenchFiles extends ClickPaths {
  readonly folded: string
  readonly v8Log: string
  readonly flamebearerPage: string
  readonly inHearth: string
  /** The same as one HTML file, as Hearth exports it. */
  readonly hearthFile: string
}

/** What a bench does with a viewer. A viewer without `openFile` reads no files of other tools. */
export interface BenchViewer {
  readonly name: string
  /** What the page at `urlOf` loads the profile from. */
  readonly dataUrl: RegExp
  /** Opens the page that reads files, and chooses a file. */
  readonly openFile?: ((page: Page, files: BenchFiles) => Promise<void>) | undefined
  /** The address of a page that shows the profile. */
  readonly urlOf: (files: BenchFiles) => string
  /** Waits until the page is complete, where that is later than the first paint of its script. */
  readonly untilComplete?: (page: Page) => Promise<void>
  zoomTo(page: Page, paths: ClickPaths, depth: number): Promise<void>
  zoomOut(page: Page): Promise<void>
  /** Puts the cursor into the empty search field. */
  startSearch(page: Page): Promise<void>
}

const rowPx = { hearth: 18, flamebearer: 18, speedscope: 20 }

export function hearthViewer(baseUrl: string): BenchViewer {
  return {
    name: 'Hearth',
    dataUrl: /\/data$/,
    async openFile(page, { folded }) {
      await page.goto(`${baseUrl}/profiles`, { waitUntil: 'networkidle' })
      await page.getByLabel('Recording to import').first().setInputFiles(folded)
    },
    urlOf: ({ inHearth }) => inHearth,
    untilComplete: (page) => page.locator('main[data-busy=false]').waitFor({ timeout: 240_000 }),
    async zoomTo(page, { pathByName }, depth) {
      const box = (await page.getByTestId('flame-graph').boundingBox())!
      await page.mouse.click(box.x + box.width * pathByName[depth]!, box.y + box.height - rowPx.hearth * (depth + 0.5))
    },
    zoomOut: (page) => page.keyboard.press('0'),
    startSearch: (page) => page.getByLabel('Search frames').focus(),
  }
}

/** The HTML file that Hearth exports, from the server that flamebearer's page comes from. */
export function hearthFileViewer(baseUrl: string): BenchViewer {
  return {
    ...hearthViewer(baseUrl),
    openFile: undefined,
    name: 'Hearth, HTML file',
    dataUrl: /bench-hearth\.html$/,
    urlOf: ({ hearthFile }) => `${baseUrl}/file${hearthFile}`,
  }
}

/** speedscope's own page and folded reader, with its view "left heavy", which is its flame graph. */
export function speedscopeViewer(baseUrl: string): BenchViewer {
  const chart = { topPx: 140, minimapPx: 100 }
  return {
    name: 'speedscope',
    dataUrl: /bench\.folded$/,
    async openFile(page, { folded }) {
      await page.goto(`${baseUrl}/speedscope/#view=left-heavy`)
      await page.locator('input[type=file]').setInputFiles(folded)
    },
    urlOf: ({ folded }) => `${baseUrl}/speedscope/#view=left-heavy&profileURL=${encodeURIComponent(`/file${folded}`)}`,
    async zoomTo(page, { pathByWeight }, depth) {
      const widthPx = page.viewportSize()!.width
      const yPx = chart.topPx + rowPx.speedscope * (depth - 0.5)
      await page.mouse.dblclick(widthPx * pathByWeight[depth]!, yPx)
    },
    zoomOut: (page) => page.keyboard.press('0'),
    async startSearch(page) {
      await page.keyboard.press('Control+f')
      await page.locator('input:not([type=file])').first().focus()
    },
  }
}

/** flamebearer's own page and reader; `urlOf` is the page that its command line writes, already laid out. */
export function flamebearerViewer(baseUrl: string): BenchViewer {
  return {
    name: 'flamebearer',
    dataUrl: /bench\.html$/,
    async openFile(page, { v8Log }) {
      await page.goto(`${baseUrl}/flamebearer/index.html`)
      // Playwright cannot drop files; a file field that it can fill passes them to the page's drop handler.
      await page.evaluate(() => {
        const field = document.body.appendChild(Object.assign(document.createElement('input'), { type: 'file' }))
        field.id = 'bench'
        field.addEventListener('change', () => {
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(field.files![0]!)
          field.remove()
          document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
        })
      })
      await page.locator('#bench').setInputFiles(v8Log)
    },
    urlOf: ({ flamebearerPage }) => `${baseUrl}/file${flamebearerPage}`,
    async zoomTo(page, { pathByName }, depth) {
      const box = (await page.locator('#canvas').boundingBox())!
      await page.mouse.click(box.x + box.width * pathByName[depth]!, box.y + rowPx.flamebearer * (depth - 0.5))
    },
    zoomOut: (page) => page.locator('#reset').click(),
    startSearch: (page) => page.locator('#search').focus(),
  }
}

const packages = new URL('../../node_modules/', import.meta.url).pathname
const folders: Record<string, string> = {
  '/speedscope/': `${packages}speedscope/dist/release/`,
  '/flamebearer/': `${packages}flamebearer/`,
  '/file/': '/',
}
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves the other viewers and the files below `directory` on loopback. */
export async function servePeers(directory: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://127.0.0.1')
    const folder = Object.keys(folders).find((prefix) => pathname.startsWith(prefix))
    const path = folder === undefined ? '' : join(folders[folder]!, pathname.slice(folder.length) || 'index.html')
    if (!path.startsWith(directory) && !path.startsWith(packages)) {
      response.writeHead(404).end()
      return
    }
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
    createReadStream(path)
      .on('error', () => response.writeHead(404).end())
      .pipe(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}

/** The page that flamebearer's command line would write, built from its files, without its file reader. */
export function* writeFlamebearerPage(data: Iterable<string>): Generator<string> {
  const script = readFileSync(`${packages}flamebearer/viz.js`, 'utf8')
  const page = readFileSync(`${packages}flamebearer/index.html`, 'utf8')
    .replace('<script src="viz.js"></script>', () => `<script>${script}</script>`)
    .split('/* BIN_SPLIT */')
    .filter((_, index) => index % 2 === 0)
    .join('')
  const [before, after] = page.split('/* BIN_PLACEHOLDER */')
  yield before!
  yield* data
  yield after!
}
