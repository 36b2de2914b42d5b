/** The page of a capture under way, beside a collector that says what it does. */
import type { Locator, Page } from '@playwright/test'
import type { Capture } from '../../lib/contract/capture.ts'
import { interrupt } from '../../lib/contract/interrupt-capture.ts'
import { encodeProfile } from '../../lib/profile/encoding/encode.ts'
import { createFakeCollector } from '../../lib/server/testing/fake-collector.ts'
import { sampleCapture, sampleTarget } from '../../lib/testing/samples.ts'
import { findAccessibilityProblems } from '../support/accessibility.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { shop } from '../support/shop.ts'
import { openCapture, withPages } from '../support/start-pages.ts'
import { listCovered, waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

const began = Date.now()
const recording: Partial<Capture> = {
  state: 'recording',
  phases: [
    { state: 'queued', at: began - 9000 },
    { state: 'checking', at: began - 8000 },
    { state: 'recording', at: began - 7000 },
  ],
  plan: { engine: 'async-profiler', vantage: 'host' },
  secondsLeft: 23,
  samples: 1234,
}

const graphTop = async (page: Page) => (await page.getByTestId('flame-graph').boundingBox())!.y

test('the graph of a capture under way has the window, and what it does is one row above', async ({ browser }) => {
  const collector = createFakeCollector([sampleTarget()])
  const capture = sampleCapture(recording)
  collector.snapshots.set(capture.id, encodeProfile(shop))
  await withPages(browser, collector, async (page) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await openCapture(page, collector, capture)
    await expect(page.getByRole('list', { name: 'Phases' })).toBeVisible()
    await page.screenshot({ path: `${results}/live-before.png` })

    collector.emitCapture({ ...capture, live: 1, samples: 4321 })
    await waitForGraph(page)
    expect(await graphTop(page)).toBeLessThanOrEqual(150)
    const progress = page.getByRole('region', { name: 'Progress' })
    await expect(progress).toContainText(/Recording\s*23 s left\s*2,480 of 4,321 samples drawn$/)
    await expect(page.getByRole('main')).toContainText(/total\s*2,480 samples/)
    await page.getByRole('radio', { name: 'Top' }).click()
    await expect(progress).toContainText(/left\s*4,321 samples$/)
    await page.getByRole('radio', { name: 'Flame graph' }).click()
    await expect(page.getByRole('button', { name: 'Stop and keep' })).toBeVisible()
    const { height } = (await page.getByRole('heading', { level: 1 }).boundingBox())!
    expect(height).toBeLessThan(30)
    expect(await findAccessibilityProblems(page, 'live')).toEqual([])
    await page.screenshot({ path: `${results}/live-graph.png` })

    await page.getByRole('button', { name: 'About this capture' }).click()
    const about = page.getByRole('dialog', { name: 'About this capture' })
    await expect(about.getByRole('list', { name: 'Phases' })).toContainText('Naming frames')
    await expect(about).toContainText('async-profiler on the host')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Hold' }).click()
    const top = await graphTop(page)
    await expect(page.getByRole('status').filter({ hasText: 'Held; recording continues' })).toBeVisible()
    await page.getByRole('button', { name: 'Resume' }).click()
    expect(await graphTop(page)).toBe(top)

    await page.setViewportSize({ width: 390, height: 844 })
    await waitForGraph(page)
    expect(await graphTop(page)).toBeLessThanOrEqual(300)
    for (const name of ['Hold', 'Stop and keep', 'Cancel']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    }
    const controls = page.locator('main header').first().locator('button:not([aria-label])')
    for (const name of ['Hold', 'Resume']) {
      const middles = await controls.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2),
      )
      await page.screenshot({ path: `${results}/live-phone-${name}.png` })
      expect(Math.max(...middles) - Math.min(...middles), name).toBeLessThan(8)
      await page.getByRole('button', { name }).click()
    }

    collector.emitCapture({
      ...capture,
      state: 'cancelled',
      phases: [...capture.phases, { state: 'cancelled', at: 9 }],
    })
    await expect(page.getByText('Cancelled. Nothing was left behind')).toBeVisible()
    await expect(page.getByTestId('flame-graph')).toHaveCount(0)

    collector.emitCapture({
      ...capture,
      state: 'cancelled',
      phases: [...capture.phases, { state: 'cancelled', at: 9 }],
      notRemoved: [
        'async-profiler in the JVM, which ends by its own limit',
        `the file /tmp/${'hearth-'.repeat(12)}.jfr in the file system of the JVM, to be removed by hand`,
      ],
    })
    const left = page.getByRole('list', { name: 'May be left:' }).getByRole('listitem')
    await expect(left).toHaveText([
      /^async-profiler in the JVM, which ends by its own limit$/,
      /to be removed by hand$/,
    ])
    await expect(page.getByText('Nothing was left behind')).toHaveCount(0)
    await page.screenshot({ path: `${results}/cancelled-not-removed-phone.png` })
  })
})

test('the page of a capture has its parts below each other in a short window, and the focus goes along to its profile', async ({
  browser,
}) => {
  const collector = createFakeCollector([sampleTarget()])
  const capture = sampleCapture(recording)
  collector.snapshots.set(capture.id, encodeProfile(shop))
  await withPages(browser, collector, async (page, { url }) => {
    const upload = await page.request.post('/api/v1/profiles', {
      headers: { 'x-file-name': 'kept.folded', origin: url, 'content-type': 'application/octet-stream' },
      data: Buffer.from('main;work 300\n'),
    })
    const { id } = (await upload.json()) as { id: string }
    await openCapture(page, collector, capture)
    collector.emitCapture({ ...capture, live: 1 })
    for (const [width, height] of [
      [640, 360],
      [720, 450],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await waitForGraph(page)
      await page.screenshot({ path: `${results}/live-short-${width}.png` })
      expect(await listCovered(page), `${width} px`).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect(page.locator('html[data-focus=kept]')).toBeAttached()
    const hold = page.getByRole('button', { name: 'Hold' })
    for (const way of ['key', 'pointer'] as const) {
      const shown = way === 'key' ? capture : sampleCapture({ ...recording, id: '7'.repeat(32) })
      if (way === 'key') await hold.press('Enter')
      else {
        collector.snapshots.set(shown.id, encodeProfile(shop))
        await openCapture(page, collector, shown)
        collector.emitCapture({ ...shown, live: 1 })
        await expect(page.locator('html[data-focus=kept]')).toBeAttached()
        await hold.click()
      }
      await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused()
      collector.emitCapture({
        ...shown,
        state: 'done',
        phases: [...shown.phases, { state: 'done', at: began }],
        profiles: [{ event: 'cpu', profileId: id }],
      })
      await page.waitForURL(`**/profiles/${id}`)
      await waitUntilQuiet(page)
      await expect(page.getByRole('main'), way).toBeFocused()
      await page.keyboard.press('t')
      await expect(page.getByRole('grid', { name: 'Functions' })).toBeFocused()
    }
  })
})

test('a capture of another person names that person, and Cancel asks before its samples are thrown away', async ({
  browser,
}) => {
  const collector = createFakeCollector([sampleTarget()])
  const capture = sampleCapture({ ...recording, requestedBy: 'Ann' })
  collector.snapshots.set(capture.id, encodeProfile(shop))
  await withPages(browser, collector, async (page) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    collector.emitCapture(capture)
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Captures under way' })).toContainText('begun by Ann')
    await page.screenshot({ path: `${results}/ann-list.png` })
    await page.goto('/profiles')
    await expect(page.getByRole('banner').getByRole('link', { name: /^Recording .* by Ann 23 s$/ })).toBeVisible()
    await page.screenshot({ path: `${results}/ann-chip.png` })

    await openCapture(page, collector, capture)
    await expect(page.getByRole('main')).toContainText('Begun by Ann.')
    collector.emitCapture({ ...capture, live: 1 })
    await waitForGraph(page)
    await page.getByRole('button', { name: 'About this capture' }).click()
    await expect(page.getByRole('dialog', { name: 'About this capture' })).toContainText('Begun by Ann.')
    await page.screenshot({ path: `${results}/ann-about.png` })
    await page.keyboard.press('Escape')

    const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
    const dialog = page.getByRole('dialog', { name: 'Cancel this capture?' })
    await cancel.click()
    await expect(dialog).toContainText('Ann began this capture. Its samples are thrown away.')
    await expect(dialog.getByRole('button')).toHaveText(['', 'Stop and keep', 'Cancel capture', 'Let it run'])
    expect(await findAccessibilityProblems(page, 'cancel-ann')).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [width, height] of [
        [1280, 720],
        [390, 844],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height })
        await page.screenshot({ path: `${results}/ann-cancel-${colorScheme}-${width}.png` })
      }
    await dialog.getByRole('button', { name: 'Let it run' }).click()
    await expect(dialog).toHaveCount(0)
    expect(collector.captures.get(capture.id)!.state).toBe('recording')

    await cancel.click()
    await dialog.getByRole('button', { name: 'Cancel capture' }).click()
    await expect(page.getByText('Cancelled by you. Nothing was left behind')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Begun by Ann.')
    expect(collector.captures.get(capture.id)!.endedBy).toBe('owner')
    await page.screenshot({ path: `${results}/ann-cancelled-phone.png` })

    const stopped = sampleCapture({ ...recording, id: '5'.repeat(32), requestedBy: 'Ann' })
    await openCapture(page, collector, stopped)
    await cancel.click()
    await dialog.getByRole('button', { name: 'Stop and keep' }).click()
    await expect(page.getByRole('main')).toContainText('Begun by Ann. Stopped by you.')
    await expect(dialog).toHaveCount(0)
  })
})

test("one's own capture names no person and is cancelled at once; its page says which other person cancelled it", async ({
  browser,
}) => {
  const collector = createFakeCollector([sampleTarget()])
  const [first, second] = [sampleCapture(recording), sampleCapture({ ...recording, id: '6'.repeat(32) })]
  await withPages(browser, collector, async (page) => {
    collector.emitCapture(first)
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Captures under way' })).not.toContainText('begun by')
    await openCapture(page, collector, first)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(page.getByText('Cancelled. Nothing was left behind')).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('egun by')

    await openCapture(page, collector, second)
    const phases = [...second.phases, { state: 'cancelled' as const, at: began }]
    collector.emitCapture({ ...second, state: 'cancelled', phases, endedBy: 'token ci' })
    await expect(page.getByText('Cancelled by token ci. Nothing was left behind')).toBeVisible()
    await page.screenshot({ path: `${results}/cancelled-by-other.png` })
  })
})

test('which of several events is drawn is said in whole, beside a name in whole where both have room', async ({
  browser,
}) => {
  const collector = createFakeCollector([sampleTarget()])
  const { request, target } = sampleCapture()
  const capture = sampleCapture({
    ...recording,
    request: { ...request, events: ['cpu', 'wall', 'alloc', 'lock'] },
    target: { ...target, containerName: 'hearth-demo-shop-slow-1' },
  })
  collector.snapshots.set(capture.id, encodeProfile(shop))
  await withPages(browser, collector, async (page) => {
    await openCapture(page, collector, capture)
    collector.emitCapture({ ...capture, live: 1 })
    await waitForGraph(page)
    const shownEvent = page.getByText('Live: CPU. The other 3 events are saved with it.', { exact: true })
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(shownEvent, `${width} px`).toBeInViewport({ ratio: 1 })
      await page.screenshot({ path: `${results}/live-events-${width}.png` })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    const name = page.getByRole('heading', { level: 1 }).getByText('hearth-demo-shop-slow-1')
    expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
  })
})

test('a capture that ended without a profile is repeated as it was, while its JVM runs', async ({ browser }) => {
  const target = sampleTarget()
  const collector = createFakeCollector([target])
  const { request } = sampleCapture()
  const capture = sampleCapture({
    ...{ state: 'cancelled', phases: [...recording.phases!, { state: 'cancelled', at: began }] },
    request: { ...request, targetId: target.id, seconds: 17 },
  })
  await withPages(browser, collector, async (page) => {
    collector.emitCapture(capture)
    await page.goto(`/captures/${capture.id}`)
    const again = page.getByRole('button', { name: 'Profile again' })
    await expect(again).toBeEnabled()
    await page.screenshot({ path: `${results}/profile-again.png` })
    const sent = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/v1/captures'))
    await again.click()
    expect((await sent).postDataJSON()).toEqual(capture.request)

    collector.send({ type: 'target-gone', id: target.id })
    await page.goto(`/captures/${capture.id}`)
    await expect(again).toBeDisabled()
    await expect(page.getByText('Its JVM is no longer listed')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `${results}/profile-again-ended-phone.png` })
  })
})

test('the page of a capture says so when its collector ends, and what became of it when that is back', async ({
  browser,
}) => {
  const collector = createFakeCollector([sampleTarget()])
  const capture = sampleCapture(recording)
  await withPages(browser, collector, async (page) => {
    await openCapture(page, collector, capture)
    const notice = page.getByText('If it was stopped, what it recorded is kept')
    await expect(page.getByRole('list', { name: 'Phases' })).toBeVisible()
    await expect(notice).toHaveCount(0)
    const progress = page.getByRole('region', { name: 'Progress' })
    const ways = ['Stop and keep', 'Cancel'].map((name) => page.getByRole('button', { name }))
    await expect(progress).toContainText('23 s left')
    for (const way of ways) await expect(way).toBeEnabled()
    collector.setDown(true)
    await expect(notice).toBeVisible()
    // Nothing can be asked of it, and whether it still records is not known.
    await expect(progress).not.toContainText('left')
    await expect(page.getByRole('list', { name: 'Phases' }).getByLabel('as last seen')).toBeVisible()
    for (const way of ways) await expect(way).toBeDisabled()
    await page.screenshot({ path: `${results}/live-collector-away.png` })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `${results}/live-collector-away-phone.png` })
    collector.captures.set(capture.id, interrupt(capture, Date.now()))
    collector.setDown(false)
    await expect(page.getByText('The collector ended while this capture was recording.')).toBeVisible()
    await expect(notice).toHaveCount(0)
  })
})

test('on a phone the tabs of the top bar keep their distance from the chip of a capture', async ({ browser }) => {
  const collector = createFakeCollector([sampleTarget()])
  await withPages(browser, collector, async (page) => {
    await openCapture(page, collector, sampleCapture(recording))
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 780 })
      await page.goto('/profiles')
      const chip = page.getByRole('banner').locator('a[href^="/captures/"]')
      await expect(chip).toBeVisible()
      const settings = page.getByRole('link', { name: 'Settings' })
      const [last, badge] = [(await settings.boundingBox())!, (await chip.boundingBox())!]
      expect(badge.x - (last.x + last.width), `${width} px`).toBeGreaterThanOrEqual(6)
      expect(badge.width, `${width} px`).toBeGreaterThanOrEqual(22)
      await page.screenshot({ path: `${results}/header-chip-${width}.png`, clip: { x: 0, y: 0, width, height: 60 } })
    }
  })
})

/** Links and buttons of the bar that reach over its edges or over the one before. */
const listCoveredParts = (bar: Locator): Promise<string[]> =>
  bar.locator('a:not(.skip-link), button').evaluateAll((parts) => {
    const shown = parts.filter((part) => part.checkVisibility())
    return shown.flatMap((part, at) => {
      const { left, right } = part.getBoundingClientRect()
      const before = shown[at - 1]?.getBoundingClientRect().right ?? 0
      return left < before - 1 || right > innerWidth
        ? [`${part.textContent}: ${left} to ${right}, after ${before}`]
        : []
    })
  })

test('the logo and the tabs of the top bar keep their boxes in each state of captures and of the collector', async ({
  browser,
}) => {
  const collector = createFakeCollector([sampleTarget()])
  const capture = sampleCapture(recording)
  await withPages(browser, collector, async (page) => {
    const bar = page.getByRole('banner')
    const chip = bar.locator('a[href^="/captures/"]')
    const measure = async (state: string) => {
      const boxes: Record<string, unknown> = {}
      for (const width of [360, 390, 640, 768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 780 })
        const tabs = await bar.getByRole('navigation').getByRole('link').all()
        const parts = [bar.getByRole('link', { name: 'Hearth' }), ...tabs]
        boxes[width] = await Promise.all(parts.map((part) => part.boundingBox()))
        expect(await bar.evaluate(({ scrollWidth }) => scrollWidth), `${state} at ${width}`).toBe(width)
        expect(await listCoveredParts(bar), `${state} at ${width}`).toEqual([])
        await page.screenshot({ path: `${results}/bar-${state}-${width}.png`, clip: { x: 0, y: 0, width, height: 60 } })
      }
      return boxes
    }
    await page.goto('/profiles')
    await expect(bar.locator('[data-connection=live]')).toBeVisible()
    const idle = await measure('idle')
    collector.emitCapture(capture)
    await expect(chip).toBeVisible()
    expect(await measure('recording')).toEqual(idle)
    collector.setDown(true)
    await expect(bar.locator('[data-connection=collector-away]')).toBeVisible()
    expect(await measure('collector-offline')).toEqual(idle)
    collector.captures.set(capture.id, interrupt(capture, Date.now()))
    collector.setDown(false)
    await expect(bar.locator('[data-connection=live]')).toBeVisible()
    await expect(chip).toHaveCount(0)
    expect(await measure('ended')).toEqual(idle)
  })
})
