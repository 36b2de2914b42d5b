import { createReadStream, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { type Browser, type Page } from '@playwright/test'
import { writeFolded } from '../lib/formats/write-folded.ts'
import { profileSummarySchema } from '../lib/contract.ts'
import { largeProfile } from '../lib/testing/random-profile.ts'
import { expect, test } from './fixtures.ts'

/**
 * How the viewer does on large profiles, beside speedscope on the same folded text. Prints; a number is never a failure.
 *
 * Units: milliseconds; frames are the times between two paints while something moves, so 16.7 is as good as the screen.
 */

const speedscope = new URL('../node_modules/speedscope/dist/release/', import.meta.url).pathname
const zooms = 8

interface Figures {
  /** From the bytes' arrival to the first paint where that can be told, else from the navigation. */
  readonly open: number
  readonly zoomMedian: number
  readonly zoomP99: number
  /** From the last letter to the answer. */
  readonly search: number
  readonly longestTask: number
  /** Resident memory of the page's process. */
  readonly megabytes: number
}

const rows: Record<string, Figures> = {}
test.afterAll(() => console.table(rows))
test.use({ viewport: { width: 1600, height: 900 }, trace: 'off', screenshot: 'off' }) // tracing costs what it measures

for (const { nodes, names, withPeer } of [
  { nodes: 100_000, names: 20_000, withPeer: true },
  { nodes: 1_000_000, names: 200_000, withPeer: false },
]) {
  const what = `${nodes.toLocaleString('en')} nodes`
  test(what, async ({ page, browser, baseURL }) => {
    test.setTimeout(600_000)
    const text = [...writeFolded(largeProfile(nodes, names))].join('')
    const startedAt = performance.now()
    const answer = await page.request.post('/api/profiles', {
      data: Buffer.from(text),
      headers: { origin: baseURL!, 'x-file-name': 'bench.folded', 'content-type': 'application/octet-stream' },
      timeout: 300_000,
    })
    expect(answer.status()).toBe(201)
    console.log(`${what}: ${(text.length / 2 ** 20).toFixed(0)} MiB imported in ${since(startedAt)} ms`)
    const { id } = profileSummarySchema.parse(await answer.json())
    rows[`Hearth, ${what}`] = await measureHearth(page, browser, id)
    if (withPeer) rows[`speedscope, ${what}`] = await measureSpeedscope(browser, text)
  })
}

async function measureHearth(page: Page, browser: Browser, profileId: string): Promise<Figures> {
  await watchLongTasks(page)
  // Playwright tells of the worker's requests too.
  const bytes = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/data'))
  await page.goto(`/profiles/${profileId}`)
  await bytes
  const arrivedAt = performance.now()
  const canvas = page.getByTestId('flame-graph')
  await canvas.and(page.locator('[data-drawn]')).waitFor({ timeout: 120_000 })
  const open = since(arrivedAt)

  const box = (await canvas.boundingBox())!
  const frames: number[] = []
  for (let zoom = 0; zoom < zooms; zoom++) {
    const yPx = box.y + box.height - 18 * (3 + 2 * zoom) - 9
    frames.push(...(await framesDuring(page, () => page.mouse.click(box.x + box.width * 0.1, yPx))))
  }
  await page.keyboard.press('0')
  const field = page.getByLabel('Search frames')
  await field.fill('Component471')
  await page.getByTestId('match-count').waitFor()
  const searchedAt = performance.now()
  const before = await page.getByTestId('match-count').textContent()
  await field.press('1')
  await expect(page.getByTestId('match-count')).not.toHaveText(before!)
  const search = since(searchedAt)
  return {
    open,
    ...quantiles(frames),
    search,
    longestTask: await longestTask(page),
    megabytes: await residentMegabytes(browser),
  }
}

async function measureSpeedscope(browser: Browser, text: string): Promise<Figures> {
  const server = await serve(text)
  const peer = await browser
    .newBrowserCDPSession()
    .then(() => browser.newContext({ viewport: { width: 1600, height: 900 } }))
  const page = await peer.newPage()
  await watchLongTasks(page)
  const startedAt = performance.now()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/#profileURL=/bench.folded`)
  const leftHeavy = page.getByText('Left Heavy')
  await leftHeavy.waitFor({ timeout: 300_000 })
  await leftHeavy.click()
  await page.waitForTimeout(1000)
  const open = since(startedAt) - 1000

  const frames: number[] = []
  for (let zoom = 0; zoom < zooms; zoom++) {
    frames.push(...(await framesDuring(page, () => page.mouse.dblclick(200, 160 + 40 * zoom))))
  }
  await page.keyboard.press('Control+f')
  const field = page.getByPlaceholder('Search...').or(page.locator('input'))
  await field.first().fill('Component471')
  await page.waitForTimeout(1000)
  const searchedAt = performance.now()
  await field.first().press('1')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const search = since(searchedAt)
  const figures = {
    open,
    ...quantiles(frames),
    search,
    longestTask: await longestTask(page),
    megabytes: await residentMegabytes(browser),
  }
  await peer.close()
  server.close()
  return figures
}

/** The times between paints from an input until 300 ms after it, when every animation has ended. */
async function framesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  const frames = await page.evaluateHandle(() => {
    const times: number[] = []
    const step = (now: number) => {
      times.push(now)
      if (now - times[0]! < 2000) requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
    return times
  })
  const actedAt = await page.evaluate(() => performance.now())
  await act()
  await page.waitForTimeout(300)
  const times = (await frames.jsonValue()).filter((time) => time >= actedAt)
  return times.slice(1).map((time, index) => time - times[index]!)
}

async function watchLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const longest = { ms: 0 }
    Object.assign(globalThis, { benchLongest: longest })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration)
    }).observe({ entryTypes: ['longtask'] })
  })
}

function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { benchLongest: { ms: number } }).benchLongest.ms)
}

/** Of the largest renderer: the page that is measured. */
async function residentMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const kibibytes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0))
  return Math.round(Math.max(...kibibytes) / 1024)
}

function quantiles(frames: readonly number[]): Pick<Figures, 'zoomMedian' | 'zoomP99'> {
  const sorted = frames.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(1))
  return { zoomMedian: at(0.5), zoomP99: at(0.99) }
}

function since(start: number): number {
  return Math.round(performance.now() - start)
}

/** speedscope's own files and the profile, on loopback. */
async function serve(text: string): Promise<Server> {
  const types: Record<string, string> = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.wasm': 'application/wasm',
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://127.0.0.1')
    const path = pathname === '/' ? '/index.html' : pathname
    if (path === '/bench.folded') {
      response.end(text)
      return
    }
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
    createReadStream(join(speedscope, path))
      .on('error', () => response.writeHead(404).end())
      .pipe(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}
