/**
 * The list of JVMs for a collector that cannot see them: in a container without the host's PIDs, or on another machine
 * than its Docker engine. A helper that stays, the inventory agent, looks at the engine's host with the same code and
 * reports what it sees; the collector sends it the list of containers, since only the collector has Docker's socket.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { HelperNeeds } from '../capture/engine.ts'
import { applyWatchEvent, nothingSeen } from '../contract/seen.ts'
import { isProblem, Problem } from '../errors.ts'
import type { DockerContainers } from '../host/docker/running-containers.ts'
import { createListeners } from '../host/listeners.ts'
import type { Inventory, InventoryEvent } from '../targets/inventory.ts'
import { openHelperSession, type HelperSession } from './session.ts'
import type { HelperStarter } from './helper-starter.ts'
import type { HelperMessage } from './protocol.ts'

export interface RemoteInventoryOptions {
  readonly start: HelperStarter
  readonly containers: DockerContainers
  /** A name for its container: 32 hexadecimal digits. */
  readonly name: string
  /** Gets what is no Problem but a bug. */
  readonly report: (error: unknown) => void
}

/**
 * The least to see JVMs of every user: SYS_PTRACE lets it read where a process keeps its files and what it has mapped,
 * DAC_READ_SEARCH read the counters (hsperfdata) there, which are their user's alone. It can write and signal nothing.
 */
export const inventoryAgentNeeds: HelperNeeds = {
  pid: 'host',
  user: 'root',
  capabilities: ['DAC_READ_SEARCH', 'SYS_PTRACE'],
  network: 'none',
}

/** The first pause before the inventory agent is started again; it doubles up to `longestRetryMs`. */
const firstRetryMs = 1000
/** The longest pause before the inventory agent is started again. */
const longestRetryMs = 30_000
/** How long the inventory agent may take to look anew. */
const lookTimeoutMs = 10_000

export function createRemoteInventory({ start, containers, name, report }: RemoteInventoryOptions): Inventory {
  let seen = nothingSeen
  const { emit, add: onEvent } = createListeners<InventoryEvent>()
  const stopping = new AbortController()
  const looks = createLooks()
  let problem: Problem | null = null
  let session: HelperSession | null = null
  let running: Promise<void> = Promise.resolve()
  let sentContainers = new Set<string>()
  const { promise: firstTry, resolve: hasTried } = Promise.withResolvers<void>()

  async function runAgentOnce(): Promise<void> {
    await containers.settled
    const container = await start(
      { needs: inventoryAgentNeeds, target: null, captureId: name, maxSeconds: null },
      stopping.signal,
    )
    await using newSession = openHelperSession(container, { type: 'inventory' })
    const cancel = () => newSession.cancel()
    stopping.signal.addEventListener('abort', cancel)
    session = newSession
    sentContainers = new Set()
    const unfollow = containers.onChange(sendContainer)
    try {
      for (const { id } of containers.list()) sendContainer(id)
      for await (const frame of newSession.frames) {
        if (frame.kind === 'message') receive(frame.message)
      }
      if (!stopping.signal.aborted) throw await newSession.explainFailure()
    } finally {
      session = null
      unfollow()
      stopping.signal.removeEventListener('abort', cancel)
      removeAllTargets()
    }
  }

  /** A JVM that is not in the message is gone. */
  function sendContainer(containerId: string | null): void {
    if (containerId === null) return containers.list().forEach(({ id }) => sendContainer(id))
    const container = containers.get(containerId)
    if (container) {
      sentContainers.add(containerId)
      session?.send({ type: 'container', container })
    } else if (sentContainers.delete(containerId)) session?.send({ type: 'container-gone', id: containerId })
  }

  function receive(message: HelperMessage): void {
    if (message.type === 'hello') {
      problem = null
      hasTried()
    } else if (message.type === 'target' || message.type === 'target-gone' || message.type === 'load') {
      seen = applyWatchEvent(seen, message)
      emit(message)
    } else if (message.type === 'looked') looks.end(message.turn)
    else if (message.type === 'problem') throw new Problem('helper-failed', { reason: message.problem.title })
    else if (message.type === 'broken') throw new Problem('helper-failed', { reason: message.reason })
  }

  function removeAllTargets(): void {
    for (const { id } of seen.targets) emit({ type: 'target-gone', id })
    seen = nothingSeen
    looks.endAll()
  }

  async function run(): Promise<void> {
    for (let retryMs = firstRetryMs; !stopping.signal.aborted; retryMs = Math.min(2 * retryMs, longestRetryMs)) {
      try {
        await runAgentOnce()
        retryMs = firstRetryMs
      } catch (error) {
        if (stopping.signal.aborted) return
        if (isProblem(error)) problem = error
        else report(error)
        hasTried()
      }
      await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  return {
    start() {
      containers.start()
      running = run()
    },
    async stop() {
      stopping.abort()
      await running
      await containers.stop()
    },
    list: () => [...seen.targets],
    find: (targetId) => seen.targets.find(({ id }) => id === targetId),
    async refresh() {
      await firstTry
      if (session) await looks.begin(session)
    },
    onEvent,
    /** Docker that answers is not enough here: without the agent there is no list. */
    dockerState() {
      const docker = containers.state()
      return docker.ok && problem !== null ? { ok: false, problem } : docker
    },
  }
}

/** Looks that the agent was asked for. */
function createLooks() {
  const pending = new Map<number, () => void>()
  let turns = 0
  return {
    /** Resolves when the agent has looked, or has not in time. */
    async begin(session: HelperSession): Promise<void> {
      const turn = ++turns
      const looked = new Promise<void>((resolve) => pending.set(turn, resolve))
      session.send({ type: 'look', turn })
      await Promise.race([looked, sleep(lookTimeoutMs, undefined, { ref: false })])
      pending.delete(turn)
    },
    end: (turn: number) => pending.get(turn)?.(),
    /** None that is asked now will look. */
    endAll: () => pending.forEach((resolve) => resolve()),
  }
}
