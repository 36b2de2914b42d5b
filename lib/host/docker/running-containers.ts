/** The running containers, kept up to date by the engine's events; an engine that is away is a state, not a failure. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Container } from '../../contract/target.ts'
import { onProblem, type Problem } from '../../errors.ts'
import { createListeners } from '../listeners.ts'
import type { ContainerEvent, Docker } from './docker-client.ts'

export interface DockerContainers {
  /** Again does nothing. */
  start(): void
  stop(): Promise<void>
  get(containerId: string): Container | undefined
  list(): Container[]
  /**
   * Asks for the first of these that the engine knows, unless one is known already: for a process seen before its
   * event.
   */
  learn(containerIds: readonly string[]): Promise<void>
  /** `ok` is false with `problem` null only until the engine was asked for the first time. */
  state(): { ok: boolean; problem: Problem | null }
  /** After each change of one container, or of the engine's state (then with null). */
  onChange(listener: (containerId: string | null) => void): () => void
  /** Each event of the engine, before the container is looked at again. */
  onEvent(listener: (event: ContainerEvent) => void): () => void
  /** Resolves once the engine has answered, or has been found unreachable. */
  readonly settled: Promise<void>
}

/** An engine that stopped answering without closing its stream is noticed by this. */
const probeIntervalMs = 10_000
/** Containers that Docker is asked about at the same time; the others wait. */
const inspectsAtOnce = 8
/** Before a retry to follow the events of the Docker engine. */
const dockerEventsRetryMs = 1000

export function followContainers(docker: Docker): DockerContainers {
  const containers = new Map<string, Container>()
  const changes = createListeners<string | null>()
  const events = createListeners<ContainerEvent>()
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>()
  const stopping = new AbortController()
  let state: { ok: boolean; problem: Problem | null } = { ok: false, problem: null }
  let running: Promise<void> | null = null

  function setState(ok: boolean, problem: Problem | null): void {
    const changed = state.ok !== ok || state.problem?.message !== problem?.message
    state = { ok, problem }
    if (!ok) {
      // They may run on (live restore) or not: the processes tell, the engine cannot.
      for (const [id, container] of containers) containers.set(id, { ...container, state: 'unknown' })
    }
    settle()
    if (changed) changes.emit(null)
  }

  const setUnreachable = onProblem((problem) => setState(false, problem))

  /** Describes a container again: after each event of it, and all when the events were not followed for a while. */
  async function update(containerId: string): Promise<void> {
    const container = await docker.describe(containerId)
    if (container && container.state !== 'unknown') containers.set(containerId, container)
    else containers.delete(containerId)
    changes.emit(containerId)
  }

  /** Describes in order, so that an older answer never covers a newer one. */
  let pending: Promise<void> = Promise.resolve()
  function updateLater(containerId: string, connection: AbortController): void {
    pending = pending.then(() => update(containerId)).catch((error: unknown) => connection.abort(error))
  }

  async function readAll(): Promise<void> {
    const ids = await docker.listRunning()
    const queue = [...ids]
    await Promise.all(
      Array.from({ length: inspectsAtOnce }, async () => {
        for (let id = queue.pop(); id !== undefined; id = queue.pop()) await update(id)
      }),
    )
    const alive = new Set(ids)
    for (const id of containers.keys()) {
      if (alive.has(id)) continue
      containers.delete(id)
      changes.emit(id)
    }
    setState(true, null)
  }

  async function connectOnce(): Promise<void> {
    const connection = new AbortController()
    const signal = AbortSignal.any([connection.signal, stopping.signal])
    const probe = setInterval(() => {
      docker.listRunning().catch((error: unknown) => connection.abort(error))
    }, probeIntervalMs)
    try {
      // The events first, then the list: nothing that happens in between is missed.
      await docker.followEvents(
        () => {
          pending = readAll().catch((error: unknown) => connection.abort(error))
        },
        (event) => {
          events.emit(event)
          updateLater(event.containerId, connection)
        },
        signal,
      )
    } finally {
      clearInterval(probe)
      await pending // a list that is still read must not come after that of the next connection
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await connectOnce()
        // The engine closed the stream: it is going down, or was restarted.
        await docker.listRunning()
      } catch (error) {
        if (stopping.signal.aborted) return
        setUnreachable(error)
      }
      await sleep(dockerEventsRetryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  return {
    start: () => void (running ??= run()),
    async stop() {
      stopping.abort()
      await running
    },
    get: (containerId) => containers.get(containerId),
    list: () => [...containers.values()],
    async learn(containerIds) {
      if (containerIds.some((id) => containers.has(id))) return
      for (const id of state.ok ? containerIds : []) {
        await update(id).catch(setUnreachable)
        if (containers.has(id)) return
      }
    },
    state: () => state,
    onChange: changes.add,
    onEvent: events.add,
    settled,
  }
}
