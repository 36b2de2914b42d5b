import { applyFilters } from '../../lib/profile/filters/filters.ts'
import { createProfileBuilder } from '../../lib/profile/model/profile-builder.ts'
import { emptyProvenance } from '../../lib/profile/model/profile.ts'
import { byTier } from '../../lib/testing/tier.ts'
import { apply, expectListed, expectRemoved, holding, items, service, trials, winner } from './filter-cases.ts'
import { expect, test } from '../support/fixtures.ts'
import { openShop, shop } from '../support/shop.ts'
import {
  chooseFromMenu,
  expectBoxes,
  expectBoxesByKeys,
  findFrameCenter,
  leaveSearch,
  selectByKeys,
} from '../support/viewer-steps.ts'
import { importProfile, waitUntilQuiet } from '../support/viewer.ts'

for (const { does, frame, entry, key, listed, removes, boxes } of trials) {
  test(`filter from the menu of a box with the mouse: ${does}`, async ({ page }) => {
    await openShop(page)
    await chooseFromMenu(page, await findFrameCenter(page, shop, frame), entry)
    await expectListed(page, [[listed, removes]])
    await expectRemoved(page, removes)
    for (const [text, , after] of boxes) await expectBoxes(page, text, after)
    await page.getByRole('button', { name: 'Undo the last change of filters (u)' }).click()
    await expectListed(page, [])
    await expectRemoved(page, 0)
    for (const [text, before] of boxes) await expectBoxes(page, text, before)
  })

  test(`filter with the key ${key} alone: ${does}`, async ({ page }) => {
    await openShop(page)
    await selectByKeys(page, frame)
    await page.keyboard.press(key)
    await expectListed(page, [[listed, removes]])
    await expectRemoved(page, removes)
    // A box for each key; the journey with the mouse counts all of them.
    const counted = byTier(boxes.slice(0, 1), boxes)
    for (const [text, , after] of counted) await expectBoxesByKeys(page, text, after)
    await page.keyboard.press('u')
    await expectListed(page, [])
    await expectRemoved(page, 0)
    for (const [text, before] of counted) await expectBoxesByKeys(page, text, before)
  })
}

const folded = ['reflection and proxies', 'Tomcat', 'Spring', 'Hibernate', 'Jackson', 'JDK streams']
const foldedShop = applyFilters(
  shop,
  ['reflection', 'tomcat', 'spring', 'hibernate', 'jackson', 'streams'].map(
    (pack) => ({ type: 'fold-framework', pack, open: [] }) as const,
  ),
)
const http = 'org.apache.coyote.http11.Http11Processor.service'

test('fold frameworks with the mouse: all at once, one expanded in the graph and folded again, one alone', async ({
  page,
}) => {
  await openShop(page)
  await chooseFromMenu(page, await findFrameCenter(page, shop, service), 'Fold frameworks')
  await expectListed(
    page,
    folded.map((title) => [`fold ${title}`, 0]),
  )
  await expectRemoved(page, 0)
  await expectBoxes(page, 'org.apache', 0)
  await expectBoxes(page, 'org.springframework', 0)
  await expectBoxes(page, 'shop.web', 3)

  const tomcat = await findFrameCenter(page, foldedShop, 'Tomcat')
  await page.mouse.move(tomcat.x, tomcat.y)
  await expect(page.getByTestId('hover-card')).toContainText('Tomcat')
  await chooseFromMenu(page, tomcat, 'Expand or fold this box')
  await expectBoxes(page, http, 1)
  await expectBoxes(page, 'org.springframework', 0)
  await expect(items(page)).toHaveCount(folded.length)
  // The frames of the folded box begin at its position.
  await chooseFromMenu(page, tomcat, 'Expand or fold this box')
  await expectBoxes(page, http, 0)

  await chooseFromMenu(page, tomcat, 'Fold frameworks')
  await expectListed(page, [])
  await chooseFromMenu(page, await findFrameCenter(page, shop, http), 'Expand or fold this box')
  await expectListed(page, [['fold Tomcat', 0]])
  await expectBoxes(page, http, 0)
  await expectBoxes(page, 'org.springframework', 5)
})

test('fold frameworks with the keyboard alone: all at once, one expanded in the graph and folded again, one alone', async ({
  page,
}) => {
  await openShop(page)
  await page.keyboard.press('w')
  await expectListed(
    page,
    folded.map((title) => [`fold ${title}`, 0]),
  )
  await expectBoxesByKeys(page, 'org.apache', 0)
  await selectByKeys(page, 'Tomcat')
  await page.keyboard.press('e')
  await waitUntilQuiet(page)
  await expectBoxesByKeys(page, http, 1)
  await expectBoxesByKeys(page, 'org.springframework', 0)
  await selectByKeys(page, http)
  await page.keyboard.press('e')
  await waitUntilQuiet(page)
  await expectBoxesByKeys(page, http, 0)
  await page.keyboard.press('w')
  await expectListed(page, [])
  await selectByKeys(page, http)
  await page.keyboard.press('e')
  await expectListed(page, [['fold Tomcat', 0]])
  await expectBoxesByKeys(page, http, 0)
})

test('a collapsed package is expanded at its box, with the mouse and by key', async ({ page }) => {
  await openShop(page)
  await chooseFromMenu(page, await findFrameCenter(page, shop, apply), 'Collapse its package')
  await expectBoxes(page, 'PriceRules', 0)
  const collapsed = applyFilters(shop, [{ type: 'collapse-package', name: 'shop.pricing' }])
  await chooseFromMenu(
    page,
    await findFrameCenter(page, collapsed, 'shop.pricing (collapsed)'),
    'Expand or fold this box',
  )
  await expectListed(page, [])
  await expectBoxes(page, 'PriceRules', 3)

  await page.getByLabel('Search frames').focus()
  await leaveSearch(page)
  await selectByKeys(page, apply)
  await page.keyboard.press('k')
  await expectListed(page, [['collapse package shop.pricing', 0]])
  await selectByKeys(page, 'shop.pricing (collapsed)')
  await page.keyboard.press('e')
  await expectListed(page, [])
})

test('the menu of a box with the keyboard alone: Shift F10 opens it, arrow keys and Enter choose, impossible items are disabled', async ({
  page,
}) => {
  await openShop(page, 'base=open')
  await selectByKeys(page, 'JavaThread::run')
  await page.keyboard.press('Shift+F10')
  const menu = page.getByTestId('frame-menu')
  await expect(menu).toBeVisible()
  await expect(menu).toContainText('JavaThread::run')
  await expect(menu.getByRole('menuitem', { name: 'Collapse its package' })).toHaveAttribute('aria-disabled', 'true')
  const menuItem = menu.getByRole('menuitem', { name: 'Hide this function' })
  for (let step = 0; step < 20 && !(await menuItem.evaluate((item) => item === document.activeElement)); step++) {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expectListed(page, [['hide JavaThread::run', 0]])
  await expect(menu).toHaveCount(0)
  await page.keyboard.press('u')
  await expectListed(page, [])
})

test('keeping only stacks that match a search: with the mouse from its chip, by key from the field', async ({
  page,
}) => {
  const listed = [['keep stacks with findWinningRule', 1 - holding(winner)]] as const
  await openShop(page, 'chip=findWinningRule')
  await page.getByRole('button', { name: 'More for findWinningRule' }).click()
  await page.getByRole('menuitem', { name: 'Keep only these stacks' }).click()
  await expectListed(page, listed)
  await expectRemoved(page, 1 - holding(winner))
  await expectBoxes(page, 'Discount', 0)
  await expectBoxes(page, 'CartService.checkout', 1)
  await page.getByRole('button', { name: 'Undo the last change of filters (u)' }).click()
  await expectListed(page, [])

  await openShop(page, 'q=findWinningRule')
  await page.keyboard.press('y')
  await expectListed(page, listed)
  await expectBoxesByKeys(page, 'Discount', 0)
  await page.keyboard.press('u')
  await expectListed(page, [])
})

test('frames that differ in their line only become one when lines are merged', async ({ page }) => {
  const builder = createProfileBuilder()
  const thread = builder.thread('main', 1)
  for (const line of [12, 13, 40]) {
    const caller = builder.stack(-1, builder.frame('app.Main.run', 'java'))
    builder.sample(builder.stack(caller, builder.frame(`app.Cart.total:${line}`, 'java')), thread, line, 1)
  }
  await page.goto(await importProfile(page, builder.finish('samples', emptyProvenance('async-profiler')), 'lines'))
  await waitUntilQuiet(page)
  await expectBoxes(page, 'Cart.total', 3)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Merge the lines of a function' }).click()
  await expectListed(page, [['merge lines', 0]])
  await expectBoxes(page, 'Cart.total', 1)
})

test('a share of what filters leave is not called one of all', async ({ page }) => {
  await openShop(page)
  const details = page.getByRole('region', { name: 'Selected frame' })
  const spoken = page.getByRole('treeitem', { selected: true })
  const found = page.getByTestId('match-share-all')
  const expectSharesOf = async (whole: string) => {
    await waitUntilQuiet(page)
    await expect(details).toContainText(new RegExp(`of ${whole}\\s*[\\d.]+%`))
    await expect(spoken).toContainText(`percent of ${whole},`)
    await expect(found).toHaveText(new RegExp(`% of ${whole}$`))
    const box = (await page.getByTestId('flame-graph').boundingBox())!
    await page.mouse.move(box.x + 3, box.y + box.height - 3)
    await expect(page.getByTestId('hover-card')).toContainText(`100% of ${whole}`)
  }
  await selectByKeys(page, service)
  await page.getByLabel('Search frames').fill('findWinningRule')
  await page.keyboard.press('Escape')
  await expectSharesOf('all')
  // It takes a frame away, and no sample.
  await page.keyboard.press('k')
  await expectSharesOf('all')
  await page.keyboard.press('u')
  await expectListed(page, [])
  await page.keyboard.press('o')
  await expectSharesOf('what filters keep')
  await page.keyboard.press('u')
  await expectSharesOf('all')
})
