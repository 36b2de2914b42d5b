import type { Page } from '@playwright/test'
import { formatTimeOffset } from '../../lib/profile/format/time-offset.ts'
import { formatShare } from '../../lib/profile/format/units.ts'
import { byTier } from '../../lib/testing/tier.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { openShop, shop } from '../support/shop.ts'
import { listCutLegends } from '../support/viewer-steps.ts'
import { importProfile, waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Samples over time' })
const filterOf = (page: Page, type: string) =>
  new URL(page.url()).searchParams.getAll('f').find((filter) => filter.startsWith(type))
/** Start and end of the chosen time range in ms; undefined for all. */
const rangeOf = (page: Page) =>
  /^time:([\d.]+)-([\d.]+)$/
    .exec(filterOf(page, 'time') ?? '')
    ?.slice(1)
    .map(Number)
const removed = (isKept: (sample: number) => boolean) =>
  `${formatShare(1 - shop.samples.time.filter((_, sample) => isKept(sample)).length / shop.samples.length)} removed by filters`
const header = (page: Page) => page.locator('main header')

test('time with the mouse: a drag over the heat map chooses a time range, a click a pause, All resets', async ({
  page,
}) => {
  await openShop(page)
  await test.step('each label of the axis is whole, on one line', async () => {
    const labels = panel(page).getByTestId('time-axis').locator('span')
    const heights = await labels.evaluateAll((all) => all.map((label) => label.getBoundingClientRect().height))
    expect(heights.length).toBeGreaterThan(2)
    expect(Math.max(...heights)).toBeLessThanOrEqual(14)
  })
  await test.step('a drag chooses cells', async () => {
    const map = (await panel(page).locator('canvas').first().boundingBox())!
    const at = (share: number) => ({ x: map.x + share * map.width, y: map.y + map.height - 12 })
    await page.mouse.move(at(0.21).x, at(0.21).y)
    await page.mouse.down()
    await page.mouse.move(at(0.52).x, at(0.52).y, { steps: 8 })
    await page.mouse.up()
    await waitUntilQuiet(page)
    const [from, to] = rangeOf(page)!
    expect(from).toBeGreaterThanOrEqual(2000)
    expect(from).toBeLessThan(3000)
    expect(to).toBeGreaterThan(5000)
    expect(to).toBeLessThanOrEqual(6000)
    const { time } = shop.samples
    await expect(header(page)).toContainText(removed((sample) => time[sample]! >= from! && time[sample]! < to!))
    await page.getByLabel('Search frames').hover()
    const chosen = /^[\d.:]+ to [\d.:]+( s)?/.exec(await panel(page).innerText())![0]
    await expect(page.getByRole('button', { name: `time ${chosen}`, exact: true })).toBeVisible()
  })

  await test.step('the cells can be made finer', async () => {
    const before = await panel(page).locator('canvas').first().screenshot()
    await page.getByLabel('Search frames').hover()
    await expect(panel(page)).toContainText(/less\s*more.*A cell is/)
    await page.getByLabel('Cell of the heat map').selectOption('20 ms')
    await waitUntilQuiet(page)
    expect((await panel(page).locator('canvas').first().screenshot()).equals(before)).toBe(false)
  })

  await test.step('All resets the time range, and so does Back', async () => {
    await panel(page).getByRole('button', { name: 'All' }).click()
    await expect.poll(() => rangeOf(page)).toBeUndefined()
    await expect(header(page)).not.toContainText('removed by filters')
    await page.goBack()
    await expect.poll(() => rangeOf(page)).toBeDefined()
    await page.goForward()
  })

  await test.step('GC pauses and throttling are drawn, and a click chooses their time range', async () => {
    await expect(panel(page)).toContainText(/GC.*2/)
    await expect(panel(page)).toContainText(/Throttled.*1/)
    await panel(page)
      .getByRole('button', { name: /Throttled/ })
      .click()
    await page.getByText('180 ms throttled by the CPU limit').click()
    await expect.poll(() => rangeOf(page)).toBeDefined()
    const [from, to] = rangeOf(page)!
    expect(from).toBeLessThanOrEqual(8200)
    expect(to).toBeGreaterThanOrEqual(8600)
    await expect(panel(page)).toContainText('GC 0 of 2')
    await expect(panel(page)).toContainText('Throttled 1, 400 ms')
  })
})

test('time with the keyboard alone: two slider thumbs choose the range, and the heat map can be hidden', async ({
  page,
}) => {
  await openShop(page)
  await page.getByRole('slider', { name: 'From, in the recording' }).focus()
  for (let press = 0; press < 4; press++) await page.keyboard.press('PageUp')
  const from = 2000 // four steps
  await expect.poll(() => rangeOf(page)?.[0]).toBe(from)
  await page.getByRole('slider', { name: 'To, in the recording' }).focus()
  await page.keyboard.press('PageDown')
  await expect.poll(() => rangeOf(page)?.[1]).toBeLessThan(10_000)
  expect(rangeOf(page)![0]).toBe(from)
  await waitUntilQuiet(page)
  const [, to] = rangeOf(page)!
  const { time } = shop.samples
  await expect(header(page)).toContainText(removed((sample) => time[sample]! >= from && time[sample]! < to!))
  await page.getByRole('tree').focus()
  await page.keyboard.press('u')
  await page.keyboard.press('u')
  await page.getByRole('button', { name: 'Hide heat map' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Show heat map' })).toBeVisible()
})

test('threads with the mouse: a pool, one thread of it, all again; and the graph by thread', async ({ page }) => {
  await openShop(page)
  const list = page.getByRole('treegrid', { name: 'Threads by pool' })
  await page.getByRole('button', { name: /^Threads/ }).click()
  await list.getByRole('row', { name: /^http-nio-8080-exec-#, 4 threads/ }).click()
  await waitUntilQuiet(page)
  expect(JSON.parse(filterOf(page, 'threads')!.slice('threads:'.length))).toHaveLength(4)
  const isOfPool = (name: string) => name.startsWith('http-nio-8080-exec-')
  await expect(header(page)).toContainText(removed((sample) => isOfPool(threadOf(sample))))

  await page.getByLabel('Find a thread').fill('exec-2')
  await list.getByRole('row', { name: /^http-nio-8080-exec-2,/ }).click()
  await expect.poll(() => filterOf(page, 'threads')).not.toContain('exec-2')
  await page.getByLabel('Find a thread').fill('')
  await page.getByRole('dialog', { name: 'Threads' }).getByRole('button', { name: 'All', exact: true }).click()
  await expect.poll(() => filterOf(page, 'threads')).toBeUndefined()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'By thread' }).click()
  await waitUntilQuiet(page)
  await page.getByLabel('Search frames').fill('C2 CompilerThread0')
  await expect(page.getByTestId('match-count')).toHaveText('1 frame')
})

test('a flame chart has time on x: one thread, its pauses above it, and the time of each box', async ({ page }) => {
  await openShop(page)
  await panel(page).getByRole('button', { name: 'Flame chart' }).click()
  const threads = page.getByLabel('Thread of the flame chart')
  await expect(threads.locator('option')).toHaveCount(new Set(shop.samples.thread).size)
  await waitUntilQuiet(page)
  await expect(page.getByRole('tree', { name: /^Flame chart of/ })).toBeVisible()
  await expect(threads.locator('option:checked')).toHaveText(/^http-nio-8080-exec-\d · 22\.\d%$/)

  // Of the whole recording most boxes are too narrow for a name.
  const toNames = page.getByRole('button', { name: /^Zoom to [\d.]+ m?s, where names fit$/ })
  await page.screenshot({ path: `${results}/chart-whole.png` })
  await toNames.click()
  await expect(page).toHaveURL(/range=/)
  await expect(toNames).toHaveCount(0)
  await page.screenshot({ path: `${results}/chart-names.png` })

  const other = threads.locator('option').filter({ hasText: 'http-nio-8080-exec-2' })
  await threads.selectOption(await other.getAttribute('value'))
  await waitUntilQuiet(page)
  const thread = Array.from(shop.threads.name, (name) => shop.strings[name]).indexOf('http-nio-8080-exec-2')
  const first = Math.min(...shop.samples.time.filter((_, sample) => shop.samples.thread[sample] === thread))
  const chart = await waitForGraph(page)
  const box = (await chart.boundingBox())!
  // Above the thread and the folded base, where the first sample was.
  const x = box.x + ((first + 2) / shop.provenance.durationMs!) * box.width
  await page.mouse.click(x, box.y + box.height - 4.5 * 18)
  await waitUntilQuiet(page)
  await expect(page.getByRole('region', { name: 'Selected frame' })).toContainText(
    `ranat ${formatTimeOffset(first, 1)} for`,
  )

  await page.goBack()
  await panel(page).getByRole('button', { name: 'Flame chart' }).click()
  await waitUntilQuiet(page)
  await expect(page.getByRole('button', { name: 'By thread' })).toHaveAttribute('aria-pressed', 'false')
  await expect(threads).toHaveCount(0)
})

test('a thread that was sampled in a part of the recording alone: names are where it was, not in the middle', async ({
  page,
}) => {
  const time = shop.samples.time.map((ms) => ms / 5)
  await page.goto(await importProfile(page, { ...shop, samples: { ...shop.samples, time } }, 'early'))
  await waitUntilQuiet(page)
  await panel(page).getByRole('button', { name: 'Flame chart' }).click()
  await waitUntilQuiet(page)
  await page.getByRole('button', { name: /^Zoom to [\d.]+ m?s, where names fit$/ }).click()
  await expect(page).toHaveURL(/range=/)
  await waitUntilQuiet(page)
  await page.screenshot({ path: `${results}/chart-names-early.png` })
  const first = await page.getByTestId('time-axis').last().locator('span').first().innerText()
  expect(first).toMatch(/^[01]\.\d+ s$/)
})

test('threads with the keyboard alone: T opens the list, arrows and Space choose, Escape leaves', async ({ page }) => {
  await openShop(page)
  await page.keyboard.press('T')
  await page.keyboard.type('GC')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press(' ')
  await expect.poll(() => filterOf(page, 'threads')).toContain('GC Thread#0')
  await page.keyboard.press('Escape')
  await waitUntilQuiet(page)
  await expect(header(page)).toContainText(removed((sample) => threadOf(sample).startsWith('GC Thread')))
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: 'By thread' })).toHaveAttribute('aria-pressed', 'true')
})

function threadOf(sample: number): string {
  return shop.strings[shop.threads.name[shop.samples.thread[sample]!]!]!
}

test('the legend of the heat map is whole at each width, also beside a chosen time, and stays under the pointer', async ({
  page,
}) => {
  const baseline = (await importProfile(page, shop, 'shop-before')).split('/').at(-1)!
  for (const query of [`baseline=${baseline}&mode=side`, 'f=time:2000-5500', '']) {
    await page.setViewportSize({ width: 1920, height: 900 })
    await openShop(page, query)
    for (let width = 1920; width >= 360; width -= byTier(60, 40)) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.getByText(/^less\s*more$/).first()).toBeVisible()
      expect(await listCutLegends(page), `${query} ${width}`).toEqual([])
      if (width === 1440) await page.screenshot({ path: `${results}heat-map-legend-${query.slice(0, 4)}.png` })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await waitUntilQuiet(page)
  const map = panel(page).locator('canvas').first()
  const before = (await map.boundingBox())!
  await map.hover({ position: { x: 300, y: before.height - 12 } })
  await expect(panel(page)).toContainText(/· [\d.]+ to [\d.]+ s: \d+ sample/)
  expect(await map.boundingBox()).toEqual(before)
})

test('on a phone the flame chart is among the controls of the view, which show it pressed, and has a way out', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openShop(page)
  const controls = page.getByRole('button', { name: 'More controls' })
  const entry = page.getByRole('main').getByRole('button', { name: 'Flame chart', exact: true })
  const chart = page.getByRole('tree', { name: /^Flame chart of/ })
  await expect(entry).toBeHidden()
  await controls.click()
  await expect(entry).toHaveAttribute('aria-pressed', 'false')
  await entry.click()
  await expect(chart).toBeFocused()
  // Open, the panel would cover the chart.
  await expect(entry).toBeHidden()
  await page.screenshot({ path: `${results}/chart-phone-chosen.png` })
  await controls.click()
  await expect(entry).toHaveAttribute('aria-pressed', 'true')
  await page.screenshot({ path: `${results}/chart-phone-controls.png` })
  await page.keyboard.press('Escape')
  await expect(entry).toBeHidden()
  const threads = page.getByLabel('Thread of the flame chart')
  await expect(threads).toBeInViewport({ ratio: 1 })
  expect((await threads.boundingBox())!.width).toBeGreaterThan(300)
  await page.screenshot({ path: `${results}/chart-phone.png` })
  await page.getByRole('button', { name: 'Leave the flame chart' }).click()
  await expect(page.getByRole('tree', { name: /^Flame graph of/ })).toBeVisible()

  // So it is when chosen as an order; a toggle leaves the panel open, for one more.
  await controls.click()
  const inverted = page.getByRole('main').getByRole('button', { name: 'Invert', exact: true })
  await inverted.click()
  await inverted.click()
  await page.getByRole('button', { name: 'Order and names' }).click()
  await page.getByRole('menuitemradio', { name: /^Flame chart/ }).click()
  await expect(chart).toBeFocused()
  await expect(entry).toBeHidden()
  await page.getByRole('button', { name: 'Leave the flame chart' }).click()

  // The button of the heat map opens the heat map alone.
  await panel(page).getByRole('button', { name: 'Show heat map' }).click()
  await expect(panel(page).getByRole('button', { name: 'Hide heat map' })).toBeVisible()
  await expect(entry).toBeHidden()
})
