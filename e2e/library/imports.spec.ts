import type { Page } from '@playwright/test'
import { importedSchema } from '../../lib/contract/imports.ts'
import { profileFromDiagram } from '../../lib/testing/profiles/text-graph.ts'
import { findAccessibilityProblems } from '../support/accessibility.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { importProfile, waitForGraph } from '../support/viewer.ts'

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const recording = (page: Page) => page.getByLabel('Recording to import')
const imports = (page: Page) => page.getByRole('region', { name: 'Imports' })

test('several files are imported one after the other, each with the number and position of what was skipped', async ({
  page,
}) => {
  await page.goto('/profiles')
  await recording(page).setInputFiles([
    fileOf('whole.folded', 'main;work 3\n'),
    fileOf('torn.folded', 'main;work 3\nno number here\nmain;rest 4\nnor here\nmain;more 5\n'),
    fileOf('letter.txt', 'Dear reader,\n\nthis is no profile.\n'),
  ])
  const lines = imports(page).getByRole('listitem')
  await expect(lines.nth(0)).toContainText('Read')
  await expect(lines.nth(1)).toContainText('2 times, first in line 2')
  await expect(lines.nth(2)).toContainText('letter.txt')
  await expect(lines.nth(2).getByText('Import a recording that a profiler wrote')).toBeHidden()
  await expect(lines.nth(2).getByRole('alert')).toContainText('Hearth cannot read this file')
  expect(await findAccessibilityProblems(page, 'imports')).toEqual([])
  await expect(page).toHaveURL(/\/profiles$/)
  await lines.nth(1).getByRole('link', { name: 'Open' }).click()
  await waitForGraph(page)
})

test('files that are no profiles are a line each, with the formats behind them, and leave the table in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  // The row has a name that a finger would miss, were its link as wide as that.
  await importProfile(page, profileFromDiagram('main\n10'), 'i')
  await page.goto('/profiles')
  await recording(page).setInputFiles(
    ['plan.txt', 'letter.txt', 'note.txt'].map((name) => fileOf(name, 'Dear reader,\n')),
  )
  await expect(imports(page).getByRole('status').first()).toHaveText('3 files were not imported')
  const failed = imports(page).getByRole('alert')
  await expect(failed).toHaveCount(3)
  const formats = imports(page).getByText('Import a recording that a profiler wrote')
  await expect(formats).toHaveCount(3)
  await expect(formats.first()).toBeHidden()
  await expect(page.locator('[data-profile]').first()).toBeInViewport({ ratio: 1 })
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 720 })
    expect(await findAccessibilityProblems(page, `imports ${width}`)).toEqual([])
    await page.screenshot({ path: `${results}/imports-failed-${width}.png` })
  }
  await failed.first().getByText('plan.txt').click()
  await expect(formats.first()).toBeVisible()
  await imports(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(imports(page)).toHaveCount(0)
})

test('a file that failed keeps its line and its reason when more are imported, until it is dismissed', async ({
  page,
}) => {
  await page.goto('/profiles')
  await recording(page).setInputFiles(fileOf('letter.txt', 'Dear reader,\n'))
  const failed = imports(page).getByRole('alert')
  const remedy = failed.getByText('Import a recording that a profiler wrote')
  await expect(failed).toContainText('letter.txt')
  await expect(remedy).toBeVisible()
  await recording(page).setInputFiles([fileOf('good-1.folded', 'main;a 3\n'), fileOf('good-2.folded', 'main;b 3\n')])
  await expect(imports(page).getByRole('status').first()).toHaveText('2 of 3 read, 1 failed')
  await expect(remedy).toBeVisible()
  await expect(imports(page).getByRole('listitem')).toHaveCount(3)
  // What was read goes; the same file again is a retry.
  await recording(page).setInputFiles(fileOf('letter.txt', 'Dear readers,\n'))
  await expect(imports(page).getByRole('status').first()).toHaveText('1 file was not imported')
  await expect(failed).toHaveCount(1)
  await recording(page).setInputFiles(fileOf('note.txt', 'Dear diary,\n'))
  await expect(imports(page).getByRole('status').first()).toHaveText('2 files were not imported')
  await expect(remedy.last()).toBeVisible()
  await imports(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(imports(page)).toHaveCount(0)
})

test('files of one capture that are given together are one row with their events', async ({ page }) => {
  const name = `together-${Date.now().toString(36)}`
  await page.goto('/profiles')
  await recording(page).setInputFiles([
    fileOf(`${name}.cpu.folded`, 'main;work 3\n'),
    fileOf(`${name}.alloc.folded`, 'main;byte[] 300\n'),
    fileOf(`${name}.wall.folded`, 'main;wait 7\n'),
  ])
  await expect(imports(page).getByRole('link', { name: 'Open', exact: true })).toHaveCount(3)
  await page.goto(`/profiles?q=${name}`)
  const rows = page.locator('[data-profile]')
  await expect(rows).toHaveCount(1)
  await expect(rows.getByRole('listitem')).toContainText(['CPU', 'Wall clock', 'Allocations'])
})

test('of many files a list says how many were read, and has lines of those alone that failed', async ({ page }) => {
  const good = Array.from({ length: 7 }, (_, index) =>
    fileOf(`good-${index}.folded`, `main;good${Date.now()};f${index} 3\n`),
  )
  await page.goto('/profiles')
  await recording(page).setInputFiles([...good, fileOf('letter.txt', 'Dear reader,\n\nthis is no profile.\n')])
  await expect(imports(page).getByRole('status').first()).toHaveText('7 of 8 read, 1 failed')
  await expect(imports(page).getByRole('listitem')).toHaveCount(1)
  await expect(imports(page).getByRole('listitem')).toContainText('letter.txt')
  await imports(page).getByRole('button', { name: 'Show all 8' }).click()
  await expect(imports(page).getByRole('listitem')).toHaveCount(8)
  await imports(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(imports(page)).toHaveCount(0)
})

test('a file is drawn while it is being uploaded, and then opened', async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/v1/imports/**', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.goto('/profiles')
  await recording(page).setInputFiles(fileOf('early.folded', 'main;work 3\nmain;rest 1\n'))
  await expect(page.locator('#first-paint').getByText('work').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' }).first()).toBeVisible()
  answered.resolve()
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}/)
  await waitForGraph(page)
  await expect(page.locator('#first-paint')).toHaveCount(0)
  // Of a file most is not known, and left out.
  await page.getByRole('button', { name: /^Provenance/ }).click()
  const origin = page.getByRole('dialog', { name: 'Provenance' })
  await expect(origin).toContainText('Recording')
  await expect(origin).not.toContainText(/not known|Commands|Versions/i)
})

test('importing a file a second time shows when it was imported first, and imports it again', async ({ page }) => {
  const text = `main;again${Date.now().toString(36)} 3\n`
  await page.goto('/profiles')
  await recording(page).setInputFiles(fileOf('monday.folded', text))
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}/)
  const first = page.url()
  await page.goto('/profiles')
  await recording(page).setInputFiles(fileOf('copy-of-monday.folded', text))
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}/)
  await waitForGraph(page)
  expect(page.url()).not.toBe(first)
  await expect(
    page
      .getByText(
        /Stored again\. The library had these samples already: monday.*, added \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
      )
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Remove this copy' }).click()
  await page.waitForURL(first)
  await page.goto('/profiles')
  await recording(page).setInputFiles([fileOf('third.folded', text), fileOf('fourth.folded', text)])
  await expect(imports(page).getByRole('link', { name: 'Open that one' })).toHaveCount(2)
  await imports(page).getByRole('button', { name: 'Remove this copy' }).last().click()
  await expect(imports(page).getByText('This copy was removed.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(imports(page).getByRole('link', { name: 'Open that one' })).toHaveCount(2)
})

test('an import that is cancelled while it runs keeps nothing', async ({ page }) => {
  await page.route('**/api/v1/imports/**', () => undefined) // never answered
  await page.goto('/profiles')
  await recording(page).setInputFiles(fileOf('cancelled.folded', 'main;never 1\n'))
  await page.locator('#first-paint').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).first().click()
  await expect(page.locator('#first-paint')).toHaveCount(0)
  await expect(imports(page)).toContainText('Cancelled')
  await imports(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(imports(page)).toHaveCount(0)
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('link', { name: 'cancelled' })).toHaveCount(0)
})

test('a file that is declared to have two counts becomes two profiles, and their comparison opens', async ({
  page,
}) => {
  await page.goto('/profiles')
  await page.getByRole('button', { name: 'Import options' }).click()
  await page.getByLabel('Numbers on a line').selectOption('2')
  await page.keyboard.press('Escape')
  await recording(page).setInputFiles(fileOf('pair.folded', 'main;old 10 2\nmain;new 1 30\n'))
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}\?baseline=[0-9a-f]{32}/)
})

test('files that name no service get none, or the one that is chosen at the import or later', async ({ page }) => {
  const name = `monday-${Date.now().toString(36)}`
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name }) })
  await page.goto('/profiles')
  await recording(page).setInputFiles([
    fileOf(`${name}.folded`, 'main;work 3\n'),
    fileOf('letter.txt', 'Dear reader\n'),
  ])
  await row.getByRole('link', { name: '(no service)' }).click()
  await expect(page).toHaveURL(/\/services\/~28no~20service~29$/)
  await expect(page.getByRole('heading', { name: '(no service)' })).toBeVisible()
  await expect(page.getByText(/may come from unrelated programs, so no trend or deploys are shown/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Profiles'])
  await page.getByRole('link', { name }).click()
  await waitForGraph(page)
  await page.getByRole('button', { name: /^Compare/ }).click()
  await expect(page.getByRole('region', { name: 'Recent', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Same service' })).toHaveCount(0)

  await page.goto('/profiles')
  await row.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Rename or edit details …' }).click()
  await expect(page.getByLabel('Service', { exact: true })).toHaveValue('')
  await page.getByLabel('Service', { exact: true }).fill(`${name}/shop`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByRole('link', { name: `${name}/shop` })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Import options' }).click()
  const field = page.getByRole('combobox', { name: 'Service' })
  await expect(page.locator(`datalist option[value="${name}/shop"]`)).toHaveCount(1)
  await field.fill(`${name}/shop`)
  expect(await findAccessibilityProblems(page, 'import options', '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await recording(page).setInputFiles(fileOf('tuesday.folded', 'main;work 4\n'))
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}/)
  await waitForGraph(page)
  await page.getByRole('button', { name: /^Compare/ }).click()
  await expect(
    page.getByRole('region', { name: 'Same service' }).getByRole('link', { name: new RegExp(name) }),
  ).toBeVisible()
})

test('a program uploads a file as curl -T does, and the response says what was skipped', async ({ page, baseURL }) => {
  await page.goto('/profiles')
  const put = await page.request.put(`/api/v1/imports/${encodeURIComponent('my shop.folded')}?unit=bytes`, {
    data: 'main;work 2\nnothing\nmain;rest 1\n',
    headers: { origin: baseURL! },
  })
  expect(put.status()).toBe(201)
  const { profiles, warnings } = importedSchema.parse(await put.json())
  expect(profiles).toMatchObject([{ name: 'my shop', unit: 'bytes', total: 3 }])
  expect(warnings).toMatchObject([{ code: 'lines-skipped', count: 1, line: 2 }])
})

test('the list of many files ends between two of them', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/profiles')
  const text = `main;same${Date.now().toString(36)} 3\n`
  await recording(page).setInputFiles([
    ...Array.from({ length: 5 }, (_, index) => fileOf(`letter-${index}.txt`, 'Dear reader,\n\nthis is no profile.\n')),
    ...Array.from({ length: 4 }, (_, index) => fileOf(`same-${index}.folded`, text)),
  ])
  await expect(imports(page).getByRole('status').first()).toHaveText('4 of 9 read, 5 failed')
  await page.screenshot({ path: `${results}import-nine.png` })
  const rows = imports(page).getByRole('listitem')
  for (const button of [null, 'Show all 9']) {
    if (button) await imports(page).getByRole('button', { name: button }).click()
    const bottom = await imports(page)
      .getByRole('list')
      .evaluate((list) => list.getBoundingClientRect().bottom)
    const edges = await rows.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().bottom))
    expect(Math.min(...edges.map((edge) => Math.abs(edge - bottom)))).toBeLessThanOrEqual(1)
  }
})
