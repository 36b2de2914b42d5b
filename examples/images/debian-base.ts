import { existsSync, readFileSync } from 'node:fs'
import { appendFile, rm } from 'node:fs/promises'
import type Docker from 'dockerode'
import { cachedDirectory, shortHash, withLock } from './cache.ts'
import { hasImage, importImage } from './docker-image.ts'
import { linkRuntime } from './java-runtime.ts'
import { findJdk } from '../../lib/host/jvm/jdk.ts'
import { run } from './run.ts'
import { shopCommand, shopOptions } from './scratch-image.ts'
import { buildShopJar, readShopSources } from './shop-jar.ts'

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

/**
 * The demo service on a small Debian (or Ubuntu) as most images are: a shell as PID 1 and the JVM below it, a user with
 * a name. Java 17 comes as the distribution's own package; any other release is linked from a JDK of this machine.
 */
export async function ensureDebianImage(
  docker: Docker,
  feature: number,
  reference: string,
  report: (step: string) => void,
): Promise<void> {
  const compiler = findJdk()
  const linker = feature === 17 ? undefined : findJdk(feature)
  if (compiler === undefined) throw new Error('no JDK on this machine')
  if (feature !== 17 && linker === undefined) throw new Error(`no JDK ${feature} on this machine`)
  const { suite } = await readDistribution()
  const contents = shortHash(`debian 2\0${suite}\0${linker?.release ?? ''}\0${readShopSources()}`)

  await withLock(`image-${reference.replace(/\W/g, '-')}`, async () => {
    if (await hasImage(docker, reference, contents)) return
    report(`making a ${suite} file system for the image ${reference}; the first time it takes a minute`)
    const tree = await debianTree()
    const added = await cachedDirectory(`debian-jdk${feature}`, contents, async (into) => {
      if (linker !== undefined) await linkRuntime(linker, `${into}/opt/java`, ['jdk.jfr'])
      await buildShopJar(compiler, `${into}/opt/shop`)
      await run('chmod', '755', into)
    })
    const withoutJava17 = linker === undefined ? [] : ['--exclude=./usr/lib/jvm', '--exclude=./usr/bin/java']
    const java = `exec java ${shopOptions.join(' ')} "$@" ${shopCommand.join(' ')}`
    await importImage(
      docker,
      {
        reference,
        contents,
        user: 'shop',
        // A subshell runs the JVM and PID 1 waits for it: the shape of most start scripts.
        entrypoint: ['/bin/sh', '-c', `(${java}) & trap 'kill -TERM $!' TERM INT; wait $!`, 'shop'],
        path: '/opt/java/bin:/usr/local/bin:/usr/bin:/bin',
      },
      // Not ./opt: the tree has one of its own, and Docker refuses a path that comes twice.
      [...withoutJava17, '-C', tree, '.', '-C', added, './opt/shop', ...(linker === undefined ? [] : ['./opt/java'])],
    )
  })
}

/** A directory with this machine's own distribution, and Java 17 in it. */
async function debianTree(): Promise<string> {
  const { suite, mirror, components } = await readDistribution()
  return cachedDirectory(`tree-${suite}`, '1', (into) => bootstrap(suite, mirror, components, into))
}

async function bootstrap(suite: string, mirror: string, components: string, into: string): Promise<void> {
  const include = '--include=openjdk-17-jre-headless'
  await run('debootstrap', '--variant=minbase', `--components=${components}`, include, suite, into, mirror)
  for (const path of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale']) {
    await rm(`${into}/${path}`, { recursive: true, force: true })
  }
  await appendFile(`${into}/etc/passwd`, 'shop:x:10001:10001:the demo service:/opt/shop:/usr/sbin/nologin\n')
  await appendFile(`${into}/etc/group`, 'shop:x:10001:\n')
}

/** The suite of this machine and the mirror its own packages come from. */
async function readDistribution(): Promise<{ suite: string; mirror: string; components: string }> {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const suite = /^VERSION_CODENAME=(\S+)/m.exec(release)?.[1]
  const components = /^ID=ubuntu$/m.test(release) ? 'main,universe' : 'main'
  if (suite === undefined) throw new Error('only Debian and Ubuntu can make this image: /etc/os-release names no suite')
  const targets = await run('apt-get', 'indextargets', '--format', '$(REPO_URI) $(RELEASE)', 'Created-By: Packages')
  const line = targets.split('\n').find((text) => text.endsWith(` ${suite}`))
  if (line === undefined) throw new Error(`apt knows no mirror for ${suite}`)
  return { suite, mirror: line.split(' ')[0]!, components }
}
