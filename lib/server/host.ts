/** The host as the collector sees it: its JVMs, what they allow, which engines are blocked. */
import type { CollectorClient } from '../collector/client.ts'
import type { CollectorState } from './captures/live-state.ts'

export type Host = ReturnType<typeof createHost>

export function createHost(collector: CollectorClient, live: CollectorState) {
  return {
    /** From memory. */
    snapshot: () => live.snapshot(),
    target: (id: string) => live.target(id),
    /** Asks the JVM itself where that is safe. Throws: Problem. */
    examine: (targetId: string) => collector.call('examineTarget', { targetId }),
    /** Engines that are not used any more on an image, newest first. */
    blocks: () => collector.call('listBlocks', {}),
    /** Gives those that are left. */
    clearBlock: (blockId: string) => collector.call('clearBlock', { blockId }),
    setDemo: (action: 'start' | 'stop') => collector.call(action === 'start' ? 'startDemo' : 'stopDemo', {}),
  }
}
