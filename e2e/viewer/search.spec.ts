import type { Page } from '@playwright/test'
import { formatShare } from '../../lib/profile/format/units.ts'
import { expect, test } from '../support/fixtures.ts'
import { openShop, shareHolding } from '../support/shop.ts'
import { waitUntilQuiet } from '../support/viewer.ts'

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
    await expect(page.getByTestId('match-count')).toHaveText('0 matches')
    await field.fill('findwinning.*ule')
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
    await expect(page.getByTestId('match-count')).toHaveText('0 matches')
    await page.getByRole('button', { name: 'Match case' }).click()
    await expect(page.getByTestId('match-count')).not.toHaveText('0 matches')
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
    await expect(page.getByTestId('filter')).toContainText(`−${formatShare(1 - keptShare)}`)
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
  await expect(page.getByTestId('match-count')).toHaveText('0 matches')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('String.hashCode')
  await expect(page.getByTestId('match-count')).toHaveText('1 match')
  await page.keyboard.press('Enter')
  const selected = page.getByTestId('selected-frame')
  await expect(selected).toContainText(/Discount.total|String.hashCode/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
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
