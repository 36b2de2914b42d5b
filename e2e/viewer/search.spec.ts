import type { Page } from '@playwright/test'
import { formatShare } from '../../lib/profile/format/units.ts'
import { searchColour } from '../../lib/profile/colour/colour.ts'
import { deepProfile } from '../support/deep-profile.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { findFunctionCenter, openShop, shareHolding } from '../support/shop.ts'
import { expectSpaceToSearch, selectByKeys } from '../support/viewer-steps.ts'
import { importProfile, waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

const chip = (page: Page, text: string) => page.getByTestId('chip').filter({ hasText: text })

test('search with the mouse: chips with their shares, overlaps, cases, ready-made ones, and keeping only what matches', async ({
  page,
}) => {
  await openShop(page)
  const field = page.getByLabel('Search frames')

  await test.step('what is typed is found at once, literally, with its share of view and of all', async () => {
    await field.fill('findWinningRule')
    await expect(page.getByTestId('match-share-all')).toHaveText(
      `${formatShare(shareHolding((name) => /findWinningRule/.test(name)))} of all`,
    )
    await field.fill('findwinning.ule')
    await expect(page.getByTestId('match-count')).toHaveText('No match')
    const graphTop = async () => (await page.getByTestId('flame-graph').boundingBox())!.y
    const before = await graphTop()
    await field.fill('findwinning.*ule')
    await expect(page.getByRole('button', { name: 'Looks like a regex' })).toBeVisible()
    expect(await graphTop()).toBe(before)
    await page.getByRole('button', { name: 'Looks like a regex: search /findwinning.*ule/' }).click()
    await expect(field).toHaveValue('/findwinning.*ule/')
    await expect(field).toBeFocused()
    await field.fill('/findwinning.ule/')
    await expect(page.getByTestId('match-share-all')).toHaveText(
      `${formatShare(shareHolding((name) => /findWinningRule/.test(name)))} of all`,
    )
  })

  await test.step('case can matter', async () => {
    await page.getByRole('button', { name: 'Match case' }).click()
    await expect(page.getByTestId('match-count')).toHaveText('No match')
    await page.getByRole('button', { name: 'Match case' }).click()
    await expect(page.getByTestId('match-count')).not.toHaveText('No match')
  })

  await test.step('a search becomes a chip with a colour, and another one starts', async () => {
    await page.getByRole('button', { name: 'Keep this search and add another (Alt Enter)' }).click()
    await expect(field).toBeFocused()
    await expect(chip(page, 'findwinning.ule')).toContainText('of view')
    await field.fill('PriceRules')
    await page.getByRole('button', { name: 'Keep this search and add another (Alt Enter)' }).click()
    await expect(chip(page, 'PriceRules')).toContainText('found by another search too')
    await expect(page).toHaveURL(/PriceRules/)
  })

  await test.step('there are ready-made ones', async () => {
    await page.getByRole('button', { name: 'Presets' }).click()
    for (const title of ['Garbage collection', 'JSON', 'Logging', 'Reflection', 'TLS', 'Class loading', 'Exceptions']) {
      await expect(page.getByRole('menuitem', { name: title })).toBeVisible()
    }
    await page.getByRole('menuitem', { name: 'JSON' }).click()
    await expect(chip(page, 'JSON')).toContainText(/[1-9]/)
  })

  await test.step('a search turns into a filter, which says what it took away', async () => {
    await page.getByRole('button', { name: /^More for \/findwinning/ }).click()
    await page.getByRole('menuitem', { name: 'Keep only these stacks' }).click()
    await waitUntilQuiet(page)
    const keptShare = shareHolding((name) => /findWinningRule/.test(name))
    await expect(page.getByTestId('filter')).toContainText(`hides ${formatShare(1 - keptShare)}`)
    await expect(page.locator('main header')).toContainText(`${formatShare(1 - keptShare)} removed by filters`)
  })

  await test.step('chips are removed', async () => {
    await expect(page.getByTestId('chip')).toHaveCount(2) // the one that became a filter is none any more
    await page.getByRole('button', { name: 'Remove PriceRules' }).click()
    await expect(page.getByTestId('chip')).toHaveCount(1)
  })
})

test('search with the keyboard alone: type, chip, walk through all matches, keep only them, undo', async ({ page }) => {
  await openShop(page)
  await page.keyboard.press('/')
  await page.keyboard.type('Discount.total')
  await page.keyboard.press('Alt+Enter')
  await page.keyboard.type('HashMap')
  await expect(page.getByTestId('match-count')).toHaveText('No match')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('String.hashCode')
  await expect(page.getByTestId('match-count')).toHaveText('1 frame')
  await page.keyboard.press('Enter')
  const selected = page.getByTestId('selected-frame')
  await expect(selected).toContainText(/Discount.total|String.hashCode/)

  await page.keyboard.press('Escape') // to the graph, with the text
  await expect(page.getByRole('tree')).toBeFocused()
  const first = page.url()
  await page.keyboard.press('n')
  await expect(page).not.toHaveURL(first)
  await expect(page.getByLabel('Search frames')).toHaveValue('String.hashCode')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Search frames')).toHaveValue('')
  await expect(page.getByTestId('chip')).toHaveCount(1)
  const met = new Set<string>()
  for (let step = 0; step < 3; step++) {
    await expect(selected).toContainText('Discount.total')
    await expect(page).toHaveURL(/sel=/)
    const before = page.url()
    met.add(before)
    await page.keyboard.press('n')
    await expect(page).not.toHaveURL(before)
  }
  expect(met.size).toBe(3)
  await page.keyboard.press('N')
  await page.keyboard.press('y')
  await waitUntilQuiet(page)
  const keptShare = shareHolding((name) => name.includes('Discount.total'))
  await expect(page.getByTestId('filter')).toHaveCount(1)
  await expect(page.locator('main header')).toContainText(`${formatShare(1 - keptShare)} removed by filters`)
  await page.keyboard.press('u')
  await waitUntilQuiet(page)
  await expect(page.getByTestId('filter')).toHaveCount(0)
})

test('what is counted is what is marked: also callers of a zoomed frame; and where else there is a match', async ({
  page,
}) => {
  await openShop(page)
  const { x, y } = await findFunctionCenter(page, 'shop.pricing.PriceRules.findWinningRule')
  await page.mouse.click(x, y)
  await expect(page).toHaveURL(/zoom=/)
  const count = page.getByTestId('match-count')
  await page.getByLabel('Search frames').fill('PriceRules')
  await expect(count).toHaveText('2 frames')
  await page.getByLabel('Search frames').fill('Discount.total')
  await expect(count).toHaveText(/^none here, \d+ elsewhere$/)
  await page.getByLabel('Search frames').fill('no such frame')
  await expect(count).toHaveText('No match')
  await expect(page.getByTestId('match-share-all')).toHaveCount(0)
})

test('the text that is typed, and what it finds, have their room, also in a zoomed graph', async ({ page }) => {
  await openShop(page)
  const { x, y } = await findFunctionCenter(page, 'shop.cart.CartService.checkout')
  await page.mouse.click(x, y)
  await expect(page).toHaveURL(/zoom=/)
  await page.getByLabel('Search frames').fill('PriceRules.findWinningRule')
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 720 })
    await waitUntilQuiet(page)
    await page.screenshot({ path: `${results}search-zoomed-${width}.png` })
    await expectSpaceToSearch(page, ['match-count', 'match-share-view', 'match-share-all'])
  }
})

test('six searches at a time, and not one more', async ({ page }) => {
  await openShop(page)
  const field = page.getByLabel('Search frames')
  for (const text of ['shop', 'org', 'java', 'Thread', 'futex', 'JavaThread']) {
    await field.fill(text)
    await field.press('Alt+Enter')
  }
  await expect(page.getByTestId('chip')).toHaveCount(6)
  await field.fill('seventh')
  await expect(page.getByRole('button', { name: 'No more than six searches at a time' })).toBeDisabled()
})

test('the graph scrolls to the heaviest match while one types, and Enter waits for a slow one', async ({ page }) => {
  await page.goto(await importProfile(page, deepProfile(), 'deep'))
  await waitForGraph(page)
  const field = page.getByLabel('Search frames')
  const colour = searchColour(0)
  await field.pressSequentially('Chain3.next')
  await expect(page.getByTestId('match-count')).toHaveText('1 frame')
  await expect.poll(() => countPixels(page, 'flame-graph', colour)).toBeGreaterThan(5000)
  await field.fill('')
  await field.pressSequentially('Chain80.next')
  await expect.poll(() => countPixels(page, 'flame-graph', colour)).toBeGreaterThan(5000)
  await expect(field).toBeFocused()

  await page.evaluate(() => {
    // As with a text that the worker takes long to find.
    const post = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')!.value as (
      ...message: unknown[]
    ) => void
    Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
      setTimeout(() => void Reflect.apply(post, this, message), 500)
    }
  })
  await field.fill(String.raw`/Chain1[0]\.next/`)
  await field.press('Enter')
  await expect(page.getByTestId('selected-frame').locator('bdi').first()).toHaveText('com.acme.Chain10.next')
})

test('a match among the callers is coloured too, and the function itself', async ({ page }) => {
  await openShop(page, 'tab=callers&about=shop.pricing.PriceRules.findWinningRule')
  const callers = page.getByTestId('sandwich-callers')
  await waitForGraph(callers)
  const count = () => countPixels(page, 'sandwich-callers', searchColour(0))
  expect(await count()).toBe(0)
  await page.getByLabel('Search frames').fill('CartController')
  await expect.poll(count).toBeGreaterThan(1000)
  // The function itself is the root of both.
  await page.getByLabel('Search frames').fill('findWinningRule')
  for (const part of ['sandwich-callers', 'sandwich-callees'])
    await expect.poll(() => countPixels(page, part, searchColour(0)), part).toBeGreaterThan(1000)
  await page.screenshot({ path: `${results}callers-of-a-match.png` })
})

/** How many pixels of the canvas in this part have exactly this colour, `#rrggbb`. */
function countPixels(page: Page, part: string, colour: string): Promise<number> {
  return page.evaluate(
    ([testId, hex]) => {
      const found = document.querySelector<HTMLElement>(`[data-testid=${testId}]`)!
      const canvas = found instanceof HTMLCanvasElement ? found : found.querySelector('canvas')!
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
      let count = 0
      for (let at = 0; at < data.length; at += 4) {
        if (wanted.every((value, channel) => data[at + channel] === value)) count++
      }
      return count
    },
    [part, colour] as const,
  )
}

test('a search without a match offers ways on: without the case, as a regex, without the filters that hide it', async ({
  page,
}) => {
  await openShop(page)
  const field = page.getByLabel('Search frames')
  const count = page.getByTestId('match-count')
  const ways = page.getByRole('search').getByRole('button')
  await field.fill('pricerules')
  await page.getByRole('button', { name: 'Match case' }).click()
  await expect(count).toHaveText('No match')
  await page.screenshot({ path: `${results}no-match.png` })
  await ways.filter({ hasText: 'Ignore case' }).click()
  await expect(field).toBeFocused()
  await expect(count).toHaveText(/^[1-9]\d* frames?$/)

  await openShop(page)
  await selectByKeys(page, 'shop.pricing.PriceRules.findWinningRule')
  await page.keyboard.press('h')
  await waitUntilQuiet(page)
  await field.fill('findWinningRule')
  await expect(count).toHaveText('No match')
  await page.screenshot({ path: `${results}no-match-hidden.png` })
  await ways.filter({ hasText: 'Hidden by a filter' }).click()
  await expect(field).toBeFocused()
  await expect(count).toHaveText(/^[1-9]\d* frames?$/)
  const canvas = page.getByTestId('flame-graph')
  await field.fill('')
  await waitForGraph(page)
  const before = await canvas.screenshot()
  await field.fill('no such frame')
  await expect(count).toHaveText('No match')
  await expect(page.getByText('Hidden by a filter')).toHaveCount(0)
  // A way on that would find nothing either is none.
  const match = page.getByRole('button', { name: 'Match case' })
  await match.click()
  for (const text of ['NO.*such', 'no such|none', '/no such.*/']) {
    await field.fill(text)
    await expect(count).toHaveText('No match')
    await waitUntilQuiet(page)
    await expect(ways.filter({ hasText: /regex|Ignore case/ }), text).toHaveCount(0)
  }
  await field.fill('pricerules.find.*')
  await ways.filter({ hasText: 'Looks like a regex: ignore case, search /pricerules.find.*/' }).click()
  await expect(count).toHaveText(/^[1-9]\d* frames?$/)
  await expect(match).toHaveAttribute('aria-pressed', 'false')
  await field.fill('no such frame')
  await expect(count).toHaveText('No match')
  // Without a match nothing fades.
  await waitForGraph(page)
  await page.screenshot({ path: `${results}no-match-at-all.png` })
  expect((await canvas.screenshot()).equals(before)).toBe(true)
})
