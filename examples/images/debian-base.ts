import type Docker from 'dockerode'
import { shortHash, withLock } from './cache.ts'
import { debianTree } from './debian-image.ts'
import { hasImage, importImage } from './docker-image.ts'

/** What `debian:12-slim` is where nothing can be pulled: this machine's distribution without anything in it. */
export async function ensureDebianBase(
  docker: Docker,
  reference: string,
  report: (step: string) => void,
): Promise<void> {
  await withLock(`image-${reference.replace(/\W/g, '-')}`, async () => {
    const tree = await debianTree()
    const contents = shortHash(`base 1\0${tree}`)
    if (await hasImage(docker, reference, contents)) return
    report(`importing the base image ${reference}`)
    const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    const settings = { reference, contents, user: 'root', entrypoint: ['/bin/sh'], path }
    await importImage(docker, settings, ['--exclude=./usr/lib/jvm', '--exclude=./usr/bin/java', '-C', tree, '.'])
  })
}
