/** Captures of several events in the lists: one row each, also under filters, in comparisons and in changes of many. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { profileSummarySchema } from '../../lib/contract/profile.ts'
import { encodeProfile } from '../../lib/profile/encoding/encode.ts'
import { createProfileBuilder } from '../../lib/profile/model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../../lib/profile/model/profile.ts'
import { createServiceHref } from '../../components/links/service-href.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { shop } from '../support/shop.ts'
import { importFile, importProfile, waitUntilQuiet } from '../support/viewer.ts'

const recording = resolve(import.meta.dirname, '../../lib/formats/golden/jfr/jdk-25.jfr.gz')
const events = ['CPU', 'Allocations', 'Locks', 'Exceptions', 'Socket and file IO']

/** A flight recording of several events, of a service that no other test has. */
async function bring(page: Page, service: string, name: string): Promise<string> {
  const answer = await page.request.post(`/api/v1/profiles?service=${encodeURIComponent(service)}`, {
    data: await readFile(recording),
    headers: {
      origin: process.env.HEARTH_E2E_URL!,
      'x-file-name': `${name}.jfr.gz`,
      'content-type': 'application/octet-stream',
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const profile = profileSummarySchema.parse(await answer.json())
  expect(profile.service).toBe(service)
  return profile.id
}

test('the events of a file are one row, whose links open each; a filter by event marks which were found', async ({
  page,
}) => {
  const service = `acme/rows-${Date.now().toString(36)}`
  const id = await bring(page, service, 'first')
  await page.goto(`/profiles?service=${encodeURIComponent(service)}`)
  const rows = page.locator('[data-profile]')
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveAttribute('data-profile', id)
  // The event that an import puts behind the name has a cell of its own.
  await expect(rows.getByRole('link', { name: 'first', exact: true })).toBeVisible()
  await expect(rows.getByRole('listitem')).toContainText(events)
  await expect(page.getByRole('status').filter({ hasText: /profiles in/ })).toContainText(
    new RegExp(`^${events.length} profiles in 1 row, \\d`),
  )

  await page.getByRole('button', { name: /^Event/ }).click()
  await page.getByRole('checkbox', { name: /^Allocations/ }).check()
  await page.keyboard.press('Escape')
  await expect(rows.getByRole('listitem').filter({ hasText: 'matches the filters' })).toHaveCount(1)
  await expect(rows.getByRole('listitem')).toContainText(events)
  await expect(page.getByRole('status').filter({ hasText: '1 profile,' })).toBeVisible()
  const allocations = rows.getByRole('link', { name: /^Allocations of / })
  await expect(allocations).toHaveAttribute('title', /^Allocations, JFR: .*B; it matches the filters$/)
  const path = await allocations.getAttribute('href')
  // The row itself tells of what was found.
  await expect(rows).toHaveAttribute('data-profile', path!.split('/').at(-1)!)
  await allocations.click()
  await page.waitForURL(`**${path}*`)
})

test('two events of one file, which are of one time, are called by their names side by side', async ({ page }) => {
  const service = `acme/beside-${Date.now().toString(36)}`
  await bring(page, service, 'first')
  const answer = await page.request.get(`/api/v1/profiles?service=${encodeURIComponent(service)}`)
  const { profiles } = z.object({ profiles: z.array(profileSummarySchema) }).parse(await answer.json())
  const idOf = (event: string) => profiles.find((profile) => profile.event === event)!.id
  await page.goto(`/profiles/${idOf('alloc')}?baseline=${idOf('cpu')}`)
  await waitUntilQuiet(page)
  await page.screenshot({ path: `${results}events-beside.png` })
  await expect(page.getByRole('region', { name: 'Comparison' })).toContainText(/CPU\s*and\s*Allocations/)
  await expect(page.getByRole('region', { name: 'CPU', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Allocations', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Swap sides' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/Before|After/)
})

test('a change of rows is one of all their events and is taken back; two are compared by the event of the filter', async ({
  page,
}) => {
  const service = `acme/bulk-${Date.now().toString(36)}`
  for (const name of ['one', 'other']) await bring(page, service, name)
  await page.goto(`/profiles?service=${encodeURIComponent(service)}&event=alloc`)
  const rows = page.locator('[data-profile]')
  await expect(rows).toHaveCount(2)
  const found = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-profile')))
  await page.getByLabel('Select all shown').check()
  const bar = page.getByRole('toolbar', { name: 'Selected profiles' })
  await expect(bar).toContainText(`2 rows selected (${2 * events.length} profiles)`)
  await expect(bar.getByRole('link', { name: 'Compare Allocations' })).toHaveAttribute(
    'href',
    `/profiles/${found[0]}?baseline=${found[1]}`,
  )
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(rows).toHaveCount(0)
  await page.goto(`/profiles?service=${encodeURIComponent(service)}&deleted=1`)
  await expect(rows).toHaveCount(2)
  await expect(rows.first().getByRole('listitem')).toContainText(events)
  await rows
    .first()
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: `Restore all ${events.length} events` }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)
})

test('a row is renamed and labelled with all its events', async ({ page }) => {
  const service = `acme/names-${Date.now().toString(36)}`
  const id = await bring(page, service, 'before')
  await page.goto(`/profiles?service=${encodeURIComponent(service)}`)
  const row = page.locator('[data-profile]')
  await row.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Rename or edit details …' }).click()
  const form = page.getByRole('dialog')
  await expect(form).toContainText(`for all ${events.length} events of this capture`)
  await form.getByLabel('Name').fill('before the fix')
  await form.getByLabel('Labels').fill('release-1.4')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(row).toContainText('before the fix')
  const answer = await page.request.get(`/api/v1/profiles?label=release-1.4&q=before+the+fix&service=${service}`)
  expect((await answer.json()) as unknown).toMatchObject({ count: events.length })
  await page.goto(createServiceHref(service))
  await expect(row).toHaveAttribute('data-profile', id)
  await expect(row.getByRole('listitem')).toContainText(events)
  // The first page shows the newest three of what comes in at once, and other journeys import too.
  const newest = await bring(page, service, 'after')
  await page.goto('/')
  const latest = page.getByRole('table', { name: 'Profiles' }).locator(`[data-profile="${newest}"]`)
  await expect(latest.getByRole('listitem')).toContainText(events)
})

test('a row that names a hot method is two lines at 1280 pixels, beside rows of several events and with the day', async ({
  page,
}) => {
  const service = `acme/lines-${Date.now().toString(36)}`
  await bring(page, service, 'several')
  const startedAt = Date.now() - 6 * 86_400_000
  const path = await importProfile(page, { ...shop, provenance: { ...shop.provenance, startedAt } }, 'two-lines')
  // The name of a capture, which the row does not repeat.
  const headers = { origin: process.env.HEARTH_E2E_URL! }
  await page.request.patch(`/api/v1${path}`, { data: { name: `${service} cpu`, service }, headers })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(`/profiles?service=${encodeURIComponent(service)}`)
  const cell = page.getByRole('cell').filter({ has: page.locator(`[href="${path}"]`) })
  await expect(cell).toContainText(/findWinningRule.*\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)
  await page.screenshot({ path: `${results}library-row-of-another-day.png` })
  expect((await cell.boundingBox())!.height).toBeLessThan(44)
  await expect(cell).not.toContainText('·')
})

/** A profile of threads that wait, but for each tenth sample, which is of these methods in turn. */
function sampleWorkers(methods: readonly string[]): Profile {
  const builder = createProfileBuilder()
  const stackOf = (...names: readonly string[]) =>
    names.reduce((caller, name) => builder.stack(caller, builder.frame(name, 'java')), -1)
  const waiting = stackOf('java.util.concurrent.ThreadPoolExecutor.getTask', 'jdk.internal.misc.Unsafe.park')
  const running = methods.map((method) => stackOf('shop.Main.run', method))
  for (let at = 0; at < 2000; at++) {
    const stack = at % 10 === 0 ? running[(at / 10) % running.length]! : waiting
    builder.sample(stack, builder.thread('worker'), at * 10, 1)
  }
  return builder.finish('samples', emptyProvenance('test'))
}

test('a row says what its share is of where that is not all, and an event whole beside three engines', async ({
  page,
}) => {
  const service = `acme/bases-${Date.now().toString(36)}`
  const headers = { origin: process.env.HEARTH_E2E_URL! }
  const bring = async (name: string, profile: Profile, engine = 'perf') => {
    const provenance = { ...profile.provenance, engine, target: { service } }
    const path = await importFile(page, gzipSync(encodeProfile({ ...profile, provenance })), `${name}.hearth`)
    return path.slice('/profiles/'.length)
  }
  const hot = sampleWorkers(['shop.Rules.find'])
  const named = await bring('named', hot)
  const plain = await bring('plain', hot)
  await page.request.patch(`/api/v1/profiles/${plain}`, { data: { name: `${service} cpu` }, headers })
  const flat = await bring('flat', sampleWorkers([...'abcdefga'].map((letter) => `shop.Flat.${letter}`)))
  const ids = []
  for (const engine of ['async-profiler', 'bpftrace', 'jfr']) ids.push(await bring(engine, shop, engine))
  const merging = { data: { ids, name: 'three' }, headers }
  const { id: merged } = z
    .object({ id: z.string() })
    .parse(await (await page.request.post('/api/v1/profiles/merge', merging)).json())
  for (const width of [1280, 1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/profiles?service=${encodeURIComponent(service)}`)
    const row = (id: string) => page.locator(`[data-profile="${id}"]`)
    for (const id of [named, plain, flat]) {
      await row(id).scrollIntoViewIfNeeded()
      await expect(row(id).getByText(/^[\s\d.]+% of busy time,?$/)).toBeInViewport({ ratio: 1 })
    }
    await page.screenshot({ path: `${results}row-bases-${width}.png` })
    if (width < 1024) continue
    const cut = await row(merged)
      .getByRole('cell')
      .filter({ hasText: 'bpftrace' })
      .locator('bdi')
      .evaluateAll((all) =>
        all.map(({ textContent, scrollWidth, clientWidth }) => [textContent, scrollWidth > clientWidth]),
      )
    expect(cut).toEqual([
      ['CPU', false],
      ['async-profiler + bpftrace + JFR', false],
    ])
  }
})
