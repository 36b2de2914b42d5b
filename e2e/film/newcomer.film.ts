/**
 * Screenshots in e2e/results/film of a newcomer's first five minutes, from the terminal to the link in a chat, and of
 * the messages when something fails. A person looks at the screenshots; the test fails only where a step does not work.
 */
import { expect, type Page, test } from '@playwright/test'
import { runContainer } from '../../lib/testing/hosts/containers.ts'
import { openMenu, hotMethod, jvmRow, profileContainer, setDemo, startCapture, startFrom } from '../real/profiling.ts'
import { watchForViolations } from '../support/fixtures.ts'
import { type Hearth, type HearthInstance, prepareInstance, removeInstance, startHearth } from '../support/hearth.ts'
import { profileIdOf, waitForGraph, waitUntilQuiet } from '../support/viewer.ts'
import { createLink, desktop, filming, withStranger } from './filming.ts'
import { chatHtml, terminalHtml } from './outside-pages.ts'

let instance: HearthInstance
let hearth: Hearth
let page: Page

test.describe.configure({ mode: 'serial' })
test.use({ viewport: desktop })
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  instance = await prepareInstance()
  hearth = await startHearth(instance)
  process.env.HEARTH_E2E_URL = hearth.url
  page = await (await browser.newContext({ baseURL: hearth.url, viewport: desktop, reducedMotion: 'reduce' })).newPage()
})
test.afterAll(async () => {
  await hearth.stop()
  await removeInstance(instance)
})

test('from the start to the preview of a link in a chat', async ({ browser }) => {
  test.setTimeout(600_000)
  const violations = watchForViolations(page)
  const film = filming('newcomer')
  let profileLink = ''
  let comparisonLink = ''

  await test.step('start and sign in', async () => {
    const terminal = await browser.newPage()
    await terminal.setContent(terminalHtml(['$ npm start', ...hearth.output]))
    await film(terminal, 'start')
    await terminal.close()
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Sign in to Hearth' })).toBeVisible()
    await film(page, 'sign-in')
    await page.goto(hearth.signInLink)
    await expect(page.getByRole('heading', { name: 'JVMs on this host' })).toBeVisible()
    await film(page, 'first-page')
    await page.goto('/profiles')
    await film(page, 'empty-library')
  })

  await test.step('profile the demo', async () => {
    await page.goto('/')
    await setDemo(page, 'start')
    await expect(jvmRow(page, 'hearth-demo-shop-slow')).toBeVisible({ timeout: 120_000 })
    await film(page, 'demo-runs')
    const menu = await openMenu(page, 'hearth-demo-shop-slow')
    await film(page, 'form')
    await startFrom(menu, /^Profile for 30 s/)
    await expect(page.getByRole('region', { name: 'Live view' })).not.toHaveAttribute('data-picture', '0', {
      timeout: 60_000,
    })
    await waitForGraph(page)
    await film(page, 'live-graph')
    await page.waitForURL(/\/profiles\/[0-9a-f]{32}/, { timeout: 90_000 })
    await waitForGraph(page)
  })
  const slow = profileIdOf(page)

  await test.step('read the hot method', async () => {
    await film(page, 'profile', { anew: true })
    await page.getByTestId('hot-method').getByRole('button').click()
    await expect(page.getByTestId('selected-frame')).toContainText(hotMethod)
    await waitForGraph(page)
    await film(page, 'hot-method')
    await page.goto(`/profiles/${slow}`)
    await page.getByTestId('findings').click()
    await film(page, 'findings')
    await page.keyboard.press('Escape')
  })

  await test.step('compare', async () => {
    await profileContainer(page, 'hearth-demo-shop', 20)
    const quick = profileIdOf(page)
    await page.goto('/profiles')
    await film(page, 'library')
    await page.goto(`/profiles/${slow}`)
    await page.getByRole('button', { name: 'Compare' }).click()
    await film(page, 'compare-menu')
    await page.goto(`/profiles/${slow}?baseline=${quick}`)
    await waitUntilQuiet(page)
    await expect(page.getByTestId('significant-count')).toHaveText(/^Significant: /, { timeout: 60_000 })
    await film(page, 'comparison')
    comparisonLink = await createLink(page)
    await page.goto(`/profiles/${slow}?baseline=${quick}&tab=table`)
    await waitUntilQuiet(page)
    await film(page, 'comparison-table')
  })

  await test.step('share', async () => {
    await page.goto(`/profiles/${slow}`)
    await waitForGraph(page)
    profileLink = await createLink(page, () => film(page, 'share'))
    await film(page, 'shared')
  })

  await test.step('what others see', async () => {
    await withStranger(browser, async (theirs) => {
      await theirs.goto(profileLink)
      await waitForGraph(theirs)
      await film(theirs, 'stranger', { anew: true })
    })
    const chat = await browser.newPage()
    const messages = [
      { from: 'paula', text: 'This is why checkout is slow:', link: profileLink },
      { from: 'paula', text: 'And against the release before:', link: comparisonLink },
    ]
    await chat.setContent(await chatHtml(chat.request, messages))
    await film(chat, 'chat', { fullPage: true })
    await chat.close()
  })
  expect(violations).toEqual([])
})

test('what the pages show when something fails', async ({ browser }) => {
  test.setTimeout(600_000)
  const film = filming('wrong')
  await withStranger(browser, async (theirs) => {
    await theirs.goto(`${hearth.url}/s/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`)
    await film(theirs, 'link')
    await theirs.goto(hearth.signInLink)
    await expect(theirs.locator('[data-problem]')).toBeVisible()
    await film(theirs, 'sign-in-link')
  })
  for (const [title, path] of [
    ['profile', '/profiles/00000000000000000000000000000000'],
    ['service', '/services/nosuch'],
    ['address', '/nosuch'],
  ] as const) {
    await page.goto(path)
    await film(page, title)
  }

  await test.step('the container ends while it is profiled', async () => {
    const container = await runContainer({ image: 'scratch-jdk17', name: 'checkout', env: { SHOP_PRICING: 'scan' } })
    await startCapture(page, container.name, 60)
    await waitForGraph(page)
    await container.stop()
    await page.waitForURL(/\/profiles\/[0-9a-f]{32}/, { timeout: 60_000 })
    await waitForGraph(page)
    await film(page, 'container-gone')
    await page.goto('/')
    await film(page, 'container-listed')
  })

  await test.step('a JVM that does not allow attaching', async () => {
    await using container = await runContainer({
      image: 'debian-jdk17',
      name: 'payments',
      javaOptions: ['-XX:+DisableAttachMechanism'],
    })
    await page.goto('/')
    await expect(jvmRow(page, container.name)).toBeVisible()
    await film(page, 'attach-disabled')
    await openMenu(page, container.name)
    await film(page, 'attach-disabled-form')
    await page.goto('/')
    await jvmRow(page, container.name).getByRole('link').first().click()
    await expect(page.getByText('Checked just now')).toBeVisible({ timeout: 60_000 })
    await film(page, 'attach-disabled-jvm')
  })

  await test.step('a file that is not a recording', async () => {
    await page.goto('/profiles')
    const file = { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%binary\n') }
    await page.getByLabel('Recording to import').first().setInputFiles(file)
    await expect(page.locator('[data-problem]').first()).toBeVisible()
    await film(page, 'upload')
  })
  await setDemo(page, 'stop')
})
