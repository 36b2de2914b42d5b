/** The Docker engine, asked through dockerode: which containers run, what they are, what happens to them. Only reads. */
import Dockerode from 'dockerode'
import { z } from 'zod'
import { type Container } from '../contract.ts'
import { isProblem, Problem } from '../errors.ts'
import { maskValue } from '../jvm/secrets.ts'
import { errnoOf } from './errno.ts'

export interface Docker {
  /** Where it listens, for people. */
  readonly socket: string
  /** Ids of the containers that run, paused ones too. Throws: Problem `docker-unreachable`. */
  listRunning(): Promise<string[]>
  /** null when there is no such container any more. Throws: Problem `docker-unreachable`. */
  describe(containerId: string): Promise<Container | null>
  /**
   * Calls `onEvent` with the container's id for everything that changes one, `onOpen` once the engine listens to us.
   * Ends when the engine closes the stream. Throws: Problem `docker-unreachable`; the signal's reason.
   */
  followEvents(onOpen: () => void, onEvent: (containerId: string) => void, signal: AbortSignal): Promise<void>
}

const answerTimeoutMs = 10_000
const events = ['create', 'start', 'die', 'destroy', 'pause', 'unpause', 'restart', 'rename', 'update', 'oom']

const idSchema = z.string().regex(/^[0-9a-f]{64}$/)
const listSchema = z.array(z.object({ Id: idSchema }))
const eventSchema = z.object({ Actor: z.object({ ID: idSchema }) })
const inspectSchema = z.object({
  Id: idSchema,
  Name: z.string(),
  Image: z.string(),
  Config: z.object({ Image: z.string(), Labels: z.record(z.string(), z.string()).nullish() }),
  State: z.object({ Status: z.string() }),
  HostConfig: z.object({
    Memory: z.number().nullish(),
    NanoCpus: z.number().nullish(),
    CpuQuota: z.number().nullish(),
    CpuPeriod: z.number().nullish(),
    ReadonlyRootfs: z.boolean().nullish(),
  }),
})
const imageSchema = z.object({ RepoDigests: z.array(z.string()).nullish() })

/** `dockerHost` as in DOCKER_HOST; `/var/run/docker.sock` without one. */
export function createDocker(dockerHost: string | undefined): Docker {
  const socket = dockerHost ?? 'unix:///var/run/docker.sock'
  const imageDigests = new Map<string, string>()
  let engine: Dockerode | undefined

  async function ask<T>(question: (engine: Dockerode, abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await question((engine ??= connect(socket)), AbortSignal.timeout(answerTimeoutMs))
    } catch (error) {
      throw translate(error, socket)
    }
  }

  async function digestOf(image: string): Promise<string> {
    const known = imageDigests.get(image)
    if (known !== undefined) return known
    const details = await orNull(ask(async (engine) => imageSchema.parse(await engine.getImage(image).inspect())))
    // An image that was built here was never in a registry: its own id is as exact.
    const digest = details?.RepoDigests?.[0]?.split('@')[1] ?? image
    if (imageDigests.size > 1000) imageDigests.clear()
    imageDigests.set(image, digest)
    return digest
  }

  return {
    socket,
    listRunning: () =>
      ask(async (engine, abortSignal) => {
        const containers = listSchema.parse(await engine.listContainers({ abortSignal }))
        return containers.map(({ Id }) => Id)
      }),
    async describe(containerId) {
      const question = ask(async (engine, abortSignal) =>
        inspectSchema.parse(await engine.getContainer(containerId).inspect({ abortSignal })),
      )
      const details = await orNull(question)
      return details && containerOf(details, await digestOf(details.Image))
    },
    async followEvents(onOpen, onEvent, signal) {
      try {
        const filters = { type: ['container'], event: events }
        engine ??= connect(socket)
        const stream = await engine.getEvents({ filters, abortSignal: signal } as Dockerode.GetEventsOptions)
        onOpen()
        for await (const line of linesOf(stream as AsyncIterable<Buffer>)) {
          const event = eventSchema.safeParse(parseJson(line))
          if (event.success) onEvent(event.data.Actor.ID)
        }
      } catch (error) {
        signal.throwIfAborted()
        throw translate(error, socket)
      }
    },
  }
}

function connect(socket: string): Dockerode {
  if (socket.startsWith('unix://')) return new Dockerode({ socketPath: socket.slice('unix://'.length) })
  const url = URL.canParse(socket) ? new URL(socket) : null
  if (url?.protocol === 'tcp:' || url?.protocol === 'http:') {
    return new Dockerode({ protocol: 'http', host: url.hostname, port: url.port || 2375 })
  }
  throw new Problem('docker-unreachable', { socket, reason: 'only unix:// and tcp:// addresses are understood' })
}

function containerOf(details: z.infer<typeof inspectSchema>, imageDigest: string): Container {
  const { HostConfig: host, Config: config } = details
  const labels = maskLabels(config.Labels ?? {})
  const byQuota = (host.CpuQuota ?? 0) > 0 ? host.CpuQuota! / (host.CpuPeriod || 100_000) : null
  return {
    id: details.Id,
    name: details.Name.replace(/^\//, ''),
    image: config.Image,
    imageDigest,
    labels,
    composeProject: labels['com.docker.compose.project'] ?? null,
    composeService: labels['com.docker.compose.service'] ?? null,
    state: stateOf(details.State.Status),
    memoryLimitBytes: host.Memory || null,
    cpuLimit: host.NanoCpus ? host.NanoCpus / 1e9 : byQuota,
    readOnlyRoot: host.ReadonlyRootfs ?? false,
  }
}

function stateOf(status: string): Container['state'] {
  return status === 'running' || status === 'paused' || status === 'restarting' ? status : 'unknown'
}

/** Whoever built the image wrote them: not endless, and no secrets. */
function maskLabels(labels: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(labels).slice(0, 200)
  return Object.fromEntries(kept.map(([name, value]) => [name.slice(0, 256), maskValue(name, value.slice(0, 2048))]))
}

/** A container or image that went away between the list and the question. */
async function orNull<T>(question: Promise<T>): Promise<T | null> {
  try {
    return await question
  } catch (error) {
    if (isProblem(error) && statusOf(error.cause) === 404) return null
    throw error
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such socket',
  ECONNREFUSED: 'nobody listens there',
  EACCES: 'our user may not open it',
  ECONNRESET: 'it closed the connection',
}

function translate(error: unknown, socket: string): unknown {
  if (isProblem(error)) return error
  if (error instanceof z.ZodError) {
    return new Problem(
      'docker-unreachable',
      { socket, reason: 'what answers there is no Docker engine' },
      { cause: error },
    )
  }
  if (!(error instanceof Error)) return error
  const isTimeout = error.name === 'TimeoutError' || error.name === 'AbortError'
  const reason = isTimeout ? `no answer in ${answerTimeoutMs / 1000} s` : (reasons[errnoOf(error)] ?? error.message)
  return new Problem('docker-unreachable', { socket, reason }, { cause: error })
}

/** Not node:readline, which tells nobody that its input broke. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString('utf8')).split('\n')
    rest = lines.pop()!.slice(0, 2 ** 20)
    yield* lines
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null // a line that was cut when the engine stopped; the list is read again then
  }
}
