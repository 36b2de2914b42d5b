import type { Locator, Page } from '@playwright/test'
import { applyFilters } from '../../lib/profile/filters/filters.ts'
import { getFrameTitle } from '../../lib/profile/names/base-frames.ts'
import { expect, test } from '../support/fixtures.ts'
import { formatCount } from '../../lib/profile/format/units.ts'
import { costs, openShop, shop } from '../support/shop.ts'
import { findToast } from '../support/toast.ts'
import {
  chooseFromMenu,
  expectBoxes,
  expectBoxesByKeys,
  graphPixels,
  findFrameCenter,
  selectByKeys,
  tabTo,
} from '../support/viewer-steps.ts'
import { waitUntilQuiet } from '../support/viewer.ts'

const winner = 'shop.pricing.PriceRules.findWinningRule'
const service = 'shop.cart.CartService.checkout'
const hovered = (page: Page) => page.getByTestId('hover-card')
const selected = (page: Page) => page.getByTestId('selected-frame').locator('bdi').first()
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Frames from the root to the first frame of this name, in the stack that has it. */
function stackTo(name: string): string[] {
  const model = applyFilters(shop, [{ type: 'fold-base' }])
  const { stacks } = model
  const nameOf = (stack: number) => getFrameTitle(model, stacks.frame[stack]!)
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
  await expect(hovered(page)).toContainText('3 JVM frames')
  await page.getByRole('radio', { name: 'Flame' }).click()
  await page.mouse.move(0, 0)
  expect(await graphPixels(page)).toBe(flame)

  // Inverted, each function with a self of its own is a root, and what it calls is above all of them once.
  const invert = page.getByRole('button', { name: 'Invert' })
  await invert.click()
  await expect(invert).toHaveAttribute('aria-pressed', 'true')
  await graphPixels(page)
  const { x, y } = await findFrameCenter(page, applyFilters(shop, [{ type: 'invert' }]), winner)
  expect(y).toBeCloseTo(box.y + box.height - 27, -1)
  await page.mouse.move(x, y)
  await expect(hovered(page)).toContainText(winner)
  await expect(hovered(page)).toContainText(`${formatCount(costs.get(winner)!.self)} samples total`)
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

test('the order of siblings with the mouse: by name, the heaviest first, by time', async ({ page }) => {
  await openShop(page)
  const { x, y } = await findFrameCenter(page, shop, service)
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
  await order('Flame chart')
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
  const chart = page.getByRole('menuitemradio', { name: 'Flame chart' })
  await expect(chart).toBeVisible()
  for (let step = 0; step < 5 && !(await isFocused(chart)); step++) await page.keyboard.press('ArrowDown')
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
  const point = await findFrameCenter(page, shop, winner)
  await chooseFromMenu(page, point, 'Copy name')
  await expect.poll(() => clipboard(page)).toBe(winner)
  await chooseFromMenu(page, point, 'Copy stack')
  await expect.poll(() => clipboard(page)).toContain(service)
  expect((await clipboard(page)).split('\n').at(-1)).toBe(winner)

  const checkout = await findFrameCenter(page, shop, service)
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

test('a page by plain HTTP from another machine, which has no clipboard of its own, copies, too', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await openShop(page)
  await selectByKeys(page, service)
  await page.keyboard.press('c')
  await expect(findToast(page, 'Copied the name.')).toBeVisible()
  await page.getByLabel('Search frames').focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByLabel('Search frames')).toHaveValue(service)
})

test('the zoom and the selection stay where they are by thread, and are the same ones again without', async ({
  page,
}) => {
  await openShop(page)
  await selectByKeys(page, service)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await expect(selected(page)).not.toHaveText(service)
  const callee = (await selected(page).textContent())!
  // The address follows a selection a moment later.
  const viewOf = () => new URL(page.url()).searchParams
  await expect
    .poll(() =>
      viewOf()
        .get('sel')
        ?.startsWith(`${viewOf().get('zoom')}.`),
    )
    .toBe(true)
  const { search } = new URL(page.url())
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: 'By thread' })).toHaveAttribute('aria-pressed', 'true')
  await waitUntilQuiet(page)
  await expect(selected(page)).toHaveText(callee)
  await expect(page).toHaveURL(/zoom=/)
  await page.keyboard.press('p')
  await expect.poll(() => new URL(page.url()).search).toBe(search)
  await expect(selected(page)).toHaveText(callee)
})

test('turned upside down, the graph keeps the zoom and the selection at their function', async ({ page }) => {
  await openShop(page)
  const { x, y } = await findFrameCenter(page, shop, service)
  await page.mouse.click(x, y)
  const callee = (await selected(page).textContent())!
  await expect(page).toHaveURL(/zoom=.*sel=|sel=.*zoom=/)
  for (const isPressed of ['true', 'false']) {
    await page.keyboard.press('i')
    await expect(page.getByRole('button', { name: 'Invert' })).toHaveAttribute('aria-pressed', isPressed)
    await waitUntilQuiet(page)
    await expect(selected(page)).toHaveText(callee)
    await expect(page).toHaveURL(/zoom=/)
  }
  // An address that someone sends keeps its places.
  await expect(page.getByText('deeper than this profile goes')).toHaveCount(0)
})
