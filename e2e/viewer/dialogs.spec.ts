import type { Locator } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { openFreshShop, openShop } from '../support/shop.ts'
import { findToast } from '../support/toast.ts'
import { tabTo } from '../support/viewer-steps.ts'

/** What ends a dialog, and its title, are in the viewport at its top and at its end. */
async function expectInViewport(dialog: Locator, parts: readonly Locator[]): Promise<void> {
  for (const top of [0, 10_000]) {
    await dialog.evaluate((element, to) => element.scrollTo(0, to), top)
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 })
  }
}

test('the title and the buttons of a dialog stay in the viewport however long it is', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 480 })
  await openShop(page)
  for (const [open, name, button] of [
    ['?', 'Keys', 'Close'],
    [null, 'Share', 'Create link'],
  ] as const) {
    if (open === null) await page.getByRole('button', { name: 'Share', exact: true }).click()
    else await page.getByRole('tree').press(open)
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog).toBeVisible()
    expect(await dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true)
    await expectInViewport(dialog, [
      dialog.getByRole('heading', { name, exact: true }),
      dialog.getByRole('button', { name: 'Close' }),
      dialog.getByRole('button', { name: button }),
    ])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('one Escape closes a dialog or a popover, also while a button inside shows its tooltip', async ({ page }) => {
  await openFreshShop(page)
  await page.getByRole('tree').focus()
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('textbox').fill('Slow')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Save|Pin)/ })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const [open, name, control] of [
    ['Provenance', 'Provenance', 'Close'],
    ['Share', 'Share', 'Close'],
    ['Keys (?)', 'Keys', 'Close'],
    ['Notes', 'Notes', 'Delete note 1'],
  ] as const) {
    const opener = page.getByRole('main').getByRole('button', { name: open }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name })
    await expect(panel).toBeVisible()
    await tabTo(page, panel.getByRole('button', { name: control }).first())
    await expect(page.getByRole('tooltip', { name: control }), name).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(panel, name).toBeHidden()
    await expect(page.getByRole('tooltip', { name: control })).toHaveCount(0)
  }
})

test('one and the same toast is there once', async ({ page }) => {
  await openShop(page)
  for (const key of ['d', 'd', 'u']) await page.keyboard.press(key)
  await expect(findToast(page, 'No filter was changed here.')).toBeVisible()
  // Not polled: a toast goes after some seconds.
  const toasts = findToast(page, 'Choose what to compare it with first')
  expect(await toasts.count()).toBe(1)
})

for (const size of [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
])
  test(`of ${size.width} × ${size.height}, toasts lie above a dialog, and a press on one does not close it`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await openFreshShop(page)
    // One from before the dialog, and one from inside it.
    await page.getByRole('tree').press('d')
    const before = findToast(page, 'Choose what to compare it with first')
    await expect(before).toBeVisible()
    // Toasts wait while the window is not used.
    await page.evaluate(() => dispatchEvent(new Event('blur')))
    if (!(await page.getByRole('button', { name: 'Share', exact: true }).isVisible()))
      await page.getByRole('button', { name: 'Profile tools' }).click()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Share' })
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByRole('button', { name: 'Revoke for good' }).click()
    for (const toast of [before, findToast(page, 'Link revoked.')]) {
      const text = toast.locator('div').first()
      const corner = { x: 2, y: 2 }
      await text.click({ position: corner }) // Playwright refuses where something lies over it
      await expect(dialog).toBeVisible()
      await toast.getByRole('button', { name: 'Dismiss' }).click()
      await expect(toast).toHaveCount(0)
      await expect(dialog).toBeVisible()
    }
  })

test('a toast beside a dialog of usual width covers none of it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openShop(page)
  await page.getByRole('tree').press('d')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = (await page.getByRole('dialog', { name: 'Share' }).boundingBox())!
  const toast = (await findToast(page, 'Choose what to compare it with first').boundingBox())!
  expect(toast.x).toBeGreaterThanOrEqual(dialog.x + dialog.width)
})
