/** What a field is for stands in it, whole at each width. */
import type { Page } from '@playwright/test'
import { listCutPlaceholders } from '../support/accessibility.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { findFunctionCenter, openShop } from '../support/shop.ts'
import { importFile, pressTool, waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 720 },
]

/** Cut placeholders of the page at each size, the field and the pixels that it lacks. */
async function listCut(page: Page, title: string): Promise<string[]> {
  const cut: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.evaluate(() => document.fonts.ready)
    for (const one of await listCutPlaceholders(page)) cut.push(`${title} at ${size.width} px: ${one}`)
  }
  return cut
}

test('no placeholder of a list or of the settings is cut, also beside filters', async ({ page }) => {
  const service = `acme/placeholders-${Date.now().toString(36)}`
  await importFile(page, Buffer.from('main;placeholders 3\n'), 'placeholders.folded', service)
  const ofService = `/profiles?service=${encodeURIComponent(service)}`
  const filtered = `${ofService}&event=wall&engine=async-profiler&label=before&host=a`
  const cut: string[] = []
  for (const path of [
    '/',
    '/profiles',
    ofService,
    filtered,
    '/services',
    `/services/${encodeURIComponent(service)}`,
    '/settings',
    '/settings/audit',
  ]) {
    await page.goto(path)
    await page.locator('main').waitFor()
    cut.push(...(await listCut(page, path)))
    if (path === filtered) await page.screenshot({ path: `${results}/placeholders-library.png` })
  }
  expect(cut).toEqual([])
})

test('no placeholder of the viewer is cut, of a graph, zoomed or not, and of its panels', async ({ page }) => {
  await openShop(page)
  const cut = await listCut(page, 'viewer')
  await page.setViewportSize(sizes[0]!)
  await waitForGraph(page)
  const { x, y } = await findFunctionCenter(page, 'java.lang.Thread.run')
  await page.mouse.click(x, y)
  await expect(page).toHaveURL(/zoom=/)
  await waitUntilQuiet(page)
  cut.push(...(await listCut(page, 'zoomed')))
  await page.setViewportSize(sizes[0]!)
  await page.screenshot({ path: `${results}/placeholders-zoomed.png` })
  for (const query of ['tab=table', 'tab=callers', 'tab=tree', 'q=findWinningRule&chip=Thread']) {
    await openShop(page, query)
    cut.push(...(await listCut(page, query)))
  }
  await openShop(page)
  await page.setViewportSize(sizes[0]!)
  await pressTool(page.getByRole('button', { name: 'Compare' }).first())
  await page.getByLabel('Find a profile to compare with').waitFor()
  cut.push(...(await listCutPlaceholders(page)).map((one) => `compare: ${one}`))
  expect(cut).toEqual([])
})
