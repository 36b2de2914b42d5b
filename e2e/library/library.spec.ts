import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { findAccessibilityProblems, listSmallTargets } from '../support/accessibility.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { shop } from '../support/shop.ts'
import { importFile, importProfile, profileIdOf, waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

const hostileFrame = `<img src=x onerror=alert(1)>`
const folded = [
  'main;shop.Cart.total;shop.Rules.find 60',
  'main;shop.Cart.total;java.util.HashMap.get 25',
  `main;shop.Page.render;${hostileFrame} 10`,
  'main;__proto__;constructor 5',
]

/** Drops a file on the page as a person does. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer()
      data.items.add(new File([content!], fileName!, { type: 'text/plain' }))
      return data
    },
    [name, text],
  )
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('body', type, { dataTransfer: transfer })
  }
}

test('a title says whose profile it is, what is hot, how long it is and when it was captured', async ({ page }) => {
  const title = /^x: PriceRules\.findWinningRule · [\d.]+ s · \d{4}-\d\d-\d\d \d\d:\d\d UTC · Hearth$/
  const path = await importProfile(page, shop, 'x')
  await page.goto(path)
  await expect(page).toHaveTitle(title)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('x')
  await page.goto('/profiles')
  const row = page.locator(`[data-profile="${path.split('/').at(-1)}"]`)
  await expect(row).toContainText('PriceRules.findWinningRule')
  await row.getByRole('link', { name: 'x', exact: true }).click()
  await expect(page).toHaveTitle(title)
})

test('a dropped folded file opens as a flame graph, and comes out again as it went in', async ({ page }) => {
  await page.goto('/profiles')
  await dropFile(page, 'checkout.folded', `${folded.join('\n')}\n`)
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}/)
  await waitForGraph(page)
  await page.getByRole('searchbox').or(page.getByLabel('Search frames')).fill('Rules.find')
  await expect(page.getByTestId('match-share-all')).toHaveText('60% of all')
  await page.getByLabel('Search frames').fill('onerror')
  await expect(page.getByTestId('match-share-all')).toHaveText('10% of all')

  const exported = await page.request.get(`/api/v1/profiles/${profileIdOf(page)}/export?format=folded`)
  expect((await exported.text()).trim().split('\n').sort()).toEqual([...folded].sort())

  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Interactive SVG' }).click(),
  ])
  const svg = await readFile(await download.path(), 'utf8')
  expect(svg).toContain('shop.Rules.find')
  expect(svg).not.toContain(hostileFrame)
})

test('a pattern that would hang a regex engine is stopped, and the page goes on', async ({ page }) => {
  await page.goto('/profiles')
  await dropFile(page, 'slow.folded', `main;${'a'.repeat(40)}! 1\n`)
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}/)
  await waitForGraph(page)
  await page.getByLabel('Search frames').fill('/^(a+)+$/')
  await expect(page.locator('[data-problem="pattern-too-slow"]')).toBeVisible()
  await page.getByLabel('Search frames').fill('main')
  await expect(page.getByTestId('match-share-all')).toHaveText('100% of all')
})

test('a file that is no recording is refused with the way out', async ({ page }) => {
  await page.goto('/profiles')
  await dropFile(page, 'holiday.jpg', '\u0000\u0001\u0002 not a profile')
  await expect(page.getByText('Hearth cannot read this file')).toBeVisible()
})

test('a profile is renamed, labelled, deleted and brought back', async ({ page }) => {
  await page.goto('/profiles')
  await dropFile(page, 'to-delete.folded', 'main;work 3\n')
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}/)
  const profileId = profileIdOf(page)
  await page.goto('/profiles')
  const row = page.locator(`[data-profile="${profileId}"]`)
  await row.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Rename or edit details …' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Checkout before')
  await expect(form.getByLabel('Name')).toHaveValue('Checkout before')
  await form.getByLabel('Name').fill('Checkout before the fix')
  await form.getByLabel('Labels').fill('release-1.4')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Checkout before the fix')
  await expect(row).toContainText('release-1.4')

  await row.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Labels …' }).click()
  await expect(form.getByLabel('Labels')).toBeFocused()
  await expect(form.getByLabel('Labels')).toHaveValue('release-1.4')
  await page.keyboard.type(', checkout')
  await expect(form.getByLabel('Labels')).toHaveValue('release-1.4, checkout')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(row.getByRole('button', { name: /^More for/ })).toBeFocused()

  await row.getByRole('button', { name: /^More for/ }).click()
  const other = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: 'Open in a new tab' }).click()
  await (await other).waitForURL(new RegExp(`/profiles/${profileId}$`))
  await (await other).close()
  await row.getByRole('button', { name: /^More for/ }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save as folded stacks' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.folded$/)
  await row.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  await expect(page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Create link' })).toBeVisible()
  await page.keyboard.press('Escape')

  await row.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Checkout before the fix')
})

test('a profile that another tab deletes says so, offers no link or file, and comes back where it is restored', async ({
  page,
}) => {
  await page.goto('/profiles')
  await dropFile(page, 'deleted-elsewhere.folded', 'main;work 3\n')
  await page.waitForURL(/\/profiles\/[0-9a-f]{32}/)
  await waitForGraph(page)
  const id = profileIdOf(page)
  const share = page.getByRole('button', { name: 'Share' })
  await expect(share).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/profiles')
  const row = other.locator(`[data-profile="${id}"]`)
  await row.getByRole('button', { name: /^More for/ }).click()
  await other.getByRole('menuitem', { name: 'Delete' }).click()
  const notice = page.getByText('This profile was deleted.')
  await expect(notice).toBeVisible()
  await expect(share).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Export/ })).toHaveCount(0)
  await other.getByRole('button', { name: 'Undo' }).click()
  await expect(notice).toHaveCount(0)
  await expect(share).toBeVisible()
  await other.close()
})

test('what is typed into the details of a profile stays where another tab deletes it, and is saved once it is restored', async ({
  page,
}) => {
  const id = (await importFile(page, Buffer.from('main;typed 3\n'), 'typed-alone.folded', 'typed')).slice(-32)
  const headers = { origin: process.env.HEARTH_E2E_URL! }
  const dialog = page.getByRole('dialog', { name: 'Details' })
  const alert = dialog.getByRole('alert')
  const note = dialog.getByRole('textbox', { name: 'Note' })
  const save = dialog.getByRole('button', { name: 'Save' })
  const restore = dialog.getByRole('button', { name: 'Restore' })
  // The list, the page of JVMs and the page of its service lose the row, and the last one the page itself.
  for (const path of ['/profiles?q=typed-alone', '/', '/services/typed', `/profiles/${id}`]) {
    const { promise: deleted, resolve: release } = Promise.withResolvers<void>()
    // One page gets its live updates only after the change.
    if (path === '/')
      await page.route('**/api/v1/events', async (route) => {
        await deleted
        await route.continue()
      })
    await page.goto(path)
    const more = path.endsWith(id)
      ? page.getByRole('button', { name: 'More', exact: true })
      : page.locator(`[data-profile="${id}"]`).getByRole('button', { name: /^More for/ })
    await more.click()
    await page.getByRole('menuitem', { name: 'Rename or edit details …' }).click()
    await note.fill(`Measured on ${path}`)
    await page.request.delete(`/api/v1/profiles/${id}`, { headers })
    release()
    await expect(alert).toHaveText(
      'This profile was deleted meanwhile. What you typed is kept here: restore to save it.',
    )
    await expect(page.locator(`[data-profile="${id}"]`), path).toHaveCount(0)
    await expect(note).toHaveValue(`Measured on ${path}`)
    await expect(save).toBeDisabled()
    if (path === '/profiles?q=typed-alone') {
      expect(await findAccessibilityProblems(page, 'deleted-meanwhile')).toEqual([])
      for (const colorScheme of ['dark', 'light'] as const)
        for (const [width, height] of [
          [390, 844],
          [1280, 720],
        ] as const) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height })
          await page.screenshot({ path: `${results}deleted-meanwhile-${colorScheme}-${width}.png` })
        }
    }
    await restore.press('Enter')
    await expect(alert).toHaveCount(0)
    await expect(note).toHaveValue(`Measured on ${path}`)
    await save.click()
    await expect(dialog).toHaveCount(0)
    const answer = await page.request.get(`/api/v1/profiles/${id}`)
    expect(await answer.json()).toMatchObject({ deletedAt: null, note: `Measured on ${path}` })
  }
})

test('a comparison whose baseline is deleted says so, offers no link, and has it restored', async ({ page }) => {
  const ids: string[] = []
  for (const name of ['deleted-before', 'deleted-after']) ids.push((await importProfile(page, shop, name)).slice(-32))
  const [before, after] = ids as [string, string]
  const change = (id: string, action: 'delete' | 'restore') =>
    action === 'delete'
      ? page.request.delete(`/api/v1/profiles/${id}`, { headers: { origin: process.env.HEARTH_E2E_URL! } })
      : page.request.post(`/api/v1/profiles/${id}/restore`, { headers: { origin: process.env.HEARTH_E2E_URL! } })
  const share = page.getByRole('button', { name: 'Share', exact: true })
  const [ofBaseline, ofProfile] = ['The baseline', 'This profile'].map((name) =>
    page.getByRole('status').filter({
      hasText: new RegExp(`${name} was deleted[.] It is gone for good in (1 h|60 min|5\\d min)[.]`),
    }),
  ) as [Locator, Locator]
  for (const mode of ['diff', 'side']) {
    await change(before, 'delete')
    await page.goto(`/profiles/${after}?baseline=${before}&mode=${mode}`)
    await waitUntilQuiet(page)
    await expect(ofBaseline).toBeVisible()
    await expect(share).toHaveCount(0)
    await page.screenshot({ path: `${results}deleted-baseline-${mode}.png` })
    await change(after, 'delete')
    await expect(ofProfile).toBeVisible()
    await expect(ofBaseline).toBeVisible()
    await page.screenshot({ path: `${results}deleted-both-${mode}.png` })
    await ofBaseline.getByRole('button', { name: 'Restore' }).click()
    await expect(ofBaseline).toHaveCount(0)
    await expect(share).toHaveCount(0)
    await ofProfile.getByRole('button', { name: 'Restore' }).click()
    await expect(ofProfile).toHaveCount(0)
    await expect(share).toBeVisible()
    // While the page is open.
    await change(before, 'delete')
    await expect(ofBaseline).toBeVisible()
    await expect(share).toHaveCount(0)
    await change(before, 'restore')
    await expect(ofBaseline).toHaveCount(0)
    await expect(share).toBeVisible()
  }
})

test('two profiles are merged into a third, which says of what it was made', async ({ page }) => {
  const names = ['replica-a', 'replica-b'].map((replica) => `checkout-pricing-in-the-shop-of-${replica}`)
  for (const [at, name] of names.entries()) {
    // One recording is not merged twice.
    const startedAt = shop.provenance.startedAt! + at
    await importProfile(page, { ...shop, provenance: { ...shop.provenance, startedAt } }, name)
  }
  await importFile(page, Buffer.from('main;shop.Cart.total 1024\n'), 'replica-c.alloc.folded')
  await page.goto('/profiles')
  for (const name of names) await page.getByRole('checkbox', { name: new RegExp(name) }).check()
  await page.getByRole('checkbox', { name: /replica-c/ }).check()
  const reason = 'Only profiles of one event can be merged: these are'
  const refused = page.getByRole('button', { name: new RegExp(`^Merge.*: ${reason}.*Allocations`) })
  await expect(refused).toBeDisabled()
  await refused.hover()
  await expect(page.getByRole('tooltip')).toContainText(reason)
  await page.getByRole('checkbox', { name: /replica-c/ }).uncheck()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await waitForGraph(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/, 2 merged$/)
  await page.getByRole('button', { name: /^Provenance/ }).click()
  const origin = page.getByRole('dialog', { name: 'Provenance' })
  await expect(origin).toContainText('Merged from 2 profiles')
  for (const name of names) await expect(origin).toContainText(name)
  await page.setViewportSize({ width: 390, height: 844 })
  const source = origin.getByRole('definition').filter({ hasText: /, [\d,]+ samples$/ })
  for (const { width } of await Promise.all((await source.all()).map(async (one) => (await one.boundingBox())!)))
    expect(width).toBeGreaterThan(120)
  await expect(source).toHaveCount(2)
})

test('a merge with a profile that has no service says so above its graph', async ({ page }) => {
  const data = Buffer.from(folded.join('\n'))
  const headers = { origin: process.env.HEARTH_E2E_URL!, 'content-type': 'application/octet-stream' }
  const imported = await page.request.put('/api/v1/imports/monday.folded?service=checkout', { data, headers })
  const { profiles } = (await imported.json()) as { profiles: { id: string }[] }
  const night = await importFile(page, data, 'night.folded')
  const ids = [profiles[0]!.id, night.split('/').at(-1)]
  const json = { origin: headers.origin, 'content-type': 'application/json' }
  const merged = await page.request.post('/api/v1/profiles/merge', { data: { ids }, headers: json })
  await page.goto(`/profiles/${((await merged.json()) as { id: string }).id}`)
  await waitForGraph(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('checkout + night')
  await expect(page.getByText('1 of the 2 merged profiles has no service')).toBeVisible()
})

test('where nothing matches, every filter stays where it is, also while it is taken back', async ({ page }) => {
  await importFile(page, Buffer.from('main;work 3\n'), 'kept-filters.cpu.folded')
  await importFile(page, Buffer.from('main;work 3\n'), 'kept-filters.alloc.folded')
  await page.goto('/profiles')
  const filters = page.getByRole('button', { name: /^(Service|Event|Engine|Label|Time|Pinned|Trash)$/ })
  await expect(filters.filter({ hasText: 'Event' })).toBeVisible()
  const all = await filters.allTextContents()
  await page.goto('/profiles?q=no-profile-has-this-name')
  await expect(page.getByText('No profile matches all of these:')).toBeVisible()
  await expect(filters).toHaveText(all)

  await test.step('each word and filter has a button that takes it off', async () => {
    await page.goto('/profiles?q=kept-filters%20no-such-word&event=lock&pinned=1')
    const active = page.getByRole('list', { name: 'Words and filters' }).getByRole('button')
    await expect(active).toHaveText(['“kept-filters”', '“no-such-word”', 'EventLocks', 'Pinned'])
    await page.screenshot({ path: `${results}library-nothing-matches.png` })
    await page.getByRole('button', { name: 'Remove “no-such-word”' }).click()
    await expect(page.getByLabel('Filter profiles')).toHaveValue('kept-filters')
    await expect(active).toHaveText(['“kept-filters”', 'EventLocks', 'Pinned'])
    await page.getByRole('button', { name: 'Remove Pinned' }).click()
    await page.getByRole('button', { name: 'Remove Event Locks' }).click()
    await expect(page.getByRole('link', { name: /kept-filters/ }).first()).toBeVisible()
  })
  await page.goto('/profiles?q=no-profile-has-this-name')
  await expect(page.getByText('No profile matches all of these:')).toBeVisible()

  const answer = Promise.withResolvers<void>()
  await page.route(/api\/v1\/profiles[?]/, async (route) => {
    await answer.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/api\/v1\/profiles[?]/)
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await asked
  await expect(page.getByRole('button', { name: 'Reset', exact: true })).toHaveCount(0)
  await expect(filters).toHaveText(all)
  await expect(page.getByText('No profile yet')).toHaveCount(0)
  await expect(page.getByText('The trash is empty.')).toHaveCount(0)
  answer.resolve()
  await expect(page.getByRole('link', { name: /kept-filters/ }).first()).toBeVisible()
})

test('on a phone the filters of the library are behind one button, which says how many are on', async ({ page }) => {
  await importFile(page, Buffer.from('main;work 3\n'), 'filtered.folded') // an empty library has no filters
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/profiles?pinned=1')
  const pinned = page.getByRole('button', { name: 'Pinned', exact: true })
  const filters = page.getByRole('button', { name: 'Filters (1)' })
  await expect(filters).toBeVisible()
  await expect(pinned).toBeHidden()
  await filters.click()
  await pinned.click()
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toHaveAttribute('aria-expanded', 'true')
  const search = (await page.getByLabel('Filter profiles').boundingBox())!
  expect(search.width).toBeGreaterThan(200)
  await page.screenshot({ path: `${results}library-phone-filters.png` })
})

test('on a phone each fact of a row of the library is on one line', async ({ page }) => {
  const startedAt = Date.now() - 6 * 86_400_000
  await importProfile(page, { ...shop, provenance: { ...shop.provenance, startedAt } }, 'a-leak')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/profiles?q=a-leak')
  const facts = page.getByRole('cell').filter({ hasText: 'captured 6 d ago' }).locator('span:visible')
  await expect(facts).toHaveCount(3)
  await page.screenshot({ path: `${results}library-phone-row.png` })
  for (const fact of await facts.all()) expect((await fact.boundingBox())!.height).toBeLessThan(24)
  expect(await listSmallTargets(page)).toEqual([])
})

test('an empty checkbox is a border on the colour of the page, also in the dark', async ({ page }) => {
  await importFile(page, Buffer.from(`main;boxes${Date.now()} 3\n`), 'boxes.folded')
  await page.goto('/profiles')
  const box = page.locator('[data-profile]').first().getByRole('checkbox')
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const colourOf = (element: HTMLElement) => getComputedStyle(element).backgroundColor
    expect(await box.evaluate(colourOf)).toBe(await page.locator('body').evaluate(colourOf))
    await page.screenshot({ path: `${results}library-boxes-${colorScheme}.png` })
    await box.check()
    await expect(box).toBeChecked()
    await page.screenshot({ path: `${results}library-ticked-${colorScheme}.png` })
    await box.uncheck()
  }
})
