import type { Page } from '@playwright/test'
import { largeProfile } from '../../lib/testing/profiles/random-profile.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { openShop } from '../support/shop.ts'
import { holdScripts } from '../support/scripts.ts'
import { importProfile, takeStableScreenshot, waitForGraph } from '../support/viewer.ts'

test('a browser without scripts shows the boxes with their names, in both themes', async ({ page, browser }) => {
  await openShop(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    const storageState = await page.context().storageState()
    const context = await browser.newContext({ storageState, colorScheme, javaScriptEnabled: false })
    const still = await context.newPage()
    await still.goto(new URL(page.url()).href)
    const boxes = still.locator('#first-paint')
    await expect(boxes.getByText('all', { exact: true }).last()).toBeInViewport()
    await expect(boxes.getByText('java.lang.Thread.run', { exact: true }).last()).toBeInViewport()
    await still.screenshot({ path: `${results}first-paint-${colorScheme}.png` })
    const green = await boxes.locator('path').evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill))
    expect(green).toContain(colorScheme === 'light' ? 'rgb(66, 215, 66)' : 'rgb(2, 101, 26)')
    await context.close()
  }
})

test('the graph replaces the boxes, and nothing moves', async ({ page }) => {
  await openShop(page)
  const address = page.url()
  const release = await holdScripts(page)
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('#first-paint').getByText('all', { exact: true }).last().waitFor()
  await expect(page.getByTestId('flame-graph')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  const before = await rowsOf(page)
  release()
  await takeStableScreenshot(page)
  await expect(page.locator('#first-paint')).toHaveCount(0)
  const after = await rowsOf(page)
  expect(await alikePixels(page, before, after)).toBeGreaterThan(0.99)
})

test('a click on the boxes zooms at once, and the graph that replaces them has the same zoom', async ({ page }) => {
  await openShop(page)
  const address = page.url()
  const release = await holdScripts(page)
  await page.goto(address, { waitUntil: 'commit' })
  const nameOf = (name: string) => page.locator('#first-paint').getByText(name, { exact: true }).last()
  const widthOf = async (name: string) => parseFloat((await nameOf(name).locator('..').getAttribute('width'))!)
  const click = async (name: string) => {
    const box = (await nameOf(name).boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  }
  await nameOf('all').waitFor()
  const before = await widthOf('shop.web.CartController.checkout')
  expect(before).toBeLessThan(90)
  await click('shop.web.CartController.checkout')
  expect(await widthOf('shop.web.CartController.checkout')).toBe(100)
  await page.screenshot({ path: `${results}first-click.png` })
  await click('all')
  expect(await widthOf('shop.web.CartController.checkout')).toBeCloseTo(before, 3)
  await click('shop.web.CartController.checkout')
  release()
  await waitForGraph(page)
  await expect(page.locator('#first-paint')).toHaveCount(0)
  await expect(page).toHaveURL(/zoom=/)
  await takeStableScreenshot(page)
  await page.screenshot({ path: `${results}first-click-taken-over.png` })
  await page.goBack()
  await expect(page).not.toHaveURL(/zoom=/)
})

test('a graph that has more rows than the window starts at its roots', async ({ page }) => {
  const address = await importProfile(page, largeProfile(30_000, 500), 'large')
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.route('**/data', () => undefined) // never answered
  await page.goto(address)
  await expect(page.locator('#first-paint').getByText('all', { exact: true }).last()).toBeInViewport()
})

test('a view other than the default has no boxes: the viewer draws it', async ({ page }) => {
  await openShop(page)
  await page.route('**/data', () => undefined)
  await page.goto(`${page.url().split('?')[0]}?invert=1`)
  await expect(page.getByText('Reading the profile …')).toBeVisible()
  await expect(page.locator('#first-paint')).toHaveCount(0)
})

test('every frame shows the boxes or the graph', async ({ page }) => {
  await openShop(page)
  await page.addInitScript(() => {
    const missing: number[] = []
    Object.assign(globalThis, { missing })
    let isShown = false
    // A ResizeObserver that is created in a frame runs after all others, also the one that draws the graph, and before
    // the frame is shown. A timer would run between two frames, and find states that are never shown.
    const look = () => {
      const canvas = document.querySelector<HTMLElement>('[data-testid=flame-graph]')
      const hasAny = document.getElementById('first-paint') !== null || canvas?.dataset.drawn !== undefined
      isShown ||= hasAny
      if (isShown && !hasAny) missing.push(performance.now())
    }
    requestAnimationFrame(function nextFrame() {
      new ResizeObserver((_, observer) => {
        observer.disconnect()
        look()
      }).observe(document.documentElement)
      requestAnimationFrame(nextFrame)
    })
  })
  await page.reload()
  await waitForGraph(page)
  expect(await page.evaluate(() => (globalThis as unknown as { missing: number[] }).missing)).toEqual([])
})

/** A PNG of the lowest rows of the graph, which do not move when the heat map appears above. */
async function rowsOf(page: Page): Promise<Buffer> {
  const { width, bottom } = await page.evaluate(() => {
    const graph = document.querySelector('#first-paint, [role=tree]')!.getBoundingClientRect()
    return { width: graph.width, bottom: graph.bottom }
  })
  const heightPx = 15 * 18
  return page.screenshot({ clip: { x: 0, y: bottom - heightPx, width, height: heightPx } })
}

/** The share of pixels, 0 to 1, that look the same in both images. */
function alikePixels(page: Page, ...images: readonly Buffer[]): Promise<number> {
  const base64 = images.map((image) => image.toString('base64'))
  return page.evaluate(async (given) => {
    const pixels = await Promise.all(
      given.map(async (text) => {
        const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
        context.drawImage(bitmap, 0, 0)
        return context.getImageData(0, 0, bitmap.width, bitmap.height).data
      }),
    )
    const [one, other] = [pixels[0]!, pixels[1]!]
    let alike = 0
    for (let at = 0; at < one.length; at += 4) {
      const apart = [0, 1, 2].map((channel) => Math.abs(one[at + channel]! - other[at + channel]!))
      if (Math.max(...apart) < 40) alike++
    }
    return alike / (one.length / 4)
  }, base64)
}
