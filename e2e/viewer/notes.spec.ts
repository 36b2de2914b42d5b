import { expect, results, test, watchForViolations } from '../support/fixtures.ts'
import { encodeProfile } from '../../lib/profile/encoding/encode.ts'
import { createProfileBuilder } from '../../lib/profile/model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../../lib/profile/model/profile.ts'
import { openShop, openFreshShop, findFunctionCenter, shop } from '../support/shop.ts'
import { selectByKeys } from '../support/viewer-steps.ts'
import { importFile, importProfile, pressTool, takeStableScreenshot, waitUntilQuiet } from '../support/viewer.ts'

const worker = 'org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker'

test('a note with the mouse: pinned to a frame, numbered in the graph, shown in a share, edited, deleted, restored', async ({
  page,
  browser,
}) => {
  await openFreshShop(page)
  await page.mouse.move(0, 0)
  const plain = await page.getByTestId('flame-graph').screenshot()
  await test.step('the menu of a box creates one', async () => {
    const { x, y } = await findFunctionCenter(page, worker)
    await page.mouse.click(x, y, { button: 'right' })
    await page.getByRole('menuitem', { name: 'Add a note' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Too few workers: see ticket 4711\nand the <b>heap</b>')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Save|Pin)/ })
      .click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.mouse.move(0, 0)
    await waitUntilQuiet(page)
    expect((await page.getByTestId('flame-graph').screenshot()).equals(plain)).toBe(false)
  })

  await test.step('a person with a share link can read it, and not edit it', async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('radio', { name: 'Anyone with the link' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    const shared = (await page.getByTestId('share-link').locator('code').textContent())!
    await page.keyboard.press('Escape')
    const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } })
    const theirs = await stranger.newPage()
    const violations = watchForViolations(theirs)
    await theirs.goto(shared)
    await waitUntilQuiet(theirs)
    await theirs.getByRole('button', { name: /^Notes/ }).click()
    await expect(theirs.getByTestId('note')).toContainText('see ticket 4711')
    await expect(theirs.getByRole('button', { name: /^Edit note/ })).toHaveCount(0)
    expect(violations).toEqual([])
    await stranger.close()
  })

  await test.step('it selects its frame, is edited, deleted and restored', async () => {
    await page.getByRole('button', { name: /^Notes/ }).click()
    const note = page.getByTestId('note')
    await note.getByRole('button', { name: /runWorker/ }).click()
    await expect(page.getByTestId('selected-frame')).toContainText('runWorker')
    if (!(await note.isVisible())) await page.getByRole('button', { name: /^Notes/ }).click()
    await note.getByRole('button', { name: 'Edit note 1' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Sixteen workers are enough')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Save|Pin)/ })
      .click()
    await expect(note).toContainText('Sixteen workers')
    await note.getByRole('button', { name: 'Delete note 1' }).click()
    await expect(note).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(note).toContainText('Sixteen workers')
  })
})

test('a note with the keyboard alone: the key a on the selected frame creates it, and it is there after a reload', async ({
  page,
}) => {
  await openFreshShop(page)
  await page.getByRole('tree').focus()
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.type('From the keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.reload()
  await waitUntilQuiet(page)
  await page.getByRole('button', { name: /^Notes/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('note').filter({ hasText: 'From the keyboard' })).toBeVisible()
})

test('the graph stands still when its selected frame gets a note, which is read and edited below it', async ({
  page,
}) => {
  for (const size of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await openFreshShop(page)
    await selectByKeys(page, worker)
    await page.mouse.move(0, 0)
    const details = page.getByRole('region', { name: 'Selected frame' })
    const boxes = () => Promise.all([page.getByTestId('flame-graph').boundingBox(), details.boundingBox()])
    const before = await boxes()
    await page.keyboard.press('a')
    await page.getByRole('dialog').getByRole('textbox').fill('Too few workers\nsee ticket 4711')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Save|Pin)/ })
      .click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(details).toContainText('Too few workers')
    await page.screenshot({ path: `${results}note-below-${size.width}.png` })
    expect(await boxes()).toEqual(before)
    await details.getByRole('button', { name: 'Note 1' }).click()
    const popover = page.getByRole('dialog', { name: 'Notes on this frame' })
    await expect(popover).toContainText('see ticket 4711')
    await page.screenshot({ path: `${results}note-open-${size.width}.png` })
    await popover.getByRole('button', { name: 'Edit note 1' }).click()
    await page.getByRole('dialog').last().getByRole('textbox').fill('Sixteen workers')
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^(Save|Pin)/ })
      .click()
    await expect(details).toContainText('Sixteen workers')
    expect(await boxes()).toEqual(before)
  }
})

test('the header shows the stack quality with its reasons and the provenance, and a finding can be shown in the graph', async ({
  page,
}) => {
  await openShop(page)
  await page.getByTestId('quality-meter').click()
  const quality = page.getByRole('dialog', { name: 'Stack quality' })
  await expect(quality).toContainText(/symbol map/i)
  await expect(quality).toContainText('%')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Provenance/ }).click()
  const provenance = page.getByRole('dialog', { name: 'Provenance' })
  await expect(provenance).toContainText('perf record -F 99 -g')
  await expect(provenance).toContainText('shop.Shop')
  await page.keyboard.press('Escape')
  const before = await takeStableScreenshot(page)
  await page.getByTestId('findings').click()
  const findings = page.getByRole('dialog', { name: 'Findings' })
  await expect(findings).toContainText('shop.pricing.PriceRules.findWinningRule')
  await findings.getByRole('button', { name: 'Show' }).first().click()
  await waitUntilQuiet(page)
  await expect(page.getByTestId('chip')).toHaveCount(1)
  // Over the graph it would cover what it has shown.
  await expect(findings).toBeHidden()
  await expect(page.getByRole('tree')).toBeFocused()
  expect((await takeStableScreenshot(page)).equals(before)).toBe(false)
})

test('the findings of a lock profile say how long threads wait, in which method, and Show finds it', async ({
  page,
}) => {
  const builder = createProfileBuilder()
  const run = builder.stack(-1, builder.frame('shop.Main.run', 'java'))
  const taker = builder.stack(run, builder.frame('shop.stock.Reservations.takeFromShelf', 'java'))
  const lock = builder.stack(taker, builder.frame('java.lang.Object', 'java'))
  const other = builder.stack(run, builder.frame('java.lang.Object.hashCode', 'java'))
  for (let at = 0; at < 1000; at++) builder.sample(at < 964 ? lock : other, builder.thread('main'), at, 1e6)
  const profile = builder.finish('nanoseconds', { ...emptyProvenance('test'), event: 'lock', durationMs: 10_000 })
  await page.goto(await importProfile(page, profile, 'waits'))
  await waitUntilQuiet(page)
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    await pressTool(page.getByTestId('findings'))
    const findings = page.getByRole('dialog', { name: 'Findings' })
    await expect(findings).toContainText(
      '96.4% of the waiting (964 ms in 10 s, 9.6% of one thread) is in shop.stock.Reservations.takeFromShelf, for a lock of class java.lang.Object.',
    )
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${results}findings-lock-${width}-${colorScheme}.png` })
    }
    await findings.getByRole('button', { name: 'Show' }).focus()
    await page.keyboard.press('Enter')
    await expect(findings).toBeHidden()
    await expect(page.getByTestId('findings')).toBeVisible({ visible: width > 390 })
    await expect(page.getByRole('tree')).toBeFocused()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${results}findings-shown-${width}-${colorScheme}.png` })
    }
    await expect(page.getByTestId('chip')).toContainText('96.4%')
  }
})

/** The profile with line numbers: its samples whose leaf is this method have these lines in turn. */
function withLines(profile: Profile, method: string, lines: readonly number[]): Profile {
  const { strings, frames, stacks, samples } = profile
  let met = 0
  const ofSample = Int32Array.from(samples.stack, (stack) => {
    const isThere = stack >= 0 && strings[frames.name[stacks.frame[stack]!]!] === method
    return isThere ? met++ % lines.length : -1
  })
  const row = frames.name.findIndex((name) => strings[name] === method)
  const table = { length: lines.length, frame: Uint32Array.from(lines, () => row), line: Uint32Array.from(lines) }
  return { ...profile, lines: { ...table, ofSample } }
}

test('on a phone the hot lines of a method are in whole', async ({ page }) => {
  const method = 'shop.pricing.PriceRules.findWinningRule'
  const profile = withLines(shop, method, [1041, 1057, 1283])
  await page.goto(await importFile(page, Buffer.from(encodeProfile(profile)), 'long-lines.hearth'))
  await waitUntilQuiet(page)
  await selectByKeys(page, method)
  await page.setViewportSize({ width: 390, height: 844 })
  const label = page.getByText('hot lines, of all', { exact: true })
  expect((await label.boundingBox())!.height).toBeLessThan(20)
  const lines = label.locator('xpath=following-sibling::*')
  await expect(lines).toContainText(/line 1041.*line 1057.*line 1283/)
  expect(await lines.evaluate((line) => line.scrollWidth - line.clientWidth)).toBeLessThanOrEqual(0)
  await page.screenshot({ path: `${results}hot-lines-phone.png` })
})

test('the graph stands still whichever frame is selected, also on a phone, upright and on its side', async ({
  page,
}) => {
  const method = 'shop.pricing.PriceRules.findWinningRule'
  const lined = withLines(shop, method, [41, 57, 1041, 1057])
  const path = await importFile(page, Buffer.from(encodeProfile(lined)), 'still.hearth')
  for (const [width, height] of [
    [390, 844],
    [360, 640],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const query of ['', `?baseline=${path.slice('/profiles/'.length)}`]) {
      await page.goto(path + query)
      await waitUntilQuiet(page)
      const details = page.getByRole('region', { name: 'Selected frame' })
      const boxes = () => Promise.all([page.getByTestId('flame-graph').boundingBox(), details.boundingBox()])
      const before = await boxes()
      for (const name of [worker, method]) {
        await selectByKeys(page, name)
        await expect(details).toContainText(name.slice(-12))
        await page.screenshot({ path: `${results}details-${width}${query && '-compared'}-${name.slice(-4)}.png` })
        await waitUntilQuiet(page)
        expect(await boxes(), `${width} ${query} ${name}`).toEqual(before)
      }
    }
  }
})

test('the details list the hot lines of a method, each with a link to its source', async ({ page }) => {
  const method = 'shop.pricing.PriceRules.findWinningRule'
  await page.goto(await importFile(page, Buffer.from(encodeProfile(withLines(shop, method, [41, 57]))), 'shop.hearth'))
  await waitUntilQuiet(page)
  const details = page.getByRole('region', { name: 'Selected frame' })
  await selectByKeys(page, 'org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker')
  await expect(details).not.toContainText('hot lines')
  await selectByKeys(page, method)
  await expect(details).toContainText(/hot lines, of all\s*line 41 [\d.]+%\s· line 57 [\d.]+%/)
  await expect(details.getByRole('link', { name: 'line 57' })).toHaveCount(0)
  await page.keyboard.press('o')
  await expect(details).toContainText(/hot lines, of what filters keep\s*line 41 [\d.]+%\s· line 57 [\d.]+%/)
  await page.keyboard.press('u')
  await expect(details).toContainText('hot lines, of all')

  await details.getByRole('button', { name: 'Open the source …' }).click()
  await page.getByRole('dialog').getByLabel('Address').fill('https://git.example/shop/{path}#L{line}')
  await page.keyboard.press('Enter')
  const source = 'https://git.example/shop/shop/pricing/PriceRules.java'
  await expect(details.getByRole('link', { name: 'line 57' })).toHaveAttribute('href', `${source}#L57`)
  await expect(details.getByTestId('source-link')).toHaveAttribute('href', `${source}#L41`)
})
