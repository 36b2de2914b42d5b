import { readFile } from 'node:fs/promises'
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from '@playwright/test'
import { framesOf, installProbe, type Probe, readProbe, waitForPaint } from './frame-probe.ts'
import { type Cookie, megabytesAtRest } from './memory.ts'
import { quantileByRank } from './quantile.ts'
import { scriptsAsked } from '../support/scripts.ts'
import type { BenchFiles, ClickPaths, BenchViewer } from './viewers.ts'

/** Units: milliseconds and MiB. NaN where a viewer did not finish that part. */
export interface Figures {
  /** From choosing a file to the first paint, with upload and parsing. */
  fromFile: number
  /** From following a link to the first paint, with loading the viewer's scripts. */
  fromLink: number
  /** From the last byte of the data to the first paint. */
  fromBytes: number
  /** From following a link until a click has had an effect on the graph. */
  alive: number
  /** From following a link until the viewer's script has drawn: from then on all its controls work. */
  allAlive: number
  /** From following a link until the page has loaded and drawn everything. */
  complete: number
  zoomMedian: number
  zoomP99: number
  /** From a key press in the search field to the paint that shows the matches. */
  search: number
  /** kB of scripts, uncompressed, that the page had requested when the viewer's script first drew. */
  scripts: number
  longestTask: number
  /** MiB of the page's process alone, when it is idle and its garbage is collected. */
  memory: number
  /** The same without what the viewer needs for a profile of 300 stacks. */
  memoryOfProfile: number
}

const nothing: Figures = {
  fromFile: NaN,
  fromLink: NaN,
  fromBytes: NaN,
  alive: NaN,
  allAlive: NaN,
  complete: NaN,
  zoomMedian: NaN,
  zoomP99: NaN,
  search: NaN,
  scripts: NaN,
  longestTask: NaN,
  memory: NaN,
  memoryOfProfile: NaN,
}

export interface Bench {
  readonly launch: LaunchOptions
  readonly context: BrowserContextOptions
  /** The session cookies, for a page without that context. */
  readonly cookies: readonly Cookie[]
}

/** The context and cookies of a session, which the pages of a bench use. */
export async function signedIn(sessionPath: string): Promise<Pick<Bench, 'context' | 'cookies'>> {
  const session = JSON.parse(await readFile(sessionPath, 'utf8')) as { cookies: Cookie[] }
  return { context: { storageState: sessionPath }, cookies: session.cookies }
}

const patienceMs = 240_000
/** A single opening varies too much with the load of the machine. */
const coldOpenings = 3
const zoomDepths = [3, 5, 7, 9, 11]

/** Frames are not limited to a refresh rate: at 60 Hz every shorter frame would take 16.7 ms. */
export const unbridled = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

/** One viewer on one profile. Each part gets its own browser, so that no cache is warm and no process is shared. */
export async function measureViewer(
  bench: Bench,
  viewer: BenchViewer,
  files: BenchFiles,
  tinyFiles: BenchFiles,
): Promise<Figures> {
  const figures = { ...nothing }
  await attempt(viewer, 'open the file', async () => {
    if (!viewer.openFile) return
    const openings = await eachInColdBrowser(bench, async (page) => {
      await viewer.openFile!(page, files)
      return (await waitForPaint(page, patienceMs)) - (await readProbe(page)).fileAt
    })
    figures.fromFile = quantileByRank(openings, 0.5)
  })
  await attempt(viewer, 'open its page', async () => {
    const openings = await eachInColdBrowser(
      bench,
      (page) => measureOpening(page, viewer, () => page.goto(viewer.urlOf(files))),
      true,
    )
    for (const figure of ['fromLink', 'fromBytes', 'alive', 'allAlive', 'complete', 'scripts'] as const)
      figures[figure] = quantileByRank(
        openings.map((opening) => opening[figure]),
        0.5,
      )
  })
  await attempt(viewer, 'be used', () =>
    withPage(bench, unbridled, async (page) => {
      await page.goto(viewer.urlOf(files))
      await waitForPaint(page, patienceMs)
      await viewer.untilComplete?.(page)
      const frames = await zoomInAndOut(page, viewer, files)
      figures.zoomMedian = quantileByRank(frames, 0.5)
      figures.zoomP99 = quantileByRank(frames, 0.99)
      figures.search = quantileByRank((await search(page, viewer, 'Part4')).answers, 0.5)
      figures.longestTask = (await readProbe(page)).longestTask
    }),
  )
  await attempt(viewer, 'rest', async () => {
    figures.memory = await memoryAt(bench, viewer.urlOf(files))
    figures.memoryOfProfile = figures.memory - (await memoryAt(bench, viewer.urlOf(tinyFiles)))
  })
  return figures
}

async function eachInColdBrowser<Value>(
  bench: Bench,
  open: (page: Page) => Promise<Value>,
  clicks = false,
): Promise<Value[]> {
  const values: Value[] = []
  for (let time = 0; time < coldOpenings; time++)
    await withPage(bench, [], async (page) => void values.push(await open(page)), clicks)
  return values
}

async function memoryAt(bench: Bench, url: string): Promise<number> {
  const browser = await launchWith(bench, [])
  try {
    return await megabytesAtRest(browser, url, bench.cookies)
  } finally {
    await browser.close()
  }
}

/**
 * Times from the link and from the last byte of the data to the first paint; until a click has an effect; and until the
 * page is complete.
 */
export async function measureOpening(
  page: Page,
  { dataUrl, untilComplete }: BenchViewer,
  open: () => Promise<unknown>,
) {
  let arrivedAt = NaN
  page.on('requestfinished', (request) => {
    const { startTime, responseEnd } = request.timing()
    if (dataUrl.test(request.url())) arrivedAt = startTime + responseEnd
  })
  await open()
  const paintedAt = await waitForPaint(page, patienceMs)
  await untilComplete?.(page)
  const { startedAt, now } = await page.evaluate(() => ({ startedAt: performance.timeOrigin, now: performance.now() }))
  const fromLink = paintedAt - startedAt
  const { aliveAt, scriptAt } = await readProbe(page)
  const [alive, allAlive] = [aliveAt - startedAt, scriptAt - startedAt]
  const scripts = (await scriptsAsked(page, allAlive)).bytes / 1000
  return {
    fromLink,
    fromBytes: paintedAt - arrivedAt,
    alive,
    allAlive,
    complete: untilComplete ? now : allAlive,
    scripts,
  }
}

/** A new browser with a page that has the probe. */
export async function withPage(
  bench: Bench,
  switches: readonly string[],
  use: (page: Page) => Promise<void>,
  clicks = false,
): Promise<void> {
  const browser = await launchWith(bench, switches)
  try {
    const page = await browser.newPage({ viewport: { width: 1600, height: 900 }, ...bench.context })
    await installProbe(page, clicks)
    await use(page)
  } finally {
    await browser.close()
  }
}

function launchWith({ launch }: Bench, switches: readonly string[]): Promise<Browser> {
  return chromium.launch({ ...launch, args: [...(launch.args ?? []), '--enable-unsafe-swiftshader', ...switches] })
}

/** Milliseconds of each frame that painted while zooming in and out, each time deeper. */
export async function zoomInAndOut(page: Page, viewer: BenchViewer, files: ClickPaths): Promise<number[]> {
  const frames: Probe['frames'][number][] = []
  for (const depth of zoomDepths) {
    frames.push(...(await framesOf(page, () => viewer.zoomTo(page, files, depth))))
    frames.push(...(await framesOf(page, () => viewer.zoomOut(page))))
  }
  return frames.map(({ ms }) => ms)
}

/**
 * For some key presses that narrow a search: the time to the last paint that each caused, and the frames until then.
 */
export async function search(
  page: Page,
  viewer: BenchViewer,
  text: string,
): Promise<{ answers: number[]; frames: number[] }> {
  await viewer.startSearch(page)
  await framesOf(page, () => page.keyboard.type(text))
  const answers: number[] = []
  const all: number[] = []
  for (const letter of '7131947') {
    const frames = await framesOf(page, () => page.keyboard.type(letter))
    answers.push(frames.at(-1)!.at - (await readProbe(page)).letterAt)
    all.push(...frames.map(({ ms }) => ms))
    await framesOf(page, () => page.keyboard.press('Backspace'))
  }
  return { answers, frames: all }
}

/** A viewer that fails at a part has no figures for it. */
async function attempt(viewer: BenchViewer, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n')
    console.log(`${viewer.name} could not ${what}: ${line}`)
  }
}
