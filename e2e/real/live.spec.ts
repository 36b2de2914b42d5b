import type { Page } from '@playwright/test'
import { runContainer } from '../../lib/testing/hosts/containers.ts'
import { chooseSeconds, hotMethod, openMenu, samplesSoFar, startFrom } from './profiling.ts'
import { expect, test } from '../support/fixtures.ts'
import { waitForGraph } from '../support/viewer.ts'

const liveView = (page: Page) => page.getByRole('region', { name: 'Live view' })
/** How many snapshots of the capture the page has received. */
const readSnapshots = async (page: Page) => Number(await liveView(page).getAttribute('data-picture'))

test('the flame graph is updated during a capture, and keeps search and zoom until the profile opens', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await using container = await runContainer({ image: 'scratch-jdk17', env: { SHOP_PRICING: 'scan' } })
  const menu = await openMenu(page, container.name)
  await menu.getByRole('radio', { name: /^perf/ }).check()
  await chooseSeconds(menu, 600)
  await startFrom(menu, 'Profile for 600 s')
  await expect.poll(() => readSnapshots(page), { timeout: 60_000 }).toBeGreaterThan(0)
  await waitForGraph(page)

  await test.step('a search and a zoom stay when the next snapshot arrives', async () => {
    await page.getByLabel('Search frames').fill('findWinningRule')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('selected-frame')).toContainText(hotMethod)
    await page.getByRole('tree').focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/zoom=/)
    const seen = await readSnapshots(page)
    await expect.poll(() => readSnapshots(page), { timeout: 60_000 }).toBeGreaterThan(seen)
    await expect(page.getByTestId('selected-frame')).toContainText(hotMethod)
    await expect(page).toHaveURL(/zoom=/)
  })

  await test.step('Hold stops the updates of the graph', async () => {
    await liveView(page).getByRole('button', { name: 'Hold' }).click()
    const held = await readSnapshots(page)
    const samples = samplesSoFar(page)
    const before = await samples.textContent()
    await expect(samples).not.toHaveText(before!)
    expect(await readSnapshots(page)).toBe(held)
    await liveView(page).getByRole('button', { name: 'Resume' }).click()
    await expect.poll(() => readSnapshots(page), { timeout: 60_000 }).toBeGreaterThan(held)
  })

  await test.step('the Top list has the planted method, for the last interval and for all samples', async () => {
    await liveView(page).getByRole('radio', { name: 'Top' }).click()
    const top = page.getByTestId('live-top')
    await expect(top.getByRole('button', { name: /^Last \d+ s$/ })).toBeVisible({ timeout: 60_000 })
    await top.getByRole('button', { name: 'All so far' }).click()
    await expect(top.getByRole('row').nth(1)).toContainText(hotMethod)
    await expect(top.getByRole('row').nth(1)).toContainText(/\d%.*\d%/)
  })

  await test.step('Stop and keep opens the profile with the same view', async () => {
    await page.getByRole('button', { name: 'Stop and keep' }).click()
    await page.waitForURL(/\/profiles\/[0-9a-f]{32}\?.*zoom=/, { timeout: 60_000 })
    await waitForGraph(page)
    await expect(page.getByTestId('selected-frame')).toContainText(hotMethod)
    await expect(page.getByTestId('match-share-view')).toHaveText('100% of view')
  })
})

test('a flight recorder keeps the last seconds until a user saves them, and goes on', async ({ page }) => {
  test.setTimeout(240_000)
  await using container = await runContainer({ image: 'scratch-jdk17', env: { SHOP_PRICING: 'scan' } })
  const menu = await openMenu(page, container.name)
  await menu.getByRole('checkbox', { name: 'Flight recorder' }).check()
  await chooseSeconds(menu, 10)
  await startFrom(menu, 'Start the flight recorder')
  await expect(page.getByText('keeps the last 10 s until you save them')).toBeVisible({ timeout: 60_000 })
  await expect(samplesSoFar(page)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Save the last 10 s' }).click()
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}/, { timeout: 90_000 })
  await waitForGraph(page)

  await page
    .getByRole('banner')
    .getByRole('link', { name: /Recording/ })
    .click()
  await page.waitForURL(/\/captures\/[0-9a-f]{32}/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Cancelled. Nothing was left behind')).toBeVisible()
})
