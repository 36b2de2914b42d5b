import { expect, type Locator, type Page } from '@playwright/test'

export const hotMethod = 'shop.pricing.PriceRules.findWinningRule'

export function jvmRow(page: Page, containerName: string): Locator {
  const rows = page.getByRole('table', { name: 'JVMs' }).getByRole('row') // profiles of it are listed there as well
  return rows.filter({ has: page.getByRole('link', { name: containerName, exact: true }) })
}

/** Profiles the JVM of a container for so long from the list, waits on the capture's page, ends on the profile's. */
export async function profileContainer(page: Page, containerName: string, seconds: number): Promise<void> {
  await startCapture(page, containerName, seconds)
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}/, { timeout: (seconds + 60) * 1000 })
}

/** As above, up to the capture's page. */
export async function startCapture(page: Page, containerName: string, seconds: number): Promise<void> {
  await page.goto('/')
  await jvmRow(page, containerName)
    .getByRole('button', { name: `How to profile ${containerName}` })
    .click()
  const form = page.getByRole('dialog')
  await form.getByRole('radio', { name: 'Other' }).click()
  await form.getByRole('textbox').fill(String(seconds))
  await form.getByRole('button', { name: `Profile for ${seconds} s` }).click()
  await page.waitForURL(/\/captures\/[0-9a-f]{32}/)
  await expect(page.getByRole('heading', { name: /^Profiling/ })).toBeVisible()
}
