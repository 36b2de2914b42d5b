import { describeNoSamples } from '../../lib/profile/quality/no-samples.ts'
import { expect, test } from '../support/fixtures.ts'
import { shop } from '../support/shop.ts'
import { importProfile, waitUntilQuiet } from '../support/viewer.ts'

test('the page says which event of the recording has no samples', async ({ page }) => {
  const text = describeNoSamples(['live-heap'])
  const warnings = [{ code: 'no-samples', text, count: 1 }]
  const profile = { ...shop, provenance: { ...shop.provenance, warnings } }
  await page.goto(await importProfile(page, profile, 'no-live-heap'))
  await waitUntilQuiet(page)
  await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
})
