/**
 * Containers of our own: makes one, speaks with it over its standard streams, and makes sure that it is gone in the
 * end.
 */
import type { Duplex } from 'node:stream'
import type Dockerode from 'dockerode'
import { z } from 'zod'
import { isProblem, Problem } from '../../errors.ts'
import { connectDocker, usualDockerHost } from './connection.ts'
import { nullIfNotFound, statusOf, translateDocker } from './docker-problem.ts'
import { demuxDocker } from './output-streams.ts'

export type DockerHelpers = ReturnType<typeof createDockerHelpers>

export interface DaemonFacts {
  readonly version: string
  readonly kernel: string
  /** The same text as `uname -m`. */
  readonly architecture: string
  /** `seccomp`, `apparmor`, `userns`, `rootless` ... */
  readonly security: readonly string[]
}

export interface HelperImage {
  readonly id: string
  readonly labels: Readonly<Record<string, string>>
}

export interface LabelledContainer {
  readonly id: string
  readonly labels: Readonly<Record<string, string>>
}

export interface HelperContainer {
  readonly id: string
  /** Waits until the pipe takes it. Writing to a container that has ended does nothing. */
  write(text: string): Promise<void>
  /**
   * Its standard output, which ends with it. Throws: Problem `docker-unreachable` when the connection breaks.
   */
  readonly stdout: AsyncGenerator<Buffer>
  /** Gives the end of its standard error so far. */
  stderr(): string
  /** Its exit code once the engine has removed it, 137 after SIGKILL; null when it is unknown. Never rejects. */
  readonly ended: Promise<number | null>
  /** Waits `graceMs` for its own end, then kills it. Resolves when it is gone. Never rejects. */
  end(graceMs: number): Promise<void>
}

/** How long an answer of Docker about a helper container may take, and the end of one after its removal. */
const helperAnswerTimeoutMs = 20_000
/** How long Docker may take to create a helper container, and to start it, on a busy machine. */
const helperStartTimeoutMs = 60_000

const infoSchema = z.object({
  ServerVersion: z.string(),
  KernelVersion: z.string(),
  Architecture: z.string(),
  SecurityOptions: z.array(z.string()).nullish(),
})
const listSchema = z.array(z.object({ Id: z.string(), Labels: z.record(z.string(), z.string()).nullish() }))
const waitSchema = z.object({ StatusCode: z.number() })

/** `dockerHost` as in DOCKER_HOST. */
export function createDockerHelpers(dockerHost: string | undefined) {
  const socket = dockerHost ?? usualDockerHost
  let engine: Dockerode | undefined

  async function ask<T>(question: (engine: Dockerode) => Promise<T>, timeoutMs = helperAnswerTimeoutMs): Promise<T> {
    try {
      return await within(question((engine ??= connectDocker(dockerHost))), timeoutMs)
    } catch (error) {
      throw translateDocker(error, socket, timeoutMs)
    }
  }

  async function remove(containerId: string): Promise<void> {
    await ask((engine) => engine.getContainer(containerId).remove({ force: true }).catch(ignoreGone))
  }

  return {
    socket,
    /** Describes the engine and its host. Throws: Problem `docker-unreachable`. */
    daemon: () =>
      ask(async (engine) => {
        const info = infoSchema.parse(await engine.info())
        return {
          version: info.ServerVersion,
          kernel: info.KernelVersion,
          architecture: info.Architecture,
          security: (info.SecurityOptions ?? []).map((text) => /^name=([^,]+)/.exec(text)?.[1] ?? text),
        }
      }),
    /** null when the engine has no such image. Throws: Problem `docker-unreachable`. */
    image: (reference: string) =>
      ask(async (engine) => {
        const image = await nullIfNotFound(engine.getImage(reference).inspect())
        return image && { id: image.Id, labels: image.Config.Labels ?? {} }
      }),
    /**
     * Creates it, listens to it, then starts it, so that none of its output is lost. Throws: Problem
     * `docker-unreachable`, also for a refusal (`refusalOf`); the signal's reason. Then no container is left.
     */
    async start(options: Dockerode.ContainerCreateOptions, signal: AbortSignal): Promise<HelperContainer> {
      signal.throwIfAborted()
      const container = await ask((engine) => engine.createContainer(options), helperStartTimeoutMs)
      try {
        const running = await listenAndStart(container)
        signal.throwIfAborted()
        return running
      } catch (error) {
        await remove(container.id)
        throw error
      }
    },
    /** All containers with this label, ended ones too. Throws: Problem `docker-unreachable`. */
    list: (label: string) =>
      ask(async (engine) => {
        const listed = listSchema.parse(await engine.listContainers({ all: true, filters: { label: [label] } }))
        return listed.map(({ Id, Labels }) => ({ id: Id, labels: Labels ?? {} }))
      }),
    /** Kills and removes it; nothing happens when it is gone. Throws: Problem `docker-unreachable`. */
    remove,
    /** The host PID of its first process; null when it does not run. Throws: Problem `docker-unreachable`. */
    firstPid: (containerId: string) =>
      ask(async (engine) => {
        const container = await nullIfNotFound(engine.getContainer(containerId).inspect())
        return container && container.State.Pid > 0 ? container.State.Pid : null
      }),
  }

  async function listenAndStart(container: Dockerode.Container): Promise<HelperContainer> {
    const stream = await ask(
      (): Promise<Duplex> =>
        container.attach({ stream: true, hijack: true, stdin: true, stdout: true, stderr: true }) as Promise<Duplex>,
    )
    // A reader gets the failure; without one it is dropped.
    stream.on('error', () => {})
    try {
      // Before the start, or one that ends at once would never be heard of.
      const removed: Promise<unknown> = container.wait({ condition: 'removed' })
      const ended = removed.then(
        (answer) => waitSchema.safeParse(answer).data?.StatusCode ?? null,
        () => null, // the engine went away: the reader of its output learns that
      )
      await ask(() => container.start(), helperStartTimeoutMs)
      return wrapContainer(container.id, stream, ended)
    } catch (error) {
      stream.destroy()
      throw error
    }
  }

  function wrapContainer(id: string, stream: Duplex, ended: Promise<number | null>): HelperContainer {
    const output = demuxDocker(stream)
    return {
      id,
      async write(text) {
        if (stream.destroyed || stream.writableEnded) return
        if (stream.write(text)) return
        await new Promise<void>((resolve) => {
          stream.once('drain', resolve).once('close', resolve)
        })
      },
      stdout: translated(output.stdout, socket),
      stderr: () => output.stderr(),
      ended,
      async end(graceMs) {
        const isGone = await settlesWithin(ended, graceMs)
        if (!isGone) {
          await remove(id).catch(ignoreProblem)
          await settlesWithin(ended, helperAnswerTimeoutMs)
        }
        stream.destroy()
      },
    }
  }
}

async function* translated(chunks: AsyncIterable<Buffer>, socket: string): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch (error) {
    throw translateDocker(error, socket, helperAnswerTimeoutMs)
  }
}

/** dockerode's own abort signal ends the answer's stream too, which is to live on. */
async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('no answer', 'TimeoutError')), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** `promise` never rejects. */
const settlesWithin = (promise: Promise<unknown>, ms: number): Promise<boolean> =>
  within(promise, ms).then(
    () => true,
    () => false,
  )

/** It ends by itself when our connection does, and the sweep looks after it. */
function ignoreProblem(error: unknown): void {
  if (!isProblem(error)) throw error
}

/** 409: it is being removed already. */
function ignoreGone(error: unknown): void {
  const status = statusOf(error)
  if (status !== 404 && status !== 409) throw error
}

/** Gives the reason for which an engine refused a request, in its own words; null for any other error. */
export function refusalOf(error: unknown): string | null {
  if (!isProblem(error) || !(error instanceof Problem) || statusOf(error.cause) === undefined) return null
  return (error.cause as Error).message.replace(/^\(HTTP code \d+\) [\w ]+ - /, '').trim()
}
