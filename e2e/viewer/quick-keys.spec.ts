import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { findFunctionCenter, openFreshShop, openShop } from '../support/shop.ts'
import { selectByKeys, tabTo } from '../support/viewer-steps.ts'

/** Delays timers after key events, as in a busy browser. */
async function delayTimers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const setTimer = window.setTimeout.bind(window)
    const delayed = (work: () => void, ms = 0): number => setTimer(work, ms + 1000)
    window.setTimeout = delayed as typeof setTimeout
  })
}

test('Enter chooses the menu item that the arrow keys moved to, before any timer has run', async ({ page }) => {
  await openShop(page)
  await tabTo(page, page.getByRole('button', { name: 'Filter', exact: true }))
  await delayTimers(page)
  for (const key of ['Enter', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog', { name: 'Only my packages' })).toBeVisible()
})

test('Home and End go to the ends of a menu, and arrows stop there', async ({ page }) => {
  await openShop(page)
  await tabTo(page, page.getByRole('button', { name: 'Filter', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Fold Hibernate' })).toBeVisible()
  await delayTimers(page)
  const items = page.getByRole('menuitemcheckbox')
  for (const [key, item] of [
    ['End', items.last()],
    ['ArrowDown', items.last()],
    ['Home', items.first()],
    ['ArrowUp', items.first()],
  ] as const) {
    await page.keyboard.press(key)
    await expect(item, key).toBeFocused({ timeout: 500 })
  }
})

test('the menu of a frame follows quick keys', async ({ page }) => {
  await openShop(page)
  await selectByKeys(page, 'java.lang.Thread.run')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByTestId('frame-menu')).toBeVisible()
  await delayTimers(page)
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await expect(page.getByRole('menuitem', { name: 'Callers and callees' })).toBeFocused({ timeout: 500 })
})

test('an arrow key in a radio group chooses the next option, before any timer has run', async ({ page }) => {
  await openShop(page)
  await tabTo(page, page.getByRole('radio', { name: 'Graph' }))
  await delayTimers(page)
  const chosen = page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { checked: true })
  for (const [key, text] of [
    ['ArrowRight', 'Table'],
    ['ArrowLeft', 'Graph'],
    ['ArrowLeft', 'Tree'],
    ['ArrowRight', 'Graph'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(chosen, key).toHaveText(text)
    await expect(chosen, key).toBeFocused({ timeout: 500 })
  }
})

test('closing a dialog that was opened from a menu returns the focus to the button of the menu', async ({ page }) => {
  await openShop(page)
  const button = page.getByRole('button', { name: 'Filter', exact: true })
  await tabTo(page, button)
  for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog', { name: 'Only my packages' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('closing a dialog that was opened from the menu of a frame returns the focus to the graph', async ({ page }) => {
  await openShop(page)
  await selectByKeys(page, 'java.lang.Thread.run')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Add a note' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('tree')).toBeFocused()
})

for (const name of ['Notes', 'Filter', 'Provenance'])
  test(`a user who moves the focus while ${name} closes keeps it there`, async ({ page }) => {
    await openShop(page)
    await page.getByRole('button', { name }).click()
    const open = page.getByRole('dialog').or(page.getByRole('menu'))
    await expect(open).toBeVisible()
    await delayTimers(page)
    await page.keyboard.press('Escape')
    await expect(open).toHaveCount(0)
    await page.getByRole('tree').focus()
    // A timer after the one that would return the focus.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1)))
    await expect(page.getByRole('tree')).toBeFocused()
  })

for (const name of ['Notes', 'Filter', 'Threads', 'the menu of a box'])
  test(`what is typed at once after an Escape from ${name} is searched, and no command`, async ({ page }) => {
    await openFreshShop(page)
    const { x, y } = await findFunctionCenter(page, 'java.lang.Thread.run')
    if (name === 'the menu of a box') await page.mouse.click(x, y, { button: 'right' })
    else await page.getByRole('button', { name }).click()
    const open = page.getByRole('dialog').or(page.getByRole('menu'))
    await expect(open).toBeVisible()
    await delayTimers(page)
    await page.keyboard.press('Escape')
    await expect(open).toHaveCount(0)
    await page.keyboard.type('/None')
    // A timer after the one that would return the focus.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1)))
    await page.keyboard.type('xist')
    const search = page.getByRole('textbox', { name: 'Search frames' })
    await expect(search).toHaveValue('Nonexist')
    await expect(search).toBeFocused()
    await expect.poll(() => new URL(page.url()).search).toBe('?q=Nonexist')
  })
