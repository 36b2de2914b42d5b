import { expect, test } from 'vitest'
import { findJdk } from '../../host/jvm/jdk.ts'
import { ensureImage, runContainer, type TestImage } from './containers.ts'
import { waitUntil } from '../wait-until.ts'

const images: TestImage[] = ['scratch-jdk17', 'debian-jdk17', 'scratch-jdk25', 'debian-jdk25']

test.for(images.filter((image) => findJdk(Number(image.slice(-2)))))(
  '%s runs the shop as an ordinary user',
  async (image) => {
    await ensureImage(image)
    await using container = await runContainer({ image, env: { SHOP_PRICING: 'scan' } })
    expect(await container.logs()).toContain('prices by scan')
    const [hostPid, ...more] = await container.jvmPids()
    expect(more).toEqual([])
    const isShellParent = image.startsWith('debian')
    expect(hostPid === (await container.hostPid())).toBe(!isShellParent)
    await container.restart()
    await waitUntil('it has a new JVM', async () => ![hostPid, undefined].includes((await container.jvmPids())[0]))
  },
)
