/** The title of a profile is whole wherever something else can give room. */
import type { Page } from '@playwright/test'
import { profileSummarySchema } from '../../lib/contract/profile.ts'
import { writePprof } from '../../lib/formats/pprof/write-pprof.ts'
import { createProfileBuilder } from '../../lib/profile/model/profile-builder.ts'
import { emptyProvenance, type Provenance } from '../../lib/profile/model/profile.ts'
import { byTier } from '../../lib/testing/tier.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { waitUntilQuiet } from '../support/viewer.ts'

/** A profile of a service, named as a capture of it is. Of `idle` ten samples are of a worker that waits. */
async function openTitled(
  page: Page,
  service: string,
  method: string,
  idle = 0,
  samples = 2000,
  name = method,
  described: Partial<Provenance> = {},
): Promise<void> {
  const headers = { origin: process.env.HEARTH_E2E_URL! }
  const builder = createProfileBuilder()
  const stackOf = (...names: readonly string[]) =>
    names.reduce((stack, name) => builder.stack(stack, builder.frame(name, 'java')), -1)
  const getTask = 'java.util.concurrent.ThreadPoolExecutor.getTask'
  const waiting = stackOf('java.lang.Thread.run', getTask, 'jdk.internal.misc.Unsafe.park')
  const running = stackOf('java.lang.Thread.run', 'shop.Main.run', `shop.pricing.${method}`)
  for (let at = 0; at < samples; at++) builder.sample(at % 10 < idle ? waiting : running, builder.thread('main'), at, 1)
  const data = Buffer.concat([...writePprof(builder.finish('samples', { ...emptyProvenance('test'), ...described }))])
  const imported = await page.request.post(`/api/v1/profiles?service=${encodeURIComponent(service)}`, {
    data,
    headers: { ...headers, 'x-file-name': 'titled.pb.gz', 'content-type': 'application/octet-stream' },
  })
  const { id } = profileSummarySchema.parse(await imported.json())
  await page.request.patch(`/api/v1/profiles/${id}`, { data: { name: `${service}: ${name}` }, headers })
  await page.goto(`/profiles/${id}`)
  await waitUntilQuiet(page)
}

/** Parts of the title that are in sight and cut. */
const listCutParts = (page: Page) =>
  page.getByRole('heading', { level: 1 }).evaluate((title) =>
    [...title.querySelectorAll('bdi')]
      .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => {
        return scrollWidth > clientWidth || scrollHeight > clientHeight + 4
      })
      .map((part) => part.textContent),
  )

/** Parts of the title whose text reaches over what stands beside it. */
const listOverflows = (page: Page) =>
  page
    .getByRole('heading', { level: 1 })
    .evaluate((title) =>
      [...title.children]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map((part) => part.textContent),
    )

/** The words of buttons in the header that are out of sight, and that the room between its texts and tools is for. */
const listHiddenLabels = (page: Page) =>
  page.locator('main header').evaluate((header) => {
    const [texts, tools] = header.children
    const right = Math.max(
      ...[...texts!.querySelectorAll('bdi, p, dd, button')]
        .map((text) => text.getBoundingClientRect())
        .filter(({ width }) => width > 2)
        .map((box) => box.right),
    )
    const freePx = tools!.getBoundingClientRect().left - right
    // With `findings`, which has its word in the same step.
    const widest = { Provenance: 136, Export: 46, Compare: 60 }
    return Object.entries(widest)
      .filter(([word, px]) => {
        const label = [...tools!.querySelectorAll('span')].findLast(({ textContent }) => textContent === word)!
        // Beside the gap between the two, and that of the button's icon.
        return label.clientWidth <= 1 && freePx > px + 30
      })
      .map(([word]) => `${word}: ${Math.round(freePx)} px`)
  })

const sizes = [1280, 1024, 390].map((width) => ({ width, height: width === 390 ? 844 : 720 }))
const names = [
  ['shop', 'Cart.total'],
  ['hearth-demo/shop-slow', 'PriceRules.findWinningRule'],
  ['registry/acme/checkout-pricing', 'DiscountCalculator.findWinningRuleOf'],
] as const

for (const [service, method] of names) {
  test(`the title ${service}: ${method} is whole beside the buttons at each width, and the header no higher`, async ({
    page,
  }) => {
    await openTitled(page, service, method)
    const title = page.getByRole('heading', { level: 1, name: `${service}: ${method}`, exact: true })
    await expect(title).toHaveText(`${service}: ${method}`)
    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.screenshot({ path: `${results}title-${method}-${size.width}.png` })
      expect(await listCutParts(page), String(size.width)).toEqual([])
      const header = (await page.locator('main header').boundingBox())!
      expect(header.height, String(size.width)).toBeLessThan(size.width === 390 ? 64 : 50)
    }
    // The first line is the method's alone.
    const at = (text: string) => title.getByText(text, { exact: true }).boundingBox()
    expect((await at(method))!.y).toBeLessThan((await at(service.split('/').at(-1)!))!.y)
  })
}

/** Puts four events into the header, as a capture has them, which needs a JVM. A redraw of the header removes them. */
async function addEvents(page: Page): Promise<void> {
  await expect(page.locator('[data-connection="live"]')).toBeAttached() // the last redraw that is not the page's size
  await page.getByRole('button', { name: 'Compare' }).evaluate((button) => {
    if (button.previousElementSibling?.tagName === 'NAV') return
    const nav = document.createElement('nav')
    nav.className = 'inline-flex h-8 rounded-md border p-0.5'
    for (const event of ['CPU', 'Wall clock', 'Allocations', 'Locks'])
      nav.append(Object.assign(document.createElement('a'), { textContent: event, className: 'px-2 text-sm' }))
    button.before(nav)
  })
}

for (const idle of [0, 9]) {
  // The longest name needs the most, and a short one leaves the most to the words of buttons.
  for (const [service, method] of byTier([names[idle === 0 ? 2 : 0]], names)) {
    test(`the title ${service}: ${method} is whole beside four events, with ${idle} in 10 samples idle`, async ({
      page,
    }) => {
      await openTitled(page, service, method, idle)
      await expect(page.getByTestId('idle-threads')).toHaveCount(idle === 0 ? 0 : 1)
      for (const width of [1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 720 })
        await page.reload() // without the events
        await waitUntilQuiet(page)
        expect(await listCutParts(page), `one event, ${width}`).toEqual([])
        expect(await listOverflows(page), `one event, ${width}`).toEqual([])
        await addEvents(page)
        await page.screenshot({ path: `${results}title-four-events-${method}-${idle}-${width}.png` })
        expect(await listCutParts(page), String(width)).toEqual([])
        expect(await listHiddenLabels(page), String(width)).toEqual([])
        expect((await page.locator('main header').boundingBox())!.height, String(width)).toBeLessThan(50)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    })
  }
}

test('buttons beside four events keep the words that the room of a fact that does not fit is for', async ({ page }) => {
  const described = { event: 'wall', durationMs: 30_000, startedAt: Date.UTC(2026, 10, 29, 7, 57) }
  await openTitled(page, 'shop-slow', 'Checkout.settle', 0, 2000, 'Checkout.settle', described)
  for (let width = 1024; width <= 1920; width += 32) {
    await page.setViewportSize({ width, height: 720 })
    await addEvents(page)
    await expect.poll(() => listHiddenLabels(page), { message: String(width) }).toEqual([])
    // Below, four events leave no room for the whole title.
    if (width >= 1280) expect(await listCutParts(page), String(width)).toEqual([])
    if (width === 1280) await page.screenshot({ path: `${results}title-words-1280.png` })
  }
})

test('the title is whole beside four events of few samples', async ({ page }) => {
  await openTitled(page, 'shop-slow', 'Checkout.settle', 0, 15)
  await page.setViewportSize(sizes[0]!)
  await addEvents(page)
  await page.screenshot({ path: `${results}title-few-samples.png` })
  await expect(page.getByTestId('few-samples')).toBeVisible()
  expect(await listCutParts(page)).toEqual([])
})

test('the title of merged profiles is whole beside their hot method', async ({ page }) => {
  await openTitled(page, 'hearth-demo/shop-slow', 'PriceRules.findWinningRule', 0, 2000, 'CPU, 2 merged')
  await page.setViewportSize(sizes[0]!)
  await page.screenshot({ path: `${results}title-merged.png` })
  await expect(page.getByTestId('hot-method')).toContainText('PriceRules.findWinningRule')
  expect(await listCutParts(page)).toEqual([])
})

test('the title of a merge of two services names both', async ({ page }) => {
  const services = 'hearth-demo/shop + hearth-demo/shop-slow'
  await openTitled(page, services, 'PriceRules.findWinningRule', 0, 2000, 'CPU, 2 merged')
  await page.setViewportSize(sizes[0]!)
  await page.screenshot({ path: `${results}title-merged-services.png` })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('shop + shop-slow')
  expect(await listCutParts(page)).toEqual([])
})

test('a name that no width has room for is cut in the service at its end, then in the method', async ({ page }) => {
  const method = `Rules.${'find'.repeat(30)}`
  await openTitled(page, 'acme/shop', method)
  await page.setViewportSize(sizes[0]!)
  expect(await listCutParts(page)).toContain(method)
  await expect(page.getByRole('heading', { level: 1 }).locator('bdi').last()).toHaveAttribute(
    'title',
    `acme/shop: ${method}`,
  )
})
