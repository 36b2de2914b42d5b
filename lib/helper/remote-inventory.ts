/**
 * The list of JVMs for a collector that cannot see them: in a container without the host's PIDs, or on another machine
 * than its Docker engine. A helper that stays, the scout, looks at the engine's host with the same code and tells what
 * it sees; which containers there are, the collector tells it, since only that one has Docker's socket.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { HelperNeeds } from '../capture/engine.ts'
import type { Target } from '../contract.ts'
import { isProblem, Problem } from '../errors.ts'
import type { DockerContainers } from '../host/docker/running-containers.ts'
import type { Inventory, InventoryEvent } from '../targets/inventory.ts'
import { converse, type Conversation } from './session.ts'
import type { HelperStarter } from './helper-starter.ts'
import type { Answer } from './protocol.ts'

export interface ScoutInventoryOptions {
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
export const scoutNeeds: HelperNeeds = {
  pid: 'host',
  user: 'root',
  capabilities: ['DAC_READ_SEARCH', 'SYS_PTRACE'],
  network: 'none',
}

const firstRetryMs = 1000
const longestRetryMs = 30_000
const lookTimeoutMs = 10_000

export function createScoutInventory({ start, containers, name, report }: ScoutInventoryOptions): Inventory {
  const targets = new Map<string, Target>()
  const listeners = new Set<(event: InventoryEvent) => void>()
  const stopping = new AbortController()
  const looks = new Map<number, () => void>()
  let problem: Problem | null = null
  let talk: Conversation | null = null
  let running: Promise<void> = Promise.resolve()
  let turns = 0
  let known = new Set<string>()
  const { promise: firstTry, resolve: hasTried } = Promise.withResolvers<void>()

  const emit = (event: InventoryEvent) => listeners.forEach((listener) => listener(event))

  async function scoutOnce(): Promise<void> {
    await containers.settled
    const container = await start(
      { needs: scoutNeeds, target: null, captureId: name, maxSeconds: null },
      stopping.signal,
    )
    await using conversation = converse(container, { type: 'scout' })
    const cancel = () => conversation.cancel()
    stopping.signal.addEventListener('abort', cancel)
    talk = conversation
    known = new Set()
    const unfollow = containers.onChange(tellContainer)
    try {
      for (const { id } of containers.list()) tellContainer(id)
      for await (const frame of conversation.frames) {
        if (frame.kind === 'message') hear(frame.answer)
      }
      if (!stopping.signal.aborted) throw await conversation.explain()
    } finally {
      talk = null
      unfollow()
      stopping.signal.removeEventListener('abort', cancel)
      forgetAll()
    }
  }

  /** What it is not told is gone. */
  function tellContainer(containerId: string | null): void {
    if (containerId === null) return containers.list().forEach(({ id }) => tellContainer(id))
    const container = containers.get(containerId)
    if (container) {
      known.add(containerId)
      talk?.tell({ type: 'container', container })
    } else if (known.delete(containerId)) talk?.tell({ type: 'container-gone', id: containerId })
  }

  function hear(answer: Answer): void {
    if (answer.type === 'hello') {
      problem = null
      hasTried()
    } else if (answer.type === 'target') {
      targets.set(answer.target.id, answer.target)
      emit(answer)
    } else if (answer.type === 'target-gone') {
      if (targets.delete(answer.id)) emit(answer)
    } else if (answer.type === 'load') hearLoad(answer)
    else if (answer.type === 'looked') looks.get(answer.turn)?.()
    else if (answer.type === 'problem') throw new Problem('helper-failed', { reason: answer.problem.title })
    else if (answer.type === 'broken') throw new Problem('helper-failed', { reason: answer.reason })
  }

  function hearLoad(answer: Extract<Answer, { type: 'load' }>): void {
    for (const load of answer.load) {
      const target = targets.get(load.id)
      if (!target) continue
      const { cpuPercent } = load
      const cpuHistory = cpuPercent === null ? target.cpuHistory : [...target.cpuHistory, cpuPercent].slice(-30)
      targets.set(load.id, { ...target, ...load, cpuHistory })
    }
    emit(answer)
  }

  function forgetAll(): void {
    for (const id of targets.keys()) emit({ type: 'target-gone', id })
    targets.clear()
    looks.forEach((resolve) => resolve())
  }

  async function run(): Promise<void> {
    for (let retryMs = firstRetryMs; !stopping.signal.aborted; retryMs = Math.min(2 * retryMs, longestRetryMs)) {
      try {
        await scoutOnce()
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
    list: () => [...targets.values()],
    find: (targetId) => targets.get(targetId),
    async refresh() {
      await firstTry
      if (talk === null) return
      const turn = ++turns
      const looked = new Promise<void>((resolve) => looks.set(turn, resolve))
      talk.tell({ type: 'look', turn })
      await Promise.race([looked, sleep(lookTimeoutMs, undefined, { ref: false })])
      looks.delete(turn)
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Docker that answers is not enough here: without the scout there is no list. */
    dockerState() {
      const docker = containers.state()
      return docker.ok && problem !== null ? { ok: false, problem } : docker
    },
  }
}
