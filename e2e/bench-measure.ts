import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from '@playwright/test'
import { framesOf, installProbe, type Probe, readProbe, waitForPaint } from './bench-probe.ts'
import { privateMegabytes } from './bench-memory.ts'
import { quantile } from './bench-quantile.ts'
import type { BenchFiles, ClickPlaces, Viewer } from './bench-viewers.ts'

/** Units: milliseconds and MiB. NaN where a viewer did not get so far. */
export interface Figures {
  /** From the file being given to the page, to the first picture: its upload and its reading too. */
  fromFile: number
  /** From following a link to the first picture: the viewer's own scripts too. */
  fromLink: number
  /** From the last byte of the data, to the first picture. */
  fromBytes: number
  /** From following a link until a click does something. */
  alive: number
  zoomMedian: number
  zoomP99: number
  /** From a letter to the picture that shows its matches. */
  search: number
  longestTask: number
  /** MiB that only the page's process has, its garbage collected. */
  memory: number
  /** The same without what the viewer needs for a profile of 300 stacks. */
  memoryOfProfile: number
}

const nothing: Figures = {
  fromFile: NaN,
  fromLink: NaN,
  fromBytes: NaN,
  alive: NaN,
  zoomMedian: NaN,
  zoomP99: NaN,
  search: NaN,
  longestTask: NaN,
  memory: NaN,
  memoryOfProfile: NaN,
}

export interface Bench {
  readonly launch: LaunchOptions
  readonly context: BrowserContextOptions
}

const patienceMs = 240_000
/** Of one opening alone, the rest of the machine decides too much. */
const coldOpenings = 3
const zoomDepths = [3, 5, 7, 9, 11]

/** Frames come as fast as they can: a screen of 60 Hz would make 16.7 ms of every shorter one. */
export const unbridled = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

/** One viewer on one profile. Each part gets a browser of its own, so that nothing is warm and no process is shared. */
export async function measureViewer(
  bench: Bench,
  viewer: Viewer,
  files: BenchFiles,
  tinyFiles: BenchFiles,
): Promise<Figures> {
  const figures = { ...nothing }
  await attempt(viewer, 'open the file', async () => {
    if (!viewer.openFile) return
    await withPage(bench, [], async (page) => {
      await viewer.openFile!(page, files)
      figures.fromFile = (await waitForPaint(page, patienceMs)) - (await readProbe(page)).fileAt
    })
  })
  await attempt(viewer, 'open its page', async () => {
    const openings: Awaited<ReturnType<typeof measureOpening>>[] = []
    for (let time = 0; time < coldOpenings; time++) {
      await withPage(bench, [], async (page) => {
        openings.push(await measureOpening(page, viewer, () => viewer.openPage(page, files)))
      })
    }
    for (const figure of ['fromLink', 'fromBytes', 'alive'] as const)
      figures[figure] = quantile(
        openings.map((opening) => opening[figure]),
        0.5,
      )
  })
  await attempt(viewer, 'be used', () =>
    withPage(bench, unbridled, async (page, browser) => {
      await viewer.openPage(page, files)
      await waitForPaint(page, patienceMs)
      await viewer.untilAlive?.(page)
      const frames = await zoomInAndOut(page, viewer, files)
      figures.zoomMedian = quantile(frames, 0.5)
      figures.zoomP99 = quantile(frames, 0.99)
      figures.search = quantile((await search(page, viewer, 'Part4')).answers, 0.5)
      figures.longestTask = (await readProbe(page)).longestTask
      figures.memory = await privateMegabytes(page, browser)
    }),
  )
  await attempt(viewer, 'open a tiny page', () =>
    withPage(bench, [], async (page, browser) => {
      await viewer.openPage(page, tinyFiles)
      await waitForPaint(page, patienceMs)
      await viewer.untilAlive?.(page)
      figures.memoryOfProfile = figures.memory - (await privateMegabytes(page, browser))
    }),
  )
  return figures
}

/** From the link, and from the arrival of the data, to the first picture; and until the page is alive. */
export async function measureOpening(page: Page, { dataUrl, untilAlive }: Viewer, open: () => Promise<unknown>) {
  let arrivedAt = NaN
  page.on('requestfinished', (request) => {
    const { startTime, responseEnd } = request.timing()
    if (dataUrl.test(request.url())) arrivedAt = startTime + responseEnd
  })
  await open()
  const paintedAt = await waitForPaint(page, patienceMs)
  await untilAlive?.(page)
  const { startedAt, now } = await page.evaluate(() => ({ startedAt: performance.timeOrigin, now: performance.now() }))
  const fromLink = paintedAt - startedAt
  return { fromLink, fromBytes: paintedAt - arrivedAt, alive: untilAlive ? now : fromLink }
}

/** A fresh browser with a page that is watched. */
export async function withPage(
  bench: Bench,
  switches: readonly string[],
  use: (page: Page, browser: Browser) => Promise<void>,
): Promise<void> {
  const args = [...(bench.launch.args ?? []), '--enable-unsafe-swiftshader', ...switches]
  const browser = await chromium.launch({ ...bench.launch, args })
  try {
    const page = await browser.newPage({ viewport: { width: 1600, height: 900 }, ...bench.context })
    await installProbe(page)
    await use(page, browser)
  } finally {
    await browser.close()
  }
}

/** Milliseconds of each frame that a zoom changed, in and out, deeper and deeper. */
export async function zoomInAndOut(page: Page, viewer: Viewer, files: ClickPlaces): Promise<number[]> {
  const frames: Probe['frames'][number][] = []
  for (const depth of zoomDepths) {
    frames.push(...(await framesOf(page, () => viewer.zoomTo(page, files, depth))))
    frames.push(...(await framesOf(page, () => viewer.zoomOut(page))))
  }
  return frames.map(({ ms }) => ms)
}

/** For some letters that narrow a search: from the letter to the picture that shows it, and each frame on the way. */
export async function search(
  page: Page,
  viewer: Viewer,
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

/** A viewer that cannot do a part has no figures for it. */
async function attempt(viewer: Viewer, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n')
    console.log(`${viewer.name} could not ${what}: ${line}`)
  }
}
