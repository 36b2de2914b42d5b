import type { Page } from '@playwright/test'
import { runContainer } from '../../lib/testing/hosts/containers.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { prepareInstance, removeInstance, saveSession, startHearth } from '../support/hearth.ts'
import { perfProcessesOf } from './processes.ts'
import { chooseSeconds, openMenu, samplesSoFar, startFrom } from './profiling.ts'

test('when Hearth is stopped or killed during a capture, it reports that, keeps every profile and leaves no perf running', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  await using container = await runContainer({ image: 'scratch-jdk17' })
  const [hostPid] = await container.jvmPids()
  const instance = await prepareInstance()
  const first = await startHearth(instance)
  await saveSession(first.signInLink, `${results}survivor.json`)
  const context = await browser.newContext({
    storageState: `${results}survivor.json`,
    baseURL: first.url,
  })
  const page = await context.newPage()
  await recordFor(page, container.name, 60)
  expect(perfProcessesOf(container.id)).not.toEqual([])

  await first.interrupt()
  const stopped = first.output.slice(-3)
  expect(stopped[0]).toMatch(/^Stopping\. One capture is under way \(\S+, perf, \d+ of 60 s\): keeping what it has\./)
  expect(stopped[1]).toMatch(/^Saved \S+: http:\S+\/profiles\/[0-9a-f]{32}$/)
  expect(stopped[2]).toMatch(/^Hearth has ended\. Its profiles are kept in \//)
  expect(perfProcessesOf(container.id)).toEqual([])

  const second = await startHearth(instance)
  await page.goto(stopped[1]!.replace(/^Saved \S+: /, ''))
  await expect(page.getByRole('heading', { name: /^hearth-test.scratch-jdk17/ })).toBeVisible()
  expect(second.output.join('\n')).not.toContain('under way')
  await recordFor(page, container.name, 60)
  await second.kill()

  const third = await startHearth(instance)
  const earlier = () => third.output.find((line) => line.startsWith('A capture was under way when Hearth ended'))
  await expect
    .poll(earlier)
    .toMatch(/\(\S+, perf, began .*\)\. Nothing of \S+ was kept\. The collector ended while .* recording/)
  await page.goto(/http:\S+\/captures\/[0-9a-f]{32}$/.exec(earlier()!)![0])
  await expect(page.getByText('The collector ended while this capture was recording.')).toBeVisible()
  await page.goto('/profiles')
  const profiles = page.getByRole('table', { name: 'Profiles' })
  await expect(profiles.getByTitle(`this one in ${container.name}`).first()).toBeVisible()
  await expect.poll(() => perfProcessesOf(container.id)).toEqual([])
  expect(await container.jvmPids()).toEqual([hostPid])
  await context.close()
  await third.stop()
  await removeInstance(instance)
})

async function recordFor(page: Page, containerName: string, seconds: number): Promise<void> {
  const menu = await openMenu(page, containerName)
  await menu.getByRole('radio', { name: /^perf/ }).check()
  await chooseSeconds(menu, seconds)
  await startFrom(menu, `Profile for ${seconds} s`)
  await expect(samplesSoFar(page)).toBeVisible()
}
