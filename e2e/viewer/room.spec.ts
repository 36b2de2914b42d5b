import type { Locator, Page } from '@playwright/test'
import { simpleName } from '../../lib/profile/names/names.ts'
import { profileFromDiagram } from '../../lib/testing/profiles/text-graph.ts'
import { byTier } from '../../lib/testing/tier.ts'
import { deepProfile, hot } from '../support/deep-profile.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { findFunctionCenter, openShop } from '../support/shop.ts'
import { selectByKeys } from '../support/viewer-steps.ts'
import { openComparison } from '../support/compared-shops.ts'
import { importProfile, listCovered, profileIdOf, waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

/** Whether some point of the graph has the function under it, from its top to its bottom. */
async function isVisible(page: Page, name: string): Promise<boolean> {
  const box = (await page.getByTestId('flame-graph').boundingBox())!
  for (let y = box.y + 9; y < box.y + box.height; y += 18) {
    for (const share of [0.5, 0.45]) {
      await page.mouse.move(box.x + box.width * share, y)
      if ((await page.getByTestId('hover-card').textContent())?.startsWith(name)) return true
    }
  }
  return false
}

test.describe('in a small window', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test('header and toolbar are at most 150 px high, and the hot method is visible and in the header', async ({
    page,
  }) => {
    await openShop(page)
    const toolbar = (await page.getByTestId('toolbar').boundingBox())!
    expect(toolbar.y + toolbar.height).toBeLessThanOrEqual(150)
    expect(await isVisible(page, hot)).toBe(true)
    await expect(page.getByRole('region', { name: 'Samples over time' })).toBeVisible()
    expect((await page.getByTestId('flame-graph').boundingBox())!.y).toBeLessThanOrEqual(150)
    // One length of it, wherever it is said.
    const duration = await page
      .locator('main header dd')
      .filter({ hasText: /^\d+ s$/ })
      .textContent()
    await expect(page.getByRole('region', { name: 'Samples over time' })).toContainText(`all ${duration}`)

    const sentence = page.getByTestId('hot-method')
    await expect(sentence).toContainText(/Hot method:\s*PriceRules\.findWinningRule\s*\d+(\.\d)?% self/)
    await sentence.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByTestId('selected-frame').locator('bdi').first()).toHaveText(hot)
    expect(await isVisible(page, hot)).toBe(true)
    // Its name has room in the whole graph, which the other views then have as well.
    await expect(page).not.toHaveURL(/zoom=/)
    await page.keyboard.press('g')
    const tree = page.getByRole('treegrid', { name: 'Call tree' })
    await expect(tree.getByRole('row', { selected: true })).toContainText(simpleName(hot))
    await expect(tree.getByRole('row').filter({ hasText: 'java.lang.Thread.run' }).first()).toBeVisible()
    await page.screenshot({ path: `${results}show-tree.png` })
    await page.keyboard.press('t')
    const functions = page.getByRole('grid', { name: 'Functions' })
    await expect(functions.getByRole('row', { selected: true })).toContainText(simpleName(hot))
    expect(await functions.getByRole('row').count()).toBeGreaterThan(5)
    await page.screenshot({ path: `${results}show-table.png` })
  })

  test('the heat map is folded, and opens; what the header has no room for is behind its button', async ({ page }) => {
    await openShop(page)
    const time = page.getByRole('region', { name: 'Samples over time' })
    await expect(time).toContainText(/Throttled.*1/)
    await time.getByRole('button', { name: 'Show heat map' }).click()
    await expect(page.getByLabel('Cell of the heat map')).toBeVisible()
    // In a lower window the room is the graph's, whatever was chosen.
    await page.setViewportSize({ width: 1280, height: 590 })
    await page.reload()
    await waitUntilQuiet(page)
    await expect(time.getByRole('button', { name: 'Show heat map' })).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.reload()
    await waitUntilQuiet(page)
    await time.getByRole('button', { name: 'Hide heat map' }).click()
    await page.getByRole('button', { name: 'About this profile' }).click()
    await expect(page.getByRole('dialog', { name: 'About this profile' })).toContainText(/Total.*samples.*Engine/)
  })

  test('each view fits the window with its heat map open', async ({ page }) => {
    await openShop(page)
    await page.getByTestId('hot-method').getByRole('button', { name: 'Show' }).click()
    await page.getByRole('region', { name: 'Samples over time' }).getByRole('button', { name: 'Show heat map' }).click()
    await expect(page.getByLabel('Cell of the heat map')).toBeVisible()
    for (const view of ['Graph', 'Table', 'Callers', 'Tree']) {
      await page.getByRole('radio', { name: view, exact: true }).click()
      await waitUntilQuiet(page)
      if (view === 'Callers') await expect(page.getByTestId('sandwich-callees')).toBeVisible()
      await page.screenshot({ path: `${results}heat-map-${view.toLowerCase()}.png` })
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), view).toBe(0)
      await expect(page.getByRole('list', { name: /^Legend/ }), view).toBeInViewport({ ratio: 1 })
    }
  })

  test('a row whose text is cut is among those out of sight, in a window of any height', async ({ page }) => {
    // None is hot, so the graph starts at its roots; all is one row more.
    const leaves = ['Ada', 'Bo', 'Cy', 'Di', 'Ed'].map((name) => `shop.${name}.run`)
    const chain = Array.from({ length: 24 }, (_, row) => leaves.map(() => `shop.Deep${row}.run`).join(' '))
    const profile = profileFromDiagram([...chain, leaves.join(' '), leaves.map(() => 200).join(' ')].join('\n'))
    const rows = chain.length + 2
    await page.goto(await importProfile(page, profile, 'rows'))
    const above = page.getByTestId('rows-above')
    const counts: string[] = []
    // Up and down again: a line that came for a low window goes in a high one.
    for (const height of [690, 700, 707, 713, 720, 731, 740, 760, 731, 720, 713, 700]) {
      await page.setViewportSize({ width: 1280, height })
      await waitUntilQuiet(page)
      const graph = await waitForGraph(page)
      const px = (await graph.boundingBox())!.height
      const line = await above.textContent()
      counts.push(`${height}: ${px} px, ${line}`)
      // A row is 18 px, with 3 px above its text.
      const cut = Math.max(0, Math.ceil((rows * 18 - px - 3) / 18))
      expect(line, counts.join('\n')).toBe(cut === 0 ? '' : `${cut} more row${cut === 1 ? '' : 's'}`)
      // The line is 16 px high, and stands only where all rows would not fit without it.
      if (cut > 0) expect(rows * 18 - px - 16, counts.join('\n')).toBeGreaterThan(3)
    }
    expect(new Set(counts.map((count) => count.split(', ')[1])).size, counts.join('\n')).toBeGreaterThan(1)
  })

  test('a deep graph starts where its hot method is, and says how much is out of sight', async ({ page }) => {
    await page.goto(await importProfile(page, deepProfile(), 'deep'))
    await waitUntilQuiet(page)
    await expect(page.getByTestId('hot-method')).toContainText(simpleName(hot))
    await waitForGraph(page)
    expect(await isVisible(page, hot)).toBe(true)
    await expect(page).not.toHaveURL(/[?]/)
    const [above, below] = [page.getByTestId('rows-above'), page.getByTestId('rows-below')]
    await expect(below).toHaveText(/^\d+ more rows$/)
    await page.getByTestId('flame-graph').hover()
    await page.mouse.wheel(0, 10_000)
    await expect(above).toHaveText(/^\d+ more rows$/)
    await expect(below).toBeHidden()
    await page.goto(page.url().split('?')[0]!)
    await waitForGraph(page)
    const before = page.viewportSize()!
    for (const size of [{ width: 390, height: 844 }, { width: 1280, height: 500 }, before]) {
      await page.setViewportSize(size)
      await waitForGraph(page)
    }
    expect(await isVisible(page, hot)).toBe(true)
    await expect(page).not.toHaveURL(/[?]/)
    // From a place far from it, and on a phone, where its name has no room without a zoom.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(await importProfile(page, deepProfile(), 'deep'))
    await waitForGraph(page)
    await page.getByTestId('flame-graph').hover()
    await page.mouse.wheel(0, 10_000)
    await waitForGraph(page)
    await page.getByTestId('hot-method').getByRole('button', { name: 'Show' }).click()
    await waitForGraph(page)
    expect(await isVisible(page, hot)).toBe(true)
    await page.screenshot({ path: `${results}show-phone.png` })
  })
})

test.describe('rows in which nothing is drawn', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  // 59 rows of which the last 20 are narrower than a pixel, beside a path of six.
  const rows = Array.from({ length: 58 }, (_, row) =>
    [`shop.Deep${row}.run`, row < 38 ? `shop.Deep${row}.run` : '.', row < 6 ? `shop.Flat${row}.run` : '.'].join(' '),
  )
  const thin = profileFromDiagram([...rows, '1 3000 7000'].join('\n'))

  test('are not announced, the scroll ends before them, and a key still shows a frame in one', async ({ page }) => {
    await page.goto(await importProfile(page, thin, 'thin'))
    await waitUntilQuiet(page)
    const canvas = await waitForGraph(page)
    const [above, below] = [page.getByTestId('rows-above'), page.getByTestId('rows-below')]
    const countOf = async (line: Locator) => parseInt((await line.textContent()) || '0')
    const rowsInViewport = async () => (await canvas.boundingBox())!.height / 18
    expect(Math.abs((await countOf(above)) + (await rowsInViewport()) - 39)).toBeLessThanOrEqual(1)
    await canvas.hover()
    await page.mouse.wheel(0, -10_000)
    await expect(above).toBeEmpty()
    await waitForGraph(page)
    const { x, y } = (await canvas.boundingBox())!
    await page.mouse.move(x + 40, y + 9)
    await expect(page.getByTestId('hover-card')).toContainText('Deep37.run')
    await page.screenshot({ path: `${results}rows-end.png` })

    await page.getByLabel('Search frames').fill('Deep57')
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await expect(page.getByTestId('selected-frame')).toContainText('Deep57')
    await waitForGraph(page)
    expect(Math.abs((await countOf(below)) + (await rowsInViewport()) - 59)).toBeLessThanOrEqual(1)
    await page.screenshot({ path: `${results}rows-of-a-narrow-frame.png` })

    await page.goto(await importProfile(page, profileFromDiagram([...rows, '1 1 9998'].join('\n')), 'thinner'))
    await waitUntilQuiet(page)
    await waitForGraph(page)
    await expect(above).toBeEmpty()
  })
})

test('a profile of few samples says so where the hot method would stand, and what helps', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(await importProfile(page, profileFromDiagram('main main\na    b\n3    1'), 'few'))
  await waitUntilQuiet(page)
  const few = page.getByTestId('few-samples')
  await expect(few).toHaveText('Few samples. Record for longer, or under load.')
  await expect(few).toHaveAttribute('title', /^Only 4 samples/)
  await expect(page.getByTestId('quality-meter')).toContainText('4 samples: few')
  await expect(page.getByTestId('hot-method')).toHaveCount(0)
  expect((await page.getByTestId('flame-graph').boundingBox())!.y).toBeLessThanOrEqual(150)
  await page.screenshot({ path: `${results}few-samples.png` })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: `${results}few-samples-phone.png` })
})

test('on a phone the hot method is in the header and in sight', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openShop(page)
  await expect(page.getByTestId('hot-method')).toContainText('PriceRules.findWinningRule')
  expect(await isVisible(page, hot)).toBe(true)
})

test.describe('on its side', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true })

  test('the graph of a phone has ten rows; what stands below it is one line, which opens it', async ({ page }) => {
    await openShop(page)
    const height = async () => (await page.getByTestId('flame-graph').boundingBox())!.height
    expect(await height()).toBeGreaterThanOrEqual(180)
    const [details, colours] = [page.getByRole('region', { name: 'Selected frame' }), page.getByLabel('Colours')]
    await expect(details).toBeHidden()
    const opener = page.getByRole('button', { name: 'Details and colours' })
    await expect(opener).toContainText(/^all · total/)
    const { x, y, width } = (await page.getByTestId('flame-graph').boundingBox())!
    await page.touchscreen.tap(x + width / 2, y + (await height()) - 27)
    await expect(opener).toContainText(/· Java ·.* of all/)
    await page.screenshot({ path: `${results}phone-on-its-side.png` })
    await opener.tap()
    await expect(details).toBeInViewport({ ratio: 1 })
    await expect(opener).toContainText((await page.getByTestId('selected-frame').locator('bdi').first().textContent())!)
    await expect(colours).toBeInViewport({ ratio: 1 })
    await page.screenshot({ path: `${results}phone-on-its-side-open.png` })
    await opener.tap()
    await expect(colours).toBeHidden()
    expect(await listSidewaysScrollers(page)).toEqual([])
  })
})

/** Elements that are scrolled sideways, or could be. */
const listSidewaysScrollers = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main *')]
      .filter((element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0)
      .filter((element) => element.tagName === 'HTML' || /auto|scroll/.test(getComputedStyle(element).overflowX))
      .map((element) => `${element.tagName} ${element.className}`),
  )

test('on a phone the graph begins at 172 px or above, every control can be reached, and nothing is scrolled sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openShop(page)
  expect((await page.getByTestId('flame-graph').boundingBox())!.y).toBeLessThanOrEqual(172)
  expect(await listSidewaysScrollers(page)).toEqual([])
  for (const [button, names] of [
    ['Profile tools', ['Stack quality', 'Provenance', 'Compare', 'Export', 'Share', 'More']],
    [
      'More controls',
      ['Invert', 'By thread', 'Flame chart', 'Threads', 'Filter', 'Notes', 'Order and names', 'Show all'],
    ],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click()
    for (const name of names) {
      const control = page.getByRole('main').getByRole('button', { name }).last()
      await expect(control, name).toBeInViewport({ ratio: 1 })
    }
    expect(await listSidewaysScrollers(page)).toEqual([])
    await page.screenshot({ path: `${results}phone-${button.split(' ')[0]!.toLowerCase()}.png` })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: names[0] })).toBeHidden()
  }
  // Zoomed, the row has a button more.
  const box = await findFunctionCenter(page, hot)
  await page.mouse.click(box.x, box.y)
  const showAll = page.getByRole('button', { name: 'Show all', exact: true })
  await expect(showAll).toBeVisible()
  await page.getByRole('button', { name: 'More controls', exact: true }).click()
  const panel = page.getByRole('main').getByRole('radiogroup', { name: 'Root' }).locator('..')
  const { x, width } = (await panel.boundingBox())!
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(390)
  await page.screenshot({ path: `${results}phone-more-zoomed.png` })
  await page.keyboard.press('Escape')
  await showAll.click()
  await expect(showAll).toBeHidden()
  await page.getByRole('combobox', { name: 'View', exact: true }).selectOption('Table')
  await expect(page.getByRole('grid', { name: 'Functions' })).toBeVisible()
  await page.getByRole('combobox', { name: 'View', exact: true }).selectOption('Graph')

  const field = page.getByLabel('Search frames')
  await field.fill('findWinningRule')
  await expect(page.getByTestId('match-share-all')).toBeInViewport()
  expect(await field.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
  expect(await listSidewaysScrollers(page)).toEqual([])
  await page.screenshot({ path: `${results}phone-search.png` })
  await page.getByRole('button', { name: 'Theme: System' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('the controls have their words at 1440 px, on one line', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openShop(page)
  const toolbar = page.getByTestId('toolbar')
  for (const word of ['Invert', 'By thread', 'Threads', 'Filter', 'Notes', 'Order', 'Show all']) {
    const label = toolbar.getByText(word, { exact: false }).last()
    expect((await label.boundingBox())!.width, word).toBeGreaterThan(20)
  }
  expect((await toolbar.boundingBox())!.height).toBeLessThan(50)
  await page.getByLabel('Search frames').fill('PriceRules')
  await expect(page.getByTestId('match-count')).toBeVisible()
  expect((await toolbar.boundingBox())!.height).toBeLessThan(50)
})

test('at 1280 px what one looks for first has its words, on one line each, also beside a search in a zoomed frame', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openShop(page)
  const [header, toolbar] = [page.locator('main header'), page.getByTestId('toolbar')]
  for (const [within, word] of [
    [toolbar, 'By thread'] as const,
    [toolbar, 'Threads'] as const,
    [header, 'Compare'] as const,
    [header, 'Export'] as const,
  ])
    expect((await within.getByText(word).last().boundingBox())!.width, word).toBeGreaterThan(20)
  const { x, y } = await findFunctionCenter(page, 'shop.pricing.PriceRules.findWinningRule')
  await page.mouse.click(x, y)
  const field = page.getByRole('search')
  const { width: before } = (await field.boundingBox())!
  await page.getByLabel('Search frames').fill('PriceRules')
  await expect(page.getByTestId('match-share-all')).toBeVisible()
  expect((await field.boundingBox())!.width).toBeGreaterThan(before + 100)
  for (const row of [header, toolbar]) expect((await row.boundingBox())!.height).toBeLessThan(50)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
})

for (const size of [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
]) {
  test(`what a search without a match suggests covers nothing once the focus is elsewhere, at ${size.width} px`, async ({
    page,
  }) => {
    await openShop(page)
    await selectByKeys(page, hot)
    await page.keyboard.press('h')
    await waitUntilQuiet(page)
    const field = page.getByLabel('Search frames')
    for (const text of ['CartController', 'Discount.total']) {
      await field.fill(text)
      await field.press('Alt+Enter')
    }
    await expect(page).toHaveURL(/Discount/)
    const address = new URL(page.url())
    await page.setViewportSize(size)
    for (const tab of byTier(['graph', 'table'], ['graph', 'callers', 'table', 'tree'])) {
      address.searchParams.set('tab', tab)
      await page.goto(address.href)
      await waitUntilQuiet(page)
      expect(await listCovered(page), tab).toEqual([])
      for (const [text, suggestion] of [
        ['cartcontroller.*', 'Looks like a regex: search'],
        ['findWinningRule', 'Hidden by a filter'],
        ['/(/', 'is not a regular expression'],
      ] as const) {
        const suggested = page.getByRole('search').getByText(suggestion)
        const leave = [
          () => page.keyboard.press('Escape'),
          () =>
            page
              .getByRole('list', { name: /^Legend/ })
              .getByText('Self')
              .click(),
        ]
        for (const [way, go] of leave.entries()) {
          await field.fill(text)
          await expect(suggested, `${tab} ${text}`).toBeVisible()
          await go()
          await expect(suggested, `${tab} ${text}, way ${way}`).toBeHidden()
          await expect(field).toHaveValue(text)
          expect(await listCovered(page), `${tab} ${text}`).toEqual([])
        }
        await page.screenshot({ path: `${results}suggested-${tab}-${size.width}.png` })
        await field.focus()
        await expect(suggested).toBeVisible()
      }
      await page.screenshot({ path: `${results}suggestion-${tab}-${size.width}.png` })
    }
  })
}

test('the dialog of the keys needs no scrolling in a small window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openShop(page)
  await page.getByRole('tree').focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await expect(dialog).toBeVisible()
  expect(await dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(0)
})

test('lists have one width', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  const widths = new Map<string, number>()
  for (const path of ['/', '/profiles', '/services', '/hosts', '/experiments']) {
    await page.goto(path)
    widths.set(path, (await page.getByRole('main').boundingBox())!.width)
  }
  expect(new Set(widths.values()).size, JSON.stringify([...widths])).toBe(1)
})

test.describe('in a short window', () => {
  /** Turns the wheel in the middle of the graph until the page is at its end in that direction. */
  async function scrollPage(page: Page, to: 'top' | 'end') {
    const { x, y, width, height } = (await page.getByTestId('flame-graph').boundingBox())!
    const header = (await page.getByRole('banner').boundingBox())!
    await page.mouse.move(x + width / 2, Math.max(y, header.height) + Math.min(height, 160) / 2)
    const countLeft = async () => {
      await page.mouse.wheel(0, to === 'end' ? 500 : -500)
      return page.evaluate(
        (isEnd) => (isEnd ? document.documentElement.scrollHeight - innerHeight - scrollY : scrollY),
        to === 'end',
      )
    }
    await expect.poll(countLeft).toBeLessThan(1)
  }

  for (const size of [
    { width: 640, height: 360 },
    { width: 844, height: 390 },
  ])
    test(`of ${size.width} × ${size.height} the graph has ten rows, and the page scrolls to what is below`, async ({
      page,
    }) => {
      await page.setViewportSize(size)
      await openShop(page)
      const field = page.getByLabel('Search frames')
      await field.fill('PriceRules')
      await field.press('Alt+Enter')
      await waitUntilQuiet(page)
      const graph = page.getByTestId('flame-graph')
      expect((await graph.boundingBox())!.height).toBeGreaterThanOrEqual(10 * 18)
      expect(await listCovered(page)).toEqual([])
      await page.screenshot({ path: `${results}short-${size.width}.png` })
      await scrollPage(page, 'end')
      for (const part of [
        page.getByRole('button', { name: 'Keys (?)' }),
        page.getByRole('combobox', { name: 'Colours' }),
        page.getByRole('list', { name: /^Legend/ }),
        page.getByRole('region', { name: 'Selected frame' }),
        page.getByRole('banner'),
      ])
        await expect(part).toBeInViewport({ ratio: 1 })
      await page.screenshot({ path: `${results}short-${size.width}-end.png` })
      await scrollPage(page, 'top')
      expect(await listSidewaysScrollers(page)).toEqual([])

      await page.getByRole('button', { name: 'Skip to the graph' }).press('Enter')
      await expect(page.getByRole('tree')).toBeInViewport({ ratio: 1 })
      await page.getByRole('tree').press('ArrowUp')
      await expect(page.getByTestId('selected-frame')).not.toBeEmpty()
      for (const tab of ['callers', 'table', 'tree']) {
        const address = new URL(page.url())
        address.searchParams.set('tab', tab)
        await page.goto(address.href)
        await waitUntilQuiet(page)
        expect(await listCovered(page), tab).toEqual([])
        await page.screenshot({ path: `${results}short-${size.width}-${tab}.png` })
      }
    })
})

for (const size of [
  { width: 640, height: 360 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
  { width: 1280, height: 720 },
])
  test(`at ${size.width} × ${size.height} the lines above a graph push it down, of one profile, of two and by a link`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    const look = async (name: string) => {
      await waitUntilQuiet(page)
      await waitForGraph(page.locator('main'))
      await page.screenshot({ path: `${results}lines-${name}-${size.width}.png` })
      expect(await listCovered(page), name).toEqual([])
    }
    await openComparison(page)
    await look('diff')
    await openComparison(page, 'f=focus:nothing.has.this')
    await look('diff-notice')
    await openComparison(page)
    const id = profileIdOf(page)
    const baselineId = new URL(page.url()).searchParams.get('baseline')
    const headers = { origin: process.env.HEARTH_E2E_URL!, 'content-type': 'application/json' }
    const made = await page.request.post(`/api/v1/profiles/${id}/shares`, { data: { baselineId }, headers })
    await page.goto(((await made.json()) as { url: string }).url)
    await look('shared')
    await openShop(page, 'f=time:0-2000&chip=PriceRules')
    await look('one')
  })
