/** Parts of pages that read by themselves: a read that failed can be repeated. */
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { encodeProfile } from '../../lib/profile/encoding/encode.ts'
import { openComparison, shopAfter, shopBefore } from '../support/compared-shops.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { importFile } from '../support/viewer.ts'

/** Fails all that matches, until the function that it gives is called. */
async function failReads(page: Page, url: string | RegExp): Promise<() => Promise<void>> {
  await page.route(url, (route) => route.abort())
  return () => page.unroute(url)
}

const alertOf = (page: Page, code = 'web-unreachable') =>
  page.locator(`[data-problem="${code}"]`).filter({ hasText: 'Try again' })

test('the list of blocked engines is asked for again', async ({ page }) => {
  const answer = await failReads(page, '**/api/v1/blocks')
  await page.goto('/settings')
  await expect(alertOf(page)).toBeVisible()
  await alertOf(page).scrollIntoViewIfNeeded()
  await page.screenshot({ path: `${results}/blocks-not-read.png` })
  await alertOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(alertOf(page)).toBeVisible()
  await answer()
  await alertOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(alertOf(page)).toHaveCount(0)
  await expect(page.getByText('None. When a JVM dies within a minute of an attach')).toBeVisible()
})

test('a trend that could not be read is asked for again', async ({ page }) => {
  const target = { service: 'trend-again', image: 'shop:1', imageDigest: 'sha256:1' }
  const importRun = (profile: typeof shopBefore) =>
    importFile(
      page,
      gzipSync(encodeProfile({ ...profile, provenance: { ...profile.provenance, target } })),
      'trend-again.hearth',
    )
  for (const run of [shopBefore, shopAfter]) await importRun(run)
  await page.goto('/services/trend-again')
  const chart = page.getByTestId('trend-chart')
  await expect(chart).toBeVisible()
  const answer = await failReads(page, /\/services\/trend-again\/trend/)
  await page.reload()
  await expect(alertOf(page)).toBeVisible()
  await answer()
  await alertOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(chart).toBeVisible()
  await expect(alertOf(page)).toHaveCount(0)
})

test('a comparison in one graph whose script does not come says so, and Try again opens it', async ({ page }) => {
  await openComparison(page, 'mode=side')
  const answer = await failReads(page, '**/_next/static/chunks/*.js*')
  await page.getByRole('radio', { name: 'Diff' }).click()
  await expect(alertOf(page, 'part-not-loaded')).toBeVisible()
  await page.screenshot({ path: `${results}/comparison-script-missing.png` })
  await answer()
  await alertOf(page, 'part-not-loaded').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByTestId('flame-graph')).toHaveCount(1)
  await expect(alertOf(page, 'part-not-loaded')).toHaveCount(0)
})
