import { chromium, type Page, type PlaywrightTestOptions } from '@playwright/test'
import { writeFile } from 'node:fs/promises'
import { randomView } from '../../lib/testing/profiles/random-view.ts'
import { byTier } from '../../lib/testing/tier.ts'
import { shopProfile } from '../../lib/testing/profiles/shop-profile.ts'
import { viewToQuery } from '../../lib/profile/view/view-query.ts'
import { expect, test, watchForViolations } from '../support/fixtures.ts'
import { importProfile, takeStableScreenshot } from '../support/viewer.ts'

/** Random views: each is opened twice, in a page that showed another view before and in a new browser. */
const states = byTier(16, 200)

test.use({ viewport: { width: 1280, height: 800 } })

test(`the link to each of ${states} random views looks the same, pixel for pixel, in a new browser`, async ({
  page,
  baseURL,
  storageState,
}, testInfo) => {
  test.setTimeout(20 * 60_000)
  const profile = shopProfile()
  const path = await importProfile(page, profile, 'links')
  await page.goto(path)
  await using other = await openOtherBrowser(baseURL!, storageState)
  const violations = watchForViolations(other.page)
  const different: string[] = []
  for (let seed = 1; seed <= states; seed++) {
    const query = viewToQuery(randomView(profile, seed)).toString()
    const [here, there] = await Promise.all([
      goInPage(page, `${path}?${query}`).then(() => takeStableScreenshot(page)),
      other.page.goto(`${path}?${query}`).then(() => takeStableScreenshot(other.page)),
    ])
    if (here.equals(there)) continue
    different.push(query)
    await writeFile(testInfo.outputPath(`${seed}-here.png`), here)
    await writeFile(testInfo.outputPath(`${seed}-there.png`), there)
  }
  expect(different).toEqual([])
  expect(violations).toEqual([])
})

/** Shows another view in the same page, as the Back button does, so that state of the view before could remain. */
async function goInPage(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    // With the state that Next keeps there: without it, its router would reload the page.
    const state = { ...(history.state as object), hearthSteps: 1 }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, address)
}

/** A second Chromium, with nothing but the session of the first. */
async function openOtherBrowser(baseURL: string, storageState: PlaywrightTestOptions['storageState']) {
  const browser = await chromium.launch(test.info().project.use.launchOptions)
  const context = await browser.newContext({
    baseURL,
    storageState,
    viewport: { width: 1280, height: 800 },
  })
  return { page: await context.newPage(), [Symbol.asyncDispose]: () => browser.close() }
}
