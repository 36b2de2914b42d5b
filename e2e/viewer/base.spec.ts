import { formatCount } from '../../lib/profile/format/units.ts'
import { applyFilters } from '../../lib/profile/filters/filters.ts'
import { buildCallTree } from '../../lib/profile/tree/call-tree.ts'
import { getNodePath } from '../../lib/profile/tree/path-keys.ts'
import { expect, test } from '../support/fixtures.ts'
import { findFunctionCenter, openShop, shop } from '../support/shop.ts'
import { chooseFromMenu, expectBoxes, graphPixels, selectByKeys, tabTo } from '../support/viewer-steps.ts'
import { waitUntilQuiet } from '../support/viewer.ts'

const box = 'up to 3 JVM frames'

/** Path of the first node of this name in the graph that is not folded: as in a link of before. */
function openPath(name: string): string {
  const tree = buildCallTree(shop)
  const node = tree.frame.findIndex((frame) => shop.strings[shop.frames.name[frame] ?? 0] === name)
  return getNodePath(shop, tree, node).join('.')
}

test('the graph starts where the program starts; the JVM frames below are one box, which opens and closes', async ({
  page,
}) => {
  await openShop(page)
  const folded = await graphPixels(page)
  const { x, y } = await findFunctionCenter(page, 'JVM frames')
  await page.mouse.move(x, y)
  await expect(page.getByTestId('hover-card')).toContainText(box)
  // Stacks without a Java method keep their frames.
  await expectBoxes(page, 'GangWorker', 0)
  await expectBoxes(page, 'WorkerThread::run', 1)

  await page.mouse.click(x, y)
  await expect(page).toHaveURL(/base=open/)
  await waitUntilQuiet(page)
  await expectBoxes(page, 'JavaThread::run', 1)
  await page.goBack()
  await expect(page).not.toHaveURL(/base=/)
  await page.mouse.move(0, 0)
  expect(await graphPixels(page)).toBe(folded)

  // By keys: Enter opens the box, `e` on one of its frames closes it, `j` does either anywhere.
  const field = page.getByLabel('Search frames')
  await field.fill('JavaThread::run')
  await field.press('Enter')
  await expect(page.getByTestId('selected-frame').locator('bdi').first()).toHaveText(box)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/base=open/)
  await waitUntilQuiet(page)
  await selectByKeys(page, 'JavaThread::run')
  await page.keyboard.press('e')
  await expect(page).not.toHaveURL(/base=/)
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/base=open/)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const item = page.getByRole('menuitemcheckbox', { name: 'Fold JVM frames' })
  await expect(item).toHaveAttribute('aria-checked', 'false')
  await item.click()
  await expect(page).not.toHaveURL(/base=/)
})

test('a match inside the folded base counts, and its box is one', async ({ page }) => {
  await openShop(page, 'q=JavaThread')
  await expect(page.getByTestId('match-count')).toHaveText(/1 frame/)
  const share = await page.getByTestId('match-count').textContent()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/base=open/)
  await waitUntilQuiet(page)
  await expect(page.getByTestId('match-count')).toHaveText(share!)
})

test('links of before hold: their zoom is found above the base, and inside it is the box', async ({ page }) => {
  const controller = 'shop.web.CartController.checkout'
  await openShop(page, `zoom=${openPath(controller)}&sel=${openPath(controller)}`)
  const selected = page.getByTestId('selected-frame').locator('bdi').first()
  await expect(selected).toHaveText(controller)
  await expect(page.getByText(/is not in this profile/)).toHaveCount(0)

  await openShop(page, `sel=${openPath('JavaThread::run')}`)
  await expect(selected).toHaveText(box)
})

test('the inverted graph, the table and the callers have all frames', async ({ page }) => {
  for (const query of ['invert=1', 'tab=table']) {
    await openShop(page, `${query}&q=thread_native_entry`)
    await expect(page.getByTestId('match-count'), query).not.toHaveText('No match')
    await expect(page.getByText(box), query).toHaveCount(0)
  }
  await openShop(page, 'tab=callers&about=thread_native_entry')
  await expect(page.getByText('start_thread').first()).toBeAttached()
})

test('only one frame, chosen in the folded graph, is what was under it', async ({ page }) => {
  await openShop(page)
  const name = 'java.lang.Thread.run'
  const model = applyFilters(shop, [{ type: 'fold-base' }])
  const tree = buildCallTree(model)
  const node = tree.frame.findIndex((frame) => model.strings[model.frames.name[frame] ?? 0] === name)
  await chooseFromMenu(page, await findFunctionCenter(page, name), 'Only this frame')
  await page.mouse.move(0, 0)
  await tabTo(page, page.getByRole('tree'))
  await expect(page.getByRole('tree')).toHaveAccessibleName(new RegExp(`${formatCount(tree.total[node]!)} samples`))
})
