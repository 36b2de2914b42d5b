import { readFile } from 'node:fs/promises'
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from '@playwright/test'
import { framesOf, installProbe, type Probe, readProbe, waitForPaint } from './frame-probe.ts'
import { type Cookie, megabytesAtRest } from './memory.ts'
import { quantile } from './quantile.ts'
import { scriptsAsked } from '../support/scripts.ts'
import type { BenchFiles, ClickPaths, BenchViewer } from './viewers.ts'

/** Units: milliseconds and MiB. NaN where a viewer did not get so far. */
export interface Figures {
  /** From the file being given to the page, to the first picture: its upload and its reading too. */
  fromFile: number
  /** From following a link to the first picture: the viewer's own scripts too. */
  fromLink: number
  /** From the last byte of the data, to the first picture. */
  fromBytes: number
  /** From following a link until a click has changed the picture. */
  alive: number
  /** From following a link until the viewer's script has drawn: from then on all of it answers. */
  allAlive: number
  /** From following a link until nothing of the page is on its way any more. */
  complete: number
  zoomMedian: number
  zoomP99: number
  /** From a letter to the picture that shows its matches. */
  search: number
  /** kB of scripts that the page had asked for when the viewer's script had drawn, not compressed. */
  scripts: number
  longestTask: number
  /** MiB that only the page's process has at rest, its garbage collected. */
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
  /** The session, for a page without such a context. */
  readonly cookies: readonly Cookie[]
}

/** What makes the pages of a bench those of somebody who has signed in. */
export async function signedIn(sessionPath: string): Promise<Pick<Bench, 'context' | 'cookies'>> {
  const session = JSON.parse(await readFile(sessionPath, 'utf8')) as { cookies: Cookie[] }
  return { context: { storageState: sessionPath }, cookies: session.cookies }
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
    figures.fromFile = quantile(openings, 0.5)
  })
  await attempt(viewer, 'open its page', async () => {
    const openings = await eachInColdBrowser(
      bench,
      (page) => measureOpening(page, viewer, () => page.goto(viewer.urlOf(files))),
      true,
    )
    for (const figure of ['fromLink', 'fromBytes', 'alive', 'allAlive', 'complete', 'scripts'] as const)
      figures[figure] = quantile(
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
      figures.zoomMedian = quantile(frames, 0.5)
      figures.zoomP99 = quantile(frames, 0.99)
      figures.search = quantile((await search(page, viewer, 'Part4')).answers, 0.5)
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

/** From the link, and from the arrival of the data, to the first picture; until the page is alive; and until it is complete. */
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

/** A fresh browser with a page that is watched. */
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

/** Milliseconds of each frame that a zoom changed, in and out, deeper and deeper. */
export async function zoomInAndOut(page: Page, viewer: BenchViewer, files: ClickPaths): Promise<number[]> {
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

/** A viewer that cannot do a part has no figures for it. */
async function attempt(viewer: BenchViewer, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n')
    console.log(`${viewer.name} could not ${what}: ${line}`)
  }
}
