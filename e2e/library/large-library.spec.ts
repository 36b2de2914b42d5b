import type { Page } from '@playwright/test'
import { emptyProvenance, type Provenance } from '../../lib/profile/model/profile.ts'
import { createProfileBuilder } from '../../lib/profile/model/profile-builder.ts'
import { createServiceHref } from '../../components/links/service-href.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { findToast } from '../support/toast.ts'
import { importProfile } from '../support/viewer.ts'

interface Recorded {
  readonly image: string
  readonly digest: string
  readonly container: string
  /** The samples of the method that all profiles have, and of the one that only some have. */
  readonly usual: number
  readonly odd: number
}

let turn = 0
/** A service that no other run of the tests has. */
const nameService = () => `acme/orders-${Date.now().toString(36)}${turn++}`

/** Imports a recording in Hearth's own format, so that it names its service. */
async function bring(page: Page, service: string, { image, digest, container, usual, odd }: Recorded): Promise<string> {
  const builder = createProfileBuilder()
  const main = builder.stack(-1, builder.frame('com.acme.Main.main', 'java'))
  const sample = (name: string, count: number) => {
    const stack = builder.stack(main, builder.frame(name, 'java'))
    for (let index = 0; index < count; index++) builder.sample(stack, builder.thread('main', 1), index, 1)
  }
  sample('com.acme.Orders.price', usual)
  sample('com.acme.Orders.retry', odd)
  const target: Provenance['target'] = {
    ...{
      service,
      image,
      imageDigest: `sha256:${digest.repeat(64)}`,
      container,
      containerId: digest.repeat(60) + container.slice(-4),
    },
  }
  const profile = builder.finish('samples', { ...emptyProvenance('perf'), durationMs: 30_000, target })
  const path = await importProfile(page, profile, `${service.split('/')[1]} ${container}`)
  return path.split('/').at(-1)!
}

const before = { image: 'orders:1', digest: 'a', container: 'orders-0001', usual: 900, odd: 100 }
const after = { image: 'orders:2', digest: 'b', container: 'orders-0002', usual: 500, odd: 500 }

test('profiles are found by text and by filters, and two of them are compared', async ({ page }) => {
  const service = nameService()
  const old = await bring(page, service, before)
  const now = await bring(page, service, after)
  await page.goto('/profiles')
  const filterField = page.getByLabel('Filter profiles')
  // More slowly than the delay of the search field, so that there is a request after each key press.
  await filterField.fill(service.slice(0, -3))
  await filterField.pressSequentially(service.slice(-3), { delay: 250 })
  await expect(filterField).toBeFocused()
  await expect(filterField).toHaveValue(service)
  await expect(page.locator('[data-profile]')).toHaveCount(2)
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(filterField).toHaveValue('')
  // A row says where it has a word that none of its cells shows.
  await filterField.fill(`${service} ${before.digest.repeat(8)}`)
  await expect(page.locator('[data-profile]')).toHaveCount(1)
  await expect(page.locator('[data-matches]')).toHaveText(/^matches digest:\s?sha256:a{64}$/)
  await page.screenshot({ path: `${results}/library-matches.png` })
  await filterField.fill(service)
  await expect(page.locator('[data-profile]')).toHaveCount(2)
  await expect(page.locator('[data-matches]')).toHaveCount(0)

  await page.getByRole('button', { name: /^Image/ }).click()
  await page.getByRole('checkbox', { name: /^orders:1/ }).check()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-profile]')).toHaveCount(1)
  await expect(page.locator(`[data-profile="${old}"]`)).toBeVisible()
  await page.reload() // the address holds the search
  await expect(page.locator('[data-profile]')).toHaveCount(1)

  await page.getByRole('button', { name: /^Image/ }).click()
  await page.getByRole('checkbox', { name: /^orders:1/ }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-profile]')).toHaveCount(2)
  await page.getByLabel('Select all shown').check()
  await page.getByRole('toolbar', { name: 'Selected profiles' }).getByRole('link', { name: 'Compare' }).click()
  await page.waitForURL(`**/profiles/${now}?baseline=${old}*`)
})

test('many profiles are labelled, pinned and deleted at once, each with Undo; pinned ones stay', async ({ page }) => {
  const service = nameService()
  const ids = [await bring(page, service, before), await bring(page, service, after)]
  await page.goto(`/profiles?service=${encodeURIComponent(service)}`)
  const rows = page.locator('[data-profile]')
  await expect(rows).toHaveCount(2)
  const bar = page.getByRole('toolbar', { name: 'Selected profiles' })

  await page.getByLabel('Select all shown').check()
  await bar.getByRole('button', { name: 'Label' }).click()
  await page.getByLabel('Label to add').fill('release 1.4')
  await page.keyboard.press('Enter')
  await expect(rows.getByText('release 1.4')).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(rows.getByText('release 1.4')).toHaveCount(0)

  await bar.getByRole('button', { name: 'Clear selection' }).click()
  const pinned = page.locator(`[data-profile="${ids[0]}"]`)
  await pinned.getByRole('checkbox').check()
  await bar.getByRole('button', { name: 'Pin' }).click()
  await expect(pinned.getByText('pinned')).toBeAttached()
  await page.getByLabel('Select all shown').check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(rows).toHaveCount(1)
  await expect(findToast(page, /is pinned and kept/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(rows).toHaveCount(2)
})

/** Small files of one name, of which each has one sample more than the one before. */
async function bringMany(page: Page, name: string, count: number, baseURL: string): Promise<void> {
  for (let index = 1; index <= count; index++) {
    const put = await page.request.put(`/api/v1/imports/${name}-${index}.folded`, {
      data: `main;${name} ${index}\n`,
      headers: { origin: baseURL },
    })
    expect(put.status()).toBe(201)
  }
}

/** One import of so many files takes half a minute; what needs more than a page of the library shares it. */
test('what was found is sorted by a click on the head of a column, and selected and deleted at once, also on later pages', async ({
  page,
  baseURL,
}) => {
  const name = `many${Date.now().toString(36)}`
  await bringMany(page, name, 52, baseURL!)
  await page.goto(`/profiles?q=${name}`)
  const rows = page.locator('[data-profile]')
  const weight = page.getByRole('columnheader', { name: 'Weight' })
  await expect(weight).toHaveAttribute('aria-sort', 'none')
  await expect(page.getByRole('columnheader', { name: 'Captured' })).toHaveAttribute('aria-sort', 'descending')
  await weight.getByRole('button').click()
  await expect(weight).toHaveAttribute('aria-sort', 'descending')
  await weight.getByRole('button').click()
  await expect(weight).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=weight&order=asc/)
  await expect(rows.first()).toContainText('1 sample')
  await page.getByRole('button', { name: 'Show more: 2 of 52 profiles left' }).click()
  await expect(rows).toHaveCount(52)
  await expect(rows.last()).toContainText('52 samples')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL(/\/profiles\?sort=weight&order=asc$/)
  await page.goto(`/profiles?q=${name}&sort=weight&order=asc`)
  await expect(rows.nth(1)).toContainText('2 samples')

  await page.goto(`/profiles?q=${name}`)
  await expect(rows).toHaveCount(50)
  await page.getByLabel('Select all shown').check()
  const bar = page.getByRole('toolbar', { name: 'Selected profiles' })
  await expect(bar).toContainText('50 rows selected (50 of 52 profiles)')
  await bar.getByRole('button', { name: 'Select all 52' }).click()
  await expect(bar).toContainText('52 rows selected')
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No profile matches all of these:')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click() // the only one
  await expect(rows.nth(49)).toBeAttached()
  await page.getByLabel('Select all shown').check()
  await bar.getByRole('button', { name: 'Pin' }).click()
  const toast = findToast(page, /^Pinned \d+ profiles/)
  const [above, below] = [(await toast.boundingBox())!, (await bar.boundingBox())!]
  expect(above.y + above.height).toBeLessThanOrEqual(below.y)
  await bar.getByRole('button', { name: 'Unpin' }).click()
})

test('a service shows its deploys, and an address opens the comparison with the last one', async ({ page }) => {
  const service = nameService()
  const old = await bring(page, service, before)
  const path = createServiceHref(service)
  await page.goto(`${path}/since-last-deploy`)
  await expect(page.locator('[data-problem="no-deploy"]')).toContainText('are of one image')
  await expect(page.locator('[role=alert][data-problem]')).toHaveCount(0)
  await page.screenshot({ path: `${results}services-no-deploy.png` })
  const listed = async () => {
    await page.goto('/services')
    await page.getByLabel('Filter services').fill(service)
    return page.getByRole('row').filter({ has: page.getByRole('link', { name: service, exact: true }) })
  }
  await expect(await listed()).toContainText('one image')
  await page.getByLabel('Filter services').fill('')
  await page.screenshot({ path: `${results}services.png` })

  const now = await bring(page, service, after)
  await expect((await listed()).getByRole('link', { name: /^Compare/ })).toBeVisible()
  await page.goto(path)
  await expect(page.locator('[data-deploy]')).toHaveCount(2)
  await page.getByRole('link', { name: 'Since last deploy' }).click()
  await page.waitForURL(`**/profiles/${now}?baseline=${old}*`)
})

test('the replica that differs from the others is first', async ({ page }) => {
  const service = nameService()
  for (const container of ['orders-0001', 'orders-0002', 'orders-0003'])
    await bring(page, service, { ...before, container })
  await bring(page, service, { ...before, container: 'orders-0004', usual: 400, odd: 600 })
  await page.goto(createServiceHref(service))
  await page.getByRole('link', { name: 'Compare replicas' }).click()
  const first = page.locator('[data-replica]').first()
  await expect(first).toHaveAttribute('data-replica', 'orders-0004')
  await expect(first).toContainText('com.acme.Orders.retry')
  await expect(page.getByText('differs', { exact: true })).toHaveCount(1)
})

test('rules show how many profiles they delete before they are saved', async ({ page }) => {
  const service = nameService()
  await bring(page, service, before)
  await page.goto('/settings')
  await page.getByLabel('Rule for one service').selectOption(service)
  const days = page.getByLabel(`Days for ${service}`)
  for (const typed of ['0', '-1', '0.5']) {
    await days.fill(typed)
    await expect(days).toHaveValue(typed)
    await expect(days).toHaveAccessibleDescription('A whole number from 1')
    await expect(page.getByRole('button', { name: 'Save rules' })).toBeDisabled()
  }
  await days.fill('1')
  await expect(page.getByText('No profile is deleted now.')).toBeVisible()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect(findToast(page, 'The rules are saved.')).toBeVisible()
  await page.getByRole('button', { name: `Remove the rule for ${service}` }).click()
  await page.getByRole('button', { name: 'Rule for all services' }).click()
  await expect(page.getByLabel('Days for all services')).toHaveValue('90')
  await page.getByRole('button', { name: 'Remove the rule for all services' }).click()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect(page.getByRole('button', { name: `Remove the rule for ${service}` })).toHaveCount(0)
})
