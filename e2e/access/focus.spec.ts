/** The focus of a person who uses keys stays on a control when the one that was pressed goes by its own action. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { openFreshShop, openShop, shop } from '../support/shop.ts'
import { findToast } from '../support/toast.ts'
import { tabTo } from '../support/viewer-steps.ts'
import { importProfile, profileIdOf, waitUntilQuiet } from '../support/viewer.ts'

/** Presses a control with the keyboard alone, once the script that keeps the focus is there. */
async function press(page: Page, control: Locator): Promise<void> {
  await expect(page.locator('html[data-focus=kept]')).toBeAttached()
  await control.focus()
  await expect(control).toBeFocused()
  await page.keyboard.press('Enter')
}

/** The tag, role and name of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    const name = element?.getAttribute('aria-label') ?? element?.textContent
    return `${element?.tagName} ${element?.getAttribute('role') ?? ''} ${name?.slice(0, 60)}`
  })

const expectOnControl = (page: Page, after: string) =>
  expect.poll(() => focused(page), `the focus after ${after}`).toMatch(/^(?!BODY|\S+ (dialog|alertdialog) |OL )./)

test('the focus and a status follow a share link that is created, and one that is revoked', async ({ page }) => {
  await openFreshShop(page)
  await press(page, page.getByRole('button', { name: 'Share', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Share' })
  const status = dialog.getByRole('status')
  const copy = dialog.getByRole('button', { name: 'Copy link' })
  await tabTo(page, dialog.getByRole('button', { name: 'Create link' }))
  await page.keyboard.press('Enter')
  await expect(copy).toBeFocused()
  await expect(status.filter({ hasText: 'Link created' })).toHaveCount(1)

  // After another choice, a second link: the button is where the first was pressed.
  await dialog.getByRole('radio', { name: 'Anyone with the link' }).press('Space')
  await dialog.getByLabel('Allow embedding').press('Space')
  await press(page, dialog.getByRole('button', { name: 'Create another link' }))
  await expect(dialog.getByRole('button', { name: 'Copy frame' })).toBeVisible()
  await expect(copy).toBeFocused()

  const revoke = dialog.getByRole('button', { name: /^Revoke link/ })
  await expect(revoke).toHaveCount(2)
  await press(page, revoke.first())
  const keep = dialog.getByRole('button', { name: /^Keep link/ })
  await expect(keep).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(revoke.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(keep).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(findToast(page, 'Link revoked.')).toBeVisible()
  await expect(revoke).toHaveCount(1)
  await expect(revoke).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(keep).toBeFocused()
  await press(page, dialog.getByRole('button', { name: 'Revoke for good' }))
  await expect(dialog.getByText('None.')).toBeVisible()
  await expectOnControl(page, 'the last link is revoked')
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
})

test('in the library the focus stays on a control when a row is deleted, brought back, or a filter is removed', async ({
  page,
}) => {
  for (const name of ['focus-one', 'focus-two', 'focus-three']) await importProfile(page, shop, name)
  await page.goto('/profiles')
  const row = page.locator('[data-profile]').filter({ hasText: 'focus-two' })
  await press(page, row.getByRole('button', { name: /^More for/ }))
  await press(page, page.getByRole('menuitem', { name: 'Delete' }))
  await expect(row).toHaveCount(0)
  await expectOnControl(page, 'a row is deleted')
  const undo = page.getByRole('button', { name: 'Undo' })
  await press(page, undo)
  await expect(row).toHaveCount(1)
  await expectOnControl(page, 'the undo of a toast')
  await press(page, row.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await press(page, row.getByRole('button', { name: /^More for/ }))
  await press(page, page.getByRole('menuitem', { name: 'Rename or edit details …' }))
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Save' }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectOnControl(page, 'details are saved')
})

test('in the viewer the focus stays on a control when a search, a filter or the time range goes', async ({ page }) => {
  await openShop(page, 'chip=PriceRules&chip=hashCode&f=hide:java.lang.Thread.run')
  const gone = [
    ['Remove hashCode', page.getByRole('button', { name: 'Remove hashCode' })],
    ['Remove PriceRules', page.getByRole('button', { name: 'Remove PriceRules' })],
    ['the filter', page.getByRole('list', { name: 'Filters, in order' }).getByRole('button', { name: /^Remove/ })],
  ] as const
  for (const [name, control] of gone) {
    await press(page, control)
    await expect(control, name).toHaveCount(0)
    await expectOnControl(page, name)
  }
  await page.getByRole('slider', { name: 'From, in the recording' }).press('ArrowRight')
  const all = page.getByRole('button', { name: 'All', exact: true })
  await press(page, all)
  await expect(all).toBeDisabled()
  await expectOnControl(page, 'all of the time')
})

test('in settings the focus stays on a control when a secret is created or removed', async ({ page }) => {
  await page.goto('/settings')
  const dialog = page.getByRole('dialog')
  await press(page, page.getByRole('button', { name: 'New sign-in link' }))
  await dialog.getByRole('textbox', { name: 'Name' }).fill('focus person')
  await press(page, dialog.getByRole('button', { name: 'Create link' }))
  await expect(dialog.locator('code')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Copy/ }).first()).toBeFocused()
  await expect(dialog.getByRole('status').filter({ hasText: 'Created' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expectOnControl(page, 'the dialog of a link is closed')

  await press(page, page.getByRole('button', { name: 'New token' }))
  await dialog.getByRole('textbox', { name: 'Name' }).fill('focus token')
  await press(page, dialog.getByRole('button', { name: /^Create/ }))
  await expect(dialog.getByRole('button', { name: /^Copy/ }).first()).toBeFocused()
  await page.keyboard.press('Escape')
  const token = page.getByRole('listitem').filter({ hasText: 'focus token' })
  await press(page, token.getByRole('button', { name: /^Revoke/ }))
  await expect(token).toHaveCount(0)
  await expectOnControl(page, 'a token is revoked')

  await press(page, page.getByRole('button', { name: 'Rule for all services' }))
  await expectOnControl(page, 'a rule is added')
  await press(page, page.getByRole('button', { name: /^Remove the rule for/ }))
  await expectOnControl(page, 'a rule is removed')
})

test('after a deleted profile is restored on its page the focus is there, by key and by pointer', async ({ page }) => {
  await page.goto(await importProfile(page, shop, 'focus-restored'))
  await waitUntilQuiet(page)
  const path = `/api/v1/profiles/${profileIdOf(page)}`
  const restore = page.getByRole('button', { name: 'Restore' })
  for (const way of ['key', 'pointer'] as const) {
    await page.request.delete(path, { headers: { origin: process.env.HEARTH_E2E_URL! } })
    if (way === 'key') await press(page, restore)
    else await restore.click()
    await expect(restore).toHaveCount(0)
    await expectOnControl(page, `a restore by ${way}`)
  }
})
