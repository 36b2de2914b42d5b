import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { encodeProfile } from '../../lib/profile/encoding/encode.ts'
import {
  gone,
  idOf,
  newest,
  openComparison,
  shopAfter,
  shopBefore,
  shopBeforeAgain,
  slower,
} from '../support/compared-shops.ts'
import { expect, results, test } from '../support/fixtures.ts'
import type { Profile } from '../../lib/profile/model/profile.ts'
import { profileFromDiagram } from '../../lib/testing/profiles/text-graph.ts'
import { applyLook, findAccessibilityProblems, lookGroups, nameLooks } from '../support/accessibility.ts'
import { findToast } from '../support/toast.ts'
import { importFile, importProfile, waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

const rows = (page: Page, level = 'Functions') => tableOf(page, level).locator('[data-function]')
const tableOf = (page: Page, level: string) => page.getByRole('grid', { name: `${level} compared` })
const selected = (page: Page) => page.getByTestId('selected-frame')

test('a diff with the mouse: significant changes, widths, added and removed functions, each side alone', async ({
  page,
}) => {
  await openComparison(page)

  await test.step('the page says which changes can be detected, and how much changed', async () => {
    await expect(page.getByTestId('comparison-power')).toContainText(/is detected if it grows to/)
    await expect(page.getByTestId('significant-count')).toHaveText(/^Significant: .*\d+ functions?/)
    await expect(page.getByTestId('comparison-totals')).toHaveText('CPU ×1 (99 samples/s)')
  })

  await test.step('the table lists the largest change first, and can be filtered to what only one side has', async () => {
    await page.getByRole('button', { name: /^\d+ functions?$/ }).click()
    await page.getByRole('radio', { name: 'Self', exact: true }).click()
    await expect(rows(page).first()).toHaveAttribute('data-function', slower)
    await expect(rows(page).first()).toHaveAttribute('data-significant', 'true')
    await expect(rows(page).first()).toContainText(/\+2\d([.]\d)? points/)
    await page.getByRole('radio', { name: 'Total', exact: true }).click()
    await page.getByRole('radio', { name: 'Only after: 2 functions' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).first()).toHaveAttribute('data-status', 'new')
    await page.getByRole('radio', { name: /^Only before/ }).click()
    await expect(rows(page).first()).toHaveAttribute('data-function', /XmlConfig/)
    await page.getByRole('radio', { name: /^All/ }).click()
  })

  await test.step('a double click shows a function in the graph, with the interval of its change', async () => {
    await page.locator(`[data-function="${slower}"]`).dblclick()
    await waitForGraph(page)
    await expect(selected(page)).toContainText(slower)
    const details = page.getByRole('region', { name: 'Selected frame' })
    await expect(details).toContainText(/95% interval\+2\d/)
    await expect(details).toContainText(/significance ?significant \(q/)
  })

  await test.step('a removed function is listed with its weight, and the graph shows it with widths of before', async () => {
    await page.getByRole('button', { name: /frames? only after .* only before/ }).click()
    await page.getByRole('button', { name: /XmlConfig/ }).click()
    await expect(page).toHaveURL(/width=union/)
    await expect(selected(page)).toContainText(gone)
    await page.goBack()
    await expect(page).not.toHaveURL(/width=/)
  })

  await test.step('the address holds widths, scale and the filter of significant changes', async () => {
    await page.getByRole('radio', { name: 'Changed', exact: true }).click()
    await expect(page).toHaveURL(/baseline=[0-9a-f]{32}.*width=changed/)
    await page.getByLabel('Scale').selectOption('raw')
    await page.getByRole('button', { name: 'Fade noise' }).click()
    await expect(page).toHaveURL(/scale=raw.*fade=0/)
    await page.reload()
    await waitUntilQuiet(page)
    await expect(page.getByRole('radio', { name: 'Changed', exact: true })).toBeChecked()
    await expect(page.getByLabel('Scale')).toHaveValue('raw')
  })

  await test.step('weights can be shown per request', async () => {
    await page.getByLabel('Scale').selectOption('request')
    await page.getByLabel('Before', { exact: true }).last().fill('1000')
    await page.getByLabel('After', { exact: true }).last().fill('2000')
    await page.getByRole('button', { name: 'Compare per request' }).click()
    await expect(page).toHaveURL(/requests=1000-2000/)
    await expect(page.getByRole('region', { name: 'Selected frame' })).toContainText('per request')
  })

  await test.step('each side can be opened alone, and the sides can be swapped', async () => {
    const [before, after] = [await idOf(page, shopBefore, ''), await idOf(page, shopAfter, '')]
    await page.getByRole('link', { name: 'Swap before and after' }).click()
    await expect(page).toHaveURL(new RegExp(`/profiles/${before}[?]baseline=${after}.*requests=2000-1000`))
    await waitUntilQuiet(page)
    await page.getByTitle('Before alone').click()
    await expect(page).toHaveURL(new RegExp(`/profiles/${after}`))
    await expect(page).not.toHaveURL(/baseline/)
    await waitForGraph(page)
  })
})

test('the largest change is in sight where it is gone, and a chosen width stays', async ({ page }) => {
  const idOfText = async (name: string, text: string) =>
    (await importProfile(page, profileFromDiagram(text), name)).slice('/profiles/'.length)
  const slow = await idOfText('before', 'main main\nshop.pricing.Rules.scan shop.web.Json.write\n 600 120')
  const fast = await idOfText('after', 'main main\nshop.web.Json.write shop.web.Log.info\n 69 1')
  const address = `/profiles/${fast}?baseline=${slow}`
  await page.goto(address)
  await expect(page).toHaveURL(/width=union/)
  await waitForGraph(page)
  await expect(page.getByRole('list', { name: 'Largest changes' })).toContainText(/shop.pricing.*83.3%/)
  // What is counted is what is hatched or has a dashed line; one sample of Log.info is neither.
  await page.getByRole('button', { name: '0 frames only after · 1 only before' }).click()
  const list = page.getByRole('dialog', { name: /Only on one side/ })
  await expect(list).toContainText(/Only before: 83.3% of before.*Rules[.]scan/)
  await expect(list).toContainText(/Only after; noise may explain it.*Log[.]info/)
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'After', exact: true }).click()
  await expect(page).toHaveURL(/width=after/)
  await page.reload()
  await waitUntilQuiet(page)
  await expect(page.getByRole('radio', { name: 'After', exact: true })).toBeChecked()
  await page.goto(`${address}&delta=self`)
  await expect(page).toHaveURL(/width=union/)
  // One sample of another class of the package: the method that was the change is gone all the same.
  const fixed = await idOfText('fixed', 'main main\nshop.web.Json.write shop.pricing.Index.get\n 69 1')
  await page.goto(`/profiles/${fixed}?baseline=${slow}`)
  await expect(page).toHaveURL(/width=union/)
  await waitForGraph(page)
  await expect(page.getByRole('list', { name: 'Largest changes' })).toContainText('shop.pricing83.3% → 1.4%')
  await page.screenshot({ path: `${results}/diff-fixed.png` })
})

test('in a small window a deep comparison begins where its largest change is', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 })
  const callers = Array.from({ length: 40 }, (_, depth) => `shop.web.Chain.f${depth} shop.web.Chain.f${depth}`)
  const idOfDeep = async (name: string, weights: string) => {
    const text = [...callers, 'shop.pricing.Rules.scan shop.web.Json.write', weights].join('\n')
    return (await importProfile(page, profileFromDiagram(text), name)).slice('/profiles/'.length)
  }
  const before = await idOfDeep('deep-before', '10 600')
  await page.goto(`/profiles/${await idOfDeep('deep-after', '500 600')}?baseline=${before}`)
  await expect(page.getByRole('list', { name: 'Largest changes' })).toContainText('shop.pricing')
  await waitUntilQuiet(page)
  const box = (await (await waitForGraph(page)).boundingBox())!
  const seen: string[] = []
  for (let y = box.y + 9; y < box.y + box.height; y += 18) {
    await page.mouse.move(box.x + box.width * 0.2, y)
    seen.push((await page.getByTestId('hover-card').textContent()) ?? '')
  }
  expect(
    seen.some((text) => text.includes('Rules.scan')),
    seen.join(),
  ).toBe(true)
  await page.screenshot({ path: `${results}comparison-200-percent.png` })
  // The graph has its ten rows; the rest of the page is reached by scrolling.
  const keys = page.getByRole('button', { name: 'Keys (?)' })
  await keys.scrollIntoViewIfNeeded()
  await expect(keys).toBeInViewport({ ratio: 1 })
})

test('the graph of a comparison begins at 150 px in a small window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openComparison(page)
  await expect(page.getByTestId('significant-count')).toHaveText(/^Significant: /)
  expect((await page.getByTestId('flame-graph').boundingBox())!.y).toBeLessThanOrEqual(150)
  await page.getByRole('button', { name: 'The smallest change that can be detected' }).click()
  await expect(page.getByRole('dialog', { name: 'The smallest change that can be detected' })).toContainText(
    /^Record both for .* longer to detect .*\. Now a frame at 1% self is detected if it grows to about [\d.]+%/,
  )
})

test('in a small window both names are shown in full, before the facts that differ', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const importNamed = (profile: Profile, name: string) => {
    const target = { container: `eu-west-${name}-7d9f`, image: `registry.example/team/${name}:2026-11-27` }
    const provenance = { ...profile.provenance, target }
    return importFile(page, Buffer.from(encodeProfile({ ...profile, provenance })), `${name}.hearth`)
  }
  const before = await importNamed(shopBefore, 'pricing-by-index')
  const after = await importNamed(shopAfter, 'pricing-by-full-scan')
  await page.goto(`${after}?baseline=${before.slice('/profiles/'.length)}`)
  await waitUntilQuiet(page)
  const comparison = page.getByRole('region', { name: 'Comparison' })
  for (const name of ['pricing-by-index', 'pricing-by-full-scan']) {
    const link = comparison.getByRole('link').getByText(name, { exact: true })
    expect(await link.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), name).toBe(0)
  }
  await page.getByRole('button', { name: 'About both profiles' }).click()
  const about = page.getByRole('dialog', { name: 'About both profiles' })
  await expect(about).toContainText(/Image\s*registry\.example.*by-index.*registry\.example.*by-full-scan/)
})

test('two engines of one service are compared under the name of the service, whole without its owner', async ({
  page,
}) => {
  const store = async (engine: string) => {
    const provenance = { ...shopAfter.provenance, engine, target: { service: 'a-demo-of-hearth/shop-slow' } }
    const data = gzipSync(encodeProfile({ ...shopAfter, provenance }))
    const path = await importFile(page, data, `${engine}.hearth`)
    const headers = { origin: process.env.HEARTH_E2E_URL! }
    await page.request.patch(`/api/v1${path}`, { data: { name: 'a-demo-of-hearth/shop-slow cpu' }, headers })
    return path
  }
  const before = await store('perf')
  const after = await store('async-profiler')
  for (const width of [1280, 640, 390]) {
    await page.setViewportSize({ width, height: 720 })
    await page.goto(`${after}?baseline=${before.slice('/profiles/'.length)}`)
    await waitUntilQuiet(page)
    const name = page.getByRole('region', { name: 'Comparison' }).getByText('shop-slow:', { exact: true })
    await expect(name).toBeInViewport({ ratio: 1 })
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), `${width}`).toBe(0)
    await page.screenshot({ path: `${results}compared-engines-${width}.png` })
  }
})

test('the line above the graph shows its whole answer at every width', async ({ page }) => {
  const by = (engine: string, diagram: string): Profile => {
    const profile = profileFromDiagram(diagram)
    return { ...profile, provenance: { ...profile.provenance, engine, vantage: 'host', event: 'cpu' } }
  }
  const whole = 'start_thread_[n] start_thread_[n]\nShop.run Shop.run\nCart.sum Price.find\n'
  const lossy = 'start_thread_[n] Cart.sum Price.find\nShop.run . .\nCart.sum . .\n'
  const answers = [
    ['one', by('perf', `${whole}500 500`), by('perf', `${whole}500 500`), /^No significant difference/],
    ['changed', by('perf', `${whole}500 500`), by('perf', `${whole}900 100`), /^Significant: /],
    ['few', by('jfr', 'main main\nwork slow\n10 10'), by('jfr', 'main main\nwork slow\n4 16'), /^Not certain: /],
    ['lost', by('perf', `${whole}500 500`), by('perf', `${lossy}200 300 500`), /: totals cannot be compared$/],
    [
      ...['engines', by('perf', `${whole}500 500`), by('async-profiler', `${whole}500 500`)],
      /: no significant difference in what both engines show$/,
    ],
    [
      'engines-changed',
      by('perf', `${whole}500 500`),
      by('async-profiler', `${whole}900 100`),
      /perhaps by the engine/,
    ],
  ] as [string, Profile, Profile, RegExp][]
  for (const [name, one, other, text] of answers) {
    const [before, after] = [await idOf(page, one, `answer-${name}-1`), await idOf(page, other, `answer-${name}-2`)]
    for (const width of [1280, 640, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`/profiles/${after}?baseline=${before}`)
      await waitUntilQuiet(page)
      const answer = page.getByTestId('significant-count')
      await expect(answer).toHaveText(text)
      await expect(answer, `${name} ${width}`).toBeInViewport({ ratio: 1 })
      await page.screenshot({ path: `${results}answer-${name}-${width}.png` })
    }
  }
})

test('choosing a package shows its numbers and marks each of its boxes', async ({ page }) => {
  await openComparison(page)
  const chips = page.getByRole('list', { name: 'Largest changes' }).getByRole('listitem')
  const details = page.getByRole('region', { name: 'Selected package' })

  await test.step('from the line above the graph', async () => {
    await chips.filter({ hasText: 'shop.config' }).getByRole('button').click()
    await waitUntilQuiet(page)
    // The package was removed: with the widths of after it has no box to mark.
    await expect(page).toHaveURL(/width=union/)
    await expect(details).toContainText('shop.config')
    await expect(details).toContainText(
      /after0%.*−9[.\d]* points \(to 0\).*95% interval−.*significance ?significant \(q/,
    )
    await expect(page.getByTestId('chip')).toHaveText(/^Edit search\s*shop\.config\s*package\s*9(\.\d)?% → 0%$/)
    await expect(page.getByRole('button', { name: 'Remove package shop.config' })).toBeVisible()
  })

  await test.step('from a row of the table, which replaces the choice before', async () => {
    await page.keyboard.press('t')
    await page.getByRole('radio', { name: 'Packages', exact: true }).click()
    const row = rows(page, 'Packages').and(page.locator('[data-function="shop.pricing"]'))
    await row.click()
    await expect(row).toHaveAttribute('aria-selected', 'true')
    await expect(details).toContainText('shop.pricing')
    await expect(page.getByTestId('chip')).toHaveCount(1)
    await expect(page.getByTestId('chip')).toContainText(/shop\.pricing\s*package\s*2\d(\.\d)?% → 4\d(\.\d)?%/)
    await row.dblclick()
    await waitForGraph(page)
    await expect(details).toContainText('shop.pricing')
  })

  await test.step('any other search says both sides, too, whatever the widths and the zoom are', async () => {
    await page.getByLabel('Search frames').fill('CartRepository.load')
    const found = page.getByTestId('found-step')
    const step = /^2\d(\.\d)?% → 1\d(\.\d)?%$/
    await expect(found.first()).toHaveText(step)
    await page.getByRole('radio', { name: 'Before', exact: true }).click()
    await waitUntilQuiet(page)
    await expect(found.first()).toHaveText(step)
    await page.getByLabel('Search frames').press('Alt+Enter')
    await page.getByLabel('Scale').selectOption('raw')
    await expect(page.getByTestId('chip').last()).toContainText(/1,\d{3} → \d{3} samples$/)
    await page.screenshot({ path: `${results}diff-chips.png` })
  })
})

test('the line above the graph and the table call the same significant', async ({ page }) => {
  await openComparison(page, 'tab=table')
  await expect(tableOf(page, 'Packages')).toBeVisible() // where the line above the graph names packages
  await expect(page.getByTestId('significant-count')).toContainText('Significant: ')
  const strip = await page.getByTestId('significant-count').innerText()
  const named = page.getByRole('list', { name: 'Largest changes' }).getByRole('button')
  for (const [level, word] of [
    ['Packages', 'packages?'],
    ['Classes', 'class(es)?'],
    ['Functions', 'functions?'],
  ] as const) {
    await page.getByRole('radio', { name: level, exact: true }).click()
    await page.getByRole('radio', { name: /^Significant/ }).click()
    const counted = Number(new RegExp(`(\\d+) ${word}\\b`).exec(strip)?.[1] ?? 0)
    expect(counted).toBeGreaterThan(0)
    await expect(rows(page, level)).toHaveCount(counted)
    await expect(rows(page, level).and(page.locator('[data-significant="false"]'))).toHaveCount(0)
    if (level !== 'Packages') continue
    for (const [at, button] of (await named.all()).slice(0, counted).entries())
      await expect(button).toContainText((await rows(page, level).nth(at).getAttribute('data-function'))!)
  }
})

test('what another function explains is called so in the table, the details, the tree and beside the pointer', async ({
  page,
}) => {
  await openComparison(page, 'tab=table')
  await page.getByRole('radio', { name: 'Functions', exact: true }).click()
  const row = rows(page).filter({ hasText: 'explained by ' }).first()
  const explained = /explained by [\w.]+/.exec(await row.innerText())![0]
  await row.dblclick()
  await waitForGraph(page)
  await expect(page.getByRole('region', { name: 'Selected frame' })).toContainText(`significance${explained}`)
  await expect(page.getByRole('treeitem', { selected: true })).toContainText(explained)
  const graph = (await page.getByTestId('flame-graph').boundingBox())!
  const card = page.getByTestId('hover-card')
  // What it is zoomed to is as wide as the graph.
  const texts: string[] = []
  for (let y = graph.y + 9; y < graph.y + graph.height; y += 18) {
    await page.mouse.move(graph.x + graph.width / 2, y)
    texts.push(await card.innerText())
  }
  const name = (await selected(page).locator('bdi').first().textContent())!
  const own = texts.filter((text) => text.startsWith(name))
  expect(own.length, texts.join('|')).toBeGreaterThan(0)
  for (const text of own) expect(text).toContain(explained)
})

test('a comparison names the view that it has not, and why', async ({ page }) => {
  await openComparison(page)
  const callers = page.getByRole('radio', { name: 'Callers' })
  await expect(callers).toBeDisabled()
  await expect(callers).toHaveAttribute('title', /of one profile: use Side by side, or open Before or After alone/)
  await page.getByRole('radio', { name: 'Table', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Tree', exact: true })).toBeChecked()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('option', { name: 'Callers: of one profile' })).toBeDisabled()
})

test('on a phone the numbers of a frame per request name the scale once, and are not cut', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openComparison(page, 'scale=request&requests=1000-2000')
  await page.getByRole('tree').focus()
  await page.keyboard.press('ArrowUp')
  const details = page.getByRole('region', { name: 'Selected frame' })
  await expect(details).toContainText('95% interval')
  expect((await details.innerText()).match(/per request/g)).toHaveLength(1)
  for (const fact of await details.locator('dd').all())
    expect(await fact.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.screenshot({ path: `${results}diff-per-request-phone.png` })
  const changes = page.getByRole('list', { name: 'Largest changes' })
  await expect(changes).not.toContainText('per request')
  for (const button of await page.getByTestId('significant-count').or(changes).getByRole('button').all())
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(24)
  expect((await page.getByLabel('Search frames').boundingBox())!.width).toBeGreaterThan(150)
})

test('a diff with the keyboard', async ({ page }) => {
  await openComparison(page)
  await waitForGraph(page)

  await test.step('d cycles through the widths and side by side', async () => {
    for (const address of [/width=before/, /width=union/, /width=changed/, /mode=side/]) {
      await page.keyboard.press('d')
      await expect(page).toHaveURL(address)
    }
    await waitUntilQuiet(page)
    await page.keyboard.press('d')
    await expect(page).toHaveURL(/width=after/)
    await expect(page).not.toHaveURL(/mode=/)
    await waitForGraph(page)
  })

  await test.step('arrow keys move through the graph, and each box says how it changed', async () => {
    for (let depth = 0; depth < 3; depth++) await page.keyboard.press('ArrowUp')
    const item = page.getByRole('treeitem', { selected: true })
    await expect(item).toContainText(/total .* before, .* after, .* points/)
  })

  await test.step('arrow keys move through the table, and Enter shows the row in the graph', async () => {
    await page.keyboard.press('t')
    await page.getByRole('radio', { name: 'Functions', exact: true }).click()
    const grid = page.getByRole('grid', { name: 'Functions compared' })
    await grid.focus()
    await page.keyboard.press('Home')
    const first = await rows(page).first().getAttribute('data-function')
    await page.keyboard.press('Enter')
    await waitForGraph(page)
    await expect(selected(page)).toContainText(first!)
  })

  await test.step('the text tree says what changed', async () => {
    await page.keyboard.press('g')
    const tree = page.getByRole('treegrid', { name: 'Call tree' })
    await expect(tree.getByRole('columnheader', { name: 'Change' })).toBeVisible()
    await expect(tree.getByRole('row', { name: /PriceRules.findWinningRule/ })).toContainText('points')
  })
})

test('two runs of the same program show no difference, nor does a profile compared with itself', async ({ page }) => {
  const [one, other] = [await idOf(page, shopBefore, 'shop-1'), await idOf(page, shopBeforeAgain, 'shop-1-again')]
  await page.goto(`/profiles/${other}?baseline=${one}&tab=table`)
  await waitUntilQuiet(page)
  await expect(page.getByTestId('significant-count')).toHaveText('No significant difference in shares')
  await expect(page.locator('[data-significant="true"]')).toHaveCount(0)
  await page.goto(`/profiles/${one}?baseline=${one}&width=changed`)
  await expect(page.getByText('Nothing changed')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('the same profile')
  await expect(page).toHaveTitle(/ against itself/)
  await expect(page.getByTestId('comparison-power')).toHaveText(/are one profile, sample by sample/)
  await page.goto(`/profiles/${other.slice(0, 12)}?baseline=${one.slice(0, 12)}&tab=table`)
  await expect(page).toHaveURL(`/profiles/${other}?baseline=${one}&tab=table`)
  await expect(page.getByTestId('significant-count')).toBeVisible()
  await page.goto(`/profiles/${one}?baseline=0000`)
  await expect(page.getByText('No profile has the id of the baseline, nor one that begins so.')).toBeVisible()
  await page.goto(`/profiles/${one}?baseline=${'0'.repeat(32)}`)
  await expect(
    page.getByText('The baseline is not in the library; perhaps it was deleted. Showing this profile alone.'),
  ).toBeVisible()
  await waitForGraph(page)
})

test('where nothing is significant, what only one side has is not called new, and unknown lengths are named', async ({
  page,
}) => {
  // Folded text knows no length.
  const importText = (text: string, name: string) => importFile(page, Buffer.from(text), `${name}.folded`)
  const before = await importText('main;work 200\nmain;slow 1\n', 'one-side-1')
  const after = await importText('main;work 200\nmain;fast 1\n', 'one-side-2')
  await page.goto(`${after}?baseline=${before.slice('/profiles/'.length)}`)
  await waitUntilQuiet(page)
  await expect(page.getByTestId('significant-count')).toHaveText('No significant difference')
  await expect(page.getByTestId('comparison-totals')).toHaveText('Compared by share alone: the lengths are not known')
  await page.screenshot({ path: `${results}one-side.png` })
  await page.getByRole('button', { name: 'Only on one side' }).click()
  const list = page.getByRole('dialog', { name: 'Only on one side: the outermost frames' })
  await expect(list).toContainText(/Only after; noise may explain it.*fast/)
  await expect(list).not.toContainText(/\bNew\b|\bGone\b/)
})

test('a large change of few samples is not called none', async ({ page }) => {
  const [before, after] = [
    await idOf(page, profileFromDiagram('main  main\nwork  slow\n10    10'), 'few-1'),
    await idOf(page, profileFromDiagram('main  main\nwork  slow\n4     16'), 'few-2'),
  ]
  await page.goto(`/profiles/${after}?baseline=${before}`)
  await waitUntilQuiet(page)
  const outcome = page.getByTestId('significant-count')
  await expect(outcome).toHaveText(/^Not certain: (work|slow) \S+% → \S+%$/)
  await outcome.getByRole('button').click()
  await expect(selected(page)).toContainText(/work|slow/)
})

test('profiles of two events are not tested, and are set side by side', async ({ page }) => {
  const wall = { ...shopAfter, provenance: { ...shopAfter.provenance, event: 'wall' } }
  const [before, after] = [await idOf(page, shopBefore, 'shop-cpu'), await idOf(page, wall, 'shop-wall')]
  await page.goto(`/profiles/${after}?baseline=${before}`)
  await expect(page.getByTestId('facts-after')).toContainText('of all')
  await expect(page.getByTestId('change')).toHaveCount(0)
  const diff = page.getByRole('radio', { name: 'Diff' })
  await expect(diff).toBeDisabled()
  await expect(diff).toHaveAttribute('title', 'One graph is of one event: these are CPU and Wall clock')
  await expect(page.getByRole('radio', { name: 'Side by side' })).toBeChecked()
})

test('the smallest change that can be detected is said where nothing changed, at each width, in one row of a wide window', async ({
  page,
}) => {
  // Another recording: one sample is a millisecond later.
  const time = shopBefore.samples.time.map((ms, at) => (at === 1 ? ms + 1 : ms))
  const second = { ...shopBefore, samples: { ...shopBefore.samples, time } }
  const [before, after] = [await idOf(page, shopBefore, 'shop-first'), await idOf(page, second, 'shop-second')]
  await page.goto(`/profiles/${after}?baseline=${before}`)
  const power = page.getByTestId('comparison-power')
  for (const width of [1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 720 })
    await expect(power).toContainText('longer to detect changes half as large')
    await page.screenshot({ path: `${results}power-${width}.png` })
    expect(await power.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0)
    const more = page.getByRole('button', { name: 'The smallest change that can be detected' })
    if (width < 1024) {
      await expect(more).toBeHidden()
      continue
    }
    expect(await power.evaluate((text) => text.parentElement!.offsetHeight), String(width)).toBeLessThan(32)
    await more.click()
    const whole = page.getByRole('dialog', { name: 'The smallest change that can be detected' })
    await expect(whole).toHaveText((await power.textContent())!.trim())
    await expect(whole).toContainText(/is detected if it grows to/)
    await page.keyboard.press('Escape')
    await expect(whole).toHaveCount(0)
  }
})

test('the name that both sides have gives way before what tells them apart', async ({ page }) => {
  const ofEvent = (profile: Profile, event: string) =>
    idOf(page, { ...profile, provenance: { ...profile.provenance, event } }, 'hearth-demo-of-a-long-name-shop-slow')
  const [before, after] = [await ofEvent(shopBefore, 'cpu'), await ofEvent(shopAfter, 'wall')]
  for (const width of [1280, 1024, 840]) {
    await page.setViewportSize({ width, height: 720 })
    await page.goto(`/profiles/${after}?baseline=${before}`)
    await waitUntilQuiet(page)
    await page.screenshot({ path: `${results}names-of-sides-${width}.png` })
    const bar = page.getByRole('region', { name: 'Comparison' })
    for (const name of ['CPU', 'Wall clock']) {
      const cut = await bar.getByText(name, { exact: true }).evaluate((text) => text.scrollWidth - text.clientWidth)
      expect(cut, `${name} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
})

test('a comparison is exported as SVG, and as folded stacks with two counts a line', async ({ page }) => {
  await openComparison(page, 'width=union')
  await waitForGraph(page)
  const save = async (item: string | RegExp) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).click()
    return readFile(await (await download).path(), 'utf8')
  }
  const svg = await save(/^SVG of this view/)
  expect(svg).toContain('stroke-dasharray')
  expect(svg).toContain(', significant (q')
  const folded = await save(/two counts/i)
  const line = folded.split('\n').find((one) => one.includes(newest))!
  expect(line).toMatch(/ 0 \d+$/)
})

test('in a narrow window each row has its name, both sides and what the test says; where there is room, in columns', async ({
  page,
}) => {
  await openComparison(page, 'tab=table')
  const row = rows(page, 'Packages').and(page.locator('[data-function="shop.pricing"]'))
  const heightOf = async () => (await row.boundingBox())!.height
  const nameOf = async () => (await row.locator('bdi').boundingBox())!
  await expect(row).toContainText('shop.pricing')
  expect(await heightOf()).toBe(28)
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(heightOf).toBe(46)
    await expect(row).toContainText(/^shop[.]pricing[\d.]+% → [\d.]+%/)
    const outcome = row.getByText(/^significant \(q/)
    expect((await outcome.boundingBox())!.y).toBeGreaterThan((await nameOf()).y + 10)
    expect((await nameOf()).width).toBeGreaterThan(80)
  }
  await page.setViewportSize({ width: 900, height: 844 })
  await expect.poll(heightOf).toBe(28)
  expect((await nameOf()).width).toBeGreaterThan(80)
  // Numbers of another scale stay on one line: what they are per stands in the heading.
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByLabel('Scale').selectOption('second')
  await expect(tableOf(page, 'Packages').getByRole('columnheader').first()).toHaveText('Package (total per second)')
  await expect(row).not.toContainText('per second')
  await page.getByRole('radio', { name: 'Tree' }).click()
  const heading = page.getByRole('columnheader', { name: 'Change per second' })
  await expect(heading).toBeVisible()
  const cells = page
    .getByRole('treegrid', { name: 'Call tree' })
    .locator('[role=columnheader]:nth-child(3), [role=gridcell]:nth-child(3)')
  for (const cell of await cells.all()) {
    await expect(cell).not.toContainText(/\d.* per second/)
    const cut = await cell.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight),
    )
    expect(cut, (await cell.textContent())!).toBeLessThanOrEqual(0)
  }
})

for (const looks of lookGroups)
  test(`axe finds nothing in a comparison (${nameLooks(looks)})`, async ({ page }) => {
    for (const [view, query, shown] of [
      ['graph', 'width=union', page.locator('[data-testid="flame-graph"][data-drawn]')],
      ['table', 'tab=table', rows(page, 'Packages').first()],
      ['tree', 'tab=tree', page.getByRole('treegrid', { name: 'Call tree' })],
    ] as const) {
      await applyLook(page, looks[0]!)
      await openComparison(page, query)
      for (const look of looks) {
        await applyLook(page, look)
        await waitUntilQuiet(page)
        await expect(shown).toBeVisible()
        await page.screenshot({ path: `${results}pages/compare-${view}-${look.name.replaceAll(' ', '-')}.png` })
        expect(await findAccessibilityProblems(page, `${view} ${look.name}`)).toEqual([])
      }
    }
  })

test('recent profiles of other services are offered, also beside those of the same one', async ({ page }) => {
  const of = (service: string, profile = shopBefore) => {
    const provenance = { ...profile.provenance, target: { service } }
    return importFile(page, gzipSync(encodeProfile({ ...profile, provenance })), `${service}.hearth`)
  }
  const bank = await of('bank')
  await page.goto(await of('cart'))
  await waitForGraph(page)
  await page.getByRole('button', { name: /^Compare/ }).click()
  await expect(page.getByRole('region', { name: 'Same service' })).toContainText('No other profile of this service')
  const others = page.getByRole('region', { name: 'Recent of other services' })
  await expect(others.getByRole('link', { name: /^bank/ })).toBeVisible()
  await page.goto(await of('cart', shopAfter))
  await waitForGraph(page)
  await page.getByRole('button', { name: /^Compare/ }).click()
  await expect(page.getByRole('region', { name: 'Same service' })).toContainText('Previous')
  await others.getByRole('link', { name: /^bank/ }).click()
  await expect(page).toHaveURL(new RegExp(`baseline=${bank.slice('/profiles/'.length)}`))
})

test('advice about a view goes with the view, and what was done stays said', async ({ page }) => {
  await openComparison(page)
  await page.getByRole('tree').focus()
  await page.keyboard.press('c')
  // Also where the browser refuses to: what became of the key.
  const copied = findToast(page, 'the name')
  await expect(copied).toBeVisible()
  await page.keyboard.press('s')
  await expect(findToast(page, 'Callers and callees are of one profile')).toBeVisible()
  await page.getByRole('radio', { name: 'Side by side' }).click()
  await expect(page).toHaveURL(/mode=side/)
  // Not polled: each goes after some seconds.
  await waitUntilQuiet(page)
  expect(await findToast(page, 'Callers and callees are of one profile').count()).toBe(0)
  expect(await copied.count()).toBe(1)
})

test('on a phone a warning of warm-up takes two lines, and a press shows the rest', async ({ page }) => {
  const compiling = (samples: number) => {
    const roots = Array.from({ length: 200 }, (_, at) =>
      at < samples ? 'CompileBroker::compiler_thread_loop' : 'main',
    )
    return profileFromDiagram(`${roots.join(' ')}\n${roots.map(() => 1).join(' ')}`)
  }
  const store = (profile: Profile, name: string) => importFile(page, gzipSync(encodeProfile(profile)), `${name}.hearth`)
  const [before, after] = [await store(compiling(106), 'warm-up-one'), await store(compiling(8), 'warm-up-two')]
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${after}?baseline=${before.slice('/profiles/'.length)}`)
  await waitUntilQuiet(page)
  const note = page.getByRole('status').filter({ hasText: 'still warming up' })
  await expect(note).toBeVisible()
  await page.screenshot({ path: `${results}warm-up-phone.png` })
  const cutPx = (await note.boundingBox())!.height
  expect(cutPx).toBeLessThan(60) // a third line would take 20 px more
  await note.getByRole('button', { name: 'All of it' }).click()
  expect((await note.boundingBox())!.height).toBeGreaterThan(cutPx)
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(note.getByRole('button')).toBeHidden()
})

test('notes on two engines are one row above the graph, and the others are a press away', async ({ page }) => {
  const recorded = (diagram: string, engine: string, jdk: string): Profile => {
    const profile = profileFromDiagram(diagram)
    return { ...profile, provenance: { ...profile.provenance, engine, versions: { jdk } } }
  }
  const seeing = recorded(
    `
    Thread.run       Thread.run
    Server.serve_[i] Server.serve_[i]
    Rules.find       write_[n]
    600              300
    `,
    'async-profiler',
    '17.0.9',
  )
  const blind = recorded('Thread.run\nServer.serve\nRules.find\n900', 'jfr', '25.0.1')
  const [before, after] = [
    await importFile(page, gzipSync(encodeProfile(seeing)), 'engine-one.hearth'),
    await importFile(page, gzipSync(encodeProfile(blind)), 'engine-two.hearth'),
  ]
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`${after}?baseline=${before.slice('/profiles/'.length)}`)
    await waitUntilQuiet(page)
    const notes = page.getByRole('status').filter({ hasText: /JDK|frames|inlined/ })
    await expect(notes).toHaveCount(1)
    expect((await notes.boundingBox())!.height).toBeLessThanOrEqual(36)
    await page.screenshot({ path: `${results}/engine-notes-${width}.png` })
    await notes.getByRole('button', { name: /^\d more notes?$/ }).click()
    await expect(notes.filter({ hasText: 'JDK 17 against JDK 25' })).toBeVisible()
    expect(await notes.count()).toBeGreaterThan(1)
    await page.screenshot({ path: `${results}/engine-notes-open-${width}.png` })
    await page.getByRole('button', { name: 'Less', exact: true }).click()
    await expect(notes).toHaveCount(1)
  }
})

test('a change between two engines that is not certain has the caution of one that is significant', async ({
  page,
}) => {
  const recorded = (diagram: string, engine: string): Profile => {
    const profile = profileFromDiagram(diagram)
    return { ...profile, provenance: { ...profile.provenance, engine } }
  }
  const few = [
    recorded('Shop.run Shop.run\nCart.sum Rules.find\n7 1', 'async-profiler'),
    recorded('Shop.run Shop.run\nCart.sum Rules.find\n4 4', 'jfr'),
  ].map((profile) => gzipSync(encodeProfile(profile)))
  const [before, after] = [
    await importFile(page, few[0]!, 'unsure-one.hearth'),
    await importFile(page, few[1]!, 'unsure-two.hearth'),
  ]
  await page.goto(`${after}?baseline=${before.slice('/profiles/'.length)}`)
  await waitUntilQuiet(page)
  await expect(page.getByTestId('significant-count')).toContainText('Not certain: ')
  await expect(page.getByText('Two engines can differ so without a change of the program.')).toBeVisible()
})

test('the menu of what to compare with says the event of a profile once', async ({ page }) => {
  const native = profileFromDiagram('write_[n]\n7')
  const profile = { ...native, provenance: { ...native.provenance, event: 'alloc' } }
  const data = gzipSync(encodeProfile(profile))
  // Named as a copy without a name of its own is.
  const path = await importFile(page, data, 'only-native alloc.hearth', 'only-native')
  await importFile(page, data, 'other-native alloc.hearth', 'other-native')
  await page.goto(path)
  await waitUntilQuiet(page)
  await page.getByRole('button', { name: 'Compare' }).click()
  const choices = page.getByRole('dialog', { name: 'Compare with' }).getByRole('link', { name: /native/ })
  await expect(choices.first()).toContainText(/alloc/i)
  for (const text of await choices.allTextContents()) expect(text.match(/alloc/gi), text).toHaveLength(1)
})
