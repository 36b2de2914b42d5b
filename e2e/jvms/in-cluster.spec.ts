/** A dashboard in the cluster that it profiles: it has pods, and no host. */
import type { Page } from '@playwright/test'
import { createFakeCollector } from '../../lib/server/testing/fake-collector.ts'
import { samplePod, sampleTarget } from '../../lib/testing/samples.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { withPages } from '../support/start-pages.ts'

test('a dashboard in a cluster lists pods, and says nothing of the host it runs on', async ({ browser }) => {
  const local = createFakeCollector([sampleTarget()])
  const look = async (page: Page) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('JVMs in clusters')
    await expect(page.getByRole('region', { name: 'Kubernetes pods' })).toContainText(samplePod().name)
    await expect(page.getByRole('region', { name: 'JVMs', exact: true })).toHaveCount(0)
    await expect(page.getByText('on this host')).toHaveCount(0)
    await expect(page.getByText('demo service')).toHaveCount(0)
    await page.screenshot({ path: `${results}/in-cluster.png` })
    await page.goto('/hosts')
    await expect(page.getByText('No host has joined.')).toBeVisible()
  }
  await withPages(browser, local, look, createFakeCollector([], [], [samplePod()]))
})
