/** The list of JVMs of this host, kept up to date: processes each second, containers by Docker's events. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { WatchEvent } from '../contract/live-events.ts'
import type { Target } from '../contract/target.ts'
import { isProblem, type Problem } from '../errors.ts'
import { containerIdsOf, readCgroup } from '../host/process/cgroup.ts'
import type { DockerContainers } from '../host/docker/running-containers.ts'
import { createListeners } from '../host/listeners.ts'
import type { PinnedProcess } from '../host/process/pinned-process.ts'
import { readBootId, readBootTimeMs } from '../host/process/process-list.ts'
import { createJvmFinder, type FoundJvm } from './find-jvms.ts'
import { followTarget, type FollowedTarget, type UpdateDepth } from './follow-target.ts'
import type { InstalledTools } from './readiness/installed-tools.ts'

export type InventoryEvent = Extract<WatchEvent, { type: 'target' | 'target-gone' | 'load' }>

export interface Inventory {
  start(): void
  stop(): Promise<void>
  list(): Target[]
  find(targetId: string): Target | undefined
  /** Scans the processes now. Resolves when the list is up to date. */
  refresh(): Promise<void>
  onEvent(listener: (event: InventoryEvent) => void): () => void
  /** Whether Docker answers. JVMs outside containers are listed also when it does not. */
  dockerState(): { ok: boolean; problem: Problem | null }
}

export interface InventoryOptions {
  readonly containers: DockerContainers
  /** The engines' tools that are installed on this host now. */
  readonly supplies: () => InstalledTools
  /** Whether the JVM of this process is listed; without it all are. */
  readonly isListed?: (process: PinnedProcess) => boolean
  /** Called with errors that are no Problem, which are bugs; the inventory goes on. */
  readonly report: (error: unknown) => void
}

/** Between two scans of the host's processes for JVMs that started or ended. */
const scanIntervalMs = 1000
/** The load is measured in every second scan. */
const scansPerLoad = 2
/** How long the first scan, and each new JVM, waits for Docker to say which containers there are. */
const learnTimeoutMs = 1000
/** When processes are scanned after an event of Docker: the JVM of a container starts a moment after it. */
const afterEventMs = [50, 400]

/** The inventory, which scans each second and after each event of Docker once it has been started. */
export function createInventory(options: InventoryOptions): Inventory {
  const { containers, report } = options
  const targets = createFollowedTargets(options)
  let stopped = true
  let ticks = 0
  let nextTick: NodeJS.Timeout | undefined
  /** Scans to come after an event of Docker, by their delay. */
  const scansAfterEvent = new Map<number, NodeJS.Timeout>()
  let scanning: Promise<void> | null = null
  let unfollowDocker = () => {}

  /**
   * Scans run one at a time. A call while one runs waits for it and then scans again, since it may have passed over
   * what is new.
   */
  async function refresh(measuresLoad = false): Promise<void> {
    while (scanning) await scanning
    if (stopped) return
    scanning = targets
      .scan(measuresLoad)
      .catch(report)
      .finally(() => (scanning = null))
    await scanning
  }

  async function tick(): Promise<void> {
    await refresh(ticks++ % scansPerLoad === 0)
    if (!stopped) nextTick = setTimeout(() => void tick(), scanIntervalMs)
  }

  function onContainer(containerId: string | null): void {
    targets.updateIn(containerId)
    for (const delayMs of afterEventMs) {
      if (scansAfterEvent.has(delayMs)) continue // many containers may start at once: one scan is enough
      const timer = setTimeout(() => {
        scansAfterEvent.delete(delayMs)
        void refresh()
      }, delayMs)
      scansAfterEvent.set(delayMs, timer)
    }
  }

  return {
    start() {
      stopped = false
      unfollowDocker = containers.onChange(onContainer)
      containers.start()
      // Without a reference, so that `hearth list` ends when it has printed.
      const timeout = sleep(learnTimeoutMs, undefined, { ref: false })
      void Promise.race([containers.settled, timeout]).then(tick)
    },
    async stop() {
      stopped = true
      clearTimeout(nextTick)
      scansAfterEvent.forEach((timer) => clearTimeout(timer))
      unfollowDocker()
      await containers.stop()
      await scanning
      targets.close()
    },
    list: targets.list,
    find: (targetId) => targets.list().find(({ id }) => id === targetId),
    refresh: () => refresh(),
    onEvent: targets.onEvent,
    dockerState: () => containers.state(),
  }
}

/** Keeps a FollowedTarget for each JVM that was found until it ends, and emits what changes. */
function createFollowedTargets({ containers, supplies, isListed = () => true, report }: InventoryOptions) {
  const finder = createJvmFinder()
  const followed = new Map<number, FollowedTarget>()
  const { emit, add: onEvent } = createListeners<InventoryEvent>()
  const surroundings = { bootId: readBootId(), bootTimeMs: readBootTimeMs(), containers, supplies }
  const list = () => [...followed.values()].map(({ current }) => current)

  function drop(hostPid: number): void {
    const target = followed.get(hostPid)
    if (!target) return
    followed.delete(hostPid)
    target.close()
    emit({ type: 'target-gone', id: target.current.id })
  }

  /**
   * Waits until Docker has described the JVM's container, so that no JVM is listed without it. Yields to the event
   * loop: a host may have hundreds of JVMs.
   */
  async function learnContainer({ process }: FoundJvm): Promise<void> {
    try {
      const containerIds = containerIdsOf(readCgroup(process))
      await Promise.race([containers.learn(containerIds), sleep(learnTimeoutMs, undefined, { ref: false })])
    } catch (error) {
      if (!isProblem(error)) throw error // it has ended: `add` finds out
    }
    await nextTurn()
  }

  function add(jvm: FoundJvm): void {
    const { hostPid } = jvm.process
    try {
      const target = followTarget(jvm, surroundings)
      followed.set(hostPid, target)
      emit({ type: 'target', target: target.current })
    } catch (error) {
      jvm.process.close()
      finder.forget(hostPid)
      if (!isProblem(error)) report(error) // else it has ended, or is not ours to look into
    }
  }

  function update(hostPid: number, target: FollowedTarget, depth: UpdateDepth): void {
    try {
      if (target.update(depth)) emit({ type: 'target', target: target.current })
    } catch (error) {
      if (!isProblem(error)) return report(error) // the others are looked at all the same
      drop(hostPid)
      finder.forget(hostPid) // found again if it has not ended
    }
  }

  return {
    onEvent,
    list,
    async scan(measuresLoad: boolean): Promise<void> {
      const { found: added, gone } = finder.scan()
      gone.forEach(drop)
      for (const jvm of added) {
        if (!isListed(jvm.process)) {
          jvm.process.close()
          continue
        }
        await learnContainer(jvm)
        add(jvm)
      }
      for (const [hostPid, target] of followed) update(hostPid, target, measuresLoad ? 'load' : 'age')
      if (measuresLoad && followed.size > 0) emit({ type: 'load', load: list().map(loadOf) })
    },
    /** Reads the state of the JVMs in this container again; null: of all JVMs. */
    updateIn(containerId: string | null): void {
      for (const [hostPid, target] of followed) {
        if (containerId === null || target.isIn(containerId)) update(hostPid, target, 'state')
      }
    },
    close(): void {
      for (const target of followed.values()) target.close()
      followed.clear()
    },
  }
}

function loadOf({ id, cpuPercent, threads, heapUsedBytes, residentBytes }: Target) {
  return { id, cpuPercent, threads, heapUsedBytes, residentBytes }
}
