/** The list of JVMs as a scout sees it, sent to the collector that cannot look itself; see scout.ts. */
import type { Config } from '../../config.ts'
import type { Container } from '../../contract.ts'
import { findAsyncProfiler } from '../../host/library/async-profiler-library.ts'
import type { DockerContainers } from '../../host/docker/running-containers.ts'
import { createInventory } from '../../targets/inventory.ts'
import type { FrameWriter } from '../frames.ts'
import type { Word } from '../protocol.ts'

/** Looks from now on until `signal` aborts. Gives the ear for the collector's words. */
export function scoutHere(config: Config, writer: FrameWriter, signal: AbortSignal): (word: Word) => void {
  const told = createToldContainers()
  const report = (error: unknown): void => void process.stderr.write(`${String(error)}\n`)
  const inventory = createInventory({
    containers: told.containers,
    supplies: {
      hasPerfMapAgent: config.perfMapAgent !== undefined,
      hasAsyncProfiler: findAsyncProfiler(config) !== null,
    },
    report,
  })
  inventory.onEvent((event) => void writer.say(event).catch(report))
  inventory.start()
  signal.addEventListener('abort', () => void inventory.stop().catch(report), { once: true })

  return (word) => {
    if (word.type === 'container') told.know(word.container)
    else if (word.type === 'container-gone') told.forget(word.id)
    else if (word.type === 'look') void look(word.turn).catch(report)
  }

  async function look(turn: number): Promise<void> {
    await inventory.refresh()
    await writer.say({ type: 'looked', turn })
  }
}

/** Containers as the collector, which has Docker's socket, tells of them. */
function createToldContainers() {
  const known = new Map<string, Container>()
  const listeners = new Set<(containerId: string | null) => void>()
  const tell = (containerId: string) => listeners.forEach((listener) => listener(containerId))

  const containers: DockerContainers = {
    start() {},
    stop: () => Promise.resolve(),
    get: (containerId) => known.get(containerId),
    list: () => [...known.values()],
    /** The collector tells of each container unasked, a moment after it starts; the inventory waits no longer than it wants. */
    learn: (containerIds) =>
      new Promise((resolve) => {
        const isKnown = () => containerIds.length === 0 || containerIds.some((id) => known.has(id))
        if (isKnown()) return resolve()
        const listener = () => {
          if (!isKnown()) return
          listeners.delete(listener)
          resolve()
        }
        listeners.add(listener)
      }),
    state: () => ({ ok: true, problem: null }),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onEvent: () => () => {},
    settled: Promise.resolve(),
  }
  return {
    containers,
    know(container: Container): void {
      known.set(container.id, container)
      tell(container.id)
    },
    forget(containerId: string): void {
      known.delete(containerId)
      tell(containerId)
    },
  }
}
