/** The breaker: an engine that a JVM died of is not used again on its image until a person says so. */
import type { CaptureEngine } from '../../capture/engine.ts'
import type { Finding, Target } from '../../contract.ts'
import type { Blocks } from './blocks.ts'
import type { DeathWatch, DeathWatcher } from './watch-death.ts'

export interface Breaker {
  /** From the moment an engine comes in. */
  watch(target: Target, engine: CaptureEngine, captureId: string): DeathWatch
  /** What the doctor says of an engine that is blocked. */
  findingsOf(engine: CaptureEngine, target: Target): Finding[]
}

export function createBreaker(blocks: Blocks, deaths: DeathWatcher): Breaker {
  return {
    watch: (target, engine, captureId) =>
      deaths.watch(target, (reason) => void blocks.add(target, engine.id, { captureId, reason })),
    findingsOf({ id, title }, target) {
      const block = blocks.find(target, id)
      if (block === null) return []
      const day = new Date(block.at).toISOString().slice(0, 16).replace('T', ' ')
      return [
        {
          code: 'engine-blocked',
          level: 'blocked',
          title: `${title} is not used on ${block.label} any more: a JVM of it died within a minute of it.`,
          evidence: `${day} UTC: ${block.reason}`,
          remedy: 'Find out why it died, then clear the block.',
          command: `npm run -s hearth -- unblock ${block.id}`,
        },
      ]
    },
  }
}
