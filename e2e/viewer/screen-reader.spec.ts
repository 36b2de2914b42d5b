import type { Page } from '@playwright/test'
import { formatShare } from '../../lib/profile/format/units.ts'
import { buildCallTree } from '../../lib/profile/tree/call-tree.ts'
import { foldBase } from '../../lib/profile/filters/fold-base.ts'
import { getFrameTitle } from '../../lib/profile/names/base-frames.ts'
import { byTier, isFullTier } from '../../lib/testing/tier.ts'
import { applyLook, findAccessibilityProblems, lookGroups, nameLooks } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { openShop, shop } from '../support/shop.ts'
import { findToast } from '../support/toast.ts'
import { findFrameCenter, selectByKeys, tabTo } from '../support/viewer-steps.ts'
import { pressTool, waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

const service = 'shop.cart.CartService.checkout'
/** As the viewer draws it. */
const model = foldBase(shop)
const tree = buildCallTree(model)
const nameOf = (node: number) => (node === 0 ? 'all' : getFrameTitle(model, tree.frame[node]!))
const childrenOf = (node: number) =>
  Array.from({ length: tree.length }, (_, child) => child).filter((child) => child > 0 && tree.parent[child] === node)
const nodeNamed = (name: string) =>
  Array.from({ length: tree.length }, (_, node) => node).find((node) => nameOf(node) === name)!

const heaviestOf = (nodes: readonly number[]) =>
  nodes.reduce((one, other) => (tree.total[other]! > tree.total[one]! ? other : one))
const percent = (share: number) => formatShare(share).replace('%', ' percent')

/** "HashMap.get, 12 percent of view, 4 percent of all, 3 children". */
function said(node: number, view = 0): string {
  const count = childrenOf(node).length
  const children = count === 0 ? 'no children' : count === 1 ? '1 child' : `${count} children`
  const ofView = Math.min(1, tree.total[node]! / tree.total[view]!)
  return `${nameOf(node)}, ${percent(ofView)} of view, ${percent(tree.total[node]! / tree.total[0]!)} of all, ${children}`
}

/** The text of live regions, which a screen reader announces. */
const announced = (page: Page) => page.getByRole('status').filter({ hasText: 'percent of view' })

/** The active item of the tree, by `aria-activedescendant`. */
async function activeItem(page: Page) {
  const id = await page.getByRole('tree').getAttribute('aria-activedescendant')
  const item = page.locator(`[id="${id}"]`)
  await expect(item).toHaveRole('treeitem')
  const [level, position, size, selected] = await Promise.all(
    ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-selected'].map((name) => item.getAttribute(name)),
  )
  return { text: await item.textContent(), level, position, size, selected }
}

function expectedItem(node: number, view = 0) {
  const siblings = node === 0 ? [0] : childrenOf(tree.parent[node]!)
  return {
    text: said(node, view),
    level: `${tree.depth[node]! + 1}`,
    position: `${siblings.indexOf(node) + 1}`,
    size: `${siblings.length}`,
    selected: 'true',
  }
}

test('with the keyboard the graph is two skip links away from the top of the page', async ({ page }) => {
  await openShop(page)
  for (const name of ['Skip to the page', 'Skip to the graph']) {
    await page.keyboard.press('Tab')
    const link = page.getByText(name, { exact: true })
    await expect(link).toBeFocused()
    await expect(link).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('tree')).toBeFocused()
})

test('a screen reader can navigate the flame graph: each frame with its shares, children, level and position among its siblings', async ({
  page,
}) => {
  await openShop(page)
  await tabTo(page, page.getByRole('tree'))
  await expect(page.getByRole('tree', { name: /^Flame graph of .*shop.*, 2.480 samples$/ })).toBeFocused()
  expect(await activeItem(page)).toEqual(expectedItem(0))

  // From the root to a leaf, each time to the heaviest callee, through siblings, and some steps back.
  let node = 0
  const step = async (key: string, to: number) => {
    await page.keyboard.press(key)
    node = to
    await expect(announced(page)).toHaveText(said(node))
    expect(await activeItem(page)).toEqual(expectedItem(node))
  }
  while (childrenOf(node).length > 0) {
    const siblings = childrenOf(node)
    const heaviest = heaviestOf(siblings)
    const at = siblings.indexOf(heaviest)
    await step('ArrowUp', heaviest)
    if (at > 0) await step('ArrowLeft', siblings[at - 1]!)
    if (at > 0) await step('ArrowRight', heaviest)
  }
  expect(tree.depth[node]).toBeGreaterThan(3)
  for (let level = 0; level < 3; level++) await step('ArrowDown', tree.parent[node]!)
})

test('after a zoom by key the shares that are announced are those of the new view', async ({ page }) => {
  await openShop(page)
  await selectByKeys(page, service)
  const zoomed = nodeNamed(service)
  await expect(announced(page)).toHaveText(said(zoomed))
  await page.keyboard.press('Enter')
  await expect(announced(page)).toHaveText(said(zoomed, zoomed))
  await expect(announced(page)).toContainText('100 percent of view, 56 percent of all')
  const callee = heaviestOf(childrenOf(zoomed))
  await page.keyboard.press('ArrowUp')
  await expect(announced(page)).toHaveText(said(callee, zoomed))
  expect(await activeItem(page)).toEqual(expectedItem(callee, zoomed))
  await page.keyboard.press('0')
  await expect(announced(page)).toHaveText(said(callee))
})

test('changes of the page are announced: matches, the share that filters removed, copied text', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openShop(page)
  await selectByKeys(page, 'shop.pricing.Discount.total')
  await page.keyboard.press('x')
  await waitUntilQuiet(page)
  await expect(page.getByRole('status').filter({ hasText: 'removed by filters' })).toHaveText('7.1% removed by filters')
  await page.keyboard.press('u')
  await page.keyboard.press('c')
  await expect(findToast(page, 'Copied the name.')).toBeVisible()
})

test('a dialog that was opened by key traps the focus, and returns it when closed', async ({ page }) => {
  await openShop(page)
  await tabTo(page, page.getByRole('tree'))
  await page.keyboard.press('ArrowUp')
  for (const key of ['?', 'a', 'Shift+F10']) {
    await page.keyboard.press(key)
    const opened = page.locator('[role="dialog"], [role="menu"]')
    await expect(opened).toBeVisible()
    await expect.poll(() => opened.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
    await expect(page.getByRole('tree')).toBeFocused()
  }
})

/** Parts of the viewer: a view, and something that is opened in it. */
const views: readonly (readonly [title: string, query: string])[] = [
  ['graph', ''],
  [
    'graph with searches and filters',
    'chip=PriceRules&chip=hashCode&q=Discount&f=hide:java.lang.Thread.run&f=~drop:recv&invert=1&threads=1',
  ],
  ['icicle by compile state', 'draw=icicle&colour=compile&names=simple'],
  ['table', 'tab=table&chip=shop&colour=package'],
  ['callers', `tab=callers&about=${service}`],
  ['callers without a function', 'tab=callers'],
  ['tree', 'tab=tree&colour=cost'],
]

const opened: readonly (readonly [title: string, open: (page: Page) => Promise<unknown>])[] = [
  ['stack quality', (page) => pressTool(page.getByRole('button', { name: /^Stack quality/i }))],
  ['findings', (page) => pressTool(page.getByRole('button', { name: /finding/ }))],
  ['provenance', (page) => pressTool(page.getByRole('button', { name: 'Provenance' }))],
  ['export', (page) => pressTool(page.getByRole('button', { name: 'Export' }))],
  ['share', (page) => pressTool(page.getByRole('button', { name: 'Share' }))],
  ['more', (page) => pressTool(page.getByRole('button', { name: 'More', exact: true }))],
  ['ready-made searches', (page) => page.getByRole('button', { name: 'Presets' }).click()],
  ['threads', (page) => page.keyboard.press('T')],
  ['filter', (page) => pressTool(page.getByRole('button', { name: 'Filter', exact: true }))],
  ['notes', (page) => pressTool(page.getByRole('button', { name: /^Notes/ }))],
  ['order and names', (page) => pressTool(page.getByRole('button', { name: 'Order and names' }))],
  ['keys', (page) => page.keyboard.press('?')],
  ['rules', (page) => page.getByLabel('Colours', { exact: true }).selectOption('rules')],
  ['note', (page) => page.keyboard.press('a')],
  ['menu of a frame', (page) => page.keyboard.press('Shift+F10')],
  ['menu of a filter', (page) => page.getByTitle('Turn off, move, remove').first().click()],
  ['menu of a search', (page) => page.getByRole('button', { name: 'More for PriceRules' }).click()],
]

for (const looks of lookGroups) {
  test(`axe finds nothing in any view of the viewer, and nothing is wider than the window, ${nameLooks(looks)}`, async ({
    page,
  }) => {
    test.setTimeout(240_000)
    const wrong: string[] = []
    for (const [title, query] of views) {
      await applyLook(page, looks[0]!)
      await openShop(page, query)
      for (const look of looks) {
        await applyLook(page, look)
        await waitUntilQuiet(page)
        if (title.startsWith('graph')) await waitForGraph(page)
        wrong.push(...(await findAccessibilityProblems(page, `${title} ${look.name}`)))
      }
    }
    expect(wrong).toEqual([])
  })

  // Menus and dialogs are the same elements on a phone. The contrasts are those of the theme, whatever the width.
  const wideLooks = looks.filter(({ viewport }) => isFullTier || viewport.width > 400)
  test(`axe finds nothing in any menu, panel or dialog of the viewer, ${nameLooks(wideLooks)}`, async ({ page }) => {
    test.setTimeout(360_000)
    const wrong: string[] = []
    await applyLook(page, wideLooks[0]!)
    await openShop(page, 'chip=PriceRules&f=hide:java.lang.Thread.run')
    for (const [title, open] of opened) {
      await page.getByRole('tree').focus()
      await open(page)
      const selector = '[role="dialog"], [role="menu"]'
      const floating = page.locator(selector)
      await expect(floating, title).toBeVisible()
      for (const look of wideLooks) {
        await applyLook(page, look)
        // The page below is checked in the test of all views.
        wrong.push(...(await findAccessibilityProblems(page, `${title} ${look.name}`, byTier(selector, 'html'))))
      }
      await page.keyboard.press('Escape')
      await expect(floating, title).toHaveCount(0)
      await applyLook(page, wideLooks[0]!)
    }
    expect(wrong).toEqual([])
  })
}

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a tap on a frame is announced', async ({ page }) => {
    await openShop(page)
    const { x, y } = await findFrameCenter(page, shop, service)
    await page.touchscreen.tap(x, y)
    await expect(announced(page)).toContainText(`${service}, 100 percent of view`)
    await expect(page.getByTestId('selected-frame')).toContainText(service)
  })
})
