import { expect, type Locator, type Page } from '@playwright/test'
import { jvmRow } from './profiling.ts'

/** Opens the menu beside a JVM's Profile button in the list, and waits for the doctor's answer. */
export async function openMenu(page: Page, containerName: string): Promise<Locator> {
  await page.goto('/')
  await jvmRow(page, containerName)
    .getByRole('button', { name: `How to profile ${containerName}` })
    .click()
  const menu = page.getByRole('dialog', { name: `How to profile ${containerName}` })
  await expect(menu.getByText('The JVM itself was asked.')).toBeVisible({ timeout: 60_000 })
  return menu
}

export async function chooseSeconds(menu: Locator, seconds: number): Promise<void> {
  await menu.getByRole('radio', { name: 'Other' }).click()
  await menu.getByRole('textbox').fill(String(seconds))
}

/** Presses the menu's one button and waits for the page of the capture. */
export async function startFrom(menu: Locator, name: RegExp | string): Promise<void> {
  const page = menu.page()
  await menu.getByRole('button', { name }).click()
  await page.waitForURL(/\/captures\/[0-9a-f]{32}/)
}

export async function waitForProfile(page: Page, seconds: number): Promise<void> {
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}/, { timeout: (seconds + 60) * 1000 })
}

/** How many samples a capture under way has, once there are ten. */
export function samplesSoFar(page: Page): Locator {
  return page.getByRole('region', { name: 'Progress' }).getByText(/^[\d\s]{2,} samples$/)
}
