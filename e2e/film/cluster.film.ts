/**
 * Screenshots in e2e/results/film of profiling a pod of a cluster, from the list to the link in a chat. Needs the same
 * settings as lib/cluster/capture-in-cluster.test.ts, with HEARTH_KUBERNETES_CALLBACK as an http address of this
 * machine.
 */
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { hotMethod } from '../real/profiling.ts'
import {
  saveSession,
  type Hearth,
  type HearthInstance,
  prepareInstance,
  removeInstance,
  startHearth,
} from '../support/hearth.ts'
import { watchForViolations } from '../support/fixtures.ts'
import { waitForGraph } from '../support/viewer.ts'
import { createLink, desktop, filming, withStranger } from './filming.ts'

const pod = process.env.HEARTH_TEST_POD
test.skip(pod === undefined, 'HEARTH_TEST_POD names no pod of a cluster')

let instance: HearthInstance
let hearth: Hearth
let context: BrowserContext
let page: Page

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  const callback = new URL(process.env.HEARTH_KUBERNETES_CALLBACK!)
  instance = { ...(await prepareInstance()), port: Number(callback.port) }
  hearth = await startHearth(instance, { HEARTH_BIND: '0.0.0.0', HEARTH_HOSTS: callback.hostname })
  const session = `${instance.directory}/session.json`
  await saveSession(hearth.signInLink, session)
  context = await browser.newContext({ baseURL: hearth.url, viewport: desktop, storageState: session })
  page = await context.newPage()
})
test.afterAll(async () => {
  await hearth.stop()
  await removeInstance(instance)
})

test('a pod is found, profiled and shared', async ({ browser }) => {
  test.setTimeout(600_000)
  const violations = watchForViolations(page)
  const film = filming('cluster')
  const profile = page.getByRole('button', { name: new RegExp(`^Profile ${pod!}`) })

  await test.step('by namespace, among the pods of the cluster', async () => {
    await page.goto('/')
    await page.getByRole('radio', { name: 'Namespace' }).click()
    await expect(profile).toBeVisible({ timeout: 30_000 })
    await film(page, 'pods', { fullPage: true })
    await page.getByRole('searchbox', { name: 'Filter pods' }).fill(pod!.split('/')[1]!)
    await expect(profile).toBeVisible()
  })

  await test.step('by a Job, and by an ephemeral container', async () => {
    await profile.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Asking the cluster')).toHaveCount(0)
    await film(page, 'job')
    await dialog.getByRole('radio', { name: 'Ephemeral container' }).click()
    await expect(dialog.getByRole('region')).toHaveCount(0)
    await film(page, 'ephemeral')
    await dialog.getByRole('radio', { name: 'Auto' }).click()
  })

  await test.step('the capture is shown live, then the profile with the planted method in its header', async () => {
    await page.getByRole('button', { name: /^Profile for / }).click()
    await page.waitForURL(/\/captures\/[0-9a-f]{32}/)
    await film(page, 'waits')
    await expect(page.getByRole('region', { name: 'Live view' })).not.toHaveAttribute('data-picture', '0', {
      timeout: 120_000,
    })
    await film(page, 'live-graph')
    await page.waitForURL(/\/profiles\/[0-9a-f]{32}/, { timeout: 180_000 })
    await waitForGraph(page)
    await film(page, 'profile', { anew: true })
    await page.getByTestId('hot-method').getByRole('button').click()
    await expect(page.getByTestId('selected-frame')).toContainText(hotMethod)
  })

  const link = await createLink(page)
  await withStranger(browser, async (theirs) => {
    await theirs.goto(link)
    await waitForGraph(theirs)
    await film(theirs, 'shared')
  })
  expect(violations).toEqual([])
})
