import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { isFullTier } from '../../lib/testing/tier.ts'

/** What the theme decides: everything else is the same page as in the light one. */
const themeRules = ['color-contrast']
/** What the width decides: buttons lose their words there, and regions scroll. */
const widthRules = ['aria-command-name', 'button-name', 'label', 'link-name', 'scrollable-region-focusable']

/**
 * What axe finds on the page, and what is wider than the window, a line each. All rules are for the light theme on a screen; in the
 * dark one and on a phone only what differs there, but all of it on a phone in the full tier.
 *
 * @param within Selector of the part that axe looks at, where the rest was looked at already.
 */
export async function findAccessibilityProblems(page: Page, title: string, within = 'html'): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const isNarrow = !isFullTier && (page.viewportSize()?.width ?? Infinity) < 400
  const axe = new AxeBuilder({ page }).include(within)
  const rules = isNarrow ? [...widthRules, ...(isDark ? themeRules : [])] : themeRules
  const { violations } = await (isDark || isNarrow ? axe.withRules(rules) : axe).analyze()
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${title}: ${id} at ${html.slice(0, 200)}`)),
    ...(overflowPx > 0 ? [`${title}: ${overflowPx} px wider than the window`] : []),
  ]
}
