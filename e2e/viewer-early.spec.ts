import { type Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openShop } from './shop.ts'
import { stillPicture } from './viewer.ts'

test('the graph is drawn before the scripts of its page have come, and nothing moves when they do', async ({
  page,
}) => {
  await openShop(page)
  const address = page.url()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/_next/static/chunks/*.js*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('#first-picture[data-drawn]').waitFor()
  await expect(page.getByTestId('flame-graph')).toHaveCount(0)
  const early = await pixelsOf(page.getByTestId('first-picture'))
  release()
  await stillPicture(page)
  expect((await pixelsOf(page.getByTestId('flame-graph'))) === early, 'the same pixels').toBe(true)
})

/** What a canvas holds, without what lies over it. */
function pixelsOf(canvas: Locator): Promise<string> {
  return canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL())
}
