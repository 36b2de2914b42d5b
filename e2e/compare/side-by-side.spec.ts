import { readFile, writeFile } from 'node:fs/promises'
import { applyFilters } from '../../lib/profile/filters/filters.ts'
import { totalWeight } from '../../lib/profile/model/stack-weights.ts'
import { formatTimeRange } from '../../lib/profile/format/time-offset.ts'
import { formatCount } from '../../lib/profile/format/units.ts'
import { expect, results, test } from '../support/fixtures.ts'
import {
  dragTime,
  graphOf,
  openSides,
  pane,
  findSideCenter,
  recordings,
  shareOn,
  storeJavaOnly,
  storeRecordings,
  timeOn,
} from './side-by-side-steps.ts'
import { deepProfile } from '../support/deep-profile.ts'
import { expectSpaceToSearch, tabTo } from '../support/viewer-steps.ts'
import { rowPx } from '../../lib/profile/layout/layout.ts'
import { profileFromDiagram } from '../../lib/testing/profiles/text-graph.ts'
import type { Side } from '../../components/viewer/diff/side.ts'
import { importProfile, pressTool, waitUntilQuiet } from '../support/viewer.ts'

const service = 'shop.cart.CartService.checkout'
const rules = 'shop.pricing.PriceRules.apply'
const sides = ['before', 'after'] as const

test('with the mouse: zoom, hover and search apply to both panes, and a pane says what it lacks', async ({ page }) => {
  await openSides(page)

  await test.step('hovering over a frame highlights its counterpart with its share', async () => {
    const { x, y } = await findSideCenter(page, 'after', service)
    await page.mouse.move(x, y)
    const tag = pane(page, 'before').getByTestId('twin-tag')
    await expect(tag).toHaveAttribute('data-shown', 'true')
    await expect(tag).toHaveText(`${shareOn('before', service)} of all`)
    await expect(pane(page, 'after').getByTestId('twin-tag')).toHaveAttribute('data-shown', 'false')
    const missing = await findSideCenter(page, 'after', rules)
    await page.mouse.move(missing.x, missing.y)
    await expect(tag).toHaveText('absent here')
    await expect(tag).toHaveAttribute('data-absent', 'true')
  })

  await test.step('a click zooms both panes to the same path', async () => {
    const { x, y } = await findSideCenter(page, 'before', service)
    await page.mouse.click(x, y)
    await waitUntilQuiet(page)
    for (const side of sides) {
      await expect(page.getByTestId(`facts-${side}`)).toContainText(`${shareOn(side, service)} of all`)
      await expect(graphOf(page, side).getByRole('treeitem', { selected: true })).toContainText('100 percent of view')
    }
    await expect(page.getByTestId('absent')).toHaveCount(0)
  })

  await test.step('Back resets both; a side that lacks the path zooms to the longest part that it has', async () => {
    await page.goBack()
    await expect.poll(() => new URL(page.url()).searchParams.has('zoom')).toBe(false)
    await waitUntilQuiet(page)
    const { x, y } = await findSideCenter(page, 'after', rules)
    await page.mouse.click(x, y)
    await waitUntilQuiet(page)
    const note = pane(page, 'before').getByTestId('absent')
    await expect(note).toContainText(`Absent here: ${rules}`)
    await expect(note).toContainText(`Shown is the longest part of its path, to ${service}`)
    await expect(page.getByTestId('facts-before')).toContainText('absent')
    await expect(page.getByTestId('facts-after')).toContainText(`${shareOn('after', rules)} of all`)
    await expect(pane(page, 'after').getByTestId('absent')).toHaveCount(0)
    await page.getByRole('button', { name: 'Show all' }).click()
  })

  await test.step('a search shows the share on each side', async () => {
    await page.getByLabel('Search frames').fill(rules)
    await waitUntilQuiet(page)
    await expect(page.getByTestId('share-before')).toContainText('0%')
    await expect(page.getByTestId('share-after')).toContainText(shareOn('after', rules))
    await page.getByLabel('Search frames').fill('')
  })

  await test.step('a link restores the view', async () => {
    const { x, y } = await findSideCenter(page, 'after', rules)
    await page.mouse.click(x, y)
    await waitUntilQuiet(page)
    await page.reload()
    await waitUntilQuiet(page)
    await expect(pane(page, 'before').getByTestId('absent')).toContainText(rules)
  })
})

test('a search has room for its text and for the shares of both sides, also where both are zoomed', async ({
  page,
}) => {
  await openSides(page)
  const { x, y } = await findSideCenter(page, 'after', service)
  await page.mouse.click(x, y)
  await page.getByLabel('Search frames').fill(rules)
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 720 })
    await waitUntilQuiet(page)
    await page.screenshot({ path: `${results}side-search-${width}.png` })
    await expectSpaceToSearch(page, ['match-count', 'share-before', 'share-after'])
  }
})

test('time and filters: heat maps can be linked, a filter applies to both sides, threads to one', async ({ page }) => {
  await openSides(page)
  const total = (side: (typeof sides)[number]) => page.getByTestId(`total-${side}`)
  const samples = (weight: number) => `${formatCount(weight)} samples`

  await test.step('a drag on one heat map chooses the same time range on both', async () => {
    await dragTime(page, 'before', 0.21, 0.42)
    await expect.poll(() => timeOn(page, 'before')).toBeDefined()
    expect(timeOn(page, 'after')).toEqual(timeOn(page, 'before'))
    const [fromMs, toMs] = timeOn(page, 'after')!
    for (const side of sides) {
      const filtered = applyFilters(recordings[side], [{ type: 'time', fromMs: fromMs!, toMs: toMs! }])
      await expect(total(side)).toContainText(samples(totalWeight(filtered)))
    }
  })

  await test.step('unlinked heat maps have a time range each', async () => {
    await page.getByRole('button', { name: 'Linked times' }).click()
    const before = timeOn(page, 'before')
    await dragTime(page, 'after', 0.61, 0.72)
    await expect.poll(() => timeOn(page, 'after')).not.toEqual(before)
    expect(timeOn(page, 'before')).toEqual(before)
    await page.getByRole('button', { name: 'Linked times' }).click()
    await expect.poll(() => timeOn(page, 'before')).toEqual(timeOn(page, 'after'))
    await pane(page, 'before').getByRole('button', { name: 'All', exact: true }).click()
    await expect.poll(() => timeOn(page, 'after')).toBeUndefined()
    expect(timeOn(page, 'before')).toBeUndefined()
  })

  await test.step('a filter made on one side applies to both', async () => {
    const { x, y } = await findSideCenter(page, 'after', service)
    await page.mouse.click(x, y, { button: 'right' })
    await page.getByTestId('frame-menu').getByRole('menuitem', { name: /^Drop/ }).click()
    await waitUntilQuiet(page)
    for (const side of sides) {
      const filtered = applyFilters(recordings[side], [{ type: 'drop', name: service }])
      await expect(total(side)).toContainText(samples(totalWeight(filtered)))
    }
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
  })

  await test.step('a search becomes a filter of both sides', async () => {
    await page.getByLabel('Search frames').fill('findWinningRule')
    await page.keyboard.press('Alt+Enter')
    await page.getByRole('button', { name: 'More for findWinningRule' }).click()
    await page.getByRole('menuitem', { name: 'Keep only these stacks' }).click()
    await waitUntilQuiet(page)
    await expect(page.getByTestId('chip')).toHaveCount(0)
    await expect(page.getByTestId('removed-by-filters')).toHaveText(/^[\d.]+% of After removed by filters$/)
    for (const side of sides) {
      const kept = applyFilters(recordings[side], [
        { type: 'keep', search: { text: 'findWinningRule', caseSensitive: false } },
      ])
      await expect(total(side)).toContainText(samples(totalWeight(kept)))
    }
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
  })

  await test.step('threads are chosen for one side', async () => {
    await pane(page, 'before')
      .getByRole('button', { name: /^Threads/ })
      .click()
    await page.getByRole('treegrid', { name: 'Threads by pool' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await waitUntilQuiet(page)
    await expect(total('before')).toContainText('removed')
    await expect(total('after')).toHaveText(samples(totalWeight(recordings.after)))
    expect(new URL(page.url()).searchParams.getAll('bf').join()).toMatch(/^threads:/)
  })
})

test('both graphs begin at 150 px in a small window, below their heat maps', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openSides(page)
  for (const side of ['before', 'after'] as const) {
    await expect(pane(page, side).getByTestId('heat-map')).toBeVisible()
    const graph = (await pane(page, side).getByTestId('flame-graph').boundingBox())!
    expect(graph.y, side).toBeLessThanOrEqual(150)
  }
})

test('with the keyboard: open a comparison, switch to side by side, move through frames, go to a match and back', async ({
  page,
}) => {
  const { before, after } = await storeRecordings(page)
  await page.goto(`/profiles/${after}`)
  await waitUntilQuiet(page)

  await test.step('the Compare menu finds a profile by its name', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Compare' }))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Find a profile to compare with')).toBeFocused()
    await page.keyboard.type('shop before')
    await expect(page.getByRole('region', { name: 'Found' }).getByRole('link').first()).toContainText('shop before')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/profiles/${after}[?]baseline=${before}`))
    await waitUntilQuiet(page)
  })

  await test.step('side by side is chosen with the control that has Diff', async () => {
    await tabTo(page, page.getByRole('radio', { name: 'Diff' }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Side by side' })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(pane(page, 'after')).toBeVisible()
    await waitUntilQuiet(page)
    await expect(page).toHaveURL(/mode=side/)
  })

  await test.step('arrow keys move the selection in the focused graph, and the other graph follows', async () => {
    await tabTo(page, graphOf(page, 'before'))
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    const [one, other] = sides.map((side) => graphOf(page, side).getByRole('treeitem', { selected: true }))
    const name = /^[^,]+/.exec((await one!.textContent())!)![0]
    expect(name).not.toBe('all')
    await expect(other!).toContainText(`${name},`)
    await expect(page.getByRole('status').filter({ hasText: `Before: ${name}` })).toContainText(`After: ${name}`)
  })

  await test.step('the next match is in the pane that was used last', async () => {
    await tabTo(page, graphOf(page, 'after'))
    await page.keyboard.press('/')
    await page.keyboard.type(rules)
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('selected-frame')).toContainText(rules)
    await expect(page.getByTestId('facts-before')).toContainText('absent')
  })
})

test('other comparisons: sides swapped, two time ranges and two threads of one recording', async ({ page }) => {
  const { before, after } = await storeRecordings(page)
  const compare = async (choice: string) => {
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('link', { name: new RegExp(`^${choice}`) }).click()
  }
  await openSides(page)
  await compare('Swap sides')
  await expect(page).toHaveURL(new RegExp(`/profiles/${before}[?]baseline=${after}`))
  await expect(pane(page, 'after')).toContainText('shop before')

  await page.goto(`/profiles/${after}`)
  await waitUntilQuiet(page)
  await compare('Two time ranges')
  await expect(pane(page, 'before')).toBeVisible()
  await waitUntilQuiet(page)
  const [early, late] = sides.map((side) => timeOn(page, side)!)
  expect(early![1]).toBe(late![0])
  const names = [early, late].map((range) => formatTimeRange([range![0]!, range![1]!]))
  await expect(page.getByRole('region', { name: 'Comparison' })).toContainText(
    new RegExp(`: ?Before${names[0]}→After${names[1]}`),
  )
  await expect(page).toHaveTitle(new RegExp(`: ${names[1]} against ${names[0]} · Hearth$`))
  for (const [at, side] of sides.entries()) await expect(pane(page, side).locator('header')).toContainText(names[at]!)
  // The range is what is compared, and not what a filter removed of it.
  await expect(page.locator('main')).not.toContainText('removed by filters')
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    await waitUntilQuiet(page)
    await page.screenshot({ path: `${results}two-time-ranges-${width}.png` })
    for (const side of width === 1280 ? sides : []) {
      await expect(page.getByTestId(`total-${side}`).getByText(/removed\)$/)).toBeInViewport({ ratio: 1 })
      const name = pane(page, side).locator('header bdi').first()
      expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth), `name ${side}`).toBe(0)
      const time = pane(page, side).getByRole('region', { name: /samples over time$/ })
      await time.getByRole('button', { name: 'Hide heat map' }).click()
      await expect(time.locator('p').first()).toBeHidden()
      const [header, panel] = [await pane(page, side).locator('header').boundingBox(), await time.boundingBox()]
      expect(panel!.y - header!.y, `rows ${side}`).toBeLessThan(5)
      await page.screenshot({ path: `${results}two-time-ranges-folded-${side}.png` })
      await time.getByRole('button', { name: 'Show heat map' }).click()
    }
  }
  await dragTime(page, 'before', 0.01, 0.2)
  expect(timeOn(page, 'after')).toEqual(late)
  const changed = timeOn(page, 'before')!
  await expect(page).toHaveTitle(new RegExp(` against ${formatTimeRange([changed[0]!, changed[1]!])} · Hearth$`))

  await page.goto(`/profiles/${after}`)
  await waitUntilQuiet(page)
  await compare('Two threads')
  await expect(pane(page, 'before')).toBeVisible()
  await waitUntilQuiet(page)
  await expect(pane(page, 'before').getByRole('button', { name: /^Threads/ })).toBeVisible()
})

test('two engines: a frame has its counterpart even if the other engine records no native frames among its callers', async ({
  page,
}) => {
  const { after } = await storeRecordings(page)
  const javaOnly = await storeJavaOnly(page)
  await page.goto(`/profiles/${after}?baseline=${javaOnly}&mode=side`)
  await expect(pane(page, 'after')).toBeVisible()
  await waitUntilQuiet(page)
  const { x, y } = await findSideCenter(page, 'after', service)
  await page.mouse.move(x, y)
  const tag = pane(page, 'before').getByTestId('twin-tag')
  await expect(tag).toHaveText(/% of all$/)
  await page.mouse.click(x, y)
  await waitUntilQuiet(page)
  await expect(page.getByTestId('absent')).toHaveCount(0)
  await expect(graphOf(page, 'before').getByRole('treeitem', { selected: true })).toContainText(
    `${service}, 100 percent of view`,
  )
})

test('both graphs begin at one height, though only one recording has garbage collections', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { after } = await storeRecordings(page)
  const { provenance } = recordings.before
  const unmarked = { ...recordings.before, provenance: { ...provenance, marks: [] } }
  const before = (await importProfile(page, unmarked, 'shop without marks')).slice('/profiles/'.length)
  await page.goto(`/profiles/${after}?baseline=${before}&mode=side`)
  await waitUntilQuiet(page)
  for (const side of sides) await expect(pane(page, side).getByRole('button', { name: 'Hide heat map' })).toBeVisible()
  const graphs = await Promise.all(sides.map(async (side) => (await graphOf(page, side).boundingBox())!))
  expect(graphs[0]!.y).toBe(graphs[1]!.y)
})

test('a frame that both are zoomed to has one height, though there is less above it on one side', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const before = (await importProfile(page, deepProfile(24), 'deep earlier')).slice('/profiles/'.length)
  const after = await importProfile(page, deepProfile(60), 'deep later')
  await page.goto(`${after}?baseline=${before}&mode=side`)
  await waitUntilQuiet(page)
  await page.getByLabel('Search frames').fill('Chain20.next')
  await waitUntilQuiet(page)
  await page.getByLabel('Search frames').press('Enter')
  await graphOf(page, 'after').press('Enter')
  await waitUntilQuiet(page)
  for (const side of sides)
    await expect(graphOf(page, side).getByRole('treeitem', { selected: true })).toContainText('100 percent of view')
  const graph = (await graphOf(page, 'after').boundingBox())!
  const box = { y: graph.y + graph.height - 4 * rowPx, height: rowPx } // above three callers
  await page.mouse.move(graph.x + graph.width / 2, box.y + box.height / 2)
  const tag = pane(page, 'before').getByTestId('twin-tag')
  await expect(tag).toHaveText('100% of all')
  await expect(tag).toHaveAttribute('data-out-of-sight', 'false')
  // The tag hangs below its box.
  expect(Math.abs((await tag.boundingBox())!.y - (box.y + box.height))).toBeLessThan(rowPx / 2)
  await expect(pane(page, 'after').getByTestId('hover-card')).toContainText('com.acme.Chain20.next')
})

test('a package has one colour on both sides, though other packages are larger on one of them', async ({ page }) => {
  const packages = Array.from({ length: 16 }, (_, index) => `com.acme.${String.fromCharCode(97 + index)}s`)
  const sideWith = (weightOf: (index: number) => number) =>
    profileFromDiagram(
      `${packages.map((name) => `${name}.A.run`).join(' ')}\n${packages.map((_, index) => weightOf(index)).join(' ')}`,
    )
  const before = await importProfile(
    page,
    sideWith((index) => index + 1),
    'rising',
  )
  const after = await importProfile(
    page,
    sideWith((index) => 16 - index),
    'falling',
  )
  await page.goto(`${after}?baseline=${before.slice('/profiles/'.length)}&mode=side&colour=package`)
  await waitUntilQuiet(page)
  const legend = page.getByRole('list', { name: 'Legend: share of self weight by colour' })
  const readLegend = async (side: Side) => {
    await graphOf(page, side).focus()
    await expect(legend).toContainText(`${side === 'before' ? 'Before' : 'After'}, self:`)
    const entries = await legend
      .getByRole('listitem')
      .filter({ hasText: 'com.acme.' })
      .evaluateAll((items) =>
        items.map((item): [string, string] => [
          item.textContent,
          item.querySelector<HTMLElement>('[aria-hidden]')!.style.background,
        ]),
      )
    return new Map(entries.map(([text, colour]) => [/com\.acme\.[a-z]s/.exec(text)![0], colour]))
  }
  const [left, right] = [await readLegend('before'), await readLegend('after')]
  const shared = [...left.keys()].filter((name) => right.has(name))
  expect(shared.length).toBeGreaterThan(3)
  expect(shared.map((name) => right.get(name))).toEqual(shared.map((name) => left.get(name)))
  await page.screenshot({ path: `${results}side-by-side-packages.png` })
})

test('an exported image has the graphs of both sides, beside each other or below as on the screen', async ({
  page,
}, testInfo) => {
  for (const [width, height, colorScheme] of [
    [1280, 720, 'light'],
    [1024, 768, 'dark'],
    [390, 844, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await openSides(page)
    const save = async (item: string) => {
      await pressTool(page.getByRole('button', { name: 'Export' }))
      await expect(page.getByRole('menu')).toContainText('After alone, the whole profile')
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: item }).click()
      const path = testInfo.outputPath(`sides-${width}.${item.slice(0, 3)}`)
      await (await download).saveAs(path)
      return readFile(path)
    }
    const svg = (await save('SVG of this view')).toString()
    const graphs = [...svg.matchAll(/<svg x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map(
      ([, ...numbers]) => numbers.map(Number),
    )
    expect(graphs).toHaveLength(2)
    const [[left, top] = [], [left2, top2] = []] = graphs
    if (width < 1024) expect([left2! - left!, top2! > top!]).toEqual([0, true])
    else expect([left2! > left!, top2! - top!]).toEqual([true, 0])
    const [before, after] = svg.split(/(?=<text[^>]*>After: )/)
    expect(before).toMatch(/>Before: [\d,]+ samples/)
    expect(before).not.toContain(rules)
    expect(after).toContain(rules)
    await writeFile(`${results}side-by-side-export-${width}.png`, await save('PNG of this view'))
  }
})
