/** What a header says where its room changes: texts give way after the words of buttons, and leave no gap. */
import type { Locator, Page } from '@playwright/test'
import { getEventLabel } from '../../lib/contract/engines.ts'
import { writePprof } from '../../lib/formats/pprof/write-pprof.ts'
import { createProfileBuilder } from '../../lib/profile/model/profile-builder.ts'
import { eventIds } from '../../lib/profile/model/event-ids.ts'
import { emptyProvenance } from '../../lib/profile/model/profile.ts'
import { byTier } from '../../lib/testing/tier.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { importFile, waitUntilQuiet } from '../support/viewer.ts'

/** The path of a profile of `seconds` that has a service, a hot method and the moment of its capture. */
async function importTitled(page: Page, service: string, seconds: number, event = 'cpu'): Promise<string> {
  const builder = createProfileBuilder()
  const stackOf = (...names: readonly string[]) =>
    names.reduce((stack, name) => builder.stack(stack, builder.frame(name, 'java')), -1)
  const hot = stackOf('java.lang.Thread.run', 'shop.pricing.PriceRules.findWinningRule')
  const cold = stackOf('java.lang.Thread.run', 'shop.checkout.Checkout.settle')
  for (let at = 0; at < seconds * 100; at++) {
    builder.sample(at % 9 === 0 ? cold : hot, builder.thread(`http-${at % 3}`), at * 10, 1)
  }
  const started = Date.UTC(2026, 10, 29, 7, 57, seconds)
  const timed = { ...emptyProvenance('perf'), event, startedAt: started, durationMs: seconds * 1000 }
  const data = Buffer.concat([...writePprof(builder.finish('samples', timed))])
  const path = await importFile(page, data, 'titled.pb.gz', service)
  const name = `${service}: PriceRules.findWinningRule`
  const headers = { origin: process.env.HEARTH_E2E_URL! }
  await page.request.patch(`/api/v1${path}`, { data: { name }, headers })
  return path
}

interface Part {
  readonly text: string
  readonly left: number
  readonly right: number
}

/** Texts and controls in sight within an element, of one line from left to right; a control has no text here. */
const listParts = (within: Locator): Promise<readonly Part[]> =>
  within.evaluate(async (root) => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    const parts: Part[] = []
    const control = 'button, a[aria-label], [role=radiogroup]'
    const add = (node: Node, text: string, box: DOMRect) => {
      let [left, right, top, bottom] = [box.left, box.right, box.top, box.bottom]
      for (let around = node.parentElement; around && around !== document.body; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible') continue
        const clip = around.getBoundingClientRect()
        ;[left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)]
        ;[top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)]
      }
      if (right - left > 2 && bottom - top > 2) parts.push({ text: text.trim(), left, right })
    }
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (node.matches(control)) add(node, '', node.getBoundingClientRect())
      } else if (node.textContent!.trim() !== '' && !node.parentElement!.closest(control)) {
        const range = document.createRange()
        range.selectNode(node)
        add(node, node.textContent!, range.getBoundingClientRect())
      }
    }
    return parts.sort((one, other) => one.left - other.left)
  })

/** Gaps of more than 24 px between two neighbours. */
const listGaps = (parts: readonly Part[]): readonly string[] =>
  parts.slice(1).flatMap(({ text, left }, at) => {
    const before = parts[at]!
    const gap = Math.round(left - before.right)
    return gap > 24 ? [`${before.text} <${gap} px> ${text}`] : []
  })

async function checkWidths(page: Page, name: string): Promise<void> {
  const texts = page.locator('main header').first().locator('> div').first()
  let narrower: { readonly width: number; readonly facts: readonly string[] } | null = null
  for (let width = 1024; width <= 1920; width += 32) {
    await page.setViewportSize({ width, height: 900 })
    const parts = await listParts(texts)
    if (width === 1280 || width === 1440) {
      await page
        .locator('main header')
        .first()
        .screenshot({ path: `${results}header-${name}-${width}.png` })
    }
    expect(listGaps(parts), String(width)).toEqual([])
    const facts = parts.map(({ text }) => text).filter((text) => text !== '')
    const lost = narrower?.facts.filter((fact) => !facts.includes(fact)) ?? []
    expect(lost, `at ${narrower?.width}, not at ${width}`).toEqual([])
    narrower = { width, facts }
  }
}

const middle = 'hearth-demo/shop-slow'
for (const service of byTier([middle], ['shop', middle, 'registry/acme/checkout-pricing'])) {
  test(`a wider window shows no fewer facts of ${service}, and no gap between them`, async ({ page }) => {
    await page.goto(await importTitled(page, service, 30))
    await waitUntilQuiet(page)
    const name = service.replaceAll('/', '-')
    await checkWidths(page, name)
    await page.goto(`${page.url()}?f=time:0-20000`)
    await waitUntilQuiet(page)
    await expect(page.getByTestId('removed-by-filters')).toBeAttached()
    await checkWidths(page, `${name}-filtered`)
  })
}

test('of locks the header names the class that the library names, however little was waited, and shows it', async ({
  page,
}) => {
  const builder = createProfileBuilder()
  const take = builder.stack(-1, builder.frame('shop.stock.Stock.take', 'java'))
  const leaves = ['java.lang.Object', 'shop.stock.Shelf'].map((name) =>
    builder.stack(take, builder.frame(name, 'java')),
  )
  // 200 waits of 0.2 ms in 10 s: too little for a finding.
  for (let at = 0; at < 200; at++)
    builder.sample(leaves[at % 4 === 0 ? 1 : 0]!, builder.thread('http-1'), at * 50, 200_000)
  const timed = { ...emptyProvenance('async-profiler'), event: 'lock', durationMs: 10_000 }
  const data = Buffer.concat([...writePprof(builder.finish('nanoseconds', timed))])
  const path = await importFile(page, data, 'little.pb.gz', 'little-contention')
  await page.goto('/profiles?q=little-contention')
  await expect(page.getByRole('row').filter({ hasText: 'top class:' }).first()).toContainText(/Object\s*75%/)
  await page.goto(path)
  await waitUntilQuiet(page)
  const top = page.getByTestId('hot-method')
  await expect(top).toContainText(/Top class:\s*Object\s*75%/)
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${results}top-class-${width}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  await top.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByTestId('selected-frame').locator('bdi').first()).toHaveText('java.lang.Object')
})

test('on a phone the header says the event, whichever it is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const event of byTier(['cpu', 'io', 'native-memory'], eventIds)) {
    await page.goto(await importTitled(page, 'hearth-demo/shop-slow', 10, event))
    await waitUntilQuiet(page)
    const header = page.locator('main header')
    await expect(header.getByText(getEventLabel(event), { exact: true }).filter({ visible: true })).toBeInViewport()
    // The longest word takes a line more.
    expect((await header.boundingBox())!.height, event).toBeLessThan(event === 'io' ? 84 : 64)
    await page.screenshot({ path: `${results}event-on-phone-${event}.png` })
  }
})

test('the buttons of a header have as many words as there is room for', async ({ page }) => {
  await page.goto(await importTitled(page, 'hearth-demo/shop-slow', 30))
  await waitUntilQuiet(page)
  const listLabels = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    const header = page.locator('main header').first()
    await expect(header).toHaveAttribute('data-measured', '')
    const labels = ['Provenance', 'Compare', 'Export']
    const widths = await Promise.all(
      labels.map((label) => header.getByText(label, { exact: true }).evaluate((text) => text.clientWidth)),
    )
    return labels.filter((_, at) => widths[at]! > 1)
  }
  // After a change of the window, the header is measured in a later frame.
  await expect.poll(() => listLabels(1440)).toEqual(['Provenance', 'Compare', 'Export'])
  await expect.poll(() => listLabels(1280)).toEqual(['Compare', 'Export'])
  // Compare gives its word last, and Provenance first.
  const orders = ['Provenance, Compare, Export', 'Compare, Export', 'Compare', '']
  for (let width = 1408; width >= 1024; width -= 32) {
    await expect
      .poll(async () => orders.includes((await listLabels(width)).join(', ')), { message: String(width) })
      .toBe(true)
  }
})

test('a wider window shows no fewer facts of a comparison, and no gap between them, in one graph or two', async ({
  page,
}) => {
  const before = await importTitled(page, 'hearth-demo/shop-slow', 30)
  const after = await importTitled(page, 'hearth-demo/shop', 10)
  for (const mode of ['diff', 'side']) {
    await page.goto(`${after}?baseline=${before.split('/').at(-1)!}&mode=${mode}`)
    await waitUntilQuiet(page)
    await checkWidths(page, mode)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const side of ['Before', 'After']) {
    const parts = await listParts(page.getByRole('region', { name: side, exact: true }).locator('header'))
    expect(listGaps(parts.filter(({ text }) => text !== '')), side).toEqual([])
  }
})

test('a header has at least eight characters of the name of each side, and six or none of their service', async ({
  page,
}) => {
  const ids: string[] = []
  for (const seconds of [30, 10]) {
    const path = await importTitled(page, 'registry/acme/checkout-pricing', seconds)
    const name = `registry/acme/checkout-pricing: merge of the nightly recordings of ${seconds} replicas`
    await page.request.patch(`/api/v1${path}`, { data: { name }, headers: { origin: process.env.HEARTH_E2E_URL! } })
    ids.push(path.split('/').at(-1)!)
  }
  await page.goto(`/profiles/${ids[1]}?baseline=${ids[0]}`)
  await waitUntilQuiet(page)
  const header = page.locator('main header').first()
  const names = header.getByRole('region', { name: 'Comparison' }).locator('bdi')
  for (const width of [320, 390, 640, 700, 768, 900, 1024, 1088, 1152, 1280, 1440]) {
    await page.setViewportSize({ width, height: 720 })
    await expect(header).toHaveAttribute('data-measured', '')
    const shown = await names.evaluateAll(async (all) => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return all.map((name) => {
        const line = name.closest('span.flex-wrap') ?? name
        const isVisible = name.getBoundingClientRect().top < line.getBoundingClientRect().bottom
        const chars = (name.clientWidth / name.scrollWidth) * name.textContent.length
        return { text: name.textContent, chars: isVisible ? Math.round(chars) : 0, length: name.textContent.length }
      })
    })
    if (width === 1024 || width === 640) await header.screenshot({ path: `${results}header-names-${width}.png` })
    for (const { text, chars, length } of shown) {
      const isService = text.endsWith(':')
      expect(
        isService ? chars === 0 || chars >= 6 : chars >= Math.min(8, length),
        `${text} at ${width}: ${chars}`,
      ).toBe(true)
    }
  }
})
