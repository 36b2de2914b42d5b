import { createProfileBuilder } from '../../lib/profile/model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../../lib/profile/model/profile.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { openShop } from '../support/shop.ts'
import { importProfile, waitUntilQuiet } from '../support/viewer.ts'

/** A profile of wall-clock time: nine of ten samples are of workers that wait. */
function sampleWorkers(): Profile {
  const builder = createProfileBuilder()
  const stackOf = (...names: readonly string[]) =>
    names.reduce((stack, name) => builder.stack(stack, builder.frame(name, 'java')), -1)
  const getTask = 'java.util.concurrent.ThreadPoolExecutor.getTask'
  const waiting = stackOf('java.lang.Thread.run', getTask, 'jdk.internal.misc.Unsafe.park')
  const running = stackOf('java.lang.Thread.run', 'shop.Main.run', 'shop.Rules.find')
  for (let at = 0; at < 2000; at++)
    builder.sample(at % 10 === 0 ? running : waiting, builder.thread(`worker-${at % 10}`), at * 10, 1)
  return builder.finish('samples', emptyProvenance('test'))
}

const longName = 'mostly-idle-workers-of-the-checkout-service-and-its-pricing-by-full-scan-in-november-2026'

test('a profile of mostly idle threads says so, and one click removes the idle stacks', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(await importProfile(page, sampleWorkers(), longName))
  await waitUntilQuiet(page)
  // By default idle stacks are shown.
  await expect(page).not.toHaveURL(/[?]/)
  const idle = page.getByTestId('idle-threads')
  await expect(idle).toContainText('90% idle threads')
  await expect(page.getByTestId('hot-method')).toContainText(/Rules\.find\s*100% of busy time/)
  // The name is shortened in favour of this notice.
  const method = page.getByTestId('hot-method').getByText('Rules.find', { exact: true })
  expect(await method.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect((await page.getByTestId('flame-graph').boundingBox())!.y).toBeLessThanOrEqual(150)
  await page.screenshot({ path: `${results}idle.png` })
  const hide = idle.getByRole('button', { name: 'Hide' })
  // Its word stays: a funnel alone says nothing.
  expect((await hide.boundingBox())!.width).toBeGreaterThan(40)
  await hide.click()
  await expect(page.getByTestId('removed-by-filters')).toHaveText('90% removed by filters')
  await expect(idle).toHaveCount(0)
  await page.screenshot({ path: `${results}idle-hidden.png` })
  await expect(page.getByRole('region', { name: 'Selected frame' })).toContainText(/total\s*200 samples/)
  await page.goBack()
  await expect(idle).toBeVisible()
})

test('side by side, a line says how idle each side is, and one click removes the idle stacks of both', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const path = await importProfile(page, sampleWorkers(), 'idle workers beside')
  await page.goto(`${path}?baseline=${path.slice('/profiles/'.length)}&mode=side`)
  await waitUntilQuiet(page)
  const idle = page.getByRole('status').filter({ hasText: '90% of Before and 90% of After are idle threads.' })
  await expect(idle).toBeVisible()
  await page.screenshot({ path: `${results}idle-side.png` })
  await idle.getByRole('button', { name: 'Hide', exact: true }).click()
  await waitUntilQuiet(page)
  for (const side of ['before', 'after']) await expect(page.getByTestId(`total-${side}`)).toContainText('(90% removed)')
  await expect(idle).toHaveCount(0)
})

test('a profile of running threads has no such notice', async ({ page }) => {
  await openShop(page)
  await expect(page.getByTestId('hot-method')).toBeVisible()
  await expect(page.getByTestId('idle-threads')).toHaveCount(0)
})
