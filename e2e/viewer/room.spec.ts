import type { Page } from '@playwright/test'
import { createProfileBuilder } from '../../lib/profile/model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../../lib/profile/model/profile.ts'
import { simpleName } from '../../lib/profile/names/names.ts'
import { expect, test } from '../support/fixtures.ts'
import { openShop } from '../support/shop.ts'
import { importProfile, waitForGraph, waitUntilQuiet } from '../support/viewer.ts'

const hot = 'shop.pricing.PriceRules.findWinningRule'

/** A server of 90 frames, with its hot method at the leaf. */
function deepProfile(): Profile {
  const builder = createProfileBuilder()
  const thread = builder.thread('http-1')
  let stack = -1
  for (const name of ['start_thread', 'thread_native_entry']) stack = builder.stack(stack, builder.frame(name, 'vm'))
  for (let depth = 0; depth < 90; depth++)
    stack = builder.stack(stack, builder.frame(`com.acme.Chain${depth}.next`, 'java'))
  const leaf = builder.stack(stack, builder.frame(hot, 'java'))
  for (let sample = 0; sample < 1000; sample++) builder.sample(sample % 10 === 0 ? stack : leaf, thread, NaN, 1)
  return builder.finish('samples', emptyProvenance('perf'))
}

/** Whether some point of the graph has the function under it, from its top to its bottom. */
async function isVisible(page: Page, name: string): Promise<boolean> {
  const box = (await page.getByTestId('flame-graph').boundingBox())!
  for (let y = box.y + 9; y < box.y + box.height; y += 18) {
    for (const share of [0.5, 0.45]) {
      await page.mouse.move(box.x + box.width * share, y)
      if ((await page.getByTestId('hovered-frame').textContent())?.startsWith(name)) return true
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

    const sentence = page.getByTestId('hot-method')
    await expect(sentence).toContainText(/Hot method:\s*PriceRules\.findWinningRule\s*\d+(\.\d)?% self/)
    await sentence.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(/zoom=/)
    await expect(page.getByTestId('selected-frame').locator('bdi').first()).toHaveText(hot)
  })

  test('a deep graph starts where its hot method is', async ({ page }) => {
    await page.goto(await importProfile(page, deepProfile(), 'deep'))
    await waitUntilQuiet(page)
    await expect(page.getByTestId('hot-method')).toContainText(simpleName(hot))
    await waitForGraph(page)
    expect(await isVisible(page, hot)).toBe(true)
    await expect(page).not.toHaveURL(/[?]/)
    const before = page.viewportSize()!
    for (const size of [{ width: 390, height: 844 }, { width: 1280, height: 500 }, before]) {
      await page.setViewportSize(size)
      await waitForGraph(page)
    }
    expect(await isVisible(page, hot)).toBe(true)
    await expect(page).not.toHaveURL(/[?]/)
  })
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
