import { copyFile, mkdir } from 'node:fs/promises'
import { runContainer, type TestContainer } from '../../lib/testing/hosts/containers.ts'
import { findAccessibilityProblems } from '../support/accessibility.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { jvmRow, profileContainer, startCapture } from './profiling.ts'
import { waitForGraph } from '../support/viewer.ts'

/** Every page, in both themes and on a phone: checked by axe, with screenshots in e2e/results/pages. */
const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const

test.describe.configure({ mode: 'serial' })

let container: TestContainer
const paths = new Map<string, string>()

test.beforeAll(async () => {
  await mkdir(`${results}pages`, { recursive: true })
  container = await runContainer({
    image: 'scratch-jdk17',
    name: 'shop-slow',
    // Compiled after seconds, so that its profiles look like those of services that have been up for hours.
    javaOptions: ['-XX:TieredStopAtLevel=1', '-XX:CompileThresholdScaling=0.02'],
    env: { SHOP_PRICING: 'scan' },
  })
})
test.afterAll(async () => container.stop())

test('finds an address for each page', async ({ page }) => {
  test.setTimeout(180_000)
  await page.goto('/')
  paths.set('jvms', '/')
  paths.set('jvm', (await jvmRow(page, container.name).getByRole('link').first().getAttribute('href'))!)
  await profileContainer(page, container.name, 10)
  await waitForGraph(page)
  await page.getByLabel('Search frames').fill('PriceRules')
  await expect(page.getByTestId('match-share-all')).toBeVisible()
  await expect(page).toHaveURL(/PriceRules/)
  paths.set('flame-graph', pathOf(page.url()))
  await page.getByRole('radio', { name: 'Table' }).click()
  await expect(page).toHaveURL(/table/)
  paths.set('table', pathOf(page.url()))
  await startCapture(page, container.name, 600)
  paths.set('capture', pathOf(page.url()))
  paths.set('profiles', '/profiles')
  paths.set('settings', '/settings')
  paths.set('sign-in', '/sign-in#spent')
  paths.set('not-found', '/profiles/00000000000000000000000000000000')
})

for (const { name, colorScheme, viewport } of looks) {
  test(`every page is accessible: ${name}`, async ({ page }) => {
    test.setTimeout(120_000)
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [title, path] of paths) {
      await page.goto(path)
      await expect(page.locator('main')).toBeVisible()
      if (title === 'flame-graph') await waitForGraph(page)
      await expect(page.getByText(/^(Reading the profile|Building the tree)/)).toHaveCount(0)
      await page.screenshot({ path: `${results}pages/${title}-${name}.png` })
      expect(await findAccessibilityProblems(page, title)).toEqual([])
    }
  })
}

test('the capture that the pages showed can be cancelled', async ({ page }) => {
  await page.goto(paths.get('capture')!)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Cancelled. Nothing was left behind')).toBeVisible()
  // The screenshot in README.md; replaced only on request, since a test run must not change the checkout.
  if (process.env.HEARTH_KEEP_SCREENSHOT) await copyFile(`${results}pages/flame-graph-light.png`, 'e2e/screenshot.png')
})

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
