import { mkdir } from 'node:fs/promises'
import { byTier } from '../../lib/testing/tier.ts'
import {
  applyLook,
  findAccessibilityProblems,
  listBrokenTexts,
  listOverlaps,
  type Look,
  lookGroups,
  nameLooks,
} from '../support/accessibility.ts'
import { deepProfile } from '../support/deep-profile.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { importProfile, pressTool, waitForGraph, waitUntilQuiet } from '../support/viewer.ts'
import { openSides, recordings, storeRecordings } from './side-by-side-steps.ts'

const service = 'shop.cart.CartService.checkout'
for (const looks of lookGroups) {
  test(`axe finds nothing side by side, and nothing is wider than the window, ${nameLooks(looks)}`, async ({
    page,
  }) => {
    test.setTimeout(300_000) // axe takes its time over five pages
    await mkdir(`${results}pages`, { recursive: true })
    const wrong: string[] = []
    const check = async (title: string, look: Look) => {
      await page.evaluate(() => document.fonts.ready)
      await page.screenshot({ path: `${results}pages/side-${title}-${look.name.replaceAll(' ', '-')}.png` })
      wrong.push(...(await findAccessibilityProblems(page, `${title} ${look.name}`)))
    }
    for (const tab of ['graph', 'table', 'callers', 'tree']) {
      await applyLook(page, looks[0]!)
      await openSides(page, `tab=${tab}&chip=load&q=total&f=hide:java.lang.Thread.run&about=${service}`)
      for (const look of looks) {
        await applyLook(page, look)
        await waitUntilQuiet(page)
        await check(tab, look)
      }
    }
    for (const look of looks) {
      await applyLook(page, look)
      await pressTool(page.getByRole('button', { name: 'Compare' }))
      await expect(page.getByRole('region', { name: 'Same service' })).toBeVisible()
      await check('menu', look)
      await page.keyboard.press('Escape')
    }
    expect(wrong).toEqual([])
  })
}

test('on a phone both graphs are in sight, each with its root', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openSides(page, '')
  for (const side of ['Before', 'After']) {
    const graph = await waitForGraph(page.getByRole('region', { name: side, exact: true }))
    const { y, height } = (await graph.boundingBox())!
    expect(height, side).toBeGreaterThan(200)
    expect(y + height, side).toBeLessThanOrEqual(844)
  }
})

test('on a phone both graphs, and the one of both, start where their hot method is in sight', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const before = (await importProfile(page, deepProfile(30), 'deep earlier')).slice('/profiles/'.length)
  const after = await importProfile(page, deepProfile(60), 'deep later')
  for (const mode of ['side', 'diff']) {
    await page.goto(`${after}?baseline=${before}&mode=${mode}`)
    await waitUntilQuiet(page)
    for (const graph of await page.getByTestId('flame-graph').all()) await waitForGraph(graph.locator('xpath=../../..'))
    for (const line of await page.getByTestId('rows-below').all()) await expect(line).toHaveText(/^\d+ more rows$/)
    // It is the leaf of each recording: no row is out of sight above it.
    if (mode === 'side')
      for (const line of await page.getByTestId('rows-above').all()) await expect(line).toHaveText('')
    await expect(page).not.toHaveURL(/row=/)
    await page.screenshot({ path: `${results}pages/${mode}-deep-phone.png` })
  }
})

test('the weight of each side stands there with its unit, however narrow the panes are', async ({ page }) => {
  const [before, after] = [
    await importProfile(page, recordings.before, 'checkout-pricing-with-the-rules-of-monday'),
    await importProfile(page, recordings.after, 'checkout-pricing-with-the-rules-of-tuesday'),
  ]
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`${after}?baseline=${before.slice('/profiles/'.length)}&mode=side&f=time:1000-4000`)
    await waitUntilQuiet(page)
    for (const side of ['before', 'after']) {
      const total = page.getByTestId(`total-${side}`)
      await expect(total).toContainText(' samples')
      const isUnitShown = await total.evaluate((line) => {
        const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
        while (!texts.nextNode()?.textContent?.includes('samples'));
        const range = document.createRange()
        range.selectNodeContents(texts.currentNode)
        const [word, shown] = [range.getBoundingClientRect(), line.getBoundingClientRect()]
        return word.bottom <= shown.bottom + 1 && word.right <= shown.right + 1
      })
      expect(isUnitShown, `${side} at ${width} px`).toBe(true)
    }
    await page.screenshot({ path: `${results}pages/side-units-${width}.png` })
  }
})

test('no two buttons lie over each other and no text breaks out of one, of one profile, in a comparison and side by side, at each width', async ({
  page,
}) => {
  const ofEvent = (event: string) => ({ ...recordings.after, provenance: { ...recordings.after.provenance, event } })
  const [before, after] = [
    await importProfile(page, ofEvent('cpu'), 'hearth-demo/shop-slow'),
    await importProfile(page, ofEvent('wall'), 'hearth-demo/shop-slow'),
  ]
  const longName = 'hearth-demo-of-a-long-name-shop-slow'
  const longer = [
    await importProfile(page, ofEvent('cpu'), longName),
    await importProfile(page, ofEvent('wall'), longName),
  ] as const
  const { before: earlier, after: later } = await storeRecordings(page)
  const sizes = [
    [1024, 720],
    [1280, 720],
    [1440, 900],
    [390, 844],
  ] as const
  for (const [title, path] of [
    ['one', after],
    ['diff', `/profiles/${later}?baseline=${earlier}`],
    ['diff-filtered', `/profiles/${later}?baseline=${earlier}&f=time:1000-4000&chip=checkout`],
    ['side', `/profiles/${later}?baseline=${earlier}&mode=side`],
    ['events', `${after}?baseline=${before.slice('/profiles/'.length)}`],
    ['events-of-long-name', `${longer[1]}?baseline=${longer[0].slice('/profiles/'.length)}`],
    ['events-filtered', `${after}?baseline=${before.slice('/profiles/'.length)}&f=time:1000-4000`],
  ] as const) {
    await page.goto(path)
    for (const [at, [width, height]] of sizes.entries()) {
      await page.setViewportSize({ width, height })
      if (byTier(false, at > 0)) await page.reload()
      await waitUntilQuiet(page)
      const listFaults = async () => [
        ...(await listOverlaps(page)),
        ...(await listBrokenTexts(page)).map((text) => `breaks out: ${text}`),
      ]
      // After a change of the window, the header is measured in a later frame.
      await expect.poll(listFaults, { message: `${title} at ${width} px` }).toEqual([])
      await page.screenshot({ path: `${results}pages/overlaps-${title}-${width}.png` })
    }
  }
})
