/** The focus stays on a control when the one that was pressed goes by its own action. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { openFreshShop, openShop, shop } from '../support/shop.ts'
import { findToast } from '../support/toast.ts'
import { tabTo } from '../support/viewer-steps.ts'
import { importFile, importProfile, profileIdOf, waitUntilQuiet } from '../support/viewer.ts'

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

test('by pointer, too, the focus stays on a control where a row, a button or a notice goes', async ({ page }) => {
  const service = `acme/pointer-${Date.now().toString(36)}`
  for (const name of ['pointer-one', 'pointer-two'])
    await importFile(page, Buffer.from(`main;${name} 3\nmain;other 4\n`), `${name}.folded`, service)
  const list = `/profiles?service=${encodeURIComponent(service)}`
  await page.goto(list)
  await expect(page.locator('html[data-focus=kept]')).toBeAttached()
  const row = page.locator('[data-profile]').filter({ hasText: 'pointer-one' })
  await row.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await expectOnControl(page, 'a row is deleted')
  await expect(page.getByRole('tooltip')).toHaveCount(0)

  await page.goto(`${list}&deleted=1`)
  await expect(page.locator('html[data-focus=kept]')).toBeAttached()
  await row.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await expect(page.locator('[data-profile]')).toHaveCount(0)
  await expectOnControl(page, 'the last row of the trash is restored')

  await page.goto(list)
  await expect(page.locator('html[data-focus=kept]')).toBeAttached()
  await page.getByRole('checkbox', { name: 'Select all shown' }).click()
  const merge = page.getByRole('button', { name: /^Merge/ })
  await merge.click()
  await expect(merge).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeVisible()
  await expectOnControl(page, 'a merge')
})

test('what a person leaves with a press beside it does not get the focus back when it goes', async ({ page }) => {
  await page.goto(await importProfile(page, shop, 'focus-left'))
  await waitUntilQuiet(page)
  await expect(page.locator('html[data-focus=kept]')).toBeAttached()
  await page.goto('/profiles')
  await expect(page.locator('html[data-focus=kept]')).toBeAttached()
  const row = page.locator('[data-profile]').filter({ hasText: 'focus-left' }).first()
  const id = (await row.getAttribute('data-profile'))!
  const checkbox = page.locator(`[data-profile="${id}"]`).getByRole('checkbox')
  await checkbox.click()
  await checkbox.click()
  // Beside the links of the header: the main part of a page takes the focus itself.
  await page.mouse.click(700, 4)
  await expect.poll(() => focused(page)).toMatch(/^BODY/)
  await page.request.delete(`/api/v1/profiles/${id}`, { headers: { origin: process.env.HEARTH_E2E_URL! } })
  await expect(checkbox).toHaveCount(0)
  await page.evaluate(() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then))))
  expect(await focused(page)).toMatch(/^BODY/)
})

test('the undo of a deletion gives the focus to the row that is back', async ({ page }) => {
  const service = `acme/undo-${Date.now().toString(36)}`
  for (const name of ['undo-one', 'undo-two', 'undo-three'])
    await importFile(page, Buffer.from(`main;${name} 3\n`), `${name}.folded`, service)
  await page.goto(`/profiles?service=${encodeURIComponent(service)}`)
  const row = page.locator('[data-profile]').filter({ hasText: 'undo-two' })
  await press(page, row.getByRole('button', { name: /^More for/ }))
  await press(page, page.getByRole('menuitem', { name: 'Delete' }))
  await expect(row).toHaveCount(0)
  await press(page, page.getByRole('button', { name: 'Undo', exact: true }))
  await expect(row).toHaveCount(1)
  await expect(row.getByRole('checkbox')).toBeFocused()
})

test('after the idle threads are hidden the focus is on the filter that does it, by key and by pointer', async ({
  page,
}) => {
  const idle = 'java.util.concurrent.ThreadPoolExecutor.getTask;jdk.internal.misc.Unsafe.park_[j] 900\n'
  const data = Buffer.from(`${idle}shop.Main.run;shop.Rules.find_[j] 300\n`)
  const path = await importFile(page, data, 'focus-idle.folded')
  for (const way of ['key', 'pointer'] as const) {
    await page.goto(path)
    await waitUntilQuiet(page)
    await expect(page.locator('html[data-focus=kept]')).toBeAttached()
    const hide = page.getByTestId('idle-threads').getByRole('button', { name: 'Hide' })
    if (way === 'key') await press(page, hide)
    else await hide.click()
    await expect(hide).toHaveCount(0)
    const filter = page.getByTestId('filter').getByRole('button', { name: 'hide idle', exact: true })
    await expect(filter, `by ${way}`).toBeFocused()
    await expect(page.getByRole('tooltip')).toHaveCount(0)
  }
})
