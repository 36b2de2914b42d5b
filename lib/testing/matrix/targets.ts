/** The containers in which every engine is tried: how people really run Java, each in the way of another engine. */
import { fileURLToPath } from 'node:url'
import { cachedDirectory } from '../../../examples/images/cache.ts'
import { run } from '../../../examples/images/run.ts'
import { readFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { findJdk } from '../../host/jvm/jdk.ts'
import { type ContainerOptions, runContainer, type TestContainer, type TestImage } from '../hosts/containers.ts'
import { waitUntil } from '../wait-until.ts'

export const matrixTargets = {
  'Debian, a user of its own': { image: 'debian-jdk17', usualCapabilities: true },
  'FROM scratch, linked runtime, no shell': { image: 'scratch-jdk25' },
  'cap-drop=ALL, no-new-privileges': { image: 'debian-jdk17', noNewPrivileges: true },
  'read-only root, noexec tmpfs on /tmp': { image: 'debian-jdk17', readOnly: true, tmpfs: { '/tmp': 'rw,noexec' } },
  'read-only root, no /tmp': { image: 'debian-jdk17', readOnly: true },
  'JDK 17': { image: 'debian-jdk17' },
  'JDK 25': { image: 'debian-jdk25' },
  '-XX:+DisableAttachMechanism': { image: 'debian-jdk17', javaOptions: ['-XX:+DisableAttachMechanism'] },
  '-XX:-EnableDynamicAgentLoading': { image: 'debian-jdk25', javaOptions: ['-XX:-EnableDynamicAgentLoading'] },
} as const satisfies Record<string, ContainerOptions>
export type MatrixTargetName = keyof typeof matrixTargets

const source = fileURLToPath(new URL('../../../examples/matrix/Matrix.java', import.meta.url))
const mountPoint = '/opt/matrix'

/** What every one of them is started with: nothing inlined, so that engines that cannot see it miss nothing. */
const javaOptions = [
  '-XX:+PreserveFramePointer',
  '-Xmx64m',
  '-XX:+UseG1GC', // has polls inside of counted loops: without them JFR cannot tell where it is in one
  '-XX:CompileCommand=quiet',
  '-XX:CompileCommand=dontinline,Matrix::*',
]

/** Starts it and waits until it listens. `more` are further options of the JVM. */
export async function runMatrixTarget(name: MatrixTargetName, more: readonly string[] = []): Promise<TestContainer> {
  const { javaOptions: own = [], ...options }: ContainerOptions = matrixTargets[name]
  const java = [javaOf(options.image), ...javaOptions, ...own, ...more, '-cp', mountPoint, 'Matrix']
  const container = await runContainer({
    ...options,
    // As most images do it, a shell stands before the JVM, where there is one.
    command: options.image.startsWith('debian') ? ['/bin/sh', '-c', `${java.join(' ')} & wait $!`] : java,
    mounts: { [await compiled()]: mountPoint },
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
  return cachedDirectory('matrix', readFileSync(source, 'utf8'), async (into) => {
    await run(`${jdk.home}/bin/javac`, '--release', '17', '-d', into, source)
    await chmod(into, 0o755)
  })
}
