import type { Page } from '@playwright/test'
import type { FilterStep } from '../../lib/profile/filters/filters.ts'
import { viewToQuery } from '../../lib/profile/view/view-query.ts'
import { defaultView } from '../../lib/profile/view/view.ts'
import { apply, discount, expectListed, expectRemoved, holding, items, service, trials } from './filter-cases.ts'
import { expect, test } from '../support/fixtures.ts'
import { openShop } from '../support/shop.ts'
import { expectBoxes, expectBoxesByKeys, selectByKeys, tabTo } from '../support/viewer-steps.ts'
import { waitUntilQuiet } from '../support/viewer.ts'

const drop: FilterStep = { type: 'drop', name: discount }
const focus: FilterStep = { type: 'focus', name: service }
const hide: FilterStep = { type: 'hide', name: apply }
const withFilters = (...filters: FilterStep[]) => viewToQuery({ ...defaultView, filters }).toString()
const dropped = holding(discount)
const outside = 1 - holding(service)
const dropThenFocus = [
  [`drop stacks with ${discount}`, dropped],
  [`only ${service}`, outside],
  [`hide ${apply}`, 0],
] as const
const inOrder = (...order: number[]) => order.map((at) => dropThenFocus[at]!)

test('the list of filters with the mouse: order, off and on, remove, reset, undo and Back', async ({ page }) => {
  await openShop(page, withFilters(drop, focus, hide))
  await expectListed(page, dropThenFocus)
  await expectRemoved(page, dropped + outside)
  const chooseFor = async (at: number, entry: string) => {
    await items(page).nth(at).getByTitle('Turn off, move, remove').click()
    await page.getByRole('menuitem', { name: entry }).click()
  }

  await test.step('a filter is moved by its menu, another one by dragging', async () => {
    await chooseFor(0, 'Later')
    await expectListed(page, inOrder(1, 0, 2))
    await expectRemoved(page, dropped + outside)
    await items(page).nth(2).dragTo(items(page).nth(0))
    await expectListed(page, inOrder(2, 1, 0))
    await chooseFor(2, 'Earlier')
    await expectListed(page, inOrder(2, 0, 1))
  })

  await test.step('a filter is turned off, keeps its position, and is turned on again', async () => {
    const turn = items(page)
      .nth(1)
      .getByTitle(/^Turn (on|off)$/)
    await turn.click()
    await expect(turn).toHaveAttribute('aria-pressed', 'false')
    await expectListed(page, [dropThenFocus[2], [dropThenFocus[0][0], 0], dropThenFocus[1]])
    await expectRemoved(page, outside)
    await expectBoxes(page, 'Discount', 5)
    await turn.click()
    await expectRemoved(page, dropped + outside)
    await expectBoxes(page, 'Discount', 0)
  })

  await test.step('a filter is removed, then all; Undo and Back restore them', async () => {
    await page.getByRole('button', { name: `Remove only ${service}` }).click()
    await expectListed(page, inOrder(2, 0))
    await expectRemoved(page, dropped)
    await page.getByRole('button', { name: 'Undo the last change of filters (u)' }).click()
    await expectListed(page, inOrder(2, 0, 1))
    await page.goBack()
    await expectListed(page, inOrder(2, 0))
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await expectListed(page, [])
    await expectRemoved(page, 0)
    await page.goBack()
    await expectListed(page, inOrder(2, 0))
  })
})

test('the list of filters with the keyboard alone: order, off and on, remove, reset, undo and Back', async ({
  page,
}) => {
  await openShop(page, withFilters(drop, focus, hide))
  await expectListed(page, dropThenFocus)
  const press = async (locator: ReturnType<Page['locator']>, key: string) => {
    await tabTo(page, locator)
    await page.keyboard.press(key)
  }
  const chooseFor = async (at: number, entry: string) => {
    await press(items(page).nth(at).getByTitle('Turn off, move, remove'), 'Enter')
    const menuItem = page.getByRole('menuitem', { name: entry })
    await expect(menuItem).toBeVisible()
    for (let step = 0; step < 5 && !(await menuItem.evaluate((item) => item === document.activeElement)); step++) {
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
  }
  await chooseFor(0, 'Later')
  await expectListed(page, inOrder(1, 0, 2))
  await chooseFor(2, 'Earlier')
  await expectListed(page, inOrder(1, 2, 0))

  const turn = items(page)
    .nth(2)
    .getByTitle(/^Turn (on|off)$/)
  await press(turn, 'Space')
  await expect(turn).toHaveAttribute('aria-pressed', 'false')
  await expectRemoved(page, outside)
  await press(turn, 'Space')
  await expectRemoved(page, dropped + outside)

  await press(page.getByRole('button', { name: `Remove only ${service}` }), 'Enter')
  await expectListed(page, inOrder(2, 0))
  await press(page.getByRole('button', { name: 'Reset', exact: true }), 'Enter')
  await expectListed(page, [])
  await page.keyboard.press('u')
  await expectListed(page, inOrder(2, 0))
  await page.keyboard.press('Backspace')
  await expectListed(page, [])
  await page.keyboard.press('Backspace')
  await expectListed(page, inOrder(2, 0))
})

test('the menu Filter with the mouse: idle, my packages of my choice, recursion and single frameworks, marked when on', async ({
  page,
}) => {
  await openShop(page)
  const choose = async (entry: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: new RegExp(`^${entry}`) }).click()
  }
  await choose('Fold Spring')
  await choose('Fold direct recursion')
  await choose('Hide idle threads')
  const idle = trials.at(-1)!.removes
  await expectListed(page, [
    ['fold Spring', 0],
    ['fold direct recursion', 0],
    ['hide idle', idle],
  ])
  await choose('Show only my packages')
  const dialog = page.getByRole('dialog', { name: 'Only my packages' })
  await expect(dialog.getByRole('textbox')).toHaveValue('shop')
  await dialog.getByRole('textbox').fill('shop.pricing, shop.cart')
  await dialog.getByRole('button', { name: 'Show only these' }).click()
  await expect(items(page).nth(3)).toContainText('shop.pricing, shop.cart')
  await waitUntilQuiet(page)
  await expectBoxes(page, 'shop.web', 0)
  await expectBoxes(page, 'findWinningRule', 2)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  for (const entry of ['Hide idle', 'Show only my packages', 'Fold direct recursion', 'Fold Spring']) {
    const item = page.getByRole('menuitemcheckbox', { name: new RegExp(`^${entry}`) })
    await expect(item).toHaveAttribute('aria-checked', 'true')
  }
  await page.getByRole('menuitemcheckbox', { name: 'Hide idle' }).click()
  await expectRemoved(page, 0)
})

test('the menu Filter with the keyboard alone', async ({ page }) => {
  await openShop(page)
  const button = page.getByRole('button', { name: 'Filter', exact: true })
  const choose = async (entry: string) => {
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    const menuItem = page.getByRole('menuitemcheckbox', { name: new RegExp(`^${entry}`) })
    await expect(menuItem).toBeVisible()
    for (let step = 0; step < 20 && !(await menuItem.evaluate((item) => item === document.activeElement)); step++) {
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
  }
  await choose('Fold Hibernate')
  await expectListed(page, [['fold Hibernate', 0]])
  await choose('Show only my packages')
  await expect(page.getByRole('dialog', { name: 'Only my packages' })).toBeVisible()
  await tabTo(page, page.getByRole('dialog').getByRole('textbox'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('shop.cart')
  await page.keyboard.press('Enter')
  await expectListed(page, [
    ['fold Hibernate', 0],
    ['only packages shop.cart', 0],
  ])
  await expectBoxesByKeys(page, 'shop.pricing', 0)
})

test('filters stay after a reload, and their link shows the same in another browser', async ({ page }) => {
  await openShop(page)
  await selectByKeys(page, discount)
  await page.keyboard.press('x')
  await expectListed(page, [[`drop stacks with ${discount}`, dropped]])
  await page.reload()
  await expectListed(page, [[`drop stacks with ${discount}`, dropped]])
  await expectRemoved(page, dropped)
  await expectBoxes(page, 'Discount', 0)
})
