import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Browser, Download, Page } from '@playwright/test'
import { totalWeight } from '../../lib/profile/model/stack-weights.ts'
import { dropProfilerWork } from '../../lib/profile/filters/profiler-work.ts'
import { decodeProfile, encodeProfile } from '../../lib/profile/encoding/encode.ts'
import { contentOf } from '../../lib/testing/profiles/same-samples.ts'
import { shopProfile } from '../../lib/testing/profiles/shop-profile.ts'
import { expect, test, watchForViolations } from '../support/fixtures.ts'
import { openInSpeedscope } from '../support/speedscope-page.ts'
import { leaveSearch } from '../support/viewer-steps.ts'
import { fetchProfile, importProfile, profileIdOf, waitForGraph } from '../support/viewer.ts'

const shop = shopProfile()

/** Downloads a file by the Export menu of the open profile. */
async function exportFile(page: Page, item: string): Promise<Download> {
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return download
}

/** Imports a file with the button of the page. */
async function importFile(page: Page, path: string): Promise<void> {
  await page.goto('/profiles')
  await page.getByLabel('Recording to import').setInputFiles(path)
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}/)
  await waitForGraph(page)
}

/** Opens a file from the disk in a browser without a session and without a network. */
async function openFromDisk(browser: Browser, path: string, fragment = '') {
  const context = await browser.newContext({ offline: true, storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  const requests: string[] = []
  page.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) requests.push(request.url())
  })
  const violations = watchForViolations(page)
  await page.goto(`file://${path}${fragment}`)
  await waitForGraph(page)
  return { page, asked: requests, mischief: violations, close: () => context.close() }
}

test.describe('a profile as one HTML file', () => {
  test('opens from a disk without a network and works: view, search, zoom, table, threads, dark theme', async ({
    page,
    browser,
  }, testInfo) => {
    await page.goto(await importProfile(page, shop, 'shop'))
    await waitForGraph(page)
    await page.getByLabel('Search frames').fill('PriceRules')
    await expect(page.getByTestId('match-share-all')).toHaveText(/^\d/)
    const share = await page.getByTestId('match-share-all').textContent()
    const path = testInfo.outputPath('shop.html')
    await (await exportFile(page, 'HTML file')).saveAs(path)

    const file = await openFromDisk(browser, path)
    await expect(file.page).toHaveTitle(/^shop.* UTC · Hearth$/)
    await expect(file.page.getByLabel('Search frames')).toHaveValue('PriceRules')
    await expect(file.page.getByTestId('match-share-all')).toHaveText(share!)

    await file.page.getByLabel('Search frames').fill('/^java\\.lang\\./')
    await expect(file.page.getByTestId('match-share-all')).not.toHaveText(share!)
    await leaveSearch(file.page)

    const canvas = await waitForGraph(file.page)
    expect(Number(await canvas.getAttribute('data-nodes'))).toBeGreaterThan(10)
    const tree = file.page.getByRole('tree')
    await tree.press('ArrowUp')
    await tree.press('ArrowUp')
    await tree.press('Enter')
    await expect.poll(() => file.page.evaluate(() => location.hash)).not.toBe('')
    await expect(file.page.getByTestId('selected-frame')).not.toHaveText(/^all/)

    await file.page.getByRole('radio', { name: 'Table' }).click()
    await expect(file.page.getByText('shop.pricing.PriceRules.findWinningRule').first()).toBeVisible()
    await file.page.goBack()
    await waitForGraph(file.page)
    await file.page.getByRole('radio', { name: 'Dark' }).click()
    await expect(file.page.locator('html')).toHaveAttribute('data-theme', 'dark')

    // The address holds the view: the same file opens with it elsewhere.
    const fragment = await file.page.evaluate(() => location.hash)
    const again = await openFromDisk(browser, path, fragment)
    await expect.poll(() => again.page.evaluate(() => location.hash)).toBe(fragment)
    expect([...file.asked, ...again.asked, ...file.mischief, ...again.mischief]).toEqual([])
    await file.close()
    await again.close()
  })

  test('imports as the profile that it was exported from, byte for byte', async ({ page }, testInfo) => {
    await page.goto(await importProfile(page, shop, 'shop'))
    await waitForGraph(page)
    const before = await fetchProfile(page.request, profileIdOf(page))
    const path = testInfo.outputPath('shop.html')
    await (await exportFile(page, 'HTML file')).saveAs(path)
    await importFile(page, path)
    const after = await fetchProfile(page.request, profileIdOf(page))
    expect(Buffer.from(encodeProfile(after)).equals(encodeProfile(before))).toBe(true)
  })

  test('runs no script that a name contains', async ({ page, browser }, testInfo) => {
    const nasty = '</script><script>alert(1)</script><img src=x onerror=alert(1)>'
    const hostile = { ...shop, strings: shop.strings.map((text) => (text.startsWith('shop.') ? text + nasty : text)) }
    await page.goto(await importProfile(page, hostile, `nasty ${nasty}`))
    await waitForGraph(page)
    const path = testInfo.outputPath('nasty.html')
    await (await exportFile(page, 'HTML file')).saveAs(path)
    const file = await openFromDisk(browser, path)
    await file.page.getByLabel('Search frames').fill('onerror')
    await expect(file.page.getByTestId('match-share-all')).toHaveText(/^[1-9]/)
    expect([...file.asked, ...file.mischief]).toEqual([])
    await file.close()
  })
})

for (const [item, ending] of [
  ['pprof', 'pb.gz'],
  ['OTLP profiles', 'otlp.gz'],
  ['speedscope', 'speedscope.json'],
  ['Hearth profile', 'hearth.gz'],
] as const) {
  test(`a profile exported as ${item} is imported without loss`, async ({ page }, testInfo) => {
    await page.goto(await importProfile(page, shop, 'shop'))
    await waitForGraph(page)
    const download = await exportFile(page, item)
    expect(download.suggestedFilename()).toMatch(new RegExp(`^shop[.]cpu[.]\\d{4}-\\d\\d-\\d\\dT\\d{4}Z[.]${ending}$`))
    const path = testInfo.outputPath(`shop.${ending}`)
    await download.saveAs(path)
    await importFile(page, path)
    const again = await fetchProfile(page.request, profileIdOf(page))
    expect(contentOf(again)).toEqual(contentOf(dropProfilerWork(shop)))
  })
}

test('each exported file has a name of its own', async ({ page }) => {
  await page.goto(await importProfile(page, shop, 'shop'))
  await waitForGraph(page)
  const names: string[] = []
  for (const item of ['SVG of this view', 'Interactive SVG', 'Folded stacks', 'Folded, annotated'])
    names.push((await exportFile(page, item)).suggestedFilename())
  const [start] = /^shop\.cpu\.\d{4}-\d\d-\d\dT\d{4}Z/.exec(names[0]!) ?? []
  expect(names).toEqual(['svg', 'live.svg', 'folded', 'annotated.folded'].map((ending) => `${start}.${ending}`))
})

test('a view is exported as PNG and as SVG', async ({ page }) => {
  await page.goto(await importProfile(page, shop, 'shop'))
  await waitForGraph(page)
  const png = await readFile(await (await exportFile(page, 'PNG of this view')).path())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  const svg = await readFile(await (await exportFile(page, 'SVG of this view')).path(), 'utf8')
  expect(svg).toContain('<svg')
  expect(svg).toContain('org.apache.catalina')
  expect(svg).not.toContain('<script')
})

test('an image of callers and callees has both graphs', async ({ page }) => {
  await page.goto(`${await importProfile(page, shop, 'shop')}?tab=callers&about=shop.pricing.PriceRules.apply`)
  await page.getByTestId('sandwich-callees').locator('[data-drawn]').waitFor()
  const svg = await readFile(await (await exportFile(page, 'SVG of this view')).path(), 'utf8')
  expect(svg).toContain('>Callers of shop.pricing.PriceRules.apply<')
  expect(svg).toContain('>Callees of shop.pricing.PriceRules.apply<')
  expect(svg.match(/<svg x=/g)).toHaveLength(2)
})

test('speedscope opens the file that is exported for it', async ({ page, browser }, testInfo) => {
  await page.goto(await importProfile(page, shop, 'shop'))
  await waitForGraph(page)
  const path = testInfo.outputPath('shop.speedscope.json')
  await (await exportFile(page, 'speedscope')).saveAs(path)
  await using speedscope = await openInSpeedscope(browser, path)
  await expect(speedscope.page).toHaveTitle(/^shop/)
  // speedscope lists the threads, the heaviest first.
  await expect(speedscope.page.getByText(/\(1\/9\)/)).toBeVisible()
  expect(speedscope.refused).toEqual([])
})

test('a gzipped profile of a Go program can be imported', async ({ page }) => {
  await importFile(page, resolve(import.meta.dirname, '../../lib/formats/golden/pprof/go-1.26-cpu.pb.gz'))
  await page.getByLabel('Search frames').fill('main.work')
  await expect(page.getByTestId('match-share-all')).toHaveText(/^[1-9]\d/)
  const profile = decodeProfile(encodeProfile(await fetchProfile(page.request, profileIdOf(page))))
  expect([profile.unit, totalWeight(profile)]).toEqual(['nanoseconds', 200_000_000])
})
