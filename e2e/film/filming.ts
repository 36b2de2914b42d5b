/** Screenshots for a person to look at, in e2e/results/film. */
import { rmSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { results } from '../support/fixtures.ts'
import { waitForGraph } from '../support/viewer.ts'

export const desktop = { width: 1280, height: 720 }
const looks = [
  { look: 'light', colorScheme: 'light', viewport: desktop },
  { look: 'dark', colorScheme: 'dark', viewport: desktop },
  { look: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { look: 'phone-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

/**
 * Takes screenshots of a page in every theme and size, as `NN-title-look.png` in a folder of that name, which is
 * emptied first. `anew`: reload the page for each, instead of only resizing it.
 */
export function filming(name: string) {
  const directory = `${results}film/${name}/`
  rmSync(directory, { recursive: true, force: true })
  let scene = 0
  return async (shown: Page, title: string, { anew = false, fullPage = false } = {}): Promise<void> => {
    const number = String(++scene).padStart(2, '0')
    for (const { look, colorScheme, viewport } of looks) {
      await shown.setViewportSize(viewport)
      await shown.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      if (anew) {
        await shown.reload()
        await waitForGraph(shown)
      }
      if ((await shown.getByTestId('flame-graph').count()) > 0) await waitForGraph(shown)
      const path = `${directory}${number}-${title}-${look}.png`
      await shown.screenshot({ path, animations: 'disabled', fullPage })
    }
    await shown.setViewportSize(desktop)
    await shown.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  }
}

/** Shares what the page shows, and leaves the dialog open. `look` runs before the link is created. */
export async function createLink(page: Page, look = async (): Promise<void> => {}): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await look()
  await page.getByRole('radio', { name: 'Anyone with the link' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  return (await page.getByTestId('share-link').locator('code').textContent())!
}

export async function withStranger(browser: Browser, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: desktop })
  await look(await context.newPage())
  await context.close()
}
