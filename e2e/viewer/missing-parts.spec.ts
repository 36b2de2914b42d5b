/** Scripts that load late and do not come: the rest of the page stays, and what is missing is asked for again. */
import type { Page } from '@playwright/test'
import { expect, results, test } from '../support/fixtures.ts'
import { scriptsAsked } from '../support/scripts.ts'
import { openShop } from '../support/shop.ts'
import { waitUntilQuiet } from '../support/viewer.ts'

const scripts = '**/_next/static/chunks/*.js*'

const missingPart = (page: Page) => page.locator('[data-problem="part-not-loaded"]')

test('a view whose script does not come says so in its place, and loads when it is asked for again', async ({
  page,
}) => {
  for (const [name, shown] of [
    ['Table', 'table'],
    ['Tree', 'tree'],
    ['Callers', 'Pick a function'],
  ] as const) {
    await openShop(page)
    await page.route(scripts, (route) => route.abort())
    await page.getByRole('radio', { name }).click()
    await expect(missingPart(page)).toContainText('A part of the page did not load.')
    await expect(page.getByRole('textbox', { name: 'Search frames' })).toBeVisible()
    await expect(page.locator('[data-connection="live"]')).toBeVisible()
    for (const [width, height, colorScheme] of [
      [1280, 720, 'light'],
      [390, 844, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${results}missing-${name}-${width}.png` })
    }
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(missingPart(page)).toBeVisible()
    await page.getByRole('radio', { name: 'Graph' }).click()
    await expect(page.getByTestId('flame-graph')).toBeVisible()
    await expect(missingPart(page)).toHaveCount(0)
    await page.getByRole('radio', { name }).click()
    await expect(missingPart(page)).toBeVisible()
    await page.unroute(scripts)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(missingPart(page)).toHaveCount(0)
    if (shown === 'Pick a function') await expect(page.getByText(shown)).toBeVisible()
    else await expect(page.getByRole('main').getByText('shop.pricing.PriceRules').first()).toBeVisible()
  }
})

test('a flame chart whose strip does not come keeps its graph', async ({ page }) => {
  await openShop(page)
  await page.route(scripts, (route) => route.abort())
  await page.getByRole('button', { name: 'Flame chart' }).click()
  await expect(missingPart(page)).toBeVisible()
  await expect(page.getByTestId('flame-graph')).toBeVisible()
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Thread of the flame chart')).toBeVisible()
  await expect(missingPart(page)).toHaveCount(0)
})

test('a graph stays whose tools do not come; a press says so, and all of them load when they are asked for again', async ({
  page,
}) => {
  await openShop(page)
  const addresses = async () =>
    (await scriptsAsked(page, Infinity)).lines.map((asked) => new URL(asked.split(' ')[2]!).pathname)
  const all = await addresses()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/data', async (route) => {
    await released
    await route.continue()
  })
  await page.reload()
  const early = new Set(await addresses())
  const late = new Set(all.filter((address) => !early.has(address)))
  expect(late.size).toBeGreaterThan(0)
  // Those of the worker, which makes the tree, come.
  await page.route(scripts, (route) =>
    late.has(new URL(route.request().url()).pathname) ? route.abort() : route.continue(),
  )
  release()
  await expect(missingPart(page)).toContainText('A part of the page did not load.')
  await expect(page.getByTestId('flame-graph')).toBeVisible()
  await page.screenshot({ path: `${results}missing-tools.png` })
  await page.getByRole('button', { name: 'Export' }).click()
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('textbox', { name: 'Search frames' })).toBeVisible()
  await expect(missingPart(page)).toHaveCount(0)
  await waitUntilQuiet(page)
  if ((await page.getByRole('menu').count()) === 0) await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('menu')).toContainText('PNG of this view')
})

test('a page of a version that Hearth no longer has says so, and a reload keeps its view', async ({ page }) => {
  await openShop(page)
  await page.route(scripts, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.getByRole('radio', { name: 'Table' }).click()
  const updated = page.locator('[data-problem="hearth-updated"]')
  await expect(updated).toContainText('Hearth was updated')
  await page.screenshot({ path: `${results}hearth-updated.png` })
  await page.unroute(scripts)
  await updated.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('main').getByText('shop.pricing.PriceRules').first()).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked()
  await expect(updated).toHaveCount(0)
})
