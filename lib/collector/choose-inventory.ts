/**
 * The list of JVMs: our own where we see the processes of the Docker engine's host, else that of an inventory agent
 * there.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from '../contract/target.ts'
import type { DockerContainers } from '../host/docker/running-containers.ts'
import { createListeners } from '../host/listeners.ts'
import { onProblem } from '../errors.ts'
import type { Inventory, InventoryEvent } from '../targets/inventory.ts'

export interface ChosenInventory extends Inventory {
  /** Whether the JVMs in the list are processes that we see ourselves. Settled a moment after the start. */
  seesHost(): boolean
}

export interface ChooseInventoryOptions {
  readonly containers: DockerContainers
  readonly ownInventory: () => Inventory
  readonly remoteInventory: () => Inventory
  /** Whether these containers run on this host. Throws: Problem `docker-unreachable`. */
  readonly sharesHost: (containerIds: readonly string[]) => Promise<boolean>
  readonly report: (error: unknown) => void
}

/** How long the first list of JVMs waits for a Docker engine, which may not answer at all. */
const firstListMs = 3000

/** Chooses once, when Docker has first answered or was found away: then no helper can be started either. */
export function chooseInventory(options: ChooseInventoryOptions): ChosenInventory {
  const { containers, report } = options
  const listeners = createListeners<InventoryEvent>()
  let chosen: Inventory | null = null
  let seesHost = true
  let stopped = false
  let choosing: Promise<void> = Promise.resolve()

  async function choose(): Promise<void> {
    containers.start()
    await Promise.race([containers.settled, sleep(firstListMs, undefined, { ref: false })])
    seesHost = await seesOwnHost()
    if (stopped) return
    chosen = seesHost ? options.ownInventory() : options.remoteInventory()
    chosen.onEvent((event) =>
      listeners.emit(event.type === 'target' ? { ...event, target: show(event.target) } : event),
    )
    chosen.start()
  }

  async function seesOwnHost(): Promise<boolean> {
    if (!containers.state().ok) return true
    return options.sharesHost(containers.list().map(({ id }) => id)).catch(onProblem(() => true))
  }

  /** What an inventory agent sees beside the JVM holds for helpers, not for us. */
  function show(target: Target): Target {
    if (seesHost) return target
    return { ...target, readiness: target.readiness.map((cell) => ({ ...cell, vantage: 'helper' })) }
  }

  return {
    start: () => void (choosing = choose().catch(report)),
    async stop() {
      stopped = true
      await choosing
      await (chosen ?? containers).stop()
    },
    list: () => chosen?.list().map(show) ?? [],
    find(targetId) {
      const target = chosen?.find(targetId)
      return target && show(target)
    },
    async refresh() {
      await choosing
      await chosen?.refresh()
    },
    onEvent: listeners.add,
    dockerState: () => chosen?.dockerState() ?? containers.state(),
    seesHost: () => seesHost,
  }
}
