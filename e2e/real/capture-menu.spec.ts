import { runContainer } from '../../lib/testing/hosts/containers.ts'
import { chooseSeconds, openMenu, startFrom, waitForProfile } from './profiling.ts'
import { expect, test } from '../support/fixtures.ts'
import { waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

test('the menu explains which choices are not possible, without a request to the JVM', async ({ page }) => {
  test.setTimeout(180_000)
  await using container = await runContainer({ image: 'scratch-jdk17' })
  const menu = await openMenu(page, container.name)
  const start = menu.getByRole('button', { name: /^Profile for/ })
  await expect(start).toBeEnabled()

  await test.step('an engine offers its events, and says which engines have the others', async () => {
    await menu.getByRole('radio', { name: /^perf/ }).check()
    const locks = menu.getByText('Locks', { exact: true })
    await expect(locks).toHaveAttribute('title', /perf does not record Locks; async-profiler and JFR can/)
    await expect(menu.getByRole('checkbox', { name: 'Locks' })).toBeDisabled()
  })

  await test.step('a combination that no engine can record is explained in the menu', async () => {
    await menu.getByRole('radio', { name: /^Recommended/ }).check()
    await menu.getByText('Wall clock', { exact: true }).click()
    await menu.getByText('Exceptions', { exact: true }).click()
    await expect(menu.getByRole('alert')).toContainText('No engine can record this')
    await expect(start).toBeDisabled()
    for (const event of ['Wall clock', 'Exceptions']) await menu.getByText(event, { exact: true }).click()
    await expect(menu.getByRole('alert')).toHaveCount(0)
    await expect(start).toBeEnabled()
  })

  await test.step('only perf records a whole container', async () => {
    await menu.getByText('Where it runs, whose samples').click()
    await menu.getByLabel('Samples of').selectOption('its whole container')
    await expect(menu.getByText('it sees one JVM only, no other process').first()).toBeVisible()
    // One goes on choosing there, also with the usual choice.
    await menu.getByLabel('Samples of').selectOption('this JVM')
    await expect(menu.getByText('it sees one JVM only, no other process')).toHaveCount(0)
    await expect(menu.getByLabel('Samples of')).toBeVisible()
  })
})

test('the last choice is remembered for the service, and one click repeats it', async ({ page }) => {
  test.setTimeout(180_000)
  await using container = await runContainer({ image: 'scratch-jdk17' })
  const menu = await openMenu(page, container.name)
  await menu.getByRole('radio', { name: /^perf/ }).check()
  await menu.getByLabel('Samples per second').selectOption('199 Hz')
  await chooseSeconds(menu, 600)
  await startFrom(menu, 'Profile for 600 s')
  await expect(page.getByText('CPU for 600 s at 199 Hz')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Cancelled. Nothing was left behind')).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: `Profile ${container.name}`, exact: true }).click()
  await page.waitForURL(/\/captures\/[0-9a-f]{32}/)
  await expect(page.getByText('CPU for 600 s at 199 Hz')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Cancelled. Nothing was left behind')).toBeVisible()
})

test('two events of one capture are two graphs, and the view is kept when switching between them', async ({ page }) => {
  test.setTimeout(240_000)
  await using container = await runContainer({ image: 'debian-jdk17', env: { SHOP_PRICING: 'scan' } })
  const menu = await openMenu(page, container.name)
  await menu.getByText('Allocations', { exact: true }).click()
  await menu.getByRole('radio', { name: /^JFR/ }).check()
  await chooseSeconds(menu, 10)
  await startFrom(menu, 'Profile for 10 s')
  await waitForProfile(page, 10)
  await waitForGraph(page)

  const events = page.getByRole('navigation', { name: 'Events of this recording' })
  await expect(events.getByRole('link', { name: 'CPU' })).toHaveAttribute('aria-current', 'page')
  await page.getByLabel('Search frames').fill('shop')
  await expect(page).toHaveURL(/q=shop/)
  const first = page.url()
  await events.getByRole('link', { name: 'Allocations' }).click()
  await expect(events.getByRole('link', { name: 'Allocations' })).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL(/q=shop/)
  await waitUntilQuiet(page)
  await expect(page.getByLabel('Search frames')).toHaveValue('shop')
  await expect(page.getByTestId('match-share-all')).not.toHaveText(/^0%/)
  await page.goBack()
  await expect(page).toHaveURL(first)

  await test.step('the library distinguishes them', async () => {
    await page.goto('/profiles')
    await page.getByRole('button', { name: 'Event', exact: true }).click()
    await page.getByRole('checkbox', { name: /^Allocations/ }).check()
    await expect(page).toHaveURL(/event=alloc/)
    await page.keyboard.press('Escape')
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
    await expect(rows.filter({ hasNotText: 'Allocations' })).toHaveCount(0)
    await expect(rows.first()).toContainText('JFR')
  })
})
