import type { Page } from '@playwright/test'
import { formatShare } from '../../components/format/units.ts'
import { expect } from '../support/fixtures.ts'
import { waitUntilQuiet } from '../support/viewer.ts'

/** The filters in their list. */
export const items = (page: Page) => page.getByTestId('filter')
const removedInHeader = (page: Page) => page.getByTestId('removed-by-filters')

/** What the header says that filters took away, 0 to 1. */
export async function expectRemoved(page: Page, share: number): Promise<void> {
  if (share === 0) await expect(removedInHeader(page)).toHaveCount(0)
  else await expect(removedInHeader(page)).toHaveText(`${formatShare(share)} removed by filters`)
}

/** What the list shows of each filter, in order; with what it took away, if anything. */
export async function expectListed(page: Page, filters: readonly (readonly [listed: string, removes: number])[]) {
  await waitUntilQuiet(page)
  const texts = filters.map(([listed, removes]) => `${listed}${removes > 0 ? `−${formatShare(removes)}` : ''}`)
  await expect(items(page)).toHaveCount(filters.length)
  for (const [at, text] of texts.entries()) {
    await expect.poll(async () => spaceless(await items(page).nth(at).textContent())).toBe(spaceless(text))
  }
}

const spaceless = (text: string | null) => (text ?? '').replace(/\s/g, '')
