/** Programs that people run, under load: engines are tried on them as on the planted one. In the full tier only. */
import { spawn } from 'node:child_process'
import Docker from 'dockerode'
import { ensureDebianImage, type JavaProgram } from '../../../examples/images/debian-base.ts'
import { cassandra, clinic } from '../../../examples/images/maven-programs.ts'
import { CannotFetch } from '../../../examples/images/run.ts'
import { waitUntil } from '../wait-until.ts'
import { type ContainerOptions, runContainer, type TestContainer } from '../hosts/containers.ts'

interface RealProgram {
  readonly program: JavaProgram
  /** Frames of its code, and of libraries that are all that is left of a stack without frame pointers, begin so. */
  readonly code: readonly string[]
  readonly port: number
  readonly container: Omit<ContainerOptions, 'image'>
  /** What this machine runs in the container's network, as a load, and what the log has from then on. */
  readonly load?: { readonly command: readonly string[]; readonly logs: string }
}

const cassandraLoad = 'java -Xmx64m -cp "/opt/cassandra/cassandra.jar:/opt/cassandra/lib/*" load.Load'

export const realPrograms = {
  cassandra: {
    program: cassandra,
    code: ['org.apache.cassandra.'],
    port: 9042,
    container: {
      command: ['/bin/sh', '-c', `java ${commandOf(cassandra)} & ${cassandraLoad} & wait`],
      tmpfs: { '/var/lib/cassandra': 'rw,exec,mode=1777' },
      memoryBytes: 2 ** 30,
      serves: 'load runs',
    },
  },
  clinic: {
    program: clinic,
    code: ['clinic.', 'org.', 'com.'],
    port: 8080,
    container: { memoryBytes: 768 * 2 ** 20, serves: 'Started Clinic' },
    load: {
      command: [new URL('../../../examples/clinic/load.ts', import.meta.url).pathname, 'http://127.0.0.1:8080', '3600'],
      logs: 'Completed initialization',
    },
  },
} as const satisfies Record<string, RealProgram>
export type RealProgramName = keyof typeof realPrograms

function commandOf({ options, command }: JavaProgram): string {
  return [...options, ...command].map((part) => `"${part}"`).join(' ')
}

const referenceOf = (name: RealProgramName) => `hearth-test/${name}-jdk17:latest` as const

/** Makes its image; false when its parts cannot be fetched. */
export async function canRunRealProgram(name: RealProgramName): Promise<boolean> {
  const report = (step: string): void => void process.stderr.write(`${step}\n`)
  try {
    await ensureDebianImage(new Docker(), 17, referenceOf(name), report, realPrograms[name].program)
    return true
  } catch (error) {
    if (!(error instanceof CannotFetch)) throw error
    report(`without ${name}: ${error.message}`)
    return false
  }
}

/** Starts it, and its load, which ends with it. */
export async function runRealProgram(name: RealProgramName): Promise<TestContainer> {
  const { container: options, load }: RealProgram = realPrograms[name]
  const container = await runContainer({ ...options, image: referenceOf(name), cpus: 2 })
  const inNetwork = ['--target', `${await container.hostPid()}`, '--net', process.execPath]
  const child = load && spawn('nsenter', [...inNetwork, ...load.command], { stdio: 'inherit' })
  const stop = async (): Promise<void> => {
    child?.kill()
    await container.stop()
  }
  try {
    await waitUntil('it is under load', async () => (await container.logs()).includes(load?.logs ?? ''), 60_000)
  } catch (error) {
    await stop()
    throw error
  }
  return { ...container, stop, [Symbol.asyncDispose]: stop }
}
