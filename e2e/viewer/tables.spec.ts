import type { Locator, Page } from '@playwright/test'
import { buildCallTree } from '../../lib/profile/tree/call-tree.ts'
import { buildFunctionTable } from '../../lib/profile/tree/function-table.ts'
import { deepProfile } from '../support/deep-profile.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { findFunctionCenter, openShop, shareHolding, shop } from '../support/shop.ts'
import { importProfile, waitUntilQuiet } from '../support/viewer.ts'

const table = buildFunctionTable(buildCallTree(shop), shop.frames.length)
const nameOf = (row: number) => shop.strings[shop.frames.name[table.frame[row]!]!]!
const percent = (share: number) => `${(share * 100).toFixed(1).replace(/[.]0$/, '')}%`
/** Of `findWinningRule`, which the shop is in most. */
const winner = 'shop.pricing.PriceRules.findWinningRule'
const selected = (page: Page) => page.getByTestId('selected-frame')

/** Names in the first rows below the headings, all of one moment: rows that go meanwhile would be waited for. */
function firstNames(grid: Locator, count: number): Promise<string[]> {
  return grid
    .getByRole('row')
    .filter({ hasNot: grid.page().getByRole('columnheader') })
    .evaluateAll(
      (rows, most) => rows.slice(0, most).map((row) => row.querySelector('bdi')?.getAttribute('title') ?? ''),
      count,
    )
}

test('the table of functions: self and total, each stack once, sorted by any column, narrowed by name, kind and search', async ({
  page,
}) => {
  await openShop(page, 'tab=table')
  const grid = page.getByRole('grid', { name: 'Functions' })
  const bySelf = () => Array.from({ length: 5 }, (_, row) => nameOf(row))

  await test.step('the largest self comes first, recursion counts once', async () => {
    await expect.poll(() => firstNames(grid, 5)).toEqual(bySelf())
    const recursive = grid.getByRole('row').filter({ hasText: 'shop.pricing.Discount.total' }).first()
    await expect(recursive).toContainText(percent(shareHolding((name) => name === 'shop.pricing.Discount.total')))
  })

  await test.step('a heading sorts, and turns the order around', async () => {
    const byName = shop.strings.filter((_, index) => shop.frames.name.includes(index)).toSorted()
    const heading = grid.getByRole('columnheader', { name: 'Function' })
    await heading.getByRole('button').click()
    await expect(heading).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => firstNames(grid, 3)).toEqual(byName.slice(0, 3))
    await heading.getByRole('button').click()
    await expect(heading).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(() => firstNames(grid, 1)).toEqual(byName.slice(-1))
    await grid.getByRole('columnheader', { name: 'Self' }).getByRole('button').click()
    await expect.poll(() => firstNames(grid, 5)).toEqual(bySelf())
  })

  await test.step('it is narrowed by name and by kind', async () => {
    await page.getByLabel('Filter functions by name').fill('pricerules')
    await expect(grid.getByRole('row')).toHaveCount(3)
    await page.getByLabel('Filter functions by name').fill('')
    await page.getByLabel('Kind of function').selectOption('kernel')
    await expect.poll(() => firstNames(grid, 99)).toContain('tcp_recvmsg')
    await expect(grid).not.toContainText(winner)
    await page.getByLabel('Kind of function').selectOption('all')
  })

  await test.step('the search narrows it as well, and a function is the same one in the graph', async () => {
    await page.getByLabel('Search frames').fill('WinningRule')
    await expect(grid.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: 'Only found' }).click()
    await expect.poll(() => firstNames(grid, 5)).toEqual(bySelf())
    await grid.getByRole('row').filter({ hasText: winner }).click()
    await expect(selected(page)).toContainText(winner)
    await page.getByRole('radio', { name: 'Graph' }).click()
    await expect(selected(page)).toContainText(winner)
    await page.goBack()
    await grid.getByRole('row').filter({ hasText: winner }).click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: /Callers and callees/ })).toBeVisible()
  })
})

test('on a phone the table of functions names the class of a method', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openShop(page, 'tab=table')
  const name = page.getByRole('grid', { name: 'Functions' }).getByTitle(winner, { exact: true })
  await expect(name).toHaveText('PriceRules.findWinningRule')
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('a table and a tree of a zoomed frame say so, and lead to all', async ({ page }) => {
  await openShop(page)
  const { x, y } = await findFunctionCenter(page, winner)
  await page.mouse.click(x, y)
  await page.getByRole('radio', { name: 'Table' }).click()
  const chip = page.getByTestId('zoom-chip')
  await expect(chip).toHaveText(/^Only.*findWinningRule\([\d.]+% of all\)Show all$/)
  await expect(page.getByText(/^2 functions$/)).toBeVisible()
  await page.getByRole('radio', { name: 'Tree' }).click()
  await expect(chip).toContainText('findWinningRule')
  await chip.getByRole('button', { name: 'Show all' }).click()
  await expect(chip).toHaveCount(0)
  await expect(page).not.toHaveURL(/zoom=/)
})

test('callers and callees of one function with the mouse: choose it, read it, go on to a caller', async ({ page }) => {
  await openShop(page, 'tab=callers')
  // Not how threads start, which is in every stack.
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(winner)
  await page.getByLabel('Find a function').fill('pricerules.apply')
  await page.getByRole('option', { name: /PriceRules.apply/ }).click()
  await waitUntilQuiet(page)
  await expect(page.getByRole('tree', { name: 'Callers of shop.pricing.PriceRules.apply' })).toBeVisible()
  await expect(page.getByRole('tree', { name: 'Callees of shop.pricing.PriceRules.apply' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(
    percent(shareHolding((name) => name === 'shop.pricing.PriceRules.apply')),
  )
  // Its row is the lowest of the callers' half; the one above is who calls it.
  const callers = (await page.getByTestId('sandwich-callers').getByTestId('flame-graph').boundingBox())!
  await page.mouse.click(callers.x + callers.width / 2, callers.y + callers.height - 27)
  await waitUntilQuiet(page)
  await expect(page.getByRole('tree', { name: 'Callers of shop.cart.CartService.checkout' })).toBeVisible()
  await expect(selected(page)).toContainText('shop.cart.CartService.checkout')
  await page.goBack()
  await expect(page.getByRole('tree', { name: 'Callers of shop.pricing.PriceRules.apply' })).toBeVisible()
})

test('the call tree as text with the mouse: the heavy path is open, branches open and close, and it can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openShop(page, 'tab=tree')
  const tree = page.getByRole('treegrid', { name: 'Call tree' })
  await expect(tree.getByRole('row').filter({ hasText: winner })).toBeVisible()
  await page.getByRole('button', { name: 'Close all' }).click()
  await expect(tree.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Heavy path' }).click()
  await tree.getByRole('row').filter({ hasText: winner }).click()
  await expect(selected(page)).toContainText(winner)

  await tree.getByRole('row').filter({ hasText: '3 JVM frames' }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('menuitem', { name: /Markdown/ }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\*\*.*\*\*\n\n```text\n/)
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('3 JVM frames')
  expect(copied).toContain(winner)
})

test('table, callers and tree with the keyboard alone; the selection travels', async ({ page }) => {
  await openShop(page)
  await page.keyboard.press('t')
  const grid = page.getByRole('grid', { name: 'Functions' })
  await expect(grid).toBeFocused()
  await page.keyboard.press('Home')
  await expect(selected(page)).toContainText(nameOf(0))
  await page.keyboard.press('ArrowDown')
  await expect(selected(page)).toContainText(nameOf(1))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('s')
  await waitUntilQuiet(page)
  const callers = page.getByRole('tree', { name: `Callers of ${nameOf(0)}` })
  await expect(callers).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await waitUntilQuiet(page)
  await expect(callers).toHaveCount(0)
  const caller = (await selected(page).locator('bdi').textContent())!
  expect(caller).not.toBe(nameOf(0))
  await expect(page.getByRole('tree', { name: `Callers of ${caller}` })).toBeFocused()

  await page.keyboard.press('g')
  const tree = page.getByRole('treegrid', { name: 'Call tree' })
  await expect(tree).toBeFocused()
  const row = tree.locator('[data-active]')
  await expect(row).toContainText(caller)
  const lines = page.getByText(/^\d+ lines$/)
  const open = (await lines.textContent())!
  await page.keyboard.press('ArrowLeft')
  await expect(row).toHaveAttribute('aria-expanded', 'false')
  await expect(lines).not.toHaveText(open)
  await page.keyboard.press('ArrowRight')
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await expect(lines).toHaveText(open)
  await page.keyboard.press('ArrowRight')
  await expect(row).not.toContainText(caller)
  await page.keyboard.press('ArrowUp')
  await expect(row).toContainText(caller)

  await page.keyboard.press('g')
  await expect(page.getByRole('tree', { name: /^(Flame graph|Icicle) of/ })).toBeFocused()
  await page.keyboard.press('t')
  await expect(grid).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tree', { name: /^(Flame graph|Icicle) of/ })).toBeFocused()
})

test('on a phone the call tree keeps most of its width for names, however deep, and says the depth', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${await importProfile(page, deepProfile(), 'deep')}?tab=tree`)
  await waitUntilQuiet(page)
  const rows = page.getByRole('treegrid', { name: 'Call tree' }).getByRole('row')
  await rows.nth(1).click()
  await page.keyboard.press('End')
  const last = rows.filter({ hasText: 'findWinningRule' })
  await expect(last).toBeInViewport()
  await page.screenshot({ path: `${results}deep-tree-phone.png` })
  const parts = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => {
      const cell = row.lastElementChild!.getBoundingClientRect()
      return {
        row: row.textContent,
        share: (cell.right - row.querySelector('bdi')!.getBoundingClientRect().left) / cell.width,
      }
    }),
  )
  expect(parts.filter(({ share }) => share < 0.6)).toEqual([])
  await expect(last.getByText('92', { exact: true })).toBeVisible()
  await expect(last.locator('bdi')).toHaveText(/PriceRules.findWinningRule$/)
})
