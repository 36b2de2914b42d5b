/** Real containers with real JVMs for tests: the demo service on images that are made here, never pulled. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import Docker from 'dockerode'
import { ensureDebianImage } from '../../../examples/images/debian-base.ts'
import { findJdk } from '../../host/jvm/jdk.ts'
import { ensureScratchImage, shopCommand, shopOptions } from '../../../examples/images/scratch-image.ts'
import { waitUntil } from '../wait-until.ts'

/**
 * scratch: nothing but a linked Java runtime, and what agents need; user 65532 without a passwd entry; the JVM is PID
 * 1. bare: the same without what agents need. debian: a shell is PID 1 and the JVM its child; user shop (10001); Java
 * 17 is the distribution's package.
 */
export type TestImage = `${'scratch' | 'bare' | 'debian'}-jdk${number}`

/** An image that is there already. */
type Reference = `${string}:${string}`

export interface ContainerOptions {
  readonly image: TestImage | Reference
  /** Added to the JVM's own, later ones win: `-XX:-PreserveFramePointer`. */
  readonly javaOptions?: readonly string[]
  /** Replaces the whole command line of the image. */
  readonly command?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly user?: string
  readonly readOnly?: boolean
  /** Mount point to options: `{ '/tmp': 'noexec' }`. */
  readonly tmpfs?: Readonly<Record<string, string>>
  /** Directory of this machine to mount point, read-only. */
  readonly mounts?: Readonly<Record<string, string>>
  /** As `mounts`, writable: for containers that share a directory. */
  readonly writableMounts?: Readonly<Record<string, string>>
  /** Docker's usual capabilities instead of none. */
  readonly usualCapabilities?: boolean
  readonly noNewPrivileges?: boolean
  readonly labels?: Readonly<Record<string, string>>
  readonly memoryBytes?: number
  readonly cpus?: number
  readonly name?: string
  /** A network that it joins under its name, instead of none. */
  readonly network?: string
  /** A port in it that this machine reaches too, see localPort(). */
  readonly port?: number
  /** Its log has this text when it serves: the shop's own by default, nothing where it has a command of its own. */
  readonly serves?: string
  /** Another engine than the usual one. */
  readonly docker?: Docker
}

export interface TestContainer {
  readonly id: string
  readonly name: string
  /** Of the container's PID 1, as the host sees it; changes on restart. */
  hostPid(): Promise<number>
  /** Host PIDs of the JVMs in it, PID 1 first. */
  jvmPids(): Promise<number[]>
  /** On this machine's loopback, of the port that it was started with. */
  localPort(): Promise<number>
  logs(): Promise<string>
  /** What it has printed since `logs()` gave `before`. Throws: an Error when it is another log. */
  newLogs(before: string): Promise<string>
  /** Runs a program in it and gives what it printed, both streams. */
  exec(command: readonly string[], user?: string): Promise<string>
  pause(): Promise<void>
  unpause(): Promise<void>
  /** Kills it and starts it again. */
  restart(): Promise<void>
  kill(): Promise<void>
  /** Kills it and removes it; again does nothing. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const testLabel = 'hearth.test'
/** One run of `npm test` with all its processes. */
const runLabel = 'hearth.test.run'
const run = process.env.HEARTH_TEST_RUN ?? ''
const usualDocker = new Docker()

/**
 * `npm test` has made every image of the usual engine (build-images.ts): looking at what goes into one takes a second.
 */
export const areImagesMade = process.env['HEARTH_TEST_IMAGES'] === 'made'

/** Makes the image when its contents changed, and gives its reference. */
export async function ensureImage(image: TestImage | Reference, docker = usualDocker): Promise<string> {
  if (isReference(image)) return image
  const [base, feature] = parseImage(image)
  const reference = `hearth-test/${image}:latest`
  if (areImagesMade && docker === usualDocker) return reference
  const report = (step: string): void => void process.stderr.write(`${step}\n`)
  if (base === 'debian') {
    await ensureDebianImage(docker, feature, reference, report)
  } else {
    const jdk = findJdk(feature)
    if (jdk === undefined) throw new Error(`no JDK ${feature} on this machine`)
    await ensureScratchImage(docker, jdk, reference, report, base === 'scratch')
  }
  return reference
}

/** Starts a container and waits until its JVM serves (or, with a command of its own, until PID 1 runs). */
export async function runContainer(options: ContainerOptions): Promise<TestContainer> {
  const docker = options.docker ?? usualDocker
  await sweepOldContainers(docker)
  const image = await ensureImage(options.image, docker)
  const name = options.name ?? `hearth-test-${randomBytes(4).toString('hex')}`
  const created = await docker.createContainer({
    name,
    Image: image,
    ...commandOf(options),
    // Docker publishes only what is exposed, and not every image says so.
    ...(options.port !== undefined && { ExposedPorts: { [`${options.port}/tcp`]: {} } }),
    Env: Object.entries({ SHOP_SELF_LOAD: '2', ...options.env }).map(([key, value]) => `${key}=${value}`),
    ...(options.user !== undefined && { User: options.user }),
    Labels: { [testLabel]: String(process.pid), [runLabel]: run, ...options.labels },
    HostConfig: {
      NetworkMode: options.network ?? 'none', // the shop's customers live in it and come over its own loopback
      ...(options.port !== undefined && { PortBindings: { [`${options.port}/tcp`]: [{ HostIp: '127.0.0.1' }] } }),
      ReadonlyRootfs: options.readOnly ?? false,
      Tmpfs: { ...options.tmpfs },
      Memory: options.memoryBytes ?? 256 * 2 ** 20,
      NanoCpus: (options.cpus ?? 1) * 1e9,
      Binds: [
        ...Object.entries(options.mounts ?? {}).map(([from, to]) => `${from}:${to}:ro`),
        ...Object.entries(options.writableMounts ?? {}).map(([from, to]) => `${from}:${to}`),
      ],
      ...(options.usualCapabilities === true ? {} : { CapDrop: ['ALL'] }),
      ...(options.noNewPrivileges === true ? { SecurityOpt: ['no-new-privileges'] } : {}),
      RestartPolicy: { Name: 'no' },
    },
  })
  const container = wrapContainer(created, name)
  try {
    await created.start()
    const serves = options.serves ?? (options.command === undefined ? 'shop listens' : '')
    const deadlineMs = options.serves === undefined ? 30_000 : 180_000
    await waitUntil(
      `${name} serves`,
      async () => serves === '' || (await container.logs()).includes(serves),
      deadlineMs,
    )
    return container
  } catch (error) {
    const logs = await container.logs()
    await container.stop()
    throw new Error(`container ${name} did not start; it said: ${logs}`, { cause: error })
  }
}

function commandOf({ image, command, javaOptions = [] }: ContainerOptions): Docker.ContainerCreateOptions {
  if (command !== undefined) return { Entrypoint: [...command] }
  if (isReference(image) || parseImage(image)[0] === 'debian') return { Cmd: [...javaOptions] }
  return { Entrypoint: ['/opt/java/bin/java', ...shopOptions, ...javaOptions, ...shopCommand] }
}

function wrapContainer(container: Docker.Container, name: string): TestContainer {
  const hostPid = async (): Promise<number> => (await container.inspect()).State.Pid
  const logs = async (): Promise<string> => plainText(await container.logs({ stdout: true, stderr: true }))
  const stop = async (): Promise<void> => {
    await container.remove({ force: true }).catch(ignoreGone)
  }
  return {
    id: container.id,
    name,
    hostPid,
    stop,
    [Symbol.asyncDispose]: stop,
    jvmPids: async () => {
      const { Processes } = (await container.top({ ps_args: '-eo pid' })) as { Processes: string[][] }
      return Processes.map(([pid]) => Number(pid)).filter(hasJvm)
    },
    localPort: async () => {
      const [bound] = Object.values((await container.inspect()).NetworkSettings.Ports).flat()
      return Number(bound!.HostPort)
    },
    logs,
    newLogs: async (before) => {
      const now = await logs()
      if (!now.startsWith(before)) throw new Error(`what ${name} had printed is gone; it says now: ${now}`)
      return now.slice(before.length)
    },
    exec: async (command, user) => {
      const execution = await container.exec({ Cmd: [...command], User: user, AttachStdout: true, AttachStderr: true })
      const chunks: Buffer[] = []
      for await (const chunk of await execution.start({})) chunks.push(chunk as Buffer)
      return plainText(Buffer.concat(chunks))
    },
    pause: () => pauseContainer(container),
    unpause: async () => void (await container.unpause()),
    restart: async () => void (await container.restart({ t: 0 })),
    kill: async () => void (await container.kill()),
  }
}

/** A network for `ContainerOptions.network`; it goes when its containers have gone. */
export async function createNetwork(): Promise<AsyncDisposable & { readonly name: string }> {
  for (const { Id, Labels } of await usualDocker.listNetworks({ filters: { label: [testLabel] } }))
    if (isLeft(Labels ?? {})) await usualDocker.getNetwork(Id).remove()
  const name = `hearth-test-${randomBytes(4).toString('hex')}`
  const network = await usualDocker.createNetwork({ Name: name, Labels: { [testLabel]: String(process.pid) } })
  return { name, [Symbol.asyncDispose]: async () => void (await network.remove()) }
}

/** runc sometimes fails to freeze a busy container at the first try. */
async function pauseContainer(container: Docker.Container): Promise<void> {
  await waitUntil('it is paused', async () => {
    await container.pause()
    return true
  })
}

/** Removes what test processes that are gone left behind; those of living ones stay. */
async function sweepOldContainers(docker: Docker): Promise<void> {
  await removeContainers(docker, isLeft)
}

function isLeft({ [testLabel]: owner = '' }: Record<string, string>): boolean {
  return /^\d+$/.test(owner) && !existsSync(`/proc/${owner}`)
}

/** Removes every container of this run, when it is over. */
export async function sweepRun(): Promise<void> {
  await removeContainers(usualDocker, (labels) => run !== '' && labels[runLabel] === run)
}

async function removeContainers(docker: Docker, isOver: (labels: Record<string, string>) => boolean): Promise<void> {
  const containers = await docker.listContainers({ all: true, filters: { label: [testLabel] } })
  const left = containers.filter(({ Labels }) => isOver(Labels))
  await Promise.all(left.map(({ Id }) => docker.getContainer(Id).remove({ force: true }).catch(ignoreGone)))
}

function isReference(image: TestImage | Reference): image is Reference {
  return image.includes(':')
}

function parseImage(image: TestImage): [string, number] {
  const [base, jdk] = image.split('-') as [string, string]
  return [base, Number(jdk.replace('jdk', ''))]
}

function hasJvm(hostPid: number): boolean {
  try {
    return readFileSync(`/proc/${hostPid}/maps`, 'utf8').includes('/libjvm.so')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false // it ended meanwhile
    throw error
  }
}

/** Docker puts 8 bytes before each piece of output: the stream's number and the length. */
function plainText(framed: Buffer): string {
  let text = ''
  for (let at = 0; at + 8 <= framed.length;) {
    const length = framed.readUInt32BE(at + 4)
    text += framed.toString('utf8', at + 8, at + 8 + length)
    at += 8 + length
  }
  return text
}

/** 404: it is gone; 409: another removes it. */
function ignoreGone(error: { statusCode?: number }): void {
  if (error.statusCode !== 404 && error.statusCode !== 409) throw error as Error
}
