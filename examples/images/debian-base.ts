import { existsSync, readFileSync } from 'node:fs'
import { appendFile, rm } from 'node:fs/promises'
import type Docker from 'dockerode'
import { cachedDirectory, shortHash, withLock } from './cache.ts'
import { hasImage, type ImageSettings, importImage } from './docker-image.ts'
import { linkRuntime } from './java-runtime.ts'
import { findJdk, type Jdk } from '../../lib/host/jvm/jdk.ts'
import { CannotFetch, run } from './run.ts'
import { shopCommand, shopOptions } from './scratch-image.ts'
import { buildShopJar, readShopSources } from './shop-jar.ts'

/** What an image runs, built into `/opt/<name>`. */
export interface JavaProgram {
  readonly name: string
  /** Another one makes another image. */
  readonly contents: string
  /** Modules of the JDK, where the runtime is linked. */
  readonly modules: readonly string[]
  readonly build: (compiler: Jdk, into: string) => Promise<unknown>
  readonly options: readonly string[]
  readonly command: readonly string[]
}

const shop: JavaProgram = {
  name: 'shop',
  contents: readShopSources(),
  modules: ['jdk.jfr'],
  build: buildShopJar,
  options: shopOptions,
  command: shopCommand,
}

/** What `debian:12-slim` is where nothing can be pulled: this machine's distribution without anything in it. */
export async function ensureDebianBase(
  docker: Docker,
  reference: string,
  report: (step: string) => void,
): Promise<void> {
  const settings = { reference, user: 'root', entrypoint: ['/bin/sh'] }
  const withoutJava = ['--exclude=./usr/lib/jvm', '--exclude=./usr/bin/java']
  await ensureTreeImage(docker, settings, debianTree, report, withoutJava)
}

/**
 * The same as it is before anything is installed: what a Dockerfile that installs Java or certificates by itself begins
 * with. `suite`: another one that its mirror has.
 */
export async function ensurePlainDebian(
  docker: Docker,
  reference: string,
  report: (step: string) => void,
  suite?: string,
): Promise<void> {
  const settings = { reference, user: 'root', entrypoint: ['/bin/sh'] }
  await ensureTreeImage(docker, settings, () => debianTree('plain', [], suite), report)
}

/** MariaDB and PostgreSQL, neither of them started, on the same distribution; user shop (10001). */
export async function ensureDatabasesImage(
  docker: Docker,
  reference: string,
  report: (step: string) => void,
): Promise<void> {
  const packages = ['mariadb-server-core', 'mariadb-client-core', 'postgresql']
  const settings = { reference, user: 'shop', entrypoint: ['/bin/sh'] }
  await ensureTreeImage(docker, settings, () => debianTree('databases', packages), report)
}

async function ensureTreeImage(
  docker: Docker,
  settings: Pick<ImageSettings, 'reference' | 'user' | 'entrypoint'>,
  makeTree: () => Promise<string>,
  report: (step: string) => void,
  excluded: readonly string[] = [],
): Promise<void> {
  const { reference } = settings
  await withLock(`image-${reference.replace(/\W/g, '-')}`, async () => {
    const tree = await makeTree()
    const contents = shortHash(`base 1\0${tree}`)
    if (await hasImage(docker, reference, contents)) return
    report(`importing the image ${reference}`)
    const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    await importImage(docker, { ...settings, contents, path }, [...excluded, '-C', tree, '.'])
  })
}

/**
 * A program, the demo service by default, on a small Debian (or Ubuntu) as most images are: a shell as PID 1 and the
 * JVM below it, a user with a name. Java 17 comes as the distribution's own package; any other release is linked from a
 * JDK of this machine.
 */
export async function ensureDebianImage(
  docker: Docker,
  feature: number,
  reference: string,
  report: (step: string) => void,
  program = shop,
): Promise<void> {
  const compiler = findJdk()
  const linker = feature === 17 ? undefined : findJdk(feature)
  if (compiler === undefined) throw new Error('no JDK on this machine')
  if (feature !== 17 && linker === undefined) throw new Error(`no JDK ${feature} on this machine`)
  const { suite } = await readDistribution()
  const contents = shortHash(`debian 2\0${suite}\0${linker?.release ?? ''}\0${program.contents}`)

  await withLock(`image-${reference.replace(/\W/g, '-')}`, async () => {
    if (await hasImage(docker, reference, contents)) return
    report(`making a ${suite} file system for the image ${reference}; the first time it takes a minute`)
    const tree = await debianTree()
    const added = await cachedDirectory(`debian-jdk${feature}`, contents, async (into) => {
      if (linker !== undefined) await linkRuntime(linker, `${into}/opt/java`, program.modules)
      await program.build(compiler, `${into}/opt/${program.name}`)
      await run('chmod', '755', into)
    })
    const withoutJava17 = linker === undefined ? [] : ['--exclude=./usr/lib/jvm', '--exclude=./usr/bin/java']
    const java = `exec java ${program.options.join(' ')} "$@" ${program.command.join(' ')}`
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
      [
        ...withoutJava17,
        '-C',
        tree,
        '.',
        '-C',
        added,
        `./opt/${program.name}`,
        ...(linker === undefined ? [] : ['./opt/java']),
      ],
    )
  })
}

/** A directory with this machine's own distribution, and these packages in it: Java 17 by default. */
export async function debianTree(
  name = 'tree',
  packages = ['openjdk-17-jre-headless'],
  suite?: string,
): Promise<string> {
  const own = await readDistribution()
  const distribution = { ...own, suite: suite ?? own.suite }
  return cachedDirectory(`${name}-${distribution.suite}`, '1', (into) => bootstrap(distribution, packages, into))
}

async function bootstrap(
  { suite, mirror, components }: Distribution,
  packages: readonly string[],
  into: string,
): Promise<void> {
  const include = packages.length === 0 ? [] : [`--include=${packages.join()}`]
  try {
    await run('debootstrap', '--variant=minbase', `--components=${components}`, ...include, suite, into, mirror)
  } catch (error) {
    throw new CannotFetch((error as Error).message, { cause: error })
  }
  for (const path of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale']) {
    await rm(`${into}/${path}`, { recursive: true, force: true })
  }
  await appendFile(`${into}/etc/passwd`, 'shop:x:10001:10001:the demo service:/opt/shop:/usr/sbin/nologin\n')
  await appendFile(`${into}/etc/group`, 'shop:x:10001:\n')
}

interface Distribution {
  readonly suite: string
  readonly mirror: string
  readonly components: string
}

/** The suite of this machine and the mirror its own packages come from. */
async function readDistribution(): Promise<Distribution> {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const suite = /^VERSION_CODENAME=(\S+)/m.exec(release)?.[1]
  const components = /^ID=ubuntu$/m.test(release) ? 'main,universe' : 'main'
  if (suite === undefined) throw new Error('only Debian and Ubuntu can make this image: /etc/os-release names no suite')
  const targets = await run('apt-get', 'indextargets', '--format', '$(REPO_URI) $(RELEASE)', 'Created-By: Packages')
  const line = targets.split('\n').find((text) => text.endsWith(` ${suite}`))
  if (line === undefined) throw new Error(`apt knows no mirror for ${suite}`)
  return { suite, mirror: line.split(' ')[0]!, components }
}
