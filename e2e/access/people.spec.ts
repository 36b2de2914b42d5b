/** People with roles, tokens for programs, webhooks: what an owner sets, and what others see of it. */
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type Locator, type Page, request } from '@playwright/test'
import { createFakeCollector } from '../../lib/server/testing/fake-collector.ts'
import { sampleTarget } from '../../lib/testing/samples.ts'
import { findAccessibilityProblems, listEqualButtonNames } from '../support/accessibility.ts'
import { expect, results, test, watchForViolations } from '../support/fixtures.ts'
import { withPages } from '../support/start-pages.ts'
import { findToast } from '../support/toast.ts'

const screenshots = `${results}people`
test.beforeAll(() => mkdir(screenshots, { recursive: true }))

async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${screenshots}/${name}.png` })
  expect(await findAccessibilityProblems(page, name)).toEqual([])
}

const checkedRoles = new Set<string>()

/** Lets the owner create a sign-in link, and returns it. The dialog is checked once with each role. */
async function invite(page: Page, person: string, role: string): Promise<string> {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'New sign-in link' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(person)
  await page.getByRole('radio', { name: role }).click()
  if (!checkedRoles.has(role)) await expectAccessible(page, `invite-${role}`)
  checkedRoles.add(role)
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByRole('dialog').locator('code').innerText()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  return link
}

async function openAs(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('heading', { name: 'JVMs on this host' }).waitFor()
  return page
}

test('a viewer sees every page without the buttons it may not use, and the API refuses it; a new role applies at once', async ({
  page,
  browser,
  baseURL,
}) => {
  const folded = { 'x-file-name': 'seen.folded', origin: baseURL!, 'content-type': 'application/octet-stream' }
  const upload = await page.request.post('/api/v1/profiles', { headers: folded, data: Buffer.from('a;b 1\n') })
  const { id } = (await upload.json()) as { id: string }
  const viewer = await openAs(browser, await invite(page, 'vera', 'Viewer'))
  const violations = watchForViolations(viewer)

  await expect(viewer.getByRole('button', { name: /^(Profile|How to profile) / })).toHaveCount(0)
  await expect(viewer.getByRole('button', { name: /demo service/ })).toHaveCount(0)
  await expect(viewer.getByText('Press Profile')).toHaveCount(0)
  await viewer.goto('/profiles')
  await expect(viewer.getByText('seen').first()).toBeVisible()
  await expect(viewer.getByRole('button', { name: /^(Import a recording|Delete|Rename|More for .*)$/ })).toHaveCount(0)
  await viewer.goto(`/profiles/${id}`)
  await expect(viewer.getByRole('button', { name: 'Export' })).toBeVisible()
  await expect(viewer.getByRole('button', { name: /^(Share|Note|Delete|Rename|Edit)/ })).toHaveCount(0)
  await viewer.goto('/settings')
  await expect(viewer.getByRole('heading', { name: 'Blocked engines' })).toBeVisible()
  for (const name of ['People', 'API tokens', 'Webhooks'])
    await expect(viewer.getByRole('heading', { name })).toHaveCount(0)
  await expect(viewer.getByText(/^Signed in as/)).toHaveText(
    'Signed in as vera. Viewer: sees everything, but does not capture, share or change anything.',
  )
  // What tells of a button is for those who have it.
  await expect(viewer.getByText(/in a flame graph, creates one|clears it here/)).toHaveCount(0)
  await expectAccessibleEverywhere(viewer, 'settings-of-a-viewer')
  await expectAccessible(viewer, 'settings-of-a-viewer')

  // Requested from within the page: only its own requests carry the key of the session.
  const tries = () =>
    viewer.evaluate(async (profileId) => {
      const demo = { headers: { 'content-type': 'application/json' }, body: '{"action":"stop"}' }
      const answers = await Promise.all([
        fetch(`/api/v1/profiles/${profileId}`, { method: 'DELETE' }),
        fetch('/api/v1/demo', { method: 'POST', ...demo }),
        fetch('/api/v1/tokens'),
      ])
      return answers.map(({ status }) => status)
    }, id)
  expect(await tries()).toEqual([403, 403, 403])

  await page.reload()
  await page.getByLabel('Role of vera').selectOption('Member')
  await expect.poll(async () => (await tries())[0]).toBe(204)
  await page.getByRole('button', { name: 'Sign out vera' }).click()
  await expect.poll(tries).toEqual([401, 401, 401])
  expect(violations).toEqual([])
  await viewer.context().close()
})

test('to those who may not profile, the pages of JVMs say who may', async ({ browser }) => {
  const target = sampleTarget()
  await withPages(browser, createFakeCollector([target]), async (page) => {
    const whoMay = /^Only members and owners may profile/
    await page.goto('/')
    await expect(page.getByRole('button', { name: /^Profile / })).toBeVisible()
    await expect(page.getByText(whoMay)).toHaveCount(0)
    const viewer = await openAs(browser, await invite(page, 'vic', 'Viewer'))
    await expect(viewer.getByText(whoMay)).toHaveText(
      'Only members and owners may profile JVMs. You are signed in as a viewer.',
    )
    await expect(viewer.getByText('Press Profile')).toHaveCount(0)
    await expectAccessibleEverywhere(viewer, 'jvms-of-a-viewer')
    await viewer.goto(new URL('/profiles', viewer.url()).href)
    await expect(viewer.getByText('may profile JVMs and import recordings, which appear here')).toBeVisible()
    await expectAccessible(viewer, 'no-profile-of-a-viewer')
    await viewer.goto(new URL(`/targets/${target.id}`, viewer.url()).href)
    await expect(viewer.getByText(whoMay)).toBeVisible()
    await viewer.context().close()
  })
})

/** Stores a profile as the owner does. Gives its id. */
async function storeProfile(page: Page, baseURL: string, name: string): Promise<string> {
  const headers = { 'x-file-name': `${name}.folded`, origin: baseURL, 'content-type': 'application/octet-stream' }
  const upload = await page.request.post('/api/v1/profiles', { headers, data: Buffer.from(`${name};work 1\n`) })
  return ((await upload.json()) as { id: string }).id
}

async function openDetails(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Rename or edit details …' }).click()
  await page.getByRole('dialog', { name: 'Details' }).waitFor()
}

const looks = [
  ['dark', 1280, 720],
  ['light', 1280, 720],
  ['dark', 390, 844],
  ['light', 390, 844],
] as const

/** Checks and films a page in both themes, in a window and on a phone. */
async function expectAccessibleEverywhere(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width, height] of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `${name}-${colorScheme}-${width}`)
  }
}

test('two people edit the details of one profile: neither loses text, and the second decides which to keep', async ({
  page,
  browser,
  baseURL,
}) => {
  const id = await storeProfile(page, baseURL!, 'edited-by-two')
  const member = await openAs(browser, await invite(page, 'mia', 'Member'))
  for (const one of [page, member]) {
    await one.goto(`/profiles/${id}`)
    await openDetails(one)
  }
  const [mine, theirs] = [page, member].map((one) => one.getByRole('dialog', { name: 'Details' })) as [Locator, Locator]
  await mine.getByRole('textbox', { name: 'Note' }).fill('Owner: see ticket 7')
  await mine.getByLabel('Labels').fill('slow')
  await theirs.getByLabel('Note').fill('Mia: measured with 200 users')
  await theirs.getByLabel('Labels').fill('200 users')
  await theirs.getByLabel('Name').fill('Checkout under load')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs).toHaveCount(0)

  // The name was not touched here, so it follows; what was typed stays.
  await expect(mine.getByLabel('Name')).toHaveValue('Checkout under load')
  await expect(mine.getByRole('textbox', { name: 'Note' })).toHaveValue('Owner: see ticket 7')
  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine.getByRole('alert')).toHaveText('mia changed the note')
  await expect(mine).toContainText('Mia: measured with 200 users')
  await expect(mine.getByRole('radio', { name: 'Keep mine' })).toBeFocused()
  await expect(mine.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expectAccessibleEverywhere(page, 'two-edit-details')

  await mine.getByRole('radio', { name: 'Take theirs' }).click()
  await expect(mine.getByRole('textbox', { name: 'Note' })).toHaveValue('Mia: measured with 200 users')
  await mine.getByRole('radio', { name: 'Keep mine' }).click()
  await expect(mine.getByRole('textbox', { name: 'Note' })).toHaveValue('Owner: see ticket 7')
  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine).toHaveCount(0)
  const stored = (await (await page.request.get(`/api/v1/profiles/${id}`)).json()) as Record<string, unknown>
  expect(stored).toMatchObject({
    ...{ name: 'Checkout under load', note: 'Owner: see ticket 7', labels: ['200 users', 'slow'] },
  })
  await member.context().close()
})

test('two people edit the note of one frame: the second sees the text of the first, and can take it', async ({
  page,
  browser,
  baseURL,
}) => {
  const id = await storeProfile(page, baseURL!, 'noted-by-two')
  const data = { path: [], frame: '', query: '', text: 'hot' }
  const added = await page.request.post(`/api/v1/profiles/${id}/notes`, { headers: { origin: baseURL! }, data })
  expect(added.status()).toBe(201)
  const member = await openAs(browser, await invite(page, 'max', 'Member'))
  for (const one of [page, member]) {
    await one.goto(`/profiles/${id}`)
    await one.getByRole('button', { name: /^Notes/ }).click()
    await one.getByTestId('note').getByRole('button', { name: 'Edit note 1' }).click()
  }
  await member.getByRole('dialog').getByRole('textbox').fill('Hot since release 7')
  await member.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(member.getByRole('dialog', { name: 'Note 1' })).toHaveCount(0)
  const mine = page.getByRole('dialog', { name: 'Note 1' })
  await mine.getByRole('textbox').fill('Not hot at all')
  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine.getByRole('alert')).toHaveText('max changed this note')
  await expectAccessibleEverywhere(page, 'two-edit-note')
  await mine.getByRole('radio', { name: 'Take theirs' }).click()
  await expect(mine.getByRole('textbox')).toHaveValue('Hot since release 7')
  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine).toHaveCount(0)
  await member.context().close()
})

test('two owners set retention: rules of different services are merged, and of one the second decides', async ({
  page,
  baseURL,
}) => {
  const headers = { origin: baseURL! }
  const set = (rules: unknown) => page.request.put('/api/v1/retention', { headers, data: { rules } })
  await set([{ service: null, days: 900, maxBytes: null }])
  await page.goto('/settings')
  await page.getByLabel('Days for all services').fill('800')
  await set([
    { service: null, days: 700, maxBytes: null },
    { service: 'cart', days: 600, maxBytes: null },
  ])
  await page.getByRole('button', { name: 'Save rules' }).click()
  const conflict = page.locator('[data-conflict]')
  await expect(conflict).toContainText('changed the rule of all services')
  await expect(conflict).toContainText('700 days')
  await conflict.scrollIntoViewIfNeeded()
  await expectAccessibleEverywhere(page, 'two-edit-retention')
  await conflict.getByRole('radio', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect(findToast(page, 'The rules are saved.')).toBeVisible()
  await expect(page.getByLabel('Days for cart')).toHaveValue('600')
  const { rules } = (await (await page.request.get('/api/v1/retention')).json()) as { rules: unknown[] }
  expect(rules).toMatchObject([{ days: 800 }, { service: 'cart', days: 600 }])
  await set([])
})

test('the browsers of a person stand below the person, who loses all access by one button', async ({
  page,
  browser,
}) => {
  const opened = []
  for (const role of ['Viewer', 'Member', 'Viewer', 'Member']) {
    opened.push(await openAs(browser, await invite(page, 'tess', role)))
  }
  await page.reload()
  await expect(page.getByRole('button', { name: 'Revoke all access of tess' })).toHaveCount(1)
  const browsers = page.getByRole('list', { name: 'Browsers of tess' }).getByRole('listitem')
  await expect(page.locator('[data-person="tess"]')).toContainText(/^tess4 browsers/)
  await expect(browsers).toHaveCount(3)
  await page.locator('[data-person="tess"]').getByRole('button', { name: 'Show all 4' }).click()
  await expect(browsers).toHaveCount(4)
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectAccessible(page, `browsers-of-a-person-${width}`)
  }
  await browsers.first().getByRole('button', { name: 'Sign out tess' }).click()
  await expect(browsers).toHaveCount(3)
  await expect(page.locator('[data-person="tess"]').getByRole('button', { name: /^Show / })).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke all access of tess' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke all access' }).click()
  await expect(page.locator('[data-person="tess"]')).toHaveCount(0)
  for (const tab of opened) await tab.context().close()
})

test('a sign-in link pasted into the open sign-in page signs in, and its code leaves the address bar', async ({
  page,
  browser,
  baseURL,
}) => {
  const link = await invite(page, 'paul', 'Member')
  const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } })
  const tab = await context.newPage()
  await tab.goto('/sign-in?next=/settings')
  await expect(tab.getByRole('heading', { name: 'Sign in to Hearth' })).toBeVisible()
  // As docs/operations.md has it for a dashboard in a container.
  await expect(tab.getByText('docker exec hearth node lib/command-line/main.ts sign-in')).toBeVisible()
  await tab.goto('/sign-in?next=/settings#spent')
  await expect(tab.locator('[data-problem]')).toBeVisible()
  await expect(tab).toHaveURL(/\/sign-in\?next=\/settings$/)
  await tab.goto(`/sign-in?next=/settings${new URL(link).hash}`)
  await expect(tab.getByRole('heading', { name: 'Blocked engines' })).toBeVisible()
  await expect(tab).toHaveURL(/\/settings$/)
  // The address that stays in the history has a code that is used up.
  await tab.goto(`/sign-in?next=/settings${new URL(link).hash}`)
  await expect(tab.getByRole('heading', { name: 'This browser is signed in already' })).toBeVisible()
  await expectAccessible(tab, 'signed-in-already')
  await tab.getByRole('link', { name: 'Go to Hearth' }).click()
  await expect(tab.getByRole('heading', { name: 'Blocked engines' })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Revoke all access of paul' }).click()
  await expectAccessible(page, 'revoke-all')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke all access' }).click()
  await expect(page.getByRole('button', { name: 'Sign out paul' })).toHaveCount(0)
  await expect.poll(() => tab.evaluate(() => fetch('/api/v1/session').then(({ status }) => status))).toBe(401)
  await context.close()
})

test('the hash of a page that asks to sign in is kept, and is no code', async ({ page, browser, baseURL }) => {
  // A browser that comes from another site is sent here, too, though it is signed in.
  await page.goto('/sign-in?next=%2Fsettings#people')
  await expect(page.getByRole('heading', { name: 'Blocked engines' })).toBeVisible()
  await expect(page).toHaveURL(/\/settings#people$/)
  const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } })
  const tab = await context.newPage()
  await tab.goto('/settings#people')
  await expect(tab.getByRole('heading', { name: 'Sign in to Hearth' })).toBeVisible()
  await expect(tab.locator('[data-problem]')).toHaveCount(0)
  await tab.goto(await invite(page, 'quinn', 'Member'))
  await expect(tab).toHaveURL(/\/settings#people$/)
  await context.close()
})

test('a token is shown once, has the scopes that were ticked, and is refused after it was revoked', async ({
  page,
  baseURL,
}) => {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('pipeline of the shop')
  await page.getByRole('checkbox', { name: /capture/ }).uncheck()
  await expectAccessible(page, 'new-token')
  await page.getByRole('button', { name: 'Create token' }).click()
  const secret = await page.getByRole('dialog').locator('code').first().innerText()
  await expectAccessible(page, 'made-token')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  const headers = { authorization: `Bearer ${secret}` }
  const program = await request.newContext({ baseURL, storageState: { cookies: [], origins: [] } })
  expect((await program.get('/api/v1/profiles', { headers })).status()).toBe(200)
  expect((await program.post('/api/v1/captures', { headers, data: {} })).status()).toBe(403)
  // A page of another site cannot use the token either.
  const foreign = { ...headers, origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }
  const refused = await program.post('/api/v1/captures', { headers: foreign, data: {} })
  expect([refused.status(), ((await refused.json()) as { code: string }).code]).toEqual([403, 'foreign-origin'])
  expect((await program.get('/profiles', { headers, maxRedirects: 0 })).status()).toBe(303)

  await page.reload()
  expect(await page.content()).not.toContain(secret)
  await expect(page.getByRole('listitem').filter({ hasText: 'pipeline of the shop' })).toContainText('read')
  await page.getByRole('button', { name: 'Revoke pipeline of the shop' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'pipeline of the shop' })).toHaveCount(0)
  expect((await program.get('/api/v1/profiles', { headers })).status()).toBe(401)
  await program.dispose()
})

test('a test of a webhook calls its address, and the page shows the status that it answered', async ({ page }) => {
  let answer = 200
  const server = createServer((_, response) => response.writeHead(answer).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  await page.goto('/settings')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill('http://169.254.169.254/latest')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription(
    /169\.254\.169\.254 is link-local; such addresses are refused\.$/,
  )
  await page.getByLabel('Address').fill(url)
  await expectAccessible(page, 'new-webhook')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByRole('dialog')).toContainText('Copy it now')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: `Test ${url}` }).click()
  await expect(page.getByText('answered 200')).toBeVisible()
  answer = 503
  await page.getByRole('button', { name: `Test ${url}` }).click()
  await expect(page.getByText('answered 503')).toBeVisible()
  await expectAccessible(page, 'webhook-that-failed')
  await page.getByRole('button', { name: `Remove ${url}` }).click()
  await expect(page.getByText(url)).toHaveCount(0)
  server.close()
})

test('the audit log lists what was done, and can be searched', async ({ page, baseURL }) => {
  const headers = { origin: baseURL! }
  for (const name of ['nightly', 'hourly'])
    await page.request.post('/api/v1/tokens', { headers, data: { name: `${name} export`, scopes: ['read'] } })
  await page.request.delete(`/api/v1/profiles/${'f'.repeat(32)}`, { headers })
  await page.goto('/settings')
  await page.getByRole('region', { name: 'Audit log' }).getByRole('link', { name: 'Open' }).click()
  const records = page.getByRole('list', { name: 'Records, newest first' }).getByRole('listitem')
  await expect(records.first()).toContainText(/owner.*Delete profile.*not-found/s)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText(/^[\d,]+ records, each as it was written\.$/)).toBeVisible()
  await expectAccessible(page, 'audit')
  for (const [name, colorScheme, width, height] of [
    ['dark', 'dark', 1280, 720],
    ['light', 'light', 1280, 720],
    ['phone', 'light', 390, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `audit-${name}`)
  }
  await page.getByRole('textbox', { name: 'Search the audit log' }).fill('maketoken NIGHTLY')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/q=maketoken\+NIGHTLY$/)
  await expect(records.first()).toContainText('nightly export')
  await expect(records.filter({ hasText: 'hourly export' })).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export JSON lines' }).click()
  expect((await download).suggestedFilename()).toBe('hearth-audit.jsonl')
})

for (const { name, colorScheme, width } of [
  { name: 'dark', colorScheme: 'dark', width: 1440 },
  { name: 'phone', colorScheme: 'light', width: 390 },
] as const)
  test(`the settings of an owner are accessible: ${name}`, async ({ page, baseURL }) => {
    const headers = { origin: baseURL! }
    const created = await page.request.post('/api/v1/tokens', {
      headers,
      data: {
        name: `nightly comparison of the shop with the last release (${name})`,
        scopes: ['read', 'capture', 'admin'],
      },
    })
    await page.request.post('/api/v1/webhooks', { headers, data: { url: `https://ci.example/hooks/hearth/${name}` } })
    expect(created.status()).toBe(201)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/settings')
    await expectAccessible(page, `settings-${name}`)
    await page.screenshot({ path: `${screenshots}/settings-${name}-whole.png`, fullPage: true })
  })

test('law: two buttons of one list or dialog have different names; a link of another person says whose it is', async ({
  page,
  browser,
  baseURL,
}) => {
  const headers = { origin: baseURL! }
  const id = await storeProfile(page, baseURL!, 'names-one')
  await storeProfile(page, baseURL!, 'names-two')
  const members = [await openAs(browser, await invite(page, 'nora', 'Member'))]
  members.push(await openAs(browser, await invite(page, 'nora', 'Member')))
  await members[0]!.goto(`/profiles/${id}`)
  await members[0]!.getByRole('button', { name: 'Share', exact: true }).click()
  await members[0]!.getByRole('button', { name: 'Create link' }).click()
  await members[0]!.getByRole('button', { name: 'Copy link' }).waitFor()
  for (const name of ['one', 'two']) {
    await page.request.post('/api/v1/tokens', { headers, data: { name: `names ${name}`, scopes: ['read'] } })
    const data = { url: `http://127.0.0.1:9/${name}`, events: ['capture.done'] }
    expect((await page.request.post('/api/v1/webhooks', { headers, data })).status()).toBe(201)
  }
  await page.goto(`/profiles/${id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByRole('button', { name: /^Revoke link \d to names-one/ })).toHaveCount(2)
  await expect(dialog.getByRole('listitem').filter({ hasText: 'by nora' })).toHaveCount(1)
  expect(await listEqualButtonNames(page), 'share').toEqual([])
  for (const [colorScheme, width, height] of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await page.keyboard.press('Shift') // the ring of the focus is for those who use keys
    await dialog.getByRole('button', { name: 'Copy link' }).focus()
    await page.screenshot({ path: `${screenshots}/share-focus-${colorScheme}-${width}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const path of ['/settings', '/profiles', '/hosts', '/experiments', '/']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (path === '/settings') await expect(page.getByRole('button', { name: /^Sign out nora/ })).toHaveCount(2)
    if (path === '/profiles') await expect(page.getByRole('button', { name: /^More for names/ })).toHaveCount(2)
    expect(await listEqualButtonNames(page), path).toEqual([])
    await page.screenshot({ path: `${screenshots}/names${path.replaceAll('/', '-')}.png`, fullPage: true })
  }
  for (const member of members) await member.context().close()
})

test('a given name of a profile that is emptied is the automatic one again, which the field shows', async ({
  page,
  baseURL,
}) => {
  const id = await storeProfile(page, baseURL!, 'named-by-a-file')
  await page.goto(`/profiles/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('named-by-a-file')
  await openDetails(page)
  const details = page.getByRole('dialog', { name: 'Details' })
  await details.getByLabel('Service').fill('acme/names')
  const name = details.getByRole('textbox', { name: 'Name' })
  await name.fill('')
  await expect(name).toHaveAttribute('placeholder', 'acme/names')
  await page.screenshot({ path: `${screenshots}/name-emptied.png` })
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('named-by-a-file')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('names')
})
