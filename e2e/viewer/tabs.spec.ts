import type { Page } from '@playwright/test'
import { formatCount, formatShare } from '../../lib/profile/format/units.ts'
import { expect, test } from '../support/fixtures.ts'
import { costs, openShop, shareHolding, shop, whole } from '../support/shop.ts'
import { chooseFromMenu, findFrameCenter, selectByKeys, tabTo } from '../support/viewer-steps.ts'

const winner = 'shop.pricing.PriceRules.findWinningRule'
const discount = 'shop.pricing.Discount.total'
const service = 'shop.cart.CartService.checkout'
const selected = (page: Page) => page.getByTestId('selected-frame').locator('bdi').first()
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

type Sort = (one: [string, { self: number; total: number }], other: [string, { self: number; total: number }]) => number
const byName: Sort = ([one], [other]) => (one < other ? -1 : 1)

/** The first rows of the table: names and numbers, as the page writes them. */
async function firstRows(page: Page): Promise<string[]> {
  const rows = page.getByRole('grid', { name: 'Functions' }).getByRole('row')
  const texts: string[] = []
  for (let row = 1; row <= 8; row++) {
    const cells = rows.nth(row).getByRole('gridcell')
    const name = await cells.nth(2).locator('bdi').getAttribute('title')
    const [self, total] = [await cells.nth(0).textContent(), await cells.nth(1).textContent()]
    texts.push([self, total, name].join(' ').replace(/\s/g, ''))
  }
  return texts
}

function expectedRows(sort: Sort): string[] {
  const cell = (weight: number) => `${formatCount(weight)}${formatShare(weight / whole)}`
  return [...costs]
    .sort(sort)
    .slice(0, 8)
    .map(([name, { self, total }]) => `${cell(self)}${cell(total)}${name}`.replace(/\s/g, ''))
}

/** Rows with equal weights may stand in any order: only what the column shows is compared. */
const figures = (rows: readonly string[], at: 0 | 1) => rows.map((row) => row.match(/[\d.]+%/g)![at])

test('the table says what counting the samples says, with the mouse: self, total counted once, names, both ways', async ({
  page,
}) => {
  await openShop(page, 'tab=table')
  const heading = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) }).getByRole('button')
  await heading('Function').click()
  await expect.poll(() => firstRows(page)).toEqual(expectedRows(byName))
  await heading('Function').click()
  await expect.poll(() => firstRows(page)).toEqual(expectedRows((one, other) => byName(other, one)))
  for (const [title, at, column] of [
    ['Self', 0, 'self'],
    ['Total', 1, 'total'],
  ] as const) {
    await heading(title).click()
    await expect
      .poll(async () => figures(await firstRows(page), at))
      .toEqual(
        figures(
          expectedRows(([, one], [, other]) => other[column] - one[column]),
          at,
        ),
      )
    await heading(title).click()
    await expect
      .poll(async () => figures(await firstRows(page), at))
      .toEqual(
        figures(
          expectedRows(([, one], [, other]) => one[column] - other[column]),
          at,
        ),
      )
  }
  await page.getByLabel('Filter functions by name').fill('Discount.total')
  const { self, total } = costs.get(discount)!
  const row = page.getByRole('grid', { name: 'Functions' }).getByRole('row').nth(1)
  await expect(row.getByRole('gridcell').nth(0)).toContainText(`${self}`)
  await expect(row.getByRole('gridcell').nth(1)).toContainText(`${total}`)
})

test('the table with the keyboard alone: headings sort both ways, the field narrows it', async ({ page }) => {
  await openShop(page)
  await page.keyboard.press('t')
  const button = page.getByRole('columnheader', { name: /^Function/ }).getByRole('button')
  await expect(button).toBeVisible()
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await expect.poll(() => firstRows(page)).toEqual(expectedRows(byName))
  await page.keyboard.press('Enter')
  await expect.poll(() => firstRows(page)).toEqual(expectedRows((one, other) => byName(other, one)))
  await tabTo(page, page.getByLabel('Filter functions by name'))
  await page.keyboard.type('pricerules')
  await expect(page.getByRole('grid', { name: 'Functions' }).getByRole('row')).toHaveCount(3)
})

test('callers and callees count a function once under recursion, from the menu of its box and by its key', async ({
  page,
}) => {
  const { self, total } = costs.get(discount)!
  const sums = page.getByRole('main')
  await openShop(page)
  await chooseFromMenu(page, await findFrameCenter(page, shop, discount), 'Callers and callees')
  await expect(page.getByRole('tree', { name: `Callers of ${discount}` })).toBeVisible()
  await expect(sums).toContainText(`total ${total} samples ${formatShare(total / whole)}`)
  await expect(sums).toContainText(`self ${self} samples ${formatShare(self / whole)}`)
  expect(total / whole).toBe(shareHolding((name) => name === discount))

  await openShop(page)
  await selectByKeys(page, discount)
  await page.keyboard.press('s')
  await expect(page.getByRole('tree', { name: `Callees of ${discount}` })).toBeVisible()
  await expect(sums).toContainText(`total ${total} samples ${formatShare(total / whole)}`)
  await page.keyboard.press('s')
  await expect(page.getByRole('tree', { name: /^Flame graph of/ })).toBeVisible()
  await expect(selected(page)).toHaveText(discount)
})

test('the call tree as text is copied with the keyboard alone, from the selected frame down', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openShop(page)
  await selectByKeys(page, service)
  await page.keyboard.press('g')
  const tree = page.getByRole('treegrid', { name: 'Call tree' })
  await expect(tree.locator('[data-active]')).toContainText(service)
  await tabTo(page, tree)
  await page.keyboard.press('*')
  await expect(tree.getByRole('row').filter({ hasText: winner })).toBeVisible()
  const copy = page.getByRole('button', { name: 'Copy', exact: true })
  await copy.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'As text' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => clipboard(page)).toContain(service)
  const lines = (await clipboard(page)).split('\n')
  expect(lines[1]).toMatch(new RegExp(`^ +100% +0%  ${service}$`))
  expect(lines.find((line) => line.endsWith(winner))).toContain(
    `${((shareHolding((name) => name === 'shop.pricing.PriceRules.apply') / shareHolding((name) => name === service)) * 100).toFixed(1)}%`,
  )
})

test('the selection and the search travel between graph, table, callers and tree with the mouse', async ({ page }) => {
  await openShop(page)
  const { x, y } = await findFrameCenter(page, shop, service)
  await page.mouse.click(x, y)
  await expect(selected(page)).toHaveText(service)
  await page.getByLabel('Search frames').fill('CartService.checkout')
  await page.getByRole('radio', { name: 'Table' }).click()
  const grid = page.getByRole('grid', { name: 'Functions' })
  await expect(grid.getByRole('row', { selected: true })).toContainText(service)
  await expect(grid.getByRole('row')).toHaveCount(2)
  await page.getByRole('radio', { name: 'Callers' }).click()
  await expect(page.getByRole('tree', { name: `Callers of ${service}` })).toBeVisible()
  await page.getByRole('radio', { name: 'Tree' }).click()
  await expect(page.getByRole('treegrid').getByRole('row', { selected: true })).toContainText(service)
  await page.getByRole('radio', { name: 'Graph' }).click()
  await expect(page.getByLabel('Search frames')).toHaveValue('CartService.checkout')
  await expect(page.getByTestId('match-count')).toHaveText('1 frame')
  await expect(page.getByRole('treeitem', { selected: true })).toContainText(service)
})

test('the selection and the search travel between graph, table, callers and tree with the keyboard alone', async ({
  page,
}) => {
  const apply = 'shop.pricing.PriceRules.apply' // the first match
  await openShop(page, 'chip=PriceRules')
  await selectByKeys(page, apply)
  await page.keyboard.press('t')
  const grid = page.getByRole('grid', { name: 'Functions' })
  await expect(grid.getByRole('row', { selected: true })).toContainText(apply)
  await expect(grid.getByRole('row')).toHaveCount(3)
  await page.keyboard.press('s')
  await expect(page.getByRole('tree', { name: `Callers of ${apply}` })).toBeVisible()
  await page.keyboard.press('g')
  await expect(page.getByRole('treegrid').getByRole('row', { selected: true })).toContainText(apply)
  await page.keyboard.press('g')
  await expect(page.getByRole('treeitem', { selected: true })).toContainText(apply)
  await expect(page.getByTestId('chip')).toContainText('PriceRules')
})

test('callers and callees without a selection: its key brings the list, and goes back', async ({ page }) => {
  await openShop(page)
  await page.getByRole('tree').focus()
  await page.keyboard.press('s')
  const list = page.getByRole('listbox', { name: 'Functions, the heaviest self first' })
  await expect(list).toBeFocused()
  await page.keyboard.press('s')
  await expect(page.getByRole('tree', { name: /^Flame graph of/ })).toBeFocused()

  await page.keyboard.press('s')
  await expect(list).toBeFocused()
  const field = page.getByLabel('Find a function')
  await page.keyboard.press('Shift+Tab')
  await expect(field).toBeFocused()
  await page.keyboard.type('settle')
  await page.keyboard.press('Escape')
  await expect(list).toBeFocused()
  await expect(field).toHaveValue('settle')
  await page.keyboard.press('s')
  await expect(page.getByRole('tree', { name: /^Flame graph of/ })).toBeFocused()
})
