import { runContainer } from '../../lib/testing/hosts/containers.ts'
import { expect, test } from '../support/fixtures.ts'
import { jvmRow } from './profiling.ts'

const withinTwoSeconds = { timeout: 2_000 }

test('the page shows within two seconds that a container starts, pauses, continues, restarts and stops', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'JVMs on this host' })).toBeAttached()
  await using container = await runContainer({ image: 'scratch-jdk17', env: { SHOP_SELF_LOAD: '0' } })
  const row = jvmRow(page, container.name)
  await expect(row).toBeVisible(withinTwoSeconds)
  await expect(row.getByTitle('shop.Shop')).toBeVisible()
  const firstTarget = await row.getAttribute('data-target')

  await container.pause()
  await expect(row).toContainText('paused', withinTwoSeconds)
  await container.unpause()
  await expect(row).not.toContainText('paused', withinTwoSeconds)

  await container.restart()
  await expect(row).not.toHaveAttribute('data-target', firstTarget!, withinTwoSeconds)
  await container.stop()
  await expect(row).toHaveCount(0, withinTwoSeconds)
})

test('two JVMs in one container have a row each, and so has a JVM outside of containers', async ({ page }) => {
  const java = 'java -Xmx32m -cp /opt/shop/shop.jar'
  await using container = await runContainer({
    image: 'debian-jdk17',
    env: { SHOP_SELF_LOAD: '0' },
    command: ['/bin/sh', '-c', `${java} shop.Shop & SHOP_PORT=8081 ${java} -Dsecond=1 shop.Shop & wait`],
  })
  await page.goto('/')
  await expect(jvmRow(page, container.name)).toHaveCount(2)
})

test('names from a container are shown as text, and no script in them runs', async ({ page }) => {
  const hostile = `<img src=x onerror="document.title='pwned'"><script>alert(1)</script>\u202e`
  await using container = await runContainer({
    image: 'scratch-jdk17',
    javaOptions: [`-Dname=${hostile}`, '-Ddb.password=hunter2'],
    labels: { 'com.docker.compose.project': hostile, 'com.docker.compose.service': `"><svg onload=alert(2)>` },
    env: { SHOP_SELF_LOAD: '0' },
  })
  await page.goto('/')
  await jvmRow(page, container.name).getByRole('link', { name: container.name, exact: true }).click()
  const commandLine = page.getByRole('region', { name: 'Command line' })
  await expect(commandLine).toContainText('-Dname=…')
  await commandLine.getByRole('button', { name: 'Show values' }).click()
  await expect(commandLine).toContainText('<script>alert(1)</script>')
  await expect(page.getByText('hunter2')).toHaveCount(0)
  await expect(page.locator('main img, main script')).toHaveCount(0)
  await expect(page).not.toHaveTitle('pwned')
})
