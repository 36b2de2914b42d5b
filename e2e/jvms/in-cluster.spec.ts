/** A dashboard in the cluster that it profiles: it has pods, and no host. */
import type { Page } from '@playwright/test'
import { clusterCollectorId } from '../../lib/contract/constants.ts'
import { podWays } from '../../lib/contract/pod-ways.ts'
import { createFakeCollector } from '../../lib/server/testing/fake-collector.ts'
import { sampleCapture, samplePod, sampleTarget } from '../../lib/testing/samples.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { openCapture, withPages } from '../support/start-pages.ts'

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

test('a pod whose ways are blocked is not profiled, and a capture of a pod says that it ran on its node', async ({
  browser,
}) => {
  const clusters = createFakeCollector([], [], [samplePod()])
  const finding = {
    ...{ code: 'cluster-refused', level: 'blocked' as const, title: 'The cluster does not let Hearth make Jobs.' },
    ...{ evidence: 'nothing', remedy: 'Give Hearth this right.', command: null },
  }
  clusters.podReport = { ways: podWays.map((way) => ({ way, findings: [finding] })) }
  const look = async (page: Page) => {
    await page.getByRole('button', { name: /^Profile / }).click()
    const start = page.getByRole('button', { name: 'Profile for 30 s' })
    await expect(page.getByRole('region', { name: 'Job' })).toContainText(finding.title)
    await expect(start).toBeDisabled()
    clusters.podReport = { ways: podWays.map((way) => ({ way, findings: [] })) }
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Profile / }).click()
    await expect(start).toBeEnabled()

    const { target, ...of } = sampleCapture({ collectorId: clusterCollectorId, state: 'recording' })
    const phases = [...of.phases, { state: 'recording' as const, at: 2 }]
    const plan = { engine: 'async-profiler', vantage: 'host' } as const
    await openCapture(page, clusters, { ...of, phases, plan, target: { ...target, hostPid: 1 } })
    await expect(page.getByText('async-profiler on the pod’s node').first()).toBeVisible()
    await expect(page.getByText('on the host')).toHaveCount(0)
    await expect(page.getByText('host PID')).toHaveCount(0)
  }
  await withPages(browser, createFakeCollector(), look, clusters)
})
