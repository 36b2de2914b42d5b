import { expect, type Locator, type Page } from '@playwright/test'

export const hotMethod = 'shop.pricing.PriceRules.findWinningRule'

export function jvmRow(page: Page, containerName: string): Locator {
  const rows = page.getByRole('table', { name: 'JVMs' }).getByRole('row') // profiles of it are listed there as well
  return rows.filter({ has: page.getByRole('link', { name: containerName, exact: true }) })
}

/** Profiles the JVM of a container from the list for so many seconds, and waits until the profile's page opens. */
export async function profileContainer(page: Page, containerName: string, seconds: number): Promise<void> {
  await startCapture(page, containerName, seconds)
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}/, { timeout: (seconds + 60) * 1000 })
}

/** Starts a capture in the same way, and waits for its page. */
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

/** Opens the menu beside a JVM's Profile button in the list, and waits for the doctor's report. */
export async function openMenu(page: Page, containerName: string): Promise<Locator> {
  await page.goto('/')
  await jvmRow(page, containerName)
    .getByRole('button', { name: `How to profile ${containerName}` })
    .click()
  const menu = page.getByRole('dialog', { name: `How to profile ${containerName}` })
  await expect(menu.getByText('Checked just now')).toBeVisible({ timeout: 60_000 })
  return menu
}

export async function chooseSeconds(menu: Locator, seconds: number): Promise<void> {
  await menu.getByRole('radio', { name: 'Other' }).click()
  await menu.getByRole('textbox').fill(String(seconds))
}

/** Presses the start button of the menu, and waits for the page of the capture. */
export async function startFrom(menu: Locator, name: RegExp | string): Promise<void> {
  const page = menu.page()
  await menu.getByRole('button', { name }).click()
  await page.waitForURL(/\/captures\/[0-9a-f]{32}/)
}

export async function waitForProfile(page: Page, seconds: number): Promise<void> {
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}/, { timeout: (seconds + 60) * 1000 })
}

/** The number of samples of a capture under way, once there are ten. */
export function samplesSoFar(page: Page): Locator {
  return page.getByRole('region', { name: 'Progress' }).getByText(/^(?:[\d,]+ of )?[\d,]{2,} samples(?: drawn)?$/)
}

/** Both JVMs of the demo service are listed. */
export async function startDemo(page: Page): Promise<void> {
  await page.goto('/')
  await setDemo(page, 'start')
  await expect(jvmRow(page, 'hearth-demo-shop-slow')).toBeVisible({ timeout: 120_000 })
  await expect(jvmRow(page, 'hearth-demo-shop')).toBeVisible()
}

/** No container of the demo is left, nor one that is being removed. */
export async function stopDemo(page: Page): Promise<void> {
  await page.goto('/')
  await setDemo(page, 'stop')
}

/**
 * Repeats the request until it is done: a start or a stop under way is finished before the next request is accepted.
 */
export async function setDemo(page: Page, action: 'start' | 'stop'): Promise<void> {
  await expect
    .poll(() => page.evaluate(sendDemoAction, action), { timeout: 120_000, intervals: [1000] })
    .toBe(action === 'start' ? 'running' : 'stopped')
}

async function sendDemoAction(action: string): Promise<string> {
  const response = await fetch('/api/v1/demo', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action }),
  })
  return ((await response.json()) as { state: string }).state
}
