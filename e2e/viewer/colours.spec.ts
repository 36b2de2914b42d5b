import type { Locator, Page } from '@playwright/test'
import { colourModes, type ColourMode } from '../../lib/profile/colour/colour-group.ts'
import { shadeCount, shadeOfName } from '../../lib/profile/colour/colour.ts'
import { applyFilters } from '../../lib/profile/filters/filters.ts'
import { createProfileBuilder } from '../../lib/profile/model/profile-builder.ts'
import { compileTiers, emptyProvenance, type FrameKind } from '../../lib/profile/model/profile.ts'
import { contrast } from '../../lib/testing/profiles/colour-contrast.ts'
import { openComparison } from '../support/compared-shops.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { openShop, shop } from '../support/shop.ts'
import { graphPixels, findFrameCenter, selectByKeys, tabTo } from '../support/viewer-steps.ts'
import { importProfile, takeStableScreenshot, waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

const winner = 'shop.pricing.PriceRules.findWinningRule'
const apply = 'shop.pricing.PriceRules.apply'
const legend = (page: Page) => page.getByRole('list', { name: /^Legend/ })
const modes = (page: Page) => page.getByLabel('Colours', { exact: true })
const rulesDialog = (page: Page) => page.getByRole('dialog', { name: 'Colours by my rules' })

/** A part of the legend of the shop in each mode. */
const legendTexts: Record<ColourMode, readonly string[]> = {
  kind: ['Java', 'JVM, C++', 'kernel', 'native library'],
  package: ['shop.pricing', 'not Java'],
  thread: ['http-nio-8080-exec-#', 'GC Thread#'],
  compile: ['interpreted', 'C1', 'C2', 'inlined', 'not Java'],
  cost: ['10% and more', 'nothing'],
  rules: ['PriceRules', 'no rule'],
}

async function expectLegend(page: Page, mode: ColourMode): Promise<void> {
  for (const text of legendTexts[mode]) await expect(legend(page)).toContainText(text)
}

async function expectEachModeAnother(page: Page, change: (mode: ColourMode) => Promise<void>): Promise<void> {
  const seen = new Set<string>()
  for (const mode of colourModes) {
    await change(mode)
    await expect(modes(page)).toHaveValue(mode)
    await expectLegend(page, mode)
    seen.add(await graphPixels(page))
  }
  expect(seen.size).toBe(colourModes.length)
}

test('each choice of colours has its own legend and colours the graph differently, with the mouse', async ({
  page,
}) => {
  await openShop(page, 'rule=3:PriceRules')
  await expectEachModeAnother(page, async (mode) => {
    await modes(page).selectOption(mode)
    if (mode !== 'kind') await expect(page).toHaveURL(new RegExp(`colour=${mode}`))
  })
})

test('each choice of colours has its own legend and colours the graph differently, with the keyboard alone', async ({
  page,
}) => {
  await openShop(page, 'rule=3:PriceRules')
  await tabTo(page, modes(page))
  await expectEachModeAnother(page, async (mode) => {
    if (mode !== 'kind') await page.keyboard.press('ArrowDown')
  })
})

test('every view has the legend with the share of each colour, and the table and the tree use the same colours', async ({
  page,
}) => {
  await openShop(page, 'colour=package')
  await expectLegend(page, 'package')
  await expect(legend(page).getByRole('listitem').filter({ hasText: 'shop.pricing' })).toContainText(/\d+(\.\d)?%/)
  const colours: string[] = []
  for (const tab of ['Table', 'Tree', 'Callers']) {
    await page.getByRole('radio', { name: tab }).click()
    await expectLegend(page, 'package')
    if (tab === 'Callers') continue
    colours.push(await squareOf(page.getByRole('row').filter({ hasText: winner })))
  }
  expect(colours[0]).toBe(colours[1])
  await page.getByRole('radio', { name: 'Graph' }).click()
  await expectLegend(page, 'package')
  await page.getByLabel('Search frames').fill('findWinningRule')
  await expectLegend(page, 'package')
})

test('a colour of which there is next to nothing has a share in the legend, too', async ({ page }) => {
  const builder = createProfileBuilder()
  const java = builder.stack(-1, builder.frame('shop.Server.handle', 'java'))
  const native = builder.stack(-1, builder.frame('epoll_wait', 'native'))
  builder.sample(java, builder.thread('http-1'), 0, 9999)
  builder.sample(native, builder.thread('http-1'), 1, 1)
  await page.goto(await importProfile(page, builder.finish('samples', emptyProvenance('perf')), 'rare'))
  await waitUntilQuiet(page)
  const entry = legend(page).getByRole('listitem').filter({ hasText: 'native library' })
  await expect(entry).toHaveText('native library<0.1%', { timeout: 5_000 })
})

test('no entry of the legend is cut, in the window of a frame, at 200%, and of a comparison', async ({ page }) => {
  const cutPx = () =>
    page
      .locator('main footer')
      .getByRole('list')
      .evaluate((list) => list.scrollHeight - list.clientHeight)
  for (const [width, height] of [
    [884, 600],
    [640, 360],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openShop(page)
    await expect(legend(page).getByText('Strip below:')).toBeVisible()
    await page.screenshot({ path: `${results}legend-${width}.png` })
    expect(await cutPx(), `${width} px`).toBeLessThanOrEqual(0)
    await openComparison(page)
    await page.screenshot({ path: `${results}legend-compared-${width}.png` })
    expect(await cutPx(), `compared, ${width} px`).toBeLessThanOrEqual(0)
  }
})

test('by package the legend has two lines at 1280 px, and a button for the rest', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openShop(page, 'colour=package')
  const entries = legend(page).getByRole('listitem').filter({ visible: true })
  const more = legend(page).getByRole('button', { name: /^\d+ more$/ })
  const less = legend(page).getByRole('button', { name: 'less' })
  const readHeight = async () => (await page.locator('main footer').boundingBox())!.height
  await expect(more).toBeVisible()
  expect(await readHeight()).toBeLessThanOrEqual(44)
  expect((await more.boundingBox())!.height).toBeGreaterThanOrEqual(24)
  await expect(legend(page).getByText('inlined')).toBeInViewport({ ratio: 1 })
  const before = await entries.count()
  const hidden = parseInt(await more.innerText())
  await page.screenshot({ path: `${results}legend-packages.png` })
  await more.press('Enter')
  await expect(less).toBeFocused()
  await expect(entries).toHaveCount(before + hidden)
  await page.screenshot({ path: `${results}legend-packages-open.png` })
  await page.keyboard.press('Enter')
  await expect(entries).toHaveCount(before)
  // Where there is room, and on a phone, it is as it was.
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect(more).toBeHidden()
  await expect(entries).toHaveCount(before + hidden - 1)
  await modes(page).selectOption('kind')
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(more).toBeHidden()
})

test('on a phone the legend has one line, and a button for the rest, strips too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openShop(page, 'colour=package')
  const strip = /^(Strip below:|interpreted|C1|C2|inlined)$/
  const entries = legend(page).getByRole('listitem').filter({ visible: true, hasNotText: strip })
  const strips = legend(page).getByRole('listitem').filter({ visible: true, hasText: strip })
  expect((await page.locator('main footer').boundingBox())!.height).toBeLessThanOrEqual(44)
  const before = await entries.count()
  const more = legend(page).getByRole('button', { name: /^\d+ more$/ })
  expect((await more.boundingBox())!.height).toBeGreaterThanOrEqual(24)
  await page.screenshot({ path: `${results}phone-legend.png` })
  const hidden = parseInt((await more.textContent())!)
  await more.click()
  await expect(more).toHaveCount(0)
  await expect(entries).toHaveCount(before + hidden)
  await expect(strips).toHaveCount(5)
  // Below the choice of colours, in the whole width: beside it each had a line of its own.
  expect((await legend(page).boundingBox())!.width).toBeGreaterThan(350)
  await page.screenshot({ path: `${results}phone-legend-open.png` })
  await page.keyboard.press('Enter') // the button keeps the focus
  await expect(entries).toHaveCount(before)
  await expect(strips).toHaveCount(0)
  await openShop(page)
  expect((await page.locator('main footer').boundingBox())!.height).toBeLessThanOrEqual(44)
  await more.click()
  await expect(strips).toHaveText(['Strip below:', 'interpreted', 'C1', 'C2', 'inlined'])
})

const squareOf = (row: Locator) =>
  row
    .first()
    .locator('[style*="background"]')
    .last()
    .evaluate((square) => getComputedStyle(square).backgroundColor)

test('my rules with the mouse: they colour the frames that match, stay after a reload and in links, and are remembered', async ({
  page,
  browser,
  storageState,
}) => {
  await openShop(page)
  const plain = await graphPixels(page)
  await modes(page).selectOption('rules')
  const dialog = rulesDialog(page)
  await dialog.getByLabel('Pattern of rule 1').fill('/PriceRules[.]/')
  await dialog.getByLabel('Colour of rule 1').selectOption({ index: 4 })
  await dialog.getByRole('button', { name: 'Rule', exact: true }).click()
  await dialog.getByLabel('Pattern of rule 2').fill('org.hibernate')
  await dialog.getByRole('button', { name: 'Use these rules' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(legend(page)).toContainText('/PriceRules[.]/')
  await expect(legend(page)).toContainText('org.hibernate')
  await expect(legend(page)).toContainText('no rule')
  const ruled = await graphPixels(page)
  expect(ruled).not.toBe(plain)
  await expect(page).toHaveURL(/colour=rules/)
  const link = page.url()

  await test.step('after a reload they are the same', async () => {
    await page.reload()
    await expect(legend(page)).toContainText('/PriceRules[.]/')
    expect(await graphPixels(page)).toBe(ruled)
  })

  await test.step('a browser that opens the link uses the rules of the link, without any of its own', async () => {
    await using context = await browser.newContext({ storageState: storageState!, viewport: page.viewportSize() })
    const other = await context.newPage()
    await other.goto(link)
    await expect(legend(other)).toContainText('org.hibernate')
    expect(await graphPixels(other)).toBe(ruled)
  })

  await test.step('on the next visit they can be chosen without writing them again, and edited', async () => {
    await openShop(page)
    await modes(page).selectOption('rules')
    await expect(rulesDialog(page)).toHaveCount(0)
    await expect(legend(page)).toContainText('/PriceRules[.]/')
    await page.getByRole('button', { name: 'Edit the rules' }).click()
    await rulesDialog(page).getByLabel('Pattern of rule 1').fill('/(/')
    await expect(rulesDialog(page).getByRole('button', { name: 'Use these rules' })).toBeDisabled()
    await rulesDialog(page).getByRole('button', { name: 'Remove rule 1' }).click()
    await rulesDialog(page).getByRole('button', { name: 'Use these rules' }).click()
    await expect(legend(page)).not.toContainText('PriceRules')
  })
})

test('my rules with the keyboard alone', async ({ page }) => {
  await openShop(page, 'colour=cost')
  await tabTo(page, modes(page))
  await page.keyboard.press('ArrowDown')
  const dialog = rulesDialog(page)
  await expect(dialog).toBeVisible()
  await tabTo(page, dialog.getByLabel('Pattern of rule 1'))
  await page.keyboard.type('shop.pricing')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(legend(page)).toContainText('shop.pricing')
  await tabTo(page, page.getByRole('button', { name: 'Edit the rules' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Pattern of rule 1')).toHaveValue('shop.pricing')
  // Until the dialog has the focus, Escape closes the tooltip of the button alone.
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(legend(page)).toContainText('shop.pricing')
})

/**
 * Shares of a function's weight by the tier that it ran in, counted from the samples; it occurs at most once in a
 * stack.
 */
function tierShares(name: string): ReadonlyMap<string, number> {
  const { strings, frames, stacks, samples } = shop
  const weights = new Map<string, number>()
  let total = 0
  for (let sample = 0; sample < samples.length; sample++) {
    for (let stack = samples.stack[sample]!; stack >= 0; stack = stacks.parent[stack]!) {
      if (strings[frames.name[stacks.frame[stack]!]!] !== name) continue
      const tier = compileTiers[stacks.tier[stack]!]!
      weights.set(tier, (weights.get(tier) ?? 0) + samples.weight[sample]!)
      total += samples.weight[sample]!
    }
  }
  return new Map([...weights].map(([tier, weight]) => [tier, weight / total]))
}

test('a stripe in a box and the details show how a function ran: interpreted, by C1, by C2 or inlined', async ({
  page,
}) => {
  await openShop(page)
  const { x, y } = await findFrameCenter(page, shop, apply)
  await page.mouse.click(x, y)
  const details = page.getByRole('region', { name: 'Selected frame' })
  await expect(details).toContainText(apply)
  await expect(details).toContainText('compiled')
  const text = (await details.textContent())!
  const wanted = tierShares(apply)
  expect([...wanted.keys()].sort()).toEqual(['c1', 'c2', 'inlined', 'interpreted'])
  for (const [tier, share] of wanted) {
    const said = new RegExp(`${tier} (\\d+(?:[.]\\d)?)%`, 'i').exec(text)
    // A box keeps its shares as bytes.
    expect(Math.abs(Number(said?.[1]) / 100 - share), `${tier} in ${text}`).toBeLessThan(0.005)
  }

  await page.getByTestId('selected-frame').click()
  await selectByKeys(page, 'tcp_recvmsg')
  await expect(details).not.toContainText('compiled')
})

test('the same function has the same colour on every visit, and by kind in every profile', async ({ page }) => {
  const other = applyFilters(shop, [
    { type: 'drop', name: 'shop.pricing.Discount.total' },
    { type: 'threads', threads: ['http-nio-8080-exec-2', 'main'] },
  ])
  const otherPath = await importProfile(page, other, 'another shop')
  const names = [winner, 'org.hibernate.internal.SessionImpl.find', 'recv', 'JavaThread::run', 'futex_wait']
  for (const colour of ['kind', 'package']) {
    await openShop(page, `tab=table&colour=${colour}`)
    const here = await coloursOf(page, names)
    await page.reload()
    await waitUntilQuiet(page)
    expect(await coloursOf(page, names)).toEqual(here)
    if (colour === 'package') continue
    await page.goto(`${otherPath}?tab=table`)
    await waitUntilQuiet(page)
    expect(await coloursOf(page, names)).toEqual(here)
  }
})

async function coloursOf(page: Page, names: readonly string[]): Promise<string[]> {
  const colours: string[] = []
  for (const name of names) {
    await page.getByLabel('Filter functions by name').fill(name)
    const grid = page.getByRole('grid', { name: 'Functions' })
    const row = grid.getByRole('row').filter({ has: page.locator(`bdi[title="${name}"]`) })
    colours.push(await squareOf(row))
  }
  return colours
}

test('the light and the dark theme have their own colours, and follow the system’s setting', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await openShop(page)
  const light = await takeStableScreenshot(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await waitForGraph(page)
  expect((await takeStableScreenshot(page)).equals(light)).toBe(false)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(async () => (await takeStableScreenshot(page)).equals(light)).toBe(true)
})

test('the chosen one of several views has a contrast of 3:1 to its neighbours, in both themes', async ({ page }) => {
  await openShop(page)
  const tabs = page.getByRole('radiogroup', { name: 'View' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { chosen, border, ground } = await tabs.evaluate((group) => {
      const style = getComputedStyle(group.querySelector('[aria-checked=true]')!)
      const ground = getComputedStyle(group).backgroundColor
      return { chosen: style.backgroundColor, border: style.borderTopColor, ground }
    })
    const mark = colorScheme === 'dark' ? chosen : border
    expect(contrast(hexOf(mark), hexOf(ground)), colorScheme).toBeGreaterThanOrEqual(3)
    await tabs.screenshot({ path: `${results}chosen-view-${colorScheme}.png` })
  }
})

/** A function of this kind in the middle one of the shades of its colour: the one that the legend shows. */
const middleName = (name: string) =>
  Array.from({ length: 200 }, (_, at) => `${name}${at}`).find((one) => shadeOfName(one) === shadeCount / 2)!

/** One frame of each kind, beside each other; two of Java in packages of their own. */
function sampleKinds() {
  const builder = createProfileBuilder()
  const names: Record<string, string> = {}
  const root = builder.stack(-1, builder.frame(middleName('shop.Main.run'), 'java'))
  const leaf = (label: string, name: string, kind: FrameKind, weight: number) => {
    names[label] = middleName(name)
    builder.sample(builder.stack(root, builder.frame(names[label], kind)), builder.thread('main'), 0, weight)
  }
  leaf('Java', 'shop.pricing.Rules.find', 'java', 40)
  leaf('other', 'acme.json.Writer.write', 'java', 25)
  leaf('JVM, C++', 'CompileBroker::run', 'vm', 15)
  leaf('native library', 'deflate_slow', 'native', 11)
  leaf('kernel', 'tcp_sendmsg', 'kernel', 9)
  return { profile: builder.finish('samples', emptyProvenance('test')), names }
}

/** Red, green and blue of the page's own colours and of a canvas. */
const rgbOf = (css: string) => css.match(/\d+/g)!.slice(0, 3).map(Number)
const hexOf = (css: string) =>
  `#${rgbOf(css)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`

for (const [look, media] of [
  ['in light', { colorScheme: 'light' }],
  ['in dark', { colorScheme: 'dark' }],
  ['where the system forces its colours', { forcedColors: 'active' }],
] as const)
  test(`law: the colour of each entry of the legend is that of its boxes, ${look}`, async ({ page }) => {
    await page.emulateMedia(media)
    const { profile, names } = sampleKinds()
    const path = await importProfile(page, profile, 'kinds')
    const entries: readonly (readonly [
      query: string,
      ...rows: readonly (readonly [label: string, frame: string])[],
    ])[] = [
      ['colour=kind', ...['Java', 'JVM, C++', 'native library', 'kernel'].map((kind) => [kind, kind] as const)],
      ['colour=package', ['shop.pricing', 'Java'], ['acme.json', 'other'], ['not Java', 'kernel']],
      ['colour=cost', ['10% and more', 'Java']],
      [
        'colour=rules&rule=3:Rules&rule=5:deflate',
        ['Rules', 'Java'],
        ['deflate', 'native library'],
        ['no rule', 'kernel'],
      ],
    ]
    for (const [query, ...rows] of entries) {
      await page.goto(`${path}?${query}`)
      await waitUntilQuiet(page)
      const canvas = await waitForGraph(page)
      const box = (await canvas.boundingBox())!
      for (const [label, frame] of rows) {
        const swatch = legend(page).getByRole('listitem').filter({ hasText: label }).locator('[style]')
        const shown = rgbOf(await swatch.evaluate((square) => getComputedStyle(square).backgroundColor))
        const { x, y } = await findFrameCenter(page, profile, names[frame]!)
        // Above the label of the box.
        const ofBox = await canvas.evaluate(
          (element: HTMLCanvasElement, [left, top]) =>
            Array.from(element.getContext('2d')!.getImageData(left!, top!, 1, 1).data.slice(0, 3)),
          [x - box.x, y - box.y - 7],
        )
        const furthest = Math.max(...ofBox.map((value, at) => Math.abs(value - shown[at]!)))
        expect(furthest, `${query}: ${label} is ${shown.join(' ')}, its box ${ofBox.join(' ')}`).toBeLessThanOrEqual(4)
      }
    }
  })

test('what is on, chosen or current shows where the system forces its colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openShop(page)
  const groundOf = (thing: Locator) => thing.evaluate((element) => getComputedStyle(element).backgroundColor)
  const byThread = page.getByRole('button', { name: 'By thread' })
  const before = await groundOf(byThread)
  await byThread.click()
  await expect(byThread).toHaveAttribute('aria-pressed', 'true')
  // A button takes its ground in a transition.
  const marked = await groundOf(page.getByRole('radio', { name: 'System' }))
  expect(marked).not.toBe(before)
  await expect.poll(() => groundOf(byThread)).toBe(marked)
  expect(await groundOf(page.getByRole('radio', { name: 'Dark' }))).not.toBe(marked)
  await page.screenshot({ path: `${results}forced-colours.png` })
  await page.goto('/profiles')
  const here = page.getByRole('navigation').getByRole('link', { name: 'Profiles' })
  expect(await groundOf(here)).toBe(marked)
  await page.screenshot({ path: `${results}forced-colours-library.png` })
})

test('an item of a menu, the section of a page, shades and how far an import is show in forced colours', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openShop(page)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  const groundOf = (thing: Locator) => thing.evaluate((element) => getComputedStyle(element).backgroundColor)
  const groundOfLink = (name: string) => groundOf(navigation.getByRole('link', { name }))
  expect(await groundOfLink('Profiles')).not.toBe(await groundOfLink('JVMs'))
  const shades = page.getByTitle('Shade of a cell of the heat map').locator('span')
  expect(await shades.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('gradient')

  const outlineOf = (item: Locator) => item.evaluate((element) => getComputedStyle(element).outlineStyle)
  for (const name of ['More', 'Order and names']) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('ArrowDown')
    const items = page.locator('[role^=menuitem]')
    await expect(items.first(), name).toBeFocused()
    expect([await outlineOf(items.first()), await outlineOf(items.nth(1))], name).toEqual(['solid', 'none'])
    await page.screenshot({ path: `${results}forced-colours-${name}.png` })
    await page.keyboard.press('Escape')
  }

  await page.route('**/api/v1/imports/**', () => undefined) // never answered
  await page.goto('/profiles')
  const files = ['a', 'b'].map((name) => ({
    name: `${name}.folded`,
    mimeType: 'text/plain',
    buffer: Buffer.from('a 1'),
  }))
  await page.getByLabel('Recording to import').setInputFiles(files)
  const bar = page.getByRole('progressbar').first()
  expect(await groundOf(bar.locator('> *'))).toBe(await groundOfLink('Profiles'))
  expect(await groundOf(bar.locator('> *'))).not.toBe(await groundOf(bar))
  await page.screenshot({ path: `${results}forced-colours-import.png` })
})

test('the legend has what the strip below a box means on one line at each width, beside the minimap', async ({
  page,
}) => {
  await openShop(page)
  const legend = page.getByRole('list', { name: /^Legend/ })
  for (const mode of ['By package', 'By kind']) {
    await page.getByRole('combobox', { name: 'Colours' }).selectOption(mode)
    await waitUntilQuiet(page)
    for (let width = 1600; width >= 640; width -= 40) {
      await page.setViewportSize({ width, height: 720 })
      const { tops, overPx } = await legend.evaluate((list) => {
        const range = document.createRange()
        const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT)
        const tops: number[] = []
        let right = 0
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          if (!/^(Strip below:|interpreted|C1|C2|inlined)$/.test(text.textContent!)) continue
          range.selectNode(text)
          const box = range.getBoundingClientRect()
          tops.push(Math.round(box.top))
          right = Math.max(right, box.right)
        }
        return { tops, overPx: right - list.getBoundingClientRect().right }
      })
      expect(tops, `${mode} ${width}`).toHaveLength(5)
      expect(new Set(tops).size, `${mode} ${width}: ${tops.join(' ')}`).toBe(1)
      expect(overPx, `${mode} ${width}`).toBeLessThanOrEqual(0)
      if (width === 1280) await page.screenshot({ path: `${results}legend-${mode.slice(3)}-1280.png` })
    }
  }
})
