/**
 * The list of JVMs as a helper container sees it, sent to the collector that cannot look itself; see
 * remote-inventory.ts.
 */
import type { Config } from '../../config.ts'
import type { Container } from '../../contract/target.ts'
import { findInstalledTools } from '../../targets/readiness/installed-tools.ts'
import type { DockerContainers } from '../../host/docker/running-containers.ts'
import { createListeners } from '../../host/listeners.ts'
import { createInventory } from '../../targets/inventory.ts'
import type { FrameWriter } from '../frames.ts'
import type { ControlMessage } from '../protocol.ts'

/** Looks from now on until `signal` aborts. Returns the handler of the collector's messages. */
export function serveInventory(
  config: Config,
  writer: FrameWriter,
  signal: AbortSignal,
): (message: ControlMessage) => void {
  const reported = createReportedContainers()
  const report = (error: unknown): void => void process.stderr.write(`${String(error)}\n`)
  const inventory = createInventory({
    containers: reported.containers,
    supplies: () => findInstalledTools(config),
    report,
  })
  inventory.onEvent((event) => void writer.send(event).catch(report))
  inventory.start()
  signal.addEventListener('abort', () => void inventory.stop().catch(report), { once: true })

  return (message) => {
    if (message.type === 'container') reported.know(message.container)
    else if (message.type === 'container-gone') reported.forget(message.id)
    else if (message.type === 'look') void look(message.turn).catch(report)
  }

  async function look(turn: number): Promise<void> {
    await inventory.refresh()
    await writer.send({ type: 'looked', turn })
  }
}

/** Containers as the collector, which has Docker's socket, tells of them. */
function createReportedContainers() {
  const containersById = new Map<string, Container>()
  const changes = createListeners<string | null>()

  const containers: DockerContainers = {
    start() {},
    stop: () => Promise.resolve(),
    get: (containerId) => containersById.get(containerId),
    list: () => [...containersById.values()],
    /**
     * The collector tells of each container unasked, a moment after it starts; the inventory waits no longer than it
     * wants.
     */
    learn: (containerIds) =>
      new Promise((resolve) => {
        const isKnown = () => containerIds.length === 0 || containerIds.some((id) => containersById.has(id))
        if (isKnown()) return resolve()
        const removeListener = changes.add(() => {
          if (!isKnown()) return
          removeListener()
          resolve()
        })
      }),
    state: () => ({ ok: true, problem: null }),
    onChange: changes.add,
    onEvent: () => () => {},
    settled: Promise.resolve(),
  }
  return {
    containers,
    know(container: Container): void {
      containersById.set(container.id, container)
      changes.emit(container.id)
    },
    forget(containerId: string): void {
      containersById.delete(containerId)
      changes.emit(containerId)
    },
  }
}
