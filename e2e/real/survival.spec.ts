import { runContainer } from '../../lib/testing/hosts/containers.ts'
import { expect, results, test } from '../support/fixtures.ts'
import { prepareInstance, removeInstance, saveSession, startHearth } from '../support/hearth.ts'
import { perfProcessesOf } from './processes.ts'
import { chooseSeconds, openMenu, samplesSoFar, startFrom } from './profiling.ts'

test('Hearth is killed in the middle of a capture: the next start says so, keeps every profile and leaves no perf', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  await using container = await runContainer({ image: 'scratch-jdk17' })
  const instance = await prepareInstance()
  const first = await startHearth(instance)
  await saveSession(first.signInLink, `${results}survivor.json`)
  const context = await browser.newContext({
    storageState: `${results}survivor.json`,
    baseURL: first.url,
  })
  const page = await context.newPage()
  const created = await page.request.post('/api/v1/profiles', {
    data: 'main;before 7\n',
    headers: { 'x-file-name': 'before.folded', origin: first.url, 'sec-fetch-site': 'same-origin' },
  })
  expect(created.status()).toBe(201)
  const menu = await openMenu(page, container.name)
  await menu.getByRole('radio', { name: /^perf/ }).check()
  await chooseSeconds(menu, 60)
  await startFrom(menu, 'Profile for 60 s')
  await expect(samplesSoFar(page)).toBeVisible()
  const [hostPid] = await container.jvmPids()
  expect(perfProcessesOf(container.id)).not.toEqual([])

  await first.kill()
  const second = await startHearth(instance)
  await page.reload()
  await expect(page.getByText('Hearth was stopped while this capture was recording.')).toBeVisible()
  await page.goto('/profiles')
  await expect(
    page.getByRole('table', { name: 'Profiles' }).getByRole('link', { name: 'before' }).first(),
  ).toBeVisible()
  await expect.poll(() => perfProcessesOf(container.id)).toEqual([])
  expect(await container.jvmPids()).toEqual([hostPid])
  await context.close()
  await second.stop()
  await removeInstance(instance)
})
