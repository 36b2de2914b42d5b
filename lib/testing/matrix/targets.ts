/** The containers in which every engine is tested: common ways to run Java, each an obstacle for some engine. */
import { fileURLToPath } from 'node:url'
import { cachedDirectory } from '../../../examples/images/cache.ts'
import { run } from '../../../examples/images/run.ts'
import { readFileSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findJdk } from '../../host/jvm/jdk.ts'
import { type ContainerOptions, runContainer, type TestContainer, type TestImage } from '../hosts/containers.ts'
import { asyncProfilerForTests } from '../hosts/async-profiler.ts'
import { findPythonJdk, type PythonJdk } from '../hosts/python-jdk.ts'
import { isFullTier } from '../tier.ts'
import { canRunRealProgram, type RealProgramName, runRealProgram } from './real-programs.ts'
import { waitUntil } from '../wait-until.ts'

/**
 * CAP_NET_BIND_SERVICE to the java program, without `setcap`, which the image does not have. The loader of such a
 * program heeds no $ORIGIN, so that it must know where the JDK's libraries are. 188 is setxattr on x86-64. Source:
 * ld.so(8); struct vfs_cap_data of linux/capability.h.
 */
const giveCapability = [
  'java=$(readlink -f /usr/bin/java)',
  'echo "${java%/bin/java}/lib" > /etc/ld.so.conf.d/java.conf',
  '/sbin/ldconfig',
  `perl -e '$n = "security.capability"; $v = pack("V5", 0x02000001, 1 << 10, 0, 0, 0); syscall(188, $ARGV[0], $n, $v, 20, 0) == 0 or die $!' "$java"`,
].join(' && ')

export const matrixTargets = {
  'Debian, a user of its own': { image: 'debian-jdk17', usualCapabilities: true, triesRest: true },
  'FROM scratch, linked runtime, no shell': { image: 'scratch-jdk25', isLikeOthers: true },
  'FROM scratch, the image of the demo': { image: 'scratch-jdk17', triesRest: true },
  'FROM scratch, only what Java itself needs': { image: 'bare-jdk17' },
  'cap-drop=ALL, no-new-privileges': { image: 'debian-jdk17', noNewPrivileges: true, isLikeOthers: true },
  'read-only root, noexec tmpfs on /tmp': { image: 'debian-jdk17', readOnly: true, tmpfs: { '/tmp': 'rw,noexec' } },
  'read-only root, no /tmp': { image: 'debian-jdk17', readOnly: true },
  'JDK 11': { image: 'debian-jdk17', pythonJdk: 11, keepsSocket: true },
  'JDK 17': { image: 'debian-jdk17', isLikeOthers: true },
  'JDK 21': { image: 'debian-jdk17', pythonJdk: 21, isLikeOthers: true },
  'JDK 25': { image: 'debian-jdk25', isLikeOthers: true },
  '-XX:+DisableAttachMechanism': { image: 'debian-jdk17', javaOptions: ['-XX:+DisableAttachMechanism'] },
  '-XX:-EnableDynamicAgentLoading': { image: 'debian-jdk25', javaOptions: ['-XX:-EnableDynamicAgentLoading'] },
  'attaching disabled in an options file': {
    ...{ image: 'debian-jdk17', isLikeOthers: true, env: { JDK_JAVA_OPTIONS: '@/var/tmp/java.options' } },
    setUp: 'echo -XX:+DisableAttachMechanism > /var/tmp/java.options',
  },
  'root, Docker’s usual capabilities': {
    image: 'debian-jdk17',
    isLikeOthers: true,
    user: '0',
    usualCapabilities: true,
  },
  'a java program with a file capability': {
    ...{ image: 'debian-jdk17', isLikeOthers: true, user: '0', usualCapabilities: true },
    ...{ setUp: giveCapability, prefix: 'setpriv --reuid 10001 --regid 10001 --clear-groups' },
  },
  'a /tmp of 992 KiB': {
    ...{ image: 'debian-jdk17', isLikeOthers: true, tmpfs: { '/tmp': 'size=992k,exec,mode=1777' } },
  },
  'a /tmp that it shares with another JVM': { image: 'debian-jdk17', isLikeOthers: true, sharesTmp: true },
  'another async-profiler in the JVM': { image: 'debian-jdk17', hasOtherProfiler: true },
  'Cassandra 5, under load': { image: 'debian-jdk17', realProgram: 'cassandra', isLikeOthers: true },
  'Spring Boot and Hibernate, under load': { image: 'debian-jdk17', realProgram: 'clinic', isLikeOthers: true },
} as const satisfies Record<string, MatrixTarget>
export type MatrixTargetName = keyof typeof matrixTargets

export interface MatrixTarget extends ContainerOptions {
  readonly image: TestImage
  /** A runtime instead of that of the image. */
  readonly pythonJdk?: PythonJdk
  /** A real program instead of the one with planted methods. */
  readonly realProgram?: RealProgramName
  /** Another copy of the async-profiler library profiles it already. */
  readonly hasOtherProfiler?: boolean
  /** It cannot open its attach socket again, so the socket stays. */
  readonly keepsSocket?: boolean
  /** In the full tier only: another container has the same result. */
  readonly isLikeOthers?: boolean
  /** Shell commands before the JVM is started. */
  readonly setUp?: string
  /** A program that starts the JVM. */
  readonly prefix?: string
  /** Another container with such a JVM, of the same PID, has the same directory as its /tmp. */
  readonly sharesTmp?: boolean
  /** Tests the events that are in no column in the usual tier too; the others do so in the full tier. */
  readonly triesRest?: boolean
}

/** The containers of this tier whose runtime and program are available on this machine. */
export async function findMatrixTargets(): Promise<MatrixTargetName[]> {
  const names = Object.keys(matrixTargets) as MatrixTargetName[]
  const available: MatrixTargetName[] = []
  for (const name of names) {
    const { pythonJdk, realProgram, isLikeOthers }: MatrixTarget = matrixTargets[name]
    if (isLikeOthers === true && !isFullTier) continue
    if (pythonJdk !== undefined && (await findPythonJdk(pythonJdk)) === null) continue
    if (realProgram !== undefined && !(await canRunRealProgram(realProgram))) continue
    available.push(name)
  }
  return available
}

const source = fileURLToPath(new URL('../../../examples/matrix/Matrix.java', import.meta.url))
const mountPoint = '/opt/matrix'
const otherJava = '/opt/other-java'
const profilerPoint = '/opt/profiler'

/** The options of every JVM: without inlining, so that engines that do not see inlined frames have the same frames. */
const javaOptions = [
  '-XX:+PreserveFramePointer',
  '-Xmx64m',
  '-XX:+UseG1GC', // has polls inside of counted loops: without them JFR cannot tell where it is in one
  '-XX:CompileCommand=quiet',
  '-XX:CompileCommand=dontinline,Matrix::*',
]

/** Starts it and waits until it listens. `more` are further options of the JVM. */
export async function runMatrixTarget(name: MatrixTargetName, more: readonly string[] = []): Promise<TestContainer> {
  const { realProgram, sharesTmp, ...target }: MatrixTarget = matrixTargets[name]
  if (realProgram !== undefined) return runRealProgram(realProgram)
  if (sharesTmp !== true) return runMatrixContainer(name, target, more)
  const directory = await mkdtemp(join(tmpdir(), 'hearth-shared-tmp-'))
  await chmod(directory, 0o1777)
  const sharing = { ...target, writableMounts: { [directory]: '/tmp' } }
  await using started = new AsyncDisposableStack()
  started.defer(() => rm(directory, { recursive: true }))
  started.use(await runMatrixContainer(name, sharing, more))
  const container = await runMatrixContainer(name, sharing, more)
  const others = started.move()
  const stop = async () => {
    await container.stop()
    await others.disposeAsync()
  }
  return { ...container, stop, [Symbol.asyncDispose]: stop }
}

async function runMatrixContainer(
  name: MatrixTargetName,
  target: Omit<MatrixTarget, 'realProgram' | 'sharesTmp'>,
  more: readonly string[],
): Promise<TestContainer> {
  const {
    javaOptions: optionsOfTarget = [],
    pythonJdk,
    hasOtherProfiler,
    setUp = ':',
    prefix = '',
    ...options
  } = target
  const mounts: Record<string, string> = { [await compiled()]: mountPoint }
  if (pythonJdk !== undefined) mounts[(await findPythonJdk(pythonJdk))!] = otherJava
  const agent = hasOtherProfiler === true ? [`-agentpath:${profilerPoint}/libasyncProfiler.so=start,event=cpu`] : []
  if (hasOtherProfiler === true) mounts[await otherProfiler()] = profilerPoint
  const program = pythonJdk === undefined ? javaOf(options.image) : `${otherJava}/bin/java`
  const java = [program, ...javaOptions, ...agent, ...optionsOfTarget, ...more, '-cp', mountPoint, 'Matrix']
  const container = await runContainer({
    ...options,
    // If the image has a shell, it starts the JVM, as in most images.
    command: options.image.startsWith('debian')
      ? ['/bin/sh', '-c', `set -e; ${setUp}; ${prefix} ${java.join(' ')} & wait $!`]
      : java,
    mounts,
    labels: { 'com.docker.compose.service': 'matrix' },
    cpus: 2,
  })
  try {
    await waitUntil(`${name} listens`, async () => (await container.logs()).includes('matrix listens'), 60_000)
    return container
  } catch (error) {
    await container.stop()
    throw error
  }
}

function javaOf(image: TestImage): string {
  return image === 'debian-jdk17' ? '/usr/bin/java' : '/opt/java/bin/java'
}

async function compiled(): Promise<string> {
  const jdk = findJdk()
  if (jdk === undefined) throw new Error('no JDK on this machine')
  return cachedDirectory('matrix', `11\0${readFileSync(source, 'utf8')}`, async (into) => {
    await run(`${jdk.home}/bin/javac`, '--release', '11', '-d', into, source)
    await chmod(into, 0o755)
  })
}

/** The library with its usual file name. */
async function otherProfiler(): Promise<string> {
  const library = await asyncProfilerForTests()
  return cachedDirectory('other-profiler', library, async (into) => {
    await copyFile(library, `${into}/libasyncProfiler.so`)
    await chmod(into, 0o755)
  })
}
