/** The list of JVMs: what is hot first, in groups, with what stopped; beside a collector that sees what a test says. */
import type { Page } from '@playwright/test'
import { profileSummarySchema } from '../../lib/contract/profile.ts'
import type { StoppedTarget, Target } from '../../lib/contract/target.ts'
import { createFakeCollector } from '../../lib/server/testing/fake-collector.ts'
import { sampleCapture, sampleContainer, sampleTarget } from '../../lib/testing/samples.ts'
import { findAccessibilityProblems } from '../support/accessibility.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { withPages } from '../support/start-pages.ts'

const minuteMs = 60_000
let targets = 0

/** A JVM in a container of its own. */
function jvm(name: string, cpuPercent: number, more: Partial<Target> = {}, project: string | null = null): Target {
  const image = `acme/${name.replace(/-\d+$/, '')}:1.4`
  return sampleTarget({
    id: (++targets).toString(16).padStart(16, '0'),
    hostPid: 1000 + targets,
    service: image,
    container: sampleContainer({ name, image, composeProject: project }),
    startedAt: Date.now() - 90 * minuteMs,
    cpuPercent,
    cpuHistory: Array.from({ length: 30 }, () => cpuPercent),
    heapUsedBytes: 40 * 2 ** 20,
    heapLimitBytes: 96 * 2 ** 20,
    residentBytes: 118 * 2 ** 20,
    ...more,
  })
}

const stopped: StoppedTarget = {
  ...{
    id: 'f'.repeat(16),
    collectorId: 'local',
    service: 'acme/cart',
    containerName: 'cart-1',
    image: 'acme/cart:2.0',
  },
  ...{ mainClass: 'com.acme.Cart', startedAt: Date.now() - 60 * minuteMs, stoppedAt: Date.now() - 3 * minuteMs },
}

const namesOf = (page: Page) => page.locator('[data-target] a[href^="/targets/"]:first-of-type').allInnerTexts()
const rowNames = async (page: Page) => (await namesOf(page)).filter((_, index) => index % 2 === 0)

test('the hottest JVM is the first; another sort is remembered; rows stay while someone points at them', async ({
  browser,
}) => {
  const [idle, warm, hot] = [jvm('a-idle', 1), jvm('b-warm', 40), jvm('c-hot', 180)]
  const collector = createFakeCollector([idle, warm, hot])
  await withPages(browser, collector, async (page) => {
    await expect.poll(() => rowNames(page)).toEqual(['c-hot', 'b-warm', 'a-idle'])

    await page.getByRole('link', { name: 'b-warm' }).hover()
    collector.send({ type: 'target', target: { ...idle, cpuPercent: 300, cpuHistory: [300] } })
    await expect(page.locator(`[data-target="${idle.id}"]`)).toContainText('300')
    expect(await rowNames(page)).toEqual(['c-hot', 'b-warm', 'a-idle'])
    await page.mouse.move(0, 0)
    await expect.poll(() => rowNames(page)).toEqual(['a-idle', 'c-hot', 'b-warm'])

    await page.getByRole('button', { name: 'How to profile c-hot' }).click()
    await page.getByRole('dialog').getByText('Engine', { exact: true }).hover()
    collector.send({ type: 'target', target: { ...warm, cpuPercent: 400, cpuHistory: [400] } })
    await expect(page.locator(`[data-target="${warm.id}"]`)).toContainText('400')
    expect(await rowNames(page)).toEqual(['a-idle', 'c-hot', 'b-warm'])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Profiles' }).first().focus()
    await expect.poll(() => rowNames(page)).toEqual(['b-warm', 'a-idle', 'c-hot'])

    await page.getByRole('columnheader', { name: 'Container' }).getByRole('button').click()
    await expect.poll(() => rowNames(page)).toEqual(['a-idle', 'b-warm', 'c-hot'])
    await page.reload()
    await expect.poll(() => rowNames(page)).toEqual(['a-idle', 'b-warm', 'c-hot'])
    await expect(page.locator('[data-group]')).toHaveCount(0)
  })
})

test('many JVMs are grouped by project, on request by image, and the choice is remembered', async ({ browser }) => {
  const shops = Array.from({ length: 8 }, (_, index) => jvm(`shop-${index}`, index, {}, 'shop'))
  const banks = Array.from({ length: 6 }, (_, index) => jvm(`bank-${index}`, 50 + index, {}, 'bank'))
  const collector = createFakeCollector([...shops, ...banks, jvm('alone-1', 2)])
  const groups = (page: Page) =>
    page.locator('[data-group]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-group')))
  await withPages(browser, collector, async (page) => {
    await expect.poll(() => groups(page)).toEqual(['bank', 'shop', 'no project'])
    await expect(page.locator('[data-group="bank"]')).toContainText('6 JVMs · CPU 315%')
    await page.screenshot({ path: `${results}first-page-groups.png` })
    await page.getByRole('radio', { name: 'Image' }).click()
    await expect.poll(() => groups(page)).toEqual(['acme/bank:1.4', 'acme/shop:1.4', 'acme/alone:1.4'])
    await page.reload()
    await expect.poll(() => groups(page)).toEqual(['acme/bank:1.4', 'acme/shop:1.4', 'acme/alone:1.4'])
    await page.getByRole('radio', { name: 'None' }).click()
    await expect.poll(() => groups(page)).toEqual([])
  })
})

test('groups fold, and stay so; one JVM more does not change the form of the list', async ({ browser }) => {
  const names = Array.from({ length: 11 }, (_, index) => jvm(`shop-${index}`, index, {}, index < 6 ? 'shop' : 'bank'))
  const collector = createFakeCollector(names)
  await withPages(browser, collector, async (page) => {
    const rows = page.locator('[data-target]')
    await expect(rows).toHaveCount(11)
    const twelfth = jvm('late', 99, {}, 'late')
    collector.send({ type: 'target', target: twelfth })
    await expect(rows).toHaveCount(12)
    await expect(page.locator('[data-group]')).toHaveCount(0)

    await page.getByRole('radio', { name: 'Project' }).click()
    const bank = page.locator('[data-group="bank"]').getByRole('button')
    await expect(bank).toHaveAttribute('aria-expanded', 'true')
    await bank.click()
    await expect(rows).toHaveCount(7)
    await expect(bank).toHaveAttribute('aria-expanded', 'false')
    await expect(bank).toContainText('5 JVMs')
    await page.reload()
    await expect(bank).toHaveAttribute('aria-expanded', 'false')
    await expect(page.locator('[data-target]').filter({ hasText: 'shop-7' })).toHaveCount(0)
    await page.getByLabel('Filter JVMs').fill('shop-7')
    await expect(rows).toHaveCount(1)
    await page.getByLabel('Filter JVMs').fill('')
    await bank.press('Enter')
    await expect(page.locator('[data-target]').filter({ hasText: 'shop-7' })).toHaveCount(1)
    await page.screenshot({ path: `${results}first-page-folds.png` })
  })
})

test('a capture that ends stays to be opened for a moment, where Profile comes back', async ({ browser }) => {
  const target = jvm('shop-1', 20)
  const collector = createFakeCollector([target])
  const capture = sampleCapture({
    request: { ...sampleCapture().request, targetId: target.id },
    state: 'recording',
    phases: [{ state: 'recording', at: Date.now() }],
    secondsLeft: 20,
  })
  await withPages(browser, collector, async (page) => {
    const row = page.locator(`[data-target="${target.id}"]`)
    const underWay = page.getByRole('region', { name: /^Captures under way/ })
    await expect(page).toHaveTitle('JVMs · Hearth')
    await expect(row.getByRole('button', { name: 'Profile shop-1', exact: true })).toBeVisible()
    collector.emitCapture(capture)
    await expect(row.getByRole('link', { name: 'Recording' })).toBeVisible()
    await expect(underWay).toContainText('20 s left')
    await expect(underWay).not.toContainText('samples')
    await page.screenshot({ path: `${results}first-page-capture.png` })
    collector.emitCapture({ ...capture, samples: 12 })
    await expect(underWay).toContainText('12 samples')

    collector.emitCapture({
      ...capture,
      state: 'cancelled',
      phases: [...capture.phases, { state: 'cancelled', at: 9 }],
    })
    await expect(row.getByRole('link', { name: 'Open' })).toHaveAttribute('href', `/captures/${capture.id}`)
    await expect(row.getByRole('button', { name: 'Profile shop-1', exact: true })).toHaveCount(0)
    await expect(row.getByRole('button', { name: 'Profile shop-1', exact: true })).toBeVisible()
  })
})

test('many profiles that go and come at once do so on the page of JVMs, also on the way back to it', async ({
  browser,
}) => {
  await withPages(browser, createFakeCollector([jvm('shop-1', 20)]), async (page, { url }) => {
    const post = async (path: string, data: string, more: Record<string, string>) => {
      const answer = await page.request.post(`/api/v1${path}`, { data, headers: { origin: url, ...more } })
      expect(answer.status(), await answer.text()).toBeLessThan(300)
      return answer
    }
    const rows = page.getByRole('region', { name: /^Latest profiles/ }).locator('[data-profile]')
    await expect(page.locator('[data-target]')).toHaveCount(1)
    const ids: string[] = []
    // One more than live events name one by one.
    for (let index = 0; index < 21; index++) {
      const file = { 'x-file-name': `run-${index}.folded`, 'content-type': 'application/octet-stream' }
      const { id } = profileSummarySchema.parse(await (await post('/profiles', `a;b ${index + 1}`, file)).json())
      ids.push(id)
    }
    await expect(rows).toHaveCount(3) // of a batch of imports
    const changeAll = (action: 'delete' | 'restore') =>
      post('/profiles/bulk', JSON.stringify({ ids, action }), { 'content-type': 'application/json' })
    await changeAll('delete')
    await expect(rows).toHaveCount(0)

    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Settings/)
    await changeAll('restore')
    await page.goBack()
    await expect(rows).toHaveCount(3)
  })
})

test('an address that leads nowhere says what was there, by its kind', async ({ browser }) => {
  await withPages(browser, createFakeCollector([]), async (page) => {
    const none = 'f'.repeat(32)
    for (const [address, text] of [
      ['/services/nope', 'No profile is of this service'],
      [`/profiles/${none}`, 'There is no such profile'],
      [`/captures/${none}`, 'There is no such capture'],
      [`/experiments/${none}`, 'There is no such experiment'],
      [`/targets/${none.slice(16)}`, 'This JVM is not running'],
      ['/nowhere', 'There is nothing at this address'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByText(text)).toBeVisible()
      await expect(page.getByText('has ended')).toHaveCount(Number(address.startsWith('/targets')))
    }
    await page.screenshot({ path: `${results}first-page-nowhere.png` })
  })
})

test('what stopped is listed with the way to its profiles; a heap that is unknown is said to be, on a phone too', async ({
  browser,
}) => {
  const silent = jvm('silent', 3, { heapUsedBytes: null })
  const collector = createFakeCollector([jvm('shop-1', 20), silent], [stopped])
  await withPages(browser, collector, async (page) => {
    const row = page.locator(`[data-stopped="${stopped.id}"]`)
    await expect(row).toContainText(/cart-1.*Cart.*\d min ago/s)
    await expect(row.getByRole('link')).toHaveAttribute('href', '/profiles?service=acme%2Fcart')
    await expect(page.locator(`[data-target="${silent.id}"]`)).toContainText('RSS 118 MiB')
    await expect(page.locator('[data-target]').filter({ hasText: 'shop-1' })).toContainText('40 of 96 MiB')

    collector.send({ type: 'target-gone', id: silent.id })
    const ended = { ...stopped, id: silent.id, containerName: 'silent', stoppedAt: Date.now() }
    collector.send({ type: 'stopped', stopped: [ended, stopped] })
    await expect(page.locator('[data-stopped]')).toHaveCount(2)

    const many = Array.from({ length: 7 }, (_, at) => ({ ...stopped, id: `${at}`.repeat(16) }))
    collector.send({ type: 'stopped', stopped: many })
    await expect(page.locator('[data-stopped]')).toHaveCount(5)
    await page.getByRole('button', { name: 'Show all 7' }).click()
    await expect(page.locator('[data-stopped]')).toHaveCount(7)
    await page.getByRole('button', { name: 'Show fewer' }).click()

    for (const [colorScheme, width, height] of [
      ['light', 1280, 720],
      ['dark', 1280, 720],
      ['light', 390, 844],
      ['dark', 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: `${results}first-page-${colorScheme}-${width}.png`, fullPage: true })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    expect(await findAccessibilityProblems(page, 'first page on a phone')).toEqual([])
  })
})

test('the seconds are the first field of the form of Profile, in sight wherever the JVM stands in the list', async ({
  browser,
}) => {
  const collector = createFakeCollector(Array.from({ length: 9 }, (_, index) => jvm(`shop-${index}`, index)))
  await withPages(browser, collector, async (page) => {
    for (const [width, height] of [
      [1280, 720],
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const name of ['shop-8', 'shop-0']) {
        await page.getByRole('button', { name: `How to profile ${name}` }).click()
        const form = page.getByRole('dialog', { name: `How to profile ${name}` })
        await expect(form.getByRole('radiogroup', { name: 'Seconds' })).toBeInViewport({ ratio: 1 })
        await expect(form.getByRole('button', { name: /^Profile for/ })).toBeInViewport({ ratio: 1 })
        await expect(form.locator('button, input, select').first()).toHaveText('10')
        await page.screenshot({ path: `${results}profile-form-${name}-${width}.png` })
        await page.keyboard.press('Escape')
      }
    }
  })
})

test('a flight recorder is chosen in the form, and keeps the seconds that are chosen', async ({ browser }) => {
  const collector = createFakeCollector([jvm('shop-1', 5)])
  await withPages(browser, collector, async (page) => {
    await page.getByRole('button', { name: 'How to profile shop-1' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('checkbox', { name: 'Flight recorder' }).check()
    await expect(form.getByText('Keep the last seconds')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Start the flight recorder' })).toBeVisible()
    await expect(form.getByRole('button', { name: 'CPU' })).toHaveCount(0)
  })
})

test('an event that no engine can record here is marked in the form, which says why once it is chosen', async ({
  browser,
}) => {
  const title = 'bpftrace is not installed.'
  const finding = { code: 'tool-missing', level: 'blocked', title, evidence: '', remedy: '', command: null } as const
  const collector = createFakeCollector([jvm('shop-1', 5)])
  collector.report = {
    ...collector.report,
    cells: [
      { engine: 'async-profiler', vantage: 'host', event: 'cpu', level: 'ready', findings: [] },
      { engine: 'bpftrace', vantage: 'host', event: 'off-cpu', level: 'blocked', findings: [finding] },
    ],
  }
  await withPages(browser, collector, async (page) => {
    await page.getByRole('button', { name: 'How to profile shop-1' }).click()
    const form = page.getByRole('dialog')
    await expect(form.getByRole('checkbox', { name: 'CPU', exact: true })).toBeVisible()
    const blocked = form.getByRole('checkbox', { name: /^Off-CPU\s*blocked$/ })
    await page.screenshot({ path: `${results}profile-form-blocked-event.png` })
    await blocked.check({ force: true })
    await expect(form.getByRole('alert')).toContainText('No engine can record this')
  })
})

test('the page of a JVM is called by its container, and that of one on the host by its main class', async ({
  browser,
}) => {
  const collector = createFakeCollector([jvm('shop-1', 5), { ...jvm('outside', 1), container: null }])
  await withPages(browser, collector, async (page) => {
    await page.getByRole('link', { name: 'shop-1', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('shop-1')
    await expect(page).toHaveTitle(/^shop-1 · [\w.]+ · Hearth$/)
    await page.goto('/')
    await page.getByRole('link', { name: 'on the host', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^[\w.]+$/)
    await expect(page).toHaveTitle(/^[\w.]+ · Hearth$/)
  })
})

test('a collector that stopped is reported once, and JVMs come back with it', async ({ browser }) => {
  const collector = createFakeCollector([jvm('shop-1', 5)])
  await withPages(browser, collector, async (page) => {
    await expect(page.locator('[data-target]')).toHaveCount(1)
    collector.setDown(true)
    await expect(page.locator('[data-problem="collector-unreachable"]')).toBeVisible()
    // The server's own list of what is lacking says it too.
    await page.reload()
    await expect(page.locator('[data-problem="collector-unreachable"]')).toBeVisible()
    await expect(page.getByText('The collector does not answer')).toHaveCount(1)
    await page.screenshot({ path: `${results}/collector-away.png` })
    collector.setDown(false)
    await expect(page.getByText('The collector does not answer')).toHaveCount(0)
    await expect(page.locator('[data-target]')).toHaveCount(1)
  })
})

test('a collector that has not answered yet leaves the JVMs unknown, not none', async ({ browser }) => {
  const collector = createFakeCollector([jvm('shop-1', 5)])
  collector.setDown(true)
  await withPages(browser, collector, async (page) => {
    await expect(page.getByText('It is not known which JVMs run on this host')).toBeVisible()
    await expect(page.locator('[data-problem="collector-unreachable"]')).toBeVisible()
    await expect(page.getByText('No JVM is running')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('JVMs on this host')
    for (const width of [640, 390]) {
      await page.setViewportSize({ width, height: 700 })
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
      expect(scrollWidth, `at ${width} px`).toBe(clientWidth)
    }
    await page.screenshot({ path: `${results}/collector-never-answered.png` })
    collector.setDown(false)
    await expect(page.locator('[data-target]')).toHaveCount(1)
  })
})

test('a dashboard that stopped is said on every page, in place of what it said last, until it is back', async ({
  browser,
}) => {
  const collector = createFakeCollector([jvm('shop-1', 5)])
  await withPages(browser, collector, async (page) => {
    collector.setDown(true)
    await expect(page.locator('[data-problem="collector-unreachable"]')).toBeVisible()
    await page.route('**/api/v1/events', (route) => route.abort())
    const away = page.locator('[data-problem="web-unreachable"]')
    for (const path of ['/profiles', '/settings', '/']) {
      await page.goto(path)
      await expect(away).toContainText('The dashboard does not answer.')
      await expect(away).toContainText('Its profiles are kept.')
    }
    await expect(page.locator('[data-connection="reconnecting"]')).toHaveText('Reconnecting')
    await expect(page.getByText('The collector does not answer')).toHaveCount(0)
    await page.unroute('**/api/v1/events')
    await expect(page.locator('[data-problem="collector-unreachable"]')).toBeVisible()
    await expect(away).toHaveCount(0)
    collector.setDown(false)
    await expect(page.locator('[data-problem]')).toHaveCount(0)
  })
})

test('the title of each page has one size and one place, on a phone too', async ({ browser }) => {
  const collector = createFakeCollector([jvm('shop', 40)])
  await withPages(browser, collector, async (page) => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const seen = new Map<string, string[]>()
      for (const path of ['/', '/profiles', '/experiments', '/hosts', '/settings']) {
        await page.goto(path)
        const title = page.getByRole('heading', { level: 1 })
        const { x, y, height } = (await title.boundingBox())!
        const size = await title.evaluate((element) => getComputedStyle(element).fontSize)
        const position = `${size} at ${x}, ${y}, ${height} px high`
        seen.set(position, [...(seen.get(position) ?? []), path])
      }
      expect([...seen.values()], JSON.stringify([...seen])).toHaveLength(1)
    }
  })
})
