import type { Page } from '@playwright/test'
import { runContainer } from '../../lib/testing/hosts/containers.ts'
import { jvmRow, samplesSoFar } from './profiling.ts'
import { findAccessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'

/** The page of a JVM, with the doctor's report. */
async function openDoctorPage(page: Page, containerName: string) {
  await page.goto('/')
  await jvmRow(page, containerName).getByRole('link', { name: containerName, exact: true }).click()
  const matrix = page.getByRole('table', { name: 'Engines and events' })
  await expect(matrix).toBeVisible({ timeout: 60_000 })
  return matrix
}

test('the doctor shows the readiness of each engine with its findings, with the mouse, with the keyboard and on a phone', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await using container = await runContainer({ image: 'scratch-jdk17' })
  const matrix = await openDoctorPage(page, container.name)
  const doctor = page.getByRole('region', { name: 'Doctor' })

  for (const engine of ['async-profiler', 'perf', 'bpftrace', 'JFR'])
    await expect(matrix.getByRole('columnheader', { name: engine })).toBeVisible()
  await expect(matrix.getByRole('row', { name: /^CPU/ })).toContainText('on the host')

  await test.step('a cell opens its findings, for each vantage', async () => {
    await matrix.getByRole('button', { name: /^CPU by perf: host/ }).press('Enter')
    const found = page.getByRole('group', { name: 'CPU by perf' })
    await expect(found.getByRole('heading', { name: /^perf on the host/ })).toBeVisible()
    await expect(found.getByRole('heading', { name: /^perf in a helper container/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(found).toHaveCount(0)
  })

  await test.step('the JVM can be examined again', async () => {
    await doctor.getByRole('button', { name: 'Check again' }).click()
    await expect(doctor.getByText('Checked just now')).toBeVisible({ timeout: 60_000 })
  })

  await test.step('on a phone each event is a block', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await matrix.getByRole('button', { name: /^CPU by perf/ }).click()
    await expect(page.getByRole('group', { name: 'CPU by perf' })).toBeVisible()
    expect(await findAccessibilityProblems(page, 'doctor')).toEqual([])
  })
})

test('each engine that attaches has a finding that attaching is disabled, with the option', async ({ page }) => {
  test.setTimeout(120_000)
  await using container = await runContainer({
    image: 'debian-jdk17',
    javaOptions: ['-XX:+DisableAttachMechanism'],
    env: { SHOP_SELF_LOAD: '0' },
  })
  const matrix = await openDoctorPage(page, container.name)
  for (const engine of ['async-profiler', 'JFR']) {
    const field = matrix.getByRole('button', { name: new RegExp(`^CPU by ${engine}`) })
    await expect(field).toHaveAccessibleName(/host blocked/)
    await field.click()
    const found = page.getByRole('group', { name: `CPU by ${engine}` })
    await expect(found).toContainText('Attaching is disabled (-XX:+DisableAttachMechanism)')
    await expect(found.getByRole('button', { name: /^Profile CPU/ })).toHaveCount(0)
    await field.click()
  }
})

test('a capture can be started with the engine and the vantage of a cell', async ({ page }) => {
  test.setTimeout(180_000)
  await using container = await runContainer({ image: 'scratch-jdk17' })
  const matrix = await openDoctorPage(page, container.name)
  await matrix.getByRole('button', { name: /^CPU by perf/ }).click()
  await page.getByRole('button', { name: 'Profile CPU with perf on the host' }).click()
  await page.waitForURL(/\/captures\/[0-9a-f]{32}/)
  await expect(page.getByText(/^perf on the host/)).toBeVisible()
  await expect(samplesSoFar(page)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Stop and keep' }).click()
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}/, { timeout: 60_000 })
  await page.getByRole('button', { name: 'About this profile' }).click()
  const about = page.getByRole('dialog', { name: 'About this profile' })
  await expect(about.getByRole('definition').filter({ hasText: /^perf · .* · host$/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Provenance' }).click()
  const origin = page.getByRole('dialog', { name: 'Provenance' })
  await expect(origin).toContainText(/CPU of the JVM, during[\d.]+% of one CPU, over .*Attached to the JVM/)
  await expect(origin).toContainText('perf was requested.')
})
