import { chmod, mkdir } from 'node:fs/promises'
import type Docker from 'dockerode'
import { cachedDirectory, shortHash, withLock } from './cache.ts'
import { hasImage, importImage } from './docker-image.ts'
import { copySystemLibraries, linkRuntime } from './java-runtime.ts'
import type { Jdk } from '../../lib/host/jvm/jdk.ts'
import { buildShopJar, readShopSources } from './shop-jar.ts'

/** Java options of the demo service, in every image of it. */
export const shopOptions = ['-XX:+PreserveFramePointer', '-XX:+UseG1GC', '-Xmx96m']
export const shopCommand = ['-cp', '/opt/shop/shop.jar', 'shop.Shop']

/**
 * The demo service on nothing: no shell, no passwd entry for its user 65532, only a linked Java runtime and the
 * libraries it needs. `forAgents`: and those that a profiler's agent needs to be loaded into it.
 */
export async function ensureScratchImage(
  docker: Docker,
  jdk: Jdk,
  reference: string,
  report: (step: string) => void,
  forAgents = true,
): Promise<void> {
  const contents = shortHash(`scratch 2\0${forAgents}\0${jdk.release}\0${readShopSources()}`)
  await withLock(`image-${reference.replace(/\W/g, '-')}`, async () => {
    if (await hasImage(docker, reference, contents)) return
    report(`linking a Java ${jdk.feature} runtime and importing the image ${reference}`)
    const root = await cachedDirectory(
      `${forAgents ? 'scratch' : 'bare'}-jdk${jdk.feature}`,
      contents,
      async (into) => {
        await chmod(into, 0o755)
        await linkRuntime(jdk, `${into}/opt/java`)
        await copySystemLibraries(`${into}/opt/java`, into, forAgents)
        await buildShopJar(jdk, `${into}/opt/shop`)
        await mkdir(`${into}/tmp`)
        await chmod(`${into}/tmp`, 0o1777)
      },
    )
    const java = '/opt/java/bin/java'
    const entrypoint = [java, ...shopOptions, ...shopCommand]
    await importImage(docker, { reference, contents, user: '65532:65532', entrypoint, path: '/opt/java/bin' }, [
      '--owner=0',
      '--group=0',
      '-C',
      root,
      '.',
    ])
  })
}
