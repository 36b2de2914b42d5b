/** Asks the Docker engine, through dockerode, for its containers, their images and their events. Only reads. */
import type Dockerode from 'dockerode'
import { z } from 'zod'
import type { Container } from '../../contract/target.ts'
import { readLines } from '../../framing/lines.ts'
import { maskValue } from '../../jvm/mask-secrets.ts'
import { connectDocker, usualDockerHost } from './connection.ts'
import { nullIfNotFound, translateDocker } from './docker-problem.ts'

/** Labels of a container that are kept, and characters of the name and of the value of one. */
const mostLabelsKept = 200
const longestLabelName = 256
const longestLabelValue = 2048

export type Docker = ReturnType<typeof createDocker>

export interface ContainerEvent {
  readonly containerId: string
  /** `start`, `die`, `kill`, `oom` ... */
  readonly action: string
  /** null unless the action is `die`. */
  readonly exitCode: number | null
  /** The signal that was sent through the engine; null unless the action is `kill`. */
  readonly signal: number | null
}

/** How long an answer of Docker about its containers may take. */
const dockerAnswerTimeoutMs = 10_000
const events = ['create', 'start', 'die', 'destroy', 'pause', 'unpause', 'restart', 'rename', 'update', 'oom', 'kill']

const idSchema = z.string().regex(/^[0-9a-f]{64}$/)
const listSchema = z.array(z.object({ Id: idSchema }))
const eventSchema = z.object({
  Action: z.string(),
  Actor: z.object({
    ID: idSchema,
    Attributes: z.object({ exitCode: z.coerce.number().optional(), signal: z.coerce.number().optional() }).optional(),
  }),
})
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
export function createDocker(dockerHost: string | undefined) {
  const socket = dockerHost ?? usualDockerHost
  /** A cache of the digests of images; all are forgotten when there are more than 1,000. */
  const imageDigests = new Map<string, string>()
  let engine: Dockerode | undefined

  async function ask<T>(question: (engine: Dockerode, abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await question((engine ??= connectDocker(dockerHost)), AbortSignal.timeout(dockerAnswerTimeoutMs))
    } catch (error) {
      throw translateDocker(error, socket, dockerAnswerTimeoutMs)
    }
  }

  async function digestOf(image: string): Promise<string> {
    const cached = imageDigests.get(image)
    if (cached !== undefined) return cached
    const details = await nullIfNotFound(
      ask(async (engine) => imageSchema.parse(await engine.getImage(image).inspect())),
    )
    // An image that was built here was never in a registry: its own id is as exact.
    const digest = details?.RepoDigests?.[0]?.split('@')[1] ?? image
    if (imageDigests.size > 1000) imageDigests.clear()
    imageDigests.set(image, digest)
    return digest
  }

  return {
    /** Where it listens, for people. */
    socket,
    /** Ids of the containers that run, paused ones too. Throws: Problem `docker-unreachable`. */
    listRunning: () =>
      ask(async (engine, abortSignal) => {
        const containers = listSchema.parse(await engine.listContainers({ abortSignal }))
        return containers.map(({ Id }) => Id)
      }),
    /** null when there is no such container any more. Throws: Problem `docker-unreachable`. */
    async describe(containerId: string): Promise<Container | null> {
      const question = ask(async (engine, abortSignal) =>
        inspectSchema.parse(await engine.getContainer(containerId).inspect({ abortSignal })),
      )
      const details = await nullIfNotFound(question)
      return details && containerOf(details, await digestOf(details.Image))
    },
    /**
     * Calls `onEvent` for everything that changes a container, `onOpen` once the engine listens to us. Ends when the
     * engine closes the stream. Throws: Problem `docker-unreachable`; the signal's reason.
     */
    async followEvents(onOpen: () => void, onEvent: (event: ContainerEvent) => void, signal: AbortSignal) {
      try {
        const filters = { type: ['container'], event: events }
        engine ??= connectDocker(dockerHost)
        const stream = await engine.getEvents({ filters, abortSignal: signal } as Dockerode.GetEventsOptions)
        onOpen()
        for await (const line of readLines(stream as AsyncIterable<Buffer>, {
          maxCharacters: 2 ** 20,
          dropsLong: true,
        })) {
          const event = eventSchema.safeParse(parseJson(line))
          if (!event.success) continue
          const { ID: containerId, Attributes: { exitCode = null, signal: sent = null } = {} } = event.data.Actor
          onEvent({ containerId, action: event.data.Action, exitCode, signal: sent })
        }
      } catch (error) {
        signal.throwIfAborted()
        throw translateDocker(error, socket, dockerAnswerTimeoutMs)
      }
    },
  }
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
    workload: null,
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

/** The author of the image wrote them: not endless, and no secrets. */
function maskLabels(labels: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(labels).slice(0, mostLabelsKept)
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name.slice(0, longestLabelName),
      maskValue(name, value.slice(0, longestLabelValue)),
    ]),
  )
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null // a line that was cut when the engine stopped; the list is read again then
  }
}
