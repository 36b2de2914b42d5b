/** Hosts that join: their JVMs in the one list, what happens when one is cut off, and how one is removed. */
import { dialOut } from '../../lib/collector/dial-out.ts'
import { enrol } from '../../lib/collector/enrolment.ts'
import { absentCheck, passedCheck } from '../../lib/health-checks.ts'
import { createFakeCollector } from '../../lib/server/testing/fake-collector.ts'
import { sampleContainer, sampleTarget } from '../../lib/testing/samples.ts'
import { findAccessibilityProblems } from '../support/accessibility.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { withPages } from '../support/start-pages.ts'

const jvm = (id: string, name: string) =>
  sampleTarget({ id: id.repeat(16), container: sampleContainer({ name, image: `acme/${name}:1.4` }) })

test('a host joins by a token from its page, is listed with its JVMs, is cut off, comes back and is removed', async ({
  browser,
}) => {
  const here = createFakeCollector([jvm('a', 'shop')])
  const there = createFakeCollector([jvm('b', 'bank')])
  await withPages(browser, here, async (page, { url }) => {
    await page.goto('/hosts')
    const hosts = page.locator('[data-host]')
    await expect(hosts).toHaveCount(1)
    await expect(hosts).toContainText('this host')
    here.send({ type: 'health', health: [passedCheck('perf')] })
    await expect(hosts).toContainText('Has all that Hearth uses')
    here.send({
      type: 'health',
      health: [passedCheck('perf'), absentCheck('helper-image', 'No image; none is needed')],
    })
    await expect(hosts).toContainText('Has all it needs, without helper containers')
    await page.getByText('Has all it needs').click()
    await expect(page.locator('[data-health="helper-image"]').getByLabel('not needed')).toBeVisible()
    await page.getByRole('button', { name: 'Join a host' }).click()
    await page.getByRole('button', { name: 'Make a token' }).click()
    const command = (await page.getByRole('dialog').locator('code').first().textContent())!
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await page.getByRole('dialog').locator('code').nth(1).evaluate(findBrokenOptions)).toEqual([])
    await page.screenshot({ path: `${results}/hosts-token-phone.png` })
    await page.setViewportSize({ width: 1280, height: 720 })
    const [, origin, token] = /hearth join (\S+) (\S+)$/.exec(command)!
    await page.screenshot({ path: `${results}/hosts-token.png` })
    expect(origin).toBe(url)
    const { credential } = await enrol(origin!, token!, 'rack-2')
    await page.keyboard.press('Escape')
    const rack = hosts.filter({ hasText: 'rack-2' })
    await expect(rack).toContainText('does not answer')
    // What is to be typed is in its own face, and no mark of ours is left in the text.
    await expect(rack).toContainText('hearth join')
    await expect(rack).not.toContainText('`')
    const dial = () =>
      dialOut({
        url,
        credential: () => credential,
        collector: there,
        onState: () => undefined,
        report: (error) => {
          throw error
        },
        firstWaitMs: 50,
      })
    const line = dial()
    await expect(rack).toContainText('connected')
    await expect(rack).toContainText('1 JVM')
    expect(await findAccessibilityProblems(page, 'hosts')).toEqual([])
    await page.screenshot({ path: `${results}/hosts.png` })

    await page.goto('/')
    const bank = page.locator('[data-target]').filter({ hasText: 'bank' })
    await expect(page.locator('[data-group]')).toHaveCount(2)
    await expect(page.locator('[data-group]').filter({ hasText: 'rack-2' })).toContainText('1 JVM')
    await page.screenshot({ path: `${results}/hosts-jvms.png` })
    await page.getByLabel('Filter JVMs').fill('rack-2')
    await expect(page.locator('[data-target]')).toHaveCount(1)
    await page.getByLabel('Filter JVMs').fill('')

    await line.stop()
    await expect(bank).toContainText('as last seen')
    // Said once to the eye, whatever the grouping; rows are dimmed.
    const away = page.getByRole('region', { name: 'JVMs', exact: true }).getByRole('status')
    await expect(away).toHaveText(
      'rack-2 does not answer: its JVMs are listed as last seen, and cannot be profiled now.',
    )
    await expect(bank.getByText('as last seen')).toHaveCSS('position', 'absolute')
    await expect(bank.getByRole('button')).toHaveCount(0)
    await expect(page.locator('[data-target]').filter({ hasText: 'shop' })).not.toContainText('as last seen')
    expect(await findAccessibilityProblems(page, 'hosts-outdated')).toEqual([])
    await page.screenshot({ path: `${results}/hosts-outdated.png` })
    const again = dial()
    await expect(bank).not.toContainText('as last seen')
    await expect(away).toHaveCount(0)

    await page.goto('/hosts')
    await rack.getByRole('button', { name: 'Remove rack-2' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(hosts).toHaveCount(1)
    await again.done
    await page.goto('/')
    await expect(page.locator('[data-target]')).toHaveCount(1)
  })
})

/** Options of a command that go over two lines. */
function findBrokenOptions(element: Element): string[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: option, index } of node.nodeValue!.matchAll(/(?<=^|\s)--?[a-z]\S*/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + option.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(option)
    }
  }
  return broken
}

test('a collector on a host whose JVMs another one lists says where they are, and its host counts once', async ({
  browser,
}) => {
  const here = createFakeCollector([jvm('a', 'shop')])
  await withPages(browser, here, async (page, { url }) => {
    await page.goto('/hosts')
    await page.getByRole('button', { name: 'Join a host' }).click()
    await page.getByRole('button', { name: 'Make a token' }).click()
    const command = (await page.getByRole('dialog').locator('code').first().textContent())!
    const [, origin, token] = /hearth join (\S+) (\S+)$/.exec(command)!
    const { credential } = await enrol(origin!, token!, 'rack-2')
    await page.keyboard.press('Escape')
    const line = dialOut({
      url,
      credential: () => credential,
      collector: createFakeCollector([jvm('a', 'shop')]),
      onState: () => undefined,
      report: (error) => {
        throw error
      },
    })
    const rack = page.locator('[data-host]').filter({ hasText: 'rack-2' })
    await expect(rack).toContainText('its JVMs are listed under this host')
    await expect(rack).not.toContainText('0 JVMs')
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1280]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 720 })
        await page.screenshot({ path: `${results}/hosts-one-machine-${colorScheme}-${width}.png` })
      }
    await page.getByRole('link', { name: 'JVMs', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('JVMs on this host')
    await line.stop()
    await page.goto('/hosts')
    await expect(rack).toContainText('hearth join was ended there')
    await page.screenshot({ path: `${results}/hosts-left.png` })
    await page.setViewportSize({ width: 390, height: 720 })
    await page.screenshot({ path: `${results}/hosts-left-phone.png` })
  })
})
