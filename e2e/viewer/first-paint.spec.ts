import type { Locator, Page } from '@playwright/test'
import { largeProfile } from '../../lib/testing/profiles/random-profile.ts'
import { expect, test } from '../support/fixtures.ts'
import { openShop } from '../support/shop.ts'
import { importProfile, takeStableScreenshot } from '../support/viewer.ts'

test('the graph is drawn before the scripts of its page have come, and stands still when they do', async ({ page }) => {
  await openShop(page)
  const address = page.url()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/_next/static/chunks/*.js*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('#first-picture[data-drawn] canvas[data-drawn="2"]').waitFor() // boxes, then names
  await expect(page.getByTestId('flame-graph')).toHaveCount(0)
  const early = await pixelsOf(page.getByTestId('first-picture'))
  release()
  await takeStableScreenshot(page)
  // The heat map comes with the page and takes its room from above; the roots are below.
  const graph = page.getByTestId('flame-graph')
  const rows = await graph.evaluate((canvas) => (canvas as HTMLCanvasElement).height)
  const [before, after] = [await bottomOf(page, early, rows), await bottomOf(page, await pixelsOf(graph), rows)]
  expect(before === after, 'the same pixels').toBe(true)
})

test('a large profile is drawn before its data has come, and still is when its data does', async ({ page }) => {
  const address = await importProfile(page, largeProfile(30_000, 500), 'large')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/data', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('#first-picture[data-drawn] canvas[data-drawn="2"]').waitFor()
  release()
  await takeStableScreenshot(page)
  await expect(page.getByTestId('flame-graph')).toHaveAttribute('data-nodes', /^\d{5}$/)
})

test('without the script that brings the picture, the data is drawn', async ({ page }) => {
  const address = await importProfile(page, largeProfile(30_000, 500), 'large')
  await page.route('**/first-picture', (route) => route.abort())
  await page.goto(address)
  await takeStableScreenshot(page)
  await expect(page.getByTestId('flame-graph')).toHaveAttribute('data-nodes', /^\d{5}$/)
})

/** What a canvas holds, without what lies over it, as a data URL. */
function pixelsOf(canvas: Locator): Promise<string> {
  return canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL())
}

/** The lowest rows of pixels of a picture. */
function bottomOf(page: Page, picture: string, rows: number): Promise<string> {
  const crop = { base64: picture.slice(picture.indexOf(',') + 1), rows }
  return page.evaluate(async ({ base64, rows }) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = document.createElement('canvas')
    canvas.width = bitmap.width
    canvas.height = rows
    canvas.getContext('2d')!.drawImage(bitmap, 0, rows - bitmap.height)
    return canvas.toDataURL()
  }, crop)
}
