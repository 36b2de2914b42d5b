/** The page of a service: the share of a function over its profiles and deploys. */
import { gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { encodeProfile } from '../../lib/profile/encoding/encode.ts'
import { createProfileBuilder } from '../../lib/profile/model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../../lib/profile/model/profile.ts'
import { findAccessibilityProblems, listSmallMenuItems } from '../support/accessibility.ts'
import { shopAfter, shopBefore, shopBeforeAgain, slower } from '../support/compared-shops.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { slide } from '../support/viewer-steps.ts'
import { importFile, waitForGraph } from '../support/viewer.ts'

/** Stores a profile of that service and version. Returns its path. */
function importRun(page: Page, service: string, profile: Profile, version: number): Promise<string> {
  const target = { service, image: `registry.acme.internal/${service}:${version}`, imageDigest: `sha256:${version}` }
  const run = { ...profile, provenance: { ...profile.provenance, target } }
  return importFile(page, gzipSync(encodeProfile(run)), `${service}.hearth`)
}

test('the chart shows a function that became slower with a deploy, and each point links to its profile', async ({
  page,
}) => {
  const paths: string[] = []
  for (const [profile, version] of [[shopBefore, 1] as const, [shopBeforeAgain, 1] as const, [shopAfter, 2] as const])
    paths.push(await importRun(page, 'trend-shop', profile, version))
  const lastId = paths.at(-1)!.split('/').at(-1)!
  await page.goto('/services/trend-shop')
  await expect(page).toHaveTitle('trend-shop · Service · Hearth')
  const chosen = page.getByRole('list', { name: 'Functions' }).getByRole('listitem')
  await expect(chosen).toHaveCount(3)

  // A part of the name finds it, and the list of the hottest functions disappears.
  const field = page.getByRole('combobox', { name: 'Add a function or package' })
  await field.fill('CartService.checkout')
  await field.press('Enter')
  await expect(chosen).toHaveCount(4)
  const others = page.getByRole('button', { name: /^Remove (?!PriceRules)/ })
  for (let left = 3; left > 0; left--) {
    await expect(others).toHaveCount(left)
    await others.first().click()
  }
  await expect(page).toHaveURL(/function=shop\.pricing\.PriceRules\.findWinningRule$/)
  await expect(page.locator(`[data-function="${slower}"]`)).toContainText(/(9|1[01])(\.\d)?% → 3[345](\.\d)?%/)
  await expect(page.locator('[data-deploy-mark]')).toHaveCount(1)
  await expect(page.locator('[data-deploy-mark="sha256:2"]')).toContainText('trend-shop:2')

  await page.getByText('Show as a table').click()
  const rows = page.locator('[data-trend-row]')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText(/trend-shop:2.*3[345](\.\d)?% \(3[\d.]+% to 3[\d.]+%\)/)
  await expect(rows.last()).toContainText(/trend-shop:1.*(9|10|11)(\.\d)?% \(/)
  expect(await findAccessibilityProblems(page, 'trend')).toEqual([])

  // A link restores the chart; its last point links to the last profile, with a search for the function.
  await page.goto(page.url())
  await page.locator(`[data-testid="trend-chart"] a[href*="${lastId}"]`).click()
  await page.waitForURL(new RegExp(`/profiles/${lastId}`))
  await waitForGraph(page)
  await expect(page.getByLabel('Search frames')).toHaveValue(slower)
  await expect(page.getByTestId('match-share-all')).toHaveText(/^3[345](\.\d)?% of all$/)
  await page.goBack()
  await expect(page.locator(`[data-function="${slower}"]`)).toBeVisible()

  // The details of a function in the graph link to this page.
  await page.goForward()
  await waitForGraph(page)
  await page.getByLabel('Search frames').press('Enter')
  await expect(page.getByTestId('selected-frame')).toContainText(slower)
  await page.getByRole('link', { name: 'Trend' }).click()
  await expect(page).toHaveURL(/\/services\/trend-shop\?event=cpu&function=shop\.pricing[^&]+&share=total$/)
  await expect(page.locator(`[data-function="${slower}"]`)).toContainText('→')
})

test('each engine has a line of its own, and of two functions with equal shares both are seen', async ({ page }) => {
  const byAnother = { ...shopBeforeAgain, provenance: { ...shopBeforeAgain.provenance, engine: 'async-profiler' } }
  for (const run of [shopBefore, byAnother, shopBeforeAgain, byAnother]) await importRun(page, 'trend-engines', run, 1)
  const functions = ['shop.Server.handle', 'java.lang.Thread.run', slower].map((name) => `function=${name}`)
  await page.goto(`/services/trend-engines?${functions.join('&')}&share=total`)
  const lines = page.locator('[data-series]')
  await expect(lines).toHaveCount(6)
  for (const line of await lines.all()) await expect(line.locator('[data-point]')).toHaveCount(2)
  await expect(page.getByRole('list', { name: 'Engines' }).getByRole('listitem')).toHaveText(['perf', 'async-profiler'])
  await expect(page.locator(`[data-function="${slower}"]`)).toContainText(/perf [\d.]+% → [\d.]+%, async-profiler/)
  // One point of an engine has no line that would tell it: its shape does.
  const shapesOf = (within: Locator) =>
    within.evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('d')))])
  const pointsOf = (engine: string) => shapesOf(page.locator(`[data-series$=" ${engine}"] [data-point] path`))
  const inLegend = await shapesOf(page.getByRole('list', { name: 'Engines' }).locator('g path'))
  expect(inLegend).toHaveLength(2)
  expect([await pointsOf('perf'), await pointsOf('async-profiler')]).toEqual(inLegend.map((shape) => [shape]))
  const xOf = async (name: string) =>
    (await page.locator(`[data-series="${name} perf"] [data-point]`).first().boundingBox())!.x
  expect((await xOf('java.lang.Thread.run')) - (await xOf('shop.Server.handle'))).toBeGreaterThan(4)
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 720 })
    expect(await findAccessibilityProblems(page, `trend of engines ${width}`)).toEqual([])
    await page.getByTestId('trend-chart').scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${results}/trend-engines-${width}.png` })
  }
})

test('dragging over the strip chooses a time range for the chart, the list and the address', async ({ page }) => {
  for (let run = 0; run < 4; run++) await importRun(page, 'trend-range', shopBefore, 1)
  await page.goto('/services/trend-range?share=total')
  await expect(page.getByRole('radio', { name: 'Total' })).toBeChecked()
  const listed = page.locator('[data-profile]')
  await expect(listed).toHaveCount(4)
  const strip = (await page.getByTestId('strip-brush').boundingBox())!
  const [left, middle] = [strip.x + 1, strip.x + strip.width / 2]
  const y = strip.y + 30
  await page.mouse.move(left, y)
  await page.mouse.down()
  await page.mouse.move(middle, y, { steps: 5 })
  await page.mouse.up()
  await expect(page).toHaveURL(/share=total&from=\d+&to=\d+$/)
  await expect(page.getByRole('heading', { name: 'Profiles of this time range' })).toBeVisible()
  const within = await listed.count()
  expect(within).toBeLessThan(4)
  await page.getByText('Show as a table').click()
  await expect(page.locator('[data-trend-row]')).toHaveCount(within)

  await page.getByRole('button', { name: 'Clear time range' }).click()
  await expect(listed).toHaveCount(4)
  await page.goBack()
  await expect(listed).toHaveCount(within)
})

test('a single profile has an explanation in place of a chart, and a hostile name is shown as text', async ({
  page,
}) => {
  await importRun(page, 'trend-one', shopBefore, 1)
  await page.goto(`/services/trend-one?function=${slower}&function=com.acme.Missing.run`)
  await expect(page.getByText('There is one profile only: a trend needs two.')).toBeVisible()
  await expect(page.locator('[data-function="com.acme.Missing.run"]')).toContainText('in none of these profiles')
  await expect(page.locator('[data-point]')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Compare first and last' })).toHaveCount(0)

  const builder = createProfileBuilder()
  const frame = builder.frame('<img src=x onerror=alert(1)>', 'java')
  builder.sample(builder.stack(-1, frame), builder.thread('main'), 0, 1)
  await importRun(page, 'trend-one', builder.finish('samples', emptyProvenance('perf')), 2)
  await page.goto('/services/trend-one')
  await expect(page.getByRole('list', { name: 'Functions' })).toContainText('<img src=x')
  await expect(page.getByRole('link', { name: 'Compare first and last' })).toBeVisible()
})

/** More than have space for a target of their own in the strip of a window of 390 px. */
const manyRuns = 18

/** Stores so many profiles of that service, and opens its page, where some dots are closer than targets. */
async function openCrowdedStrip(page: Page, service: string): Promise<Locator> {
  for (let run = 0; run < manyRuns; run++) await importRun(page, service, shopBefore, 1)
  await page.goto(`/services/${service}`)
  const targets = page.getByTestId('strip-brush').locator('[data-target]')
  await expect(targets.first()).toBeVisible()
  return targets
}

/** A target of several profiles, and how many all targets have. */
async function readTargets(targets: Locator) {
  const counts = await targets.evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-target'))))
  const several = counts.findIndex((count) => count > 1)
  return { all: counts.reduce((sum, count) => sum + count, 0), several: targets.nth(several), count: counts[several] }
}

test('dots of the strip that lie close are one, whose menu lists them; a drag from it chooses a range', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const targets = await openCrowdedStrip(page, 'trend-crowd')
  const { all, several, count } = await readTargets(targets)
  expect(all).toBe(manyRuns)
  await several.click()
  const menu = page.getByRole('menu')
  await expect(menu).toContainText(`${count} profiles, 20`)
  await expect(menu.getByRole('menuitem')).toHaveCount(count! + 1)
  expect(await findAccessibilityProblems(page, 'menu of the strip')).toEqual([])
  await page.screenshot({ path: `${results}/trend-strip-menu.png` })
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)

  const { x, y, width, height } = (await several.boundingBox())!
  const strip = (await page.getByTestId('strip-brush').boundingBox())!
  const from = { x: x + width / 2, y: y + height / 2 }
  const to = from.x < strip.x + strip.width / 2 ? strip.x + strip.width - 2 : strip.x + 2
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to, from.y, { steps: 5 })
  await page.mouse.up()
  await expect(page).toHaveURL(/from=\d+&to=\d+$/)
  await expect(menu).toHaveCount(0)

  // With a range, a click on a dot is no change of it.
  const ranged = page.url()
  await several.click()
  await menu.getByRole('menuitem').first().click()
  await page.waitForURL(/\/profiles\//)
  await page.goBack()
  await expect(page).toHaveURL(ranged)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a tap on the strip reaches each profile, and a finger chooses a range', async ({ page }) => {
    const targets = await openCrowdedStrip(page, 'trend-touch')
    expect(await findAccessibilityProblems(page, 'strip')).toEqual([])
    const { all, several, count } = await readTargets(targets)
    expect(all).toBe(manyRuns)
    await several.tap()
    const menu = page.getByRole('menu')
    await expect(menu.getByRole('menuitem')).toHaveCount(count! + 1)
    expect(await listSmallMenuItems(page)).toEqual([])
    await menu.getByRole('menuitem', { name: 'Show them in the library' }).tap()
    await page.waitForURL(/\/profiles\?service=trend-touch&from=/)
    await page.goBack()
    await expect(targets.first()).toBeVisible()

    const session = await page.context().newCDPSession(page)
    const strip = (await page.getByTestId('strip-brush').boundingBox())!
    await slide(session, { x: strip.x + strip.width - 8, y: strip.y + 30 }, -strip.width / 2)
    await expect(page).toHaveURL(/from=\d+&to=\d+$/)
  })
})
