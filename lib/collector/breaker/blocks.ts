/**
 * Engines that are not used any more on some image, since a JVM of it died of one. They stay until a person clears
 * them.
 */
import { randomBytes } from 'node:crypto'
import { type Block, blockSchema, type Plan } from '../../contract/doctor.ts'
import { formatMoment } from '../../contract/profile-title.ts'
import type { Target } from '../../contract/target.ts'
import { createFinding, type Finding } from '../../findings.ts'
import { Problem } from '../../errors.ts'
import { openOwnList } from './own-list.ts'
import type { CaptureEngine } from '../../capture/engine.ts'
import type { DeathWatcher } from './watch-death.ts'

export type Blocks = ReturnType<typeof openBlocks>

/** Opens the list of blocked engines, which outlives a reboot. Throws: as `openOwnList`. */
export function openBlocks(directory: string) {
  const list = openOwnList(directory, 'blocks.json', blockSchema)
  const find = (target: Target, engine: Plan['engine'], blocks = list.read()) =>
    blocks.find((block) => block.engine === engine && block.subject === blockSubjectOf(target)) ?? null

  return {
    find,
    /** Newest first. */
    list: () => list.read(),
    /** Adds a block, one for each subject and engine: a second death changes nothing. Durable when it returns. */
    add(target: Target, engine: Plan['engine'], { captureId, reason }: Pick<Block, 'captureId' | 'reason'>): Block {
      const id = randomBytes(16).toString('hex')
      const subject = blockSubjectOf(target)
      let block: Block = { id, subject, label: labelOf(target), engine, at: Date.now(), captureId, reason }
      list.update((blocks) => {
        const existing = find(target, engine, blocks)
        if (existing === null) return [block, ...blocks]
        block = existing
        return null
      })
      return block
    },
    /** Gives the blocks that are left. Throws: Problem `not-found`. */
    clear(blockId: string): Block[] {
      let rest: Block[] = []
      list.update((blocks) => {
        rest = blocks.filter(({ id }) => id !== blockId)
        if (rest.length === blocks.length) throw new Problem('not-found', { what: 'block' })
        return rest
      })
      return rest
    },
    [Symbol.dispose]: () => list[Symbol.dispose](),
  }
}

/** Gives what a person would expect to die of the same: an image, or a program outside containers. */
export function blockSubjectOf({ container, jvm }: Target): string {
  if (container === null) return `host:${jvm.mainClass}`
  return container.imageDigest ?? `image:${container.image}`
}

function labelOf({ container, jvm }: Target): string {
  return container?.image ?? jvm.mainClass
}

/** The breaker: an engine that a JVM died of is not used again on its image until a person says so. */
export type Breaker = ReturnType<typeof createBreaker>

export function createBreaker(blocks: Blocks, deaths: DeathWatcher) {
  return {
    /** From the moment an engine comes in. */
    watch: (target: Target, engine: CaptureEngine, captureId: string) =>
      deaths.watch(target, (reason) => void blocks.add(target, engine.id, { captureId, reason })),
    /** Finding of the doctor for an engine that is blocked. */
    findingsOf({ id, title }: CaptureEngine, target: Target): Finding[] {
      const block = blocks.find(target, id)
      if (block === null) return []
      const facts = { engine: title, label: block.label, blockId: block.id }
      return [createFinding('engine-blocked', facts, `${formatMoment(block.at)}: ${block.reason}`)]
    },
  }
}
