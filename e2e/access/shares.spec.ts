import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { openComparison } from '../support/compared-shops.ts'
import { findAccessibilityProblems } from '../support/accessibility.ts'
import { expect, results, test, watchForViolations } from '../support/fixtures.ts'
import { openFreshShop } from '../support/shop.ts'
import { importFile } from '../support/viewer.ts'
import { waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

/** Opens the Share dialog, lets `set` fill it in, and creates a link. The dialog stays open. */
async function makeLink(page: Page, set: (dialog: ReturnType<Page['getByRole']>) => Promise<void>): Promise<string[]> {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await set(dialog)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByTestId('share-link').waitFor()
  return dialog.getByTestId('share-link').locator('code').allTextContents()
}

const forAnyone = (dialog: ReturnType<Page['getByRole']>) =>
  dialog.getByRole('radio', { name: 'Anyone with the link' }).click()

/** A browser without a session. */
async function asStranger(browser: Browser) {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  return { context, page, mischief: watchForViolations(page) }
}

test('a redacted link: the response holds no name of the program, and the graph is drawn', async ({
  page,
  browser,
}) => {
  await openFreshShop(page)
  await page.getByLabel('Search frames').fill('CartService')
  await waitUntilQuiet(page)
  let previewed: string[] = []
  const [link] = await makeLink(page, async (dialog) => {
    await expect(dialog.getByRole('radio', { name: 'People who sign in' })).toBeChecked()
    await forAnyone(dialog)
    await dialog.getByLabel('Method names', { exact: true }).check()
    const preview = dialog.getByRole('region', { name: 'How names will read' })
    // In sight, above the button that makes the link.
    await expect
      .poll(async () => {
        const [table, buttons] = [preview, dialog.getByRole('button', { name: 'Create link' })]
        return (await buttons.boundingBox())!.y - ((await table.boundingBox())!.y + (await table.boundingBox())!.height)
      })
      .toBeGreaterThan(0)
    await expect(preview).toContainText(/[\w.]+hidden\.p1\.C1\.m1/)
    await page.screenshot({ path: 'e2e/results/share-preview.png' })
    await dialog.getByLabel('Packages that keep their names').fill('org.springframework\norg.apache.*')
    await dialog.getByLabel('Thread names').check()
    await dialog.getByLabel('Where it ran').check()
    await expect(preview).toContainText('service hidden')
    previewed = (await preview.locator('tbody td:last-child').allTextContents()).filter((name) => name.includes('.m'))
    expect(previewed.length).toBeGreaterThan(2)
  })
  expect(link).not.toMatch(/CartService/i)
  // It stays until it is copied, and says that it has the choices before.
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Revoke' })).toBeInViewport()
  await dialog.getByLabel('Thread names').uncheck()
  await expect(dialog.getByTestId('share-link').locator('code')).toHaveText(link!)
  await expect(dialog.getByTestId('share-link')).toContainText('still has the choices it was made with')
  await expect(dialog.getByRole('button', { name: 'Create another link' })).toBeVisible()
  expect(await findAccessibilityProblems(page, 'share dialog')).toEqual([])
  await page.screenshot({ path: 'e2e/results/share-dialog.png' })

  const { context, page: theirs, mischief: violations } = await asStranger(browser)
  const answers: Promise<string>[] = []
  theirs.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/_next/')) return
    answers.push(response.text().catch(() => ''))
  })
  await theirs.goto(link!)
  await waitForGraph(theirs)
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Shared profile')
  await expect(theirs.getByText('Redacted', { exact: true })).toBeVisible()
  for (const name of previewed) {
    await theirs.getByLabel('Search frames').fill(name)
    await expect(theirs.getByTestId('match-share-all')).toHaveText(/^[1-9]/)
  }
  await theirs.getByLabel('Search frames').fill('hidden.p')
  await expect(theirs.getByTestId('match-share-all')).toHaveText(/^[1-9]/)
  await theirs.getByLabel('Search frames').fill('springframework')
  await expect(theirs.getByTestId('match-share-all')).toHaveText(/^[1-9]/)
  expect((await Promise.all(answers)).join('\n')).not.toMatch(/CartService|PriceRules|shop\.web|http-nio/)
  await theirs.screenshot({ path: 'e2e/results/share-redacted.png' })
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(dialog.getByText('opened once')).toBeVisible()
  expect(violations).toEqual([])
  await context.close()
})

test('a link for members sends a visitor without a session to sign in, and a link that is revoked while open gives no more data', async ({
  page,
  browser,
}) => {
  await openFreshShop(page)
  const [link] = await makeLink(page, async () => undefined)
  await page.keyboard.press('Escape')
  const { context, page: theirs, mischief: violations } = await asStranger(browser)
  await theirs.goto(link!)
  await expect(theirs).toHaveURL(/\/sign-in\?next=%2Fs%2F/)

  // It works, but not in a frame.
  await theirs.goto(link!.replace('/s/', '/embed/'))
  await expect(theirs.getByText('it does not allow embedding')).toBeVisible()

  const member = await page.context().newPage()
  await member.goto(link!)
  await waitForGraph(member)
  await expect(member.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0)

  await page.goto('/settings')
  const row = page
    .getByRole('listitem')
    .filter({ hasText: 'People who sign in' })
    .filter({ hasText: 'opened once' })
    .first()
  await row.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Link revoked.', { exact: true })).toHaveCount(0)
  await row.getByRole('button', { name: 'Revoke for good' }).click()
  await expect(page.getByText('Link revoked.', { exact: true })).toBeVisible()
  const answer = await member.reload()
  expect(answer?.status()).toBe(404)
  await expect(member.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await member.screenshot({ path: 'e2e/results/share-off.png' })
  expect(violations).toEqual([])
  await member.close()
  await context.close()
})

const ends: readonly [string, (page: Page) => Promise<unknown>][] = [
  [
    'is revoked here',
    async (page) => {
      await page.getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('button', { name: 'Revoke for good' }).click()
    },
  ],
  [
    'is revoked elsewhere',
    async (page) => {
      const { shares } = (await (await page.request.get(`/api/v1${profilePath(page)}/shares`)).json()) as SharesAnswer
      await page.request.delete(`/api/v1/shares/${shares[0]!.id}`, { headers: { origin: process.env.HEARTH_E2E_URL! } })
    },
  ],
]
type SharesAnswer = { readonly shares: readonly { readonly id: string }[] }
const profilePath = (page: Page) => new URL(page.url()).pathname

for (const [how, end] of ends)
  test(`a link that ${how} while the dialog that made it is open is no longer offered there`, async ({ page }) => {
    await openFreshShop(page)
    await makeLink(page, async () => undefined)
    await end(page)
    await expect(page.getByTestId('share-link')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible()
    await page.screenshot({ path: `${results}share-${how.replaceAll(' ', '-')}.png` })
  })

test('a link that loses its profile is no longer offered, and the dialog offers to restore the profile, not to create a link', async ({
  page,
}) => {
  await openFreshShop(page)
  await makeLink(page, async () => undefined)
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await page.request.delete(`/api/v1${profilePath(page)}`, { headers: { origin: process.env.HEARTH_E2E_URL! } })
  await expect(dialog.getByRole('alert')).toHaveText('This profile was deleted meanwhile: restore to share.')
  await expect(dialog.getByTestId('share-link')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Create link' })).toHaveCount(0)
  await page.screenshot({ path: `${results}share-loses-its-profile.png` })
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByTestId('share-link')).toBeVisible()
})

test('a link that expires while the dialog that made it is open is no longer offered there', async ({ page }) => {
  await openFreshShop(page)
  let expiresAt = Infinity
  await page.route('**/api/v1/profiles/*/shares', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const answer = await route.fetch()
    const { shares } = (await answer.json()) as SharesAnswer
    if (shares.length > 0) expiresAt = Math.min(expiresAt, Date.now() + 2000)
    const active = Date.now() < expiresAt ? shares.map((share) => ({ ...share, expiresAt })) : []
    return route.fulfill({ response: answer, json: { shares: active } })
  })
  await makeLink(page, async () => undefined)
  await expect(page.getByRole('button', { name: 'Revoke' })).toBeVisible()
  await expect(page.getByTestId('share-link')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible()
})

test('who signs in by a link that comes later lands on the profile that was shared, and reads before how to get one', async ({
  page,
  browser,
}) => {
  await openFreshShop(page)
  const [link] = await makeLink(page, async () => undefined)
  const profile = page.url()
  const { context, page: theirs } = await asStranger(browser)
  await mkdir(`${results}pages`, { recursive: true })
  for (const [address, why] of [
    [link!, 'A profile was shared with you, which people who sign in may open.'],
    [`${profile}?q=cart`, 'This is the address of a profile, which people who sign in may open.'],
  ] as const) {
    await theirs.goto(address)
    await expect(theirs.getByText(why)).toBeVisible()
    const [ask, command] = [
      theirs.getByText('An owner of this Hearth makes one under Settings: ask'),
      theirs.getByText('npx hearth sign-in'),
    ]
    expect((await ask.boundingBox())!.y).toBeLessThan((await command.boundingBox())!.y)
    for (const [width, height] of [
      [390, 844],
      [1280, 720],
    ] as const) {
      await theirs.setViewportSize({ width, height })
      expect(await findAccessibilityProblems(theirs, `sign-in-${width}`)).toEqual([])
      await theirs.screenshot({ path: `${results}pages/sign-in-shared-${width}.png` })
    }
    // A link that was used says so, and forgets nothing.
    await theirs.goto('/sign-in#spent')
    await expect(theirs.locator('[data-problem]')).toBeVisible()
    const answer = await page.request.post('/api/v1/session/links', {
      data: { role: 'viewer', person: 'colleague' },
      headers: { origin: process.env.HEARTH_E2E_URL! },
    })
    const { link: signIn } = (await answer.json()) as { link: string }
    await theirs.goto(signIn)
    await waitForGraph(theirs)
    expect(theirs.url()).toBe(address)
    await theirs.context().clearCookies()
    await theirs.evaluate(() => localStorage.clear())
  }
  // Used once.
  await theirs.goto('/sign-in')
  await expect(theirs.getByRole('heading', { name: 'Sign in to Hearth' })).toBeVisible()
  await expect(theirs.getByText('people who sign in may open')).toHaveCount(0)
  await context.close()
})

test('a page of another site can frame an embeddable link, without the navigation of Hearth, and no other page of Hearth', async ({
  page,
  browser,
  baseURL,
}) => {
  await openFreshShop(page)
  const [link, frame] = await makeLink(page, async (dialog) => {
    await forAnyone(dialog)
    await dialog.getByLabel('Allow embedding').check()
  })
  const token = new URL(link!).pathname.split('/').at(-1)!
  expect(frame).toContain(`/embed/${token}`)

  const wiki = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<h1>Wiki</h1>${frame}<iframe title="whole page" src="${link}"></iframe><iframe title="library" src="${baseURL}/profiles"></iframe>`,
    )
  }).listen(0, '127.0.0.1')
  await once(wiki, 'listening')
  const { context, page: theirs } = await asStranger(browser)
  await theirs.goto(`http://127.0.0.1:${(wiki.address() as AddressInfo).port}/`)
  const graph = theirs.frameLocator('iframe[title="Flame graph"]')
  await expect(graph.getByTestId('flame-graph')).toBeVisible()
  await expect(graph.getByRole('banner').filter({ hasText: 'Hearth' })).toHaveCount(0)
  await expect(graph.getByRole('link', { name: 'Open' })).toHaveAttribute('href', `/s/${token}`)
  for (const title of ['whole page', 'library'])
    await expect(theirs.frameLocator(`iframe[title="${title}"]`).getByTestId('flame-graph')).toHaveCount(0)
  await theirs.screenshot({ path: 'e2e/results/share-embedded.png' })

  // A report is opened as a file, too.
  const report = pathToFileURL(`${results}share-embedded.html`)
  await writeFile(report, frame!)
  await theirs.goto(report.href)
  await expect(graph.getByTestId('flame-graph')).toBeVisible()

  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke for good' }).click()
  await expect(dialog.getByTestId('share-link')).toHaveCount(0)
  const inactive = graph.getByText('Ask the author of this page for a new one')
  for (const colorScheme of ['dark', 'light'] as const)
    for (const width of [390, 1280]) {
      await theirs.emulateMedia({ colorScheme })
      await theirs.setViewportSize({ width, height: 720 })
      await theirs.reload()
      await expect(inactive).toBeVisible()
      await theirs.screenshot({ path: `${results}share-embedded-revoked-${colorScheme}-${width}.png` })
    }
  await writeFile(report, frame!.replace(token, `${token}.`))
  await theirs.reload()
  await expect(inactive).toBeVisible()
  await context.close()
  wiki.closeAllConnections()
  wiki.close()
})

test('a link to a comparison shows both sides without a session, and links to neither profile', async ({
  page,
  browser,
}) => {
  await openComparison(page)
  const [link] = await makeLink(page, async (dialog) => {
    await forAnyone(dialog)
    await dialog.getByLabel('Method names', { exact: true }).check()
  })
  expect(link).not.toContain('baseline')
  const { context, page: theirs, mischief: violations } = await asStranger(browser)
  await theirs.goto(link!)
  await expect(theirs.getByTestId('comparison-power')).toContainText(/is detected if it grows to/)
  await expect(theirs.getByTestId('significant-count')).toHaveText(/^Significant: .*\d+ functions?/)
  await expect(theirs.locator('a[href^="/profiles/"]')).toHaveCount(0)
  await theirs.screenshot({ path: 'e2e/results/share-comparison.png' })
  expect(violations).toEqual([])
  await context.close()
})

test('a link to a comparison with a long name fits into lists of links on a phone', async ({ page }) => {
  const name = `petclinic ${'on-a-very-long-host-name-'.repeat(4)}`
  const importLinked = async (file: string) =>
    (await importFile(page, Buffer.from(`main;${file} 9\n`), `${file}.folded`)).split('/').at(-1)!
  const profile = await importLinked('phone-linked')
  const baseline = await importLinked('phone-links')
  const headers = { origin: process.env.HEARTH_E2E_URL!, 'content-type': 'application/json' }
  await page.request.patch(`/api/v1/profiles/${baseline}`, { data: { name }, headers })
  const data = { baselineId: baseline }
  const made = await page.request.post(`/api/v1/profiles/${profile}/shares`, { data, headers })
  expect(made.status(), await made.text()).toBeLessThan(300)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings')
  await expect(page.getByText(/^compared with petclinic/)).toBeVisible()
  await page.screenshot({ path: 'e2e/results/share-list-phone.png' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('the preview image of a link shows its graph', async ({ page, browser }) => {
  await openFreshShop(page)
  const [link] = await makeLink(page, forAnyone)
  const { context, page: theirs } = await asStranger(browser)
  const fetchImage = async (address: string) => {
    await theirs.goto(address)
    const image = await theirs.locator('meta[property="og:image"]').getAttribute('content')
    const answer = await theirs.request.get(image!)
    expect(answer.headers()['content-type']).toBe('image/png')
    return answer.body()
  }
  const png = await fetchImage(link!)
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  const searched = await fetchImage(`${link!}?q=PriceRules`)
  expect(searched.equals(png)).toBe(false)
  await writeFile(`${results}share-preview.png`, searched)
  await context.close()
})
