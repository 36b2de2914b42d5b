import { readdirSync, readFileSync } from 'node:fs'
import { runContainer, type TestImage } from '../../lib/testing/hosts/containers.ts'
import { byTier } from '../../lib/testing/tier.ts'
import { findJdk } from '../../lib/host/jvm/jdk.ts'
import { hotMethod, jvmRow, profileContainer, setDemo, startCapture, stopDemo } from './profiling.ts'
import { expect, test, watchForViolations } from '../support/fixtures.ts'
import { perfProcessesOf } from './processes.ts'
import { fetchProfile, heaviestJavaMethods, profileIdOf, waitForGraph } from '../support/viewer.ts'

test('a user starts the demo, profiles the slow shop, finds the planted bug and sends a teammate the link', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  await test.step('a button starts the demo', async () => {
    await stopDemo(page) // one that ran before, perhaps of an older release
    const start = page.getByRole('button', { name: 'Start the demo service' })
    const others = page.getByRole('table', { name: 'JVMs' })
    await expect(start.or(others).first()).toBeVisible()
    if (await start.isVisible()) await start.click()
    else await setDemo(page, 'start')
    await expect(jvmRow(page, 'hearth-demo-shop-slow')).toBeVisible({ timeout: 120_000 })
    await expect(jvmRow(page, 'hearth-demo-shop').getByTitle('shop.Shop')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Stop the demo service' })).toBeVisible()
  })

  await test.step('ten seconds are recorded, and the page shows the progress', async () => {
    await startCapture(page, 'hearth-demo-shop-slow', 10)
    await expect(page.getByRole('status').filter({ hasText: 'Recording' })).toBeVisible()
    await expect(page.getByText(/^\d+ s left$/)).toBeVisible()
    await page.waitForURL(/\/profiles\/[0-9a-f]{32}/, { timeout: 70_000 })
    await waitForGraph(page)
  })

  await test.step('more than 99% of Java frames have a name, and the planted method is the heaviest', async () => {
    const profileId = profileIdOf(page)
    const profile = await fetchProfile(page.request, profileId)
    // The engine that was recommended recorded it at once.
    expect(profile.provenance.enginesNotUsed.filter(({ reason }) => /tried and failed/.test(reason))).toEqual([])
    const summary = (await (await page.request.get(`/api/v1/profiles/${profileId}`)).json()) as { javaNamed: number }
    expect(summary.javaNamed).toBeGreaterThan(0.99)
    expect(heaviestJavaMethods(profile, 'http-worker')[0]?.name).toContain(hotMethod)
  })

  await test.step('a search shows the method’s share, and Enter zooms to it', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('findWinningRule')
    await expect(page.getByTestId('match-share-all')).not.toHaveText(/^0%/)
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('selected-frame')).toContainText(hotMethod)
    await page.getByRole('tree').focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/zoom=/)
    await waitForGraph(page)
    await expect(page.getByTestId('match-share-view')).toHaveText('100% of view')
  })

  const link = page.url()
  const share = await page.getByTestId('match-share-all').textContent()

  await test.step('Back undoes the zoom, Forward restores it', async () => {
    await page.goBack()
    await expect(page).not.toHaveURL(/zoom=/)
    await page.goForward()
    await expect(page).toHaveURL(link)
  })

  await test.step('the link shows the same view to a teammate who is signed in', async () => {
    const answer = await page.evaluate(async () => {
      const response = await fetch('/api/v1/session/links', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      return (await response.json()) as { link: string }
    })
    const teammate = await browser.newContext({ storageState: undefined })
    const theirs = await teammate.newPage()
    const violations = watchForViolations(theirs)
    await theirs.goto(answer.link)
    await theirs.getByRole('heading', { name: 'JVMs on this host' }).waitFor()
    await theirs.goto(link)
    await waitForGraph(theirs)
    await expect(theirs.getByTestId('match-share-all')).toHaveText(share!)
    await expect(theirs.getByTestId('selected-frame')).toContainText(hotMethod)
    expect(violations).toEqual([])
    await teammate.close()
  })

  await test.step('a share link shows it to a person without an account, until it is revoked', async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('radio', { name: 'Anyone with the link' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    const shared = (await page.getByTestId('share-link').locator('code').textContent())!
    const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } })
    const theirs = await stranger.newPage()
    const violations = watchForViolations(theirs)
    await theirs.goto(shared)
    await waitForGraph(theirs)
    await expect(theirs.getByTestId('selected-frame')).toContainText(hotMethod)
    await expect(theirs.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0)
    await theirs.goto(link)
    await expect(theirs).toHaveURL(/\/sign-in/)
    await page.getByRole('button', { name: 'Revoke' }).first().click()
    await page.getByRole('button', { name: 'Revoke for good' }).click()
    await expect(page.getByText('Link revoked.', { exact: true })).toBeVisible()
    expect((await theirs.goto(shared))?.status()).toBe(404)
    expect(violations).toEqual([])
    await stranger.close()
  })

  await test.step('a button stops the demo', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Stop the demo service' }).click()
    await expect(jvmRow(page, 'hearth-demo-shop-slow')).toHaveCount(0, { timeout: 30_000 })
  })
})

const images = byTier<TestImage[]>(
  ['debian-jdk25'], // the demo above is scratch-jdk17
  ['scratch-jdk17', 'debian-jdk17', 'scratch-jdk25', 'debian-jdk25'],
)
for (const image of images) {
  const feature = Number(image.slice(-2))
  test(`${image}: the planted method is the heaviest, frames have names, nothing is left behind`, async ({ page }) => {
    test.skip(findJdk(feature) === undefined, `this machine has no JDK ${feature} to make the image with`)
    test.setTimeout(240_000)
    await using container = await runContainer({ image, env: { SHOP_PRICING: 'scan' } })
    const [hostPid] = await container.jvmPids()
    const before = { files: filesInTmp(hostPid!), libraries: mappedLibraries(hostPid!) }
    await profileContainer(page, container.name, 10)
    await waitForGraph(page)

    const profile = await fetchProfile(page.request, profileIdOf(page))
    const [heaviest] = heaviestJavaMethods(profile, 'http-worker')
    expect(heaviest?.name).toContain(hotMethod)
    const { java } = profile.provenance.resolution
    expect(java!.named / java!.frames).toBeGreaterThan(0.99)

    expect(await container.jvmPids()).toEqual([hostPid])
    expect(filesInTmp(hostPid!)).toEqual(before.files)
    // async-profiler stays mapped, its file is gone; what it needs of the C library comes with it.
    const added = mappedLibraries(hostPid!).filter((library) => !before.libraries.includes(library))
    expect(added.filter((library) => !/\/lib(dl|m|pthread|rt)\.so\.\d$/.test(library))).toEqual([])
    expect(perfProcessesOf(container.id)).toEqual([])
  })
}

/** All but the socket that a JVM keeps once it has answered on it. */
function filesInTmp(hostPid: number): string[] {
  return readdirSync(`/proc/${hostPid}/root/tmp`, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.java_pid'))
    .sort()
}

function mappedLibraries(hostPid: number): string[] {
  const maps = readFileSync(`/proc/${hostPid}/maps`, 'utf8')
  return [...new Set(maps.match(/\S+\.so[.\d]*$/gm))].sort()
}
