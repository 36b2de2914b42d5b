import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What axe finds on the page, and what is wider than the window, a line each. In the dark theme only the contrasts are
 * looked at: everything else is the same page as in the light one.
 */
export async function findAccessibilityProblems(page: Page, title: string): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const axe = new AxeBuilder({ page })
  const { violations } = await (isDark ? axe.withRules(['color-contrast']) : axe).analyze()
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${title}: ${id} at ${html.slice(0, 200)}`)),
    ...(overflowPx > 0 ? [`${title}: ${overflowPx} px wider than the window`] : []),
  ]
}
