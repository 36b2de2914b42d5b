import { type Locator, type Page } from '@playwright/test'
import { formatShare } from '../components/units.ts'
import { applyFilters } from '../lib/profile/filters.ts'
import { expect, test } from './fixtures.ts'
import { openShop, shareHolding, shop } from './shop.ts'
import {
  graphPixels,
  chooseFromMenu,
  expectBoxes,
  expectBoxesByKeys,
  placeIn,
  selectByKeys,
  tabTo,
} from './viewer-steps.ts'
import { waitUntilQuiet } from './viewer.ts'

const winner = 'shop.pricing.PriceRules.findWinningRule'
const discount = 'shop.pricing.Discount.total'
const service = 'shop.cart.CartService.checkout'
const hovered = (page: Page) => page.getByTestId('hovered-frame')
const selected = (page: Page) => page.getByTestId('selected-frame').locator('bdi').first()
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** What each function costs, counted from the samples themselves: each stack once, however often it holds a function. */
const costs = (() => {
  const { strings, frames, stacks, samples } = shop
  const byName = new Map<string, { self: number; total: number }>()
  for (let sample = 0; sample < samples.length; sample++) {
    const weight = samples.weight[sample]!
    const met = new Set<string>()
    for (let stack = samples.stack[sample]!; stack >= 0; stack = stacks.parent[stack]!) {
      const name = strings[frames.name[stacks.frame[stack]!]!]!
      const cost = byName.get(name) ?? { self: 0, total: 0 }
      byName.set(name, {
        self: cost.self + (met.size === 0 ? weight : 0),
        total: cost.total + (met.has(name) ? 0 : weight),
      })
      met.add(name)
    }
  }
  return byName
})()
const whole = shop.samples.weight.reduce((sum, weight) => sum + weight, 0)

/** Frames from the root to the first frame of this name, in the stack that has it. */
function stackTo(name: string): string[] {
  const { strings, frames, stacks } = shop
  const nameOf = (stack: number) => strings[frames.name[stacks.frame[stack]!]!]!
  const names: string[] = []
  let stack = 0
  while (nameOf(stack) !== name) stack++
  for (; stack >= 0; stack = stacks.parent[stack]!) names.unshift(nameOf(stack))
  return names
}

test('flame graph, icicle and inverted graph with the mouse', async ({ page }) => {
  await openShop(page)
  const flame = await graphPixels(page)
  const box = (await page.getByTestId('flame-graph').boundingBox())!
  const onTop = { x: box.x + box.width / 2, y: box.y + 9 }
  const below = { x: box.x + box.width / 2, y: box.y + box.height - 9 }
  await page.mouse.move(below.x, below.y)
  await expect(hovered(page)).toContainText(/^all/)

  await page.getByRole('radio', { name: 'Icicle' }).click()
  await expect(page.getByRole('tree', { name: /^Icicle of/ })).toBeVisible()
  await page.mouse.move(onTop.x, onTop.y)
  await expect(hovered(page)).toContainText(/^all/)
  await page.mouse.move(onTop.x, onTop.y + 18)
  await expect(hovered(page)).toContainText('start_thread')
  await page.getByRole('radio', { name: 'Flame' }).click()
  await page.mouse.move(0, 0)
  expect(await graphPixels(page)).toBe(flame)

  // Inverted, each function with a self of its own is a root, and what it calls is above all of them once.
  const invert = page.getByRole('button', { name: 'Invert' })
  await invert.click()
  await expect(invert).toHaveAttribute('aria-pressed', 'true')
  await graphPixels(page)
  const { x, y } = await placeIn(page, applyFilters(shop, [{ type: 'invert' }]), winner)
  expect(y).toBeCloseTo(box.y + box.height - 27, -1)
  await page.mouse.move(x, y)
  await expect(hovered(page)).toContainText(winner)
  await expect(hovered(page)).toContainText(`total ${costs.get(winner)!.self} samples`)
  await invert.click()
  await waitUntilQuiet(page)
  await page.mouse.move(0, 0)
  expect(await graphPixels(page)).toBe(flame)
})

test('flame graph, icicle and inverted graph with the keyboard alone', async ({ page }) => {
  await openShop(page)
  const before = await graphPixels(page)
  await page.keyboard.press('f')
  await expect(page.getByRole('tree', { name: /^Icicle of/ })).toBeVisible()
  await selectByKeys(page, service)
  await page.keyboard.press('ArrowDown')
  await expect(selected(page)).not.toHaveText(service)
  await page.keyboard.press('ArrowUp')
  await expect(selected(page)).toHaveText(service)
  await page.keyboard.press('Escape')
  await page.keyboard.press('f')
  await expect(page.getByRole('tree', { name: /^Flame graph of/ })).toBeVisible()
  expect(await graphPixels(page)).toBe(before)

  await page.keyboard.press('i')
  await waitUntilQuiet(page)
  await selectByKeys(page, 'java.lang.String.hashCode')
  await page.keyboard.press('ArrowUp')
  await expect(selected(page)).toHaveText(winner)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(selected(page)).toHaveText('all')
  await page.keyboard.press('i')
  await waitUntilQuiet(page)
  await expectBoxesByKeys(page, 'findWinningRule', 2)
})

/** Names of the callees of the selected frame, as the accessible tree has them, in the order of the drawing. */
async function firstCallee(page: Page): Promise<string> {
  const here = page.getByRole('treeitem', { selected: true })
  const level = Number(await here.getAttribute('aria-level')) + 1
  return (await page.getByRole('treeitem', { level }).first().textContent())!.split(',')[0]!
}

test('the order of siblings with the mouse: by name, the heaviest first, as it ran', async ({ page }) => {
  await openShop(page)
  const { x, y } = await placeIn(page, shop, service)
  await page.mouse.click(x, y)
  await expect(selected(page)).toHaveText(service)
  await expect.poll(() => firstCallee(page)).toBe('org.slf4j.Logger.info')
  const order = async (name: string) => {
    await page.getByRole('button', { name: 'Order and names' }).click()
    await page.getByRole('menuitemradio', { name }).click()
    await waitUntilQuiet(page)
  }
  await order('Heaviest first')
  await expect.poll(() => firstCallee(page)).toBe('shop.pricing.PriceRules.apply')
  await order('By name')
  await expect.poll(() => firstCallee(page)).toBe('org.slf4j.Logger.info')
  await order('As it ran')
  await expect(page.getByRole('button', { name: 'By thread' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('Search frames').fill('findWinningRule')
  // Whenever it came back on one of four threads, it is another box.
  await expect
    .poll(async () => parseInt((await page.getByTestId('match-count').textContent())!, 10))
    .toBeGreaterThan(50)
  await order('By name')
  await expectBoxes(page, 'findWinningRule', 8)
})

test('the order of siblings with the keyboard alone', async ({ page }) => {
  await openShop(page)
  await selectByKeys(page, service)
  await expect.poll(() => firstCallee(page)).toBe('org.slf4j.Logger.info')
  await page.keyboard.press('z')
  await waitUntilQuiet(page)
  await expect(selected(page)).toHaveText(service)
  await expect.poll(() => firstCallee(page)).toBe('shop.pricing.PriceRules.apply')
  await page.keyboard.press('z')
  await waitUntilQuiet(page)
  await expect.poll(() => firstCallee(page)).toBe('org.slf4j.Logger.info')

  await tabTo(page, page.getByRole('button', { name: 'Order and names' }))
  await page.keyboard.press('Enter')
  const asItRan = page.getByRole('menuitemradio', { name: 'As it ran' })
  await expect(asItRan).toBeVisible()
  for (let step = 0; step < 5 && !(await isFocused(asItRan)); step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await waitUntilQuiet(page)
  await expect(page.getByRole('button', { name: 'By thread' })).toHaveAttribute('aria-pressed', 'true')
})

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

test('full and simple names, by the menu and by key, in the graph, the table and the tree', async ({ page }) => {
  await openShop(page)
  const full = await graphPixels(page)
  await page.getByRole('button', { name: 'Order and names' }).click()
  await page.getByRole('menuitemradio', { name: 'Class and method' }).click()
  await waitUntilQuiet(page)
  expect(await graphPixels(page)).not.toBe(full)
  await page.getByRole('radio', { name: 'Table' }).click()
  const row = page.getByRole('grid', { name: 'Functions' }).getByRole('row').filter({ hasText: 'findWinningRule' })
  await expect(row.locator('bdi')).toHaveText('PriceRules.findWinningRule')
  await expect(row.locator('bdi')).toHaveAttribute('title', winner)
  await page.keyboard.press('b')
  await expect(row.locator('bdi')).toHaveText(winner)
  await page.keyboard.press('g')
  const line = page.getByRole('treegrid', { name: 'Call tree' }).getByRole('row').filter({ hasText: 'findWinningRule' })
  await expect(line.locator('bdi')).toHaveText(winner)
  await page.keyboard.press('b')
  await expect(line.locator('bdi')).toHaveText('PriceRules.findWinningRule')
})

test('the name and the stack of a frame are copied with the mouse', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openShop(page)
  const place = await placeIn(page, shop, winner)
  await chooseFromMenu(page, place, 'Copy name')
  await expect.poll(() => clipboard(page)).toBe(winner)
  await chooseFromMenu(page, place, 'Copy stack')
  await expect.poll(() => clipboard(page)).toContain(service)
  expect((await clipboard(page)).split('\n').at(-1)).toBe(winner)

  const checkout = await placeIn(page, shop, service)
  await page.mouse.click(checkout.x, checkout.y)
  await expect(selected(page)).toHaveText(service)
  await page.getByRole('button', { name: 'Stack', exact: true }).click()
  await expect.poll(() => clipboard(page)).toBe(stackTo(service).join('\n'))
  await page.getByRole('button', { name: 'Copy name (c)' }).click()
  await expect.poll(() => clipboard(page)).toBe(service)
})

test('the name and the stack of a frame are copied with the keyboard alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openShop(page)
  await selectByKeys(page, service)
  await page.keyboard.press('c')
  await expect.poll(() => clipboard(page)).toBe(service)
  await page.keyboard.press('C')
  await expect.poll(() => clipboard(page)).toBe(stackTo(service).join('\n'))
})

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
  const cell = (weight: number) => `${weight}${formatShare(weight / whole)}`
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
  await chooseFromMenu(page, await placeIn(page, shop, discount), 'Callers and callees')
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
  expect(lines[1]).toMatch(new RegExp(`^ +100 % +0 %  ${service}$`))
  expect(lines.find((line) => line.endsWith(winner))).toContain(
    `${((shareHolding((name) => name === 'shop.pricing.PriceRules.apply') / shareHolding((name) => name === service)) * 100).toFixed(1)} %`,
  )
})

test('the selection and the search travel between graph, table, callers and tree with the mouse', async ({ page }) => {
  await openShop(page)
  const { x, y } = await placeIn(page, shop, service)
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
  await expect(page.getByTestId('match-count')).toHaveText('1 match')
  await expect(page.getByRole('treeitem', { selected: true })).toContainText(service)
})

test('the selection and the search travel between graph, table, callers and tree with the keyboard alone', async ({
  page,
}) => {
  await openShop(page, 'chip=PriceRules')
  await selectByKeys(page, winner)
  await page.keyboard.press('t')
  const grid = page.getByRole('grid', { name: 'Functions' })
  await expect(grid.getByRole('row', { selected: true })).toContainText(winner)
  await expect(grid.getByRole('row')).toHaveCount(3)
  await page.keyboard.press('s')
  await expect(page.getByRole('tree', { name: `Callers of ${winner}` })).toBeVisible()
  await page.keyboard.press('g')
  await expect(page.getByRole('treegrid').getByRole('row', { selected: true })).toContainText(winner)
  await page.keyboard.press('g')
  await expect(page.getByRole('treeitem', { selected: true })).toContainText(winner)
  await expect(page.getByTestId('chip')).toContainText('PriceRules')
})
