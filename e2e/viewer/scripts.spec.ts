import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { openShop } from '../support/shop.ts'
import { holdScripts, scriptsAsked } from '../support/scripts.ts'
import { tabTo } from '../support/viewer-steps.ts'
import { waitUntilQuiet } from '../support/viewer.ts'

/** Holds the graph back, and so all scripts that load right after it, until what this gives is called. */
async function holdGraph(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/data', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Uncompressed bytes. Next and React have 460 kB of it. */
const mostBytes = 750_000

test('a graph is drawn without the scripts of the controls around it, which load right after', async ({ page }) => {
  await openShop(page)
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[data-testid=flame-graph][data-drawn]')) return
      observer.disconnect()
      performance.mark('graph')
    }).observe(document, { attributeFilter: ['data-drawn'], childList: true, subtree: true })
  })
  await page.reload()
  await waitUntilQuiet(page)
  const graphMs = await page.evaluate(() => performance.getEntriesByName('graph')[0]!.startTime)
  const asked = await scriptsAsked(page, graphMs)
  expect(asked.bytes, asked.lines.join('\n')).toBeGreaterThan(460_000)
  expect(asked.bytes, asked.lines.join('\n')).toBeLessThanOrEqual(mostBytes)
  expect((await scriptsAsked(page, Infinity)).bytes).toBeGreaterThan(asked.bytes + 100_000)
})

test('what is typed after "/" before the search box is there is searched for, and runs no action', async ({ page }) => {
  await openShop(page)
  await waitUntilQuiet(page)
  const addressesOf = ({ lines }: { lines: string[] }) => lines.map((line) => line.split(' ')[2]!)
  const all = addressesOf(await scriptsAsked(page, Infinity))
  const release = await holdGraph(page)
  await page.reload()
  const isEarly = new Set(addressesOf(await scriptsAsked(page, Infinity)))
  const isLate = new Set(all.filter((address) => !isEarly.has(address)))
  expect(isLate.size).toBeGreaterThan(0)
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/_next/static/chunks/*.js*', async (route) => {
    if (isLate.has(route.request().url())) await arrived
    await route.continue()
  })
  release()
  await page.locator('[data-testid=flame-graph][data-drawn]').waitFor()
  const before = page.url()
  await page.keyboard.type('/shop.i')
  await expect(page.getByRole('textbox', { name: 'Search frames' })).toHaveCount(0)
  expect(page.url()).toBe(before)
  arrive()
  const search = page.getByRole('textbox', { name: 'Search frames' })
  await expect(search).toHaveValue('shop.i')
  await expect(search).toBeFocused()
  await page.keyboard.type('o')
  await expect(search).toHaveValue('shop.io')
})

/** Uncompressed bytes. React's script has 235 kB; each script is evaluated in a single task. */
const mostOfOne = 250_000

test('no script is large, also those that load with the live connection', async ({ page }) => {
  await openShop(page)
  await waitUntilQuiet(page)
  await page.locator('[data-connection="live"]').waitFor()
  const { lines } = await scriptsAsked(page, Infinity)
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter((line) => parseInt(line) > mostOfOne)).toEqual([])
})

test('a click before any script of the page has run is answered when they run, once', async ({ page }) => {
  await openShop(page)
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('radio', { name: 'Dark' }).click()
  await page.getByRole('button', { name: 'Export' }).click()
  release()
  await expect(page.getByRole('menu')).toContainText('PNG of this view')
  await waitUntilQuiet(page)
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await waitUntilQuiet(page)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
})

test('a press of a plain button before any script has run acts, too', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/profiles', { waitUntil: 'commit' })
  await page.getByRole('radio', { name: 'Dark' }).click()
  release()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a button that is pressed before the script of its menu has loaded opens the menu, and keeps the focus', async ({
  page,
}) => {
  await openShop(page)
  const release = await holdGraph(page)
  await page.reload()
  await page.getByRole('button', { name: 'Compare' }).focus()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('menu')).toContainText('PNG of this view')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused()
  release()
  await waitUntilQuiet(page)
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused()
  await page.getByRole('button', { name: 'About this profile' }).click()
  await expect(page.getByRole('dialog', { name: 'About this profile' })).toBeVisible()
})

test('a button that is pressed before the script of its popover has loaded opens the popover', async ({ page }) => {
  await openShop(page)
  const release = await holdGraph(page)
  await page.reload()
  await page.getByRole('button', { name: 'About this profile' }).click()
  await expect(page.getByRole('dialog', { name: 'About this profile' })).toBeVisible()
  release()
})

test('a tooltip comes with a late script, also of a button that has the focus before', async ({ page }) => {
  await openShop(page)
  const release = await holdGraph(page)
  await page.reload()
  const state = page.locator('button[data-connection]')
  await tabTo(page, state)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  release()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await expect(state).toBeFocused()
  await expect(state).toHaveAccessibleDescription(await page.getByRole('tooltip').innerText())
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(state).toBeFocused()
  await expect(state).toHaveAccessibleDescription('')
  const toggle = page.getByRole('button', { name: 'Match case' })
  await toggle.hover()
  await expect(page.getByRole('tooltip', { name: 'Match case' })).toBeVisible()
  await toggle.click()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})
