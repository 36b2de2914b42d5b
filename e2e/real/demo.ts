import { expect, type Page } from '@playwright/test'
import { jvmRow } from './profiling.ts'

/** Both JVMs of the demo service are listed. */
export async function startDemo(page: Page): Promise<void> {
  await page.goto('/')
  await setDemo(page, 'start')
  await expect(jvmRow(page, 'hearth-demo-shop-slow')).toBeVisible({ timeout: 120_000 })
  await expect(jvmRow(page, 'hearth-demo-shop')).toBeVisible()
}

/** Nothing of it is left, nor on its way out. */
export async function stopDemo(page: Page): Promise<void> {
  await page.goto('/')
  await setDemo(page, 'stop')
}

/** Asks until it is so: what is under way is ended before another wish is heard. */
export async function setDemo(page: Page, action: 'start' | 'stop'): Promise<void> {
  await expect
    .poll(() => page.evaluate(tellDemo, action), { timeout: 120_000, intervals: [1000] })
    .toBe(action === 'start' ? 'running' : 'stopped')
}

async function tellDemo(action: string): Promise<string> {
  const response = await fetch('/api/v1/demo', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action }),
  })
  return ((await response.json()) as { state: string }).state
}
