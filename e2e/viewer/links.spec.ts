import { chromium, type Page, type PlaywrightTestOptions } from '@playwright/test'
import { writeFile } from 'node:fs/promises'
import { randomView } from '../../lib/testing/profiles/random-view.ts'
import { byTier } from '../../lib/testing/tier.ts'
import { shopProfile } from '../../lib/testing/profiles/shop-profile.ts'
import { viewToQuery } from '../../lib/profile/view/view-query.ts'
import { expect, test, watchForViolations } from '../support/fixtures.ts'
import { keyTable } from '../../components/flame-graph/input/keys.ts'
import { openShop, shop } from '../support/shop.ts'
import { findFrameCenter, graphPixels } from '../support/viewer-steps.ts'
import { importProfile, takeStableScreenshot, waitUntilQuiet } from '../support/viewer.ts'

/** Random views: each is opened twice, in a page that showed another view before and in a new browser. */
const states = byTier(6, 200)

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

/** What makes another tree: the filters, and these of the view. */
const treeKeys = keyTable
  .filter(({ group, action }) => group === 'Filter' || ['invert', 'split-by-thread', 'sort'].includes(action))
  .map(({ keys }) => keys[0])
/** One after the other; the usual tests have every third of the keys, each with that which stands five behind it. */
const keyPairs = treeKeys.flatMap((first, index) =>
  byTier(
    index % 3 === 0 ? [5] : [],
    treeKeys.map((_, step) => step),
  ).map((step) => [first, treeKeys[(index + step) % treeKeys.length]!] as const),
)

test(`after ${keyPairs.length} pairs of keys at a zoomed frame, the graph is what its address opens`, async ({
  page,
}) => {
  test.setTimeout(20 * 60_000)
  await openShop(page)
  const { x, y } = await findFrameCenter(page, shop, 'shop.pricing.Discount.total')
  await page.mouse.click(x, y)
  await expect(page).toHaveURL(/zoom=/)
  await page.mouse.move(0, 0)
  const zoomed = await settleAddress(page)
  const different: string[] = []
  for (const keys of keyPairs) {
    await goInPage(page, zoomed)
    for (const key of keys) {
      await waitUntilQuiet(page)
      await page.keyboard.press(key)
    }
    const address = await settleAddress(page)
    const here = await graphPixels(page)
    await page.goto(address)
    if (here !== (await graphPixels(page))) different.push(`${keys.join(' ')}: ${address}`)
  }
  expect(different).toEqual([])
})

test('Back to a frame that a filter hides says nothing of a link while its graph is built', async ({ page }) => {
  await openShop(page)
  const { x, y } = await findFrameCenter(page, shop, 'shop.pricing.Discount.total')
  await page.mouse.click(x, y)
  await expect(page).toHaveURL(/zoom=/)
  const zoomed = await settleAddress(page)
  await page.keyboard.press('S')
  await settleAddress(page)
  const notices = await page.evaluateHandle(() => {
    const seen: string[] = []
    const collect = () => seen.push(...[...document.querySelectorAll('[role=status]')].map((one) => one.textContent))
    new MutationObserver(collect).observe(document.body, {
      childList: true,
      subtree: true,
    })
    return seen
  })
  await page.goBack()
  await expect(page).toHaveURL(zoomed)
  await graphPixels(page)
  expect((await notices.jsonValue()).filter((text) => text.includes('The link points'))).toEqual([])
})

/** The address once it stands still: of what is no step of the history, the page writes it some 300 ms later. */
async function settleAddress(page: Page): Promise<string> {
  let last = ''
  const standsStill = async () => {
    await waitUntilQuiet(page)
    const isSame = page.url() === last
    last = page.url()
    return isSame
  }
  await expect.poll(standsStill, { intervals: [400] }).toBe(true)
  return last
}

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
  return {
    page: await context.newPage(),
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
