/** The host as the collector sees it: its JVMs, what they allow, which engines are blocked. */
import type { CollectorClient } from '../collector/client.ts'
import type { Block, DoctorReport } from '../contract/doctor.ts'
import type { DemoState } from '../contract/health.ts'
import type { Target } from '../contract/target.ts'
import type { CollectorState, CollectorStateSnapshot } from './captures/live-state.ts'

export interface Host {
  /** From memory. */
  snapshot(): CollectorStateSnapshot
  target(id: string): Target | null
  /** Asks the JVM itself where that is safe. Throws: Problem. */
  examine(targetId: string): Promise<DoctorReport>
  /** Engines that are not used any more on an image, newest first. */
  blocks(): Promise<Block[]>
  /** Gives those that are left. */
  clearBlock(id: string): Promise<Block[]>
  setDemo(action: 'start' | 'stop'): Promise<DemoState>
}

export function createHost(collector: CollectorClient, live: CollectorState): Host {
  return {
    snapshot: () => live.snapshot(),
    target: (id) => live.target(id),
    examine: (targetId) => collector.call('examineTarget', { targetId }),
    blocks: () => collector.call('listBlocks', {}),
    clearBlock: (blockId) => collector.call('clearBlock', { blockId }),
    setDemo: (action) => collector.call(action === 'start' ? 'startDemo' : 'stopDemo', {}),
  }
}
