import type { Page } from '@playwright/test'
import { hotMethod, profileContainer, startDemo, stopDemo } from './profiling.ts'
import { isFullTier } from '../../lib/testing/tier.ts'
import { expect, test } from '../support/fixtures.ts'
import { profileIdOf, waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

const rows = (page: Page) => page.getByRole('grid', { name: 'Functions compared' }).locator('[data-function]')
const significant = (page: Page) => page.getByTestId('significant-count')

async function capture(page: Page, containerName: string): Promise<string> {
  await profileContainer(page, containerName, 10)
  await waitForGraph(page)
  return profileIdOf(page)
}

async function compare(page: Page, before: string, after: string, query: string): Promise<void> {
  await page.goto(`/profiles/${after}?baseline=${before}&tab=table${query}`)
  await waitUntilQuiet(page)
  await expect(significant(page)).toHaveText(/^Significant: /, { timeout: 60_000 })
  await page.getByRole('radio', { name: 'Functions', exact: true }).click()
}

test.afterEach(({ page }) => stopDemo(page))

test('two captures of the demo: the planted bug comes first; in the full tier two captures without a change show no difference', async ({
  page,
}) => {
  test.setTimeout(400_000)
  await startDemo(page)
  // The first capture also warms the shop up: the work of the JIT compiler in the first seconds is a true change.
  await capture(page, 'hearth-demo-shop')
  const before = await capture(page, 'hearth-demo-shop')
  const slow = await capture(page, 'hearth-demo-shop-slow')

  await test.step('the bug is the first significant row by self weight', async () => {
    await compare(page, before, slow, '&delta=self')
    // The bug costs CPU time: by shares alone all other functions would decrease.
    const totals = page.getByTestId('comparison-totals')
    await expect(totals).toHaveText(/^CPU ×[\d.]+ \([\d.,]+ to [\d.,]+ samples\/s\)$/)
    expect(Number(/×([\d.]+)/.exec((await totals.textContent())!)![1])).toBeGreaterThan(2)
    const first = rows(page).first()
    await expect(first).toHaveAttribute('data-function', new RegExp(hotMethod.replaceAll('.', '[.]')))
    await expect(first).toHaveAttribute('data-significant', 'true')
  })

  await test.step('by total weight, only its callers come before it', async () => {
    await compare(page, before, slow, '')
    const first = rows(page).first()
    await expect(first).toHaveAttribute('data-function', /shop[.]pricing[.]PriceRules/)
    await expect(first).toHaveAttribute('data-significant', 'true')
  })

  // Up to 5% of such pairs may show a difference, as the page says, so one pair of two must show none.
  if (!isFullTier) return
  await test.step('two captures without a change have no significant difference', async () => {
    let said = ''
    for (let pair = 0; pair < 2 && !said.startsWith('No significant difference'); pair++) {
      const one = await capture(page, 'hearth-demo-shop')
      const other = await capture(page, 'hearth-demo-shop')
      await compare(page, one, other, '')
      said = (await significant(page).textContent())!
    }
    expect(said).toMatch(/^No significant difference/)
  })
})
