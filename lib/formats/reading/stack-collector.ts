/**
 * Takes the frames of one stack from its leaf to its root, as tools print them, and gives its row: a stack met before
 * costs one look-up, whatever its depth.
 */
import { compileTiers, type CompileTier } from '../../profile/model/profile.ts'
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { createLineTable } from './line-table.ts'

/** A frame and how it ran, in one number: frame * 8 + index into compileTiers. */
export type TieredFrame = number

const tierBits = 3

export function packTieredFrame(frame: number, tier: CompileTier): TieredFrame {
  return (frame << tierBits) | compileTiers.indexOf(tier)
}

export const unpackFrame = (tiered: TieredFrame): number => tiered >> tierBits
/** Index into compileTiers. */
const unpackTier = (tiered: TieredFrame): number => tiered & (2 ** tierBits - 1)

/** Row of the stack `parent` with one more frame. */
export function addTieredFrame(builder: ProfileBuilder, parent: number, tiered: TieredFrame): number {
  return builder.stack(parent, unpackFrame(tiered), compileTiers[unpackTier(tiered)])
}

export interface StackCollector {
  start(): void
  push(tiered: TieredFrame): void
  /**
   * The kernel runs on behalf of a program, so its frames stand nearest the leaf. Behind a frame of the program such an address was read
   * where no return address is: it, and what follows, becomes one frame `[unknown]`.
   */
  pushKernel(tiered: TieredFrame): void
  /** Row of the stack table, -1 when nothing was pushed. */
  finish(): number
  /** How many stacks were deeper than allowed, and how many had no frame. */
  readonly cut: number
  readonly empty: number
}

export const cutMarker = '[frames cut]'

/** Deeper than any stack a JVM was ever seen with; one hostile sample could hold millions. */
export const deepestStack = 65_536
const maxLeafFrames = deepestStack / 2
const maxRootFrames = deepestStack - maxLeafFrames - 1

export function createStackCollector(builder: ProfileBuilder): StackCollector {
  // The leaf side is kept in order; what follows runs in a ring, so that of any depth the root side is left.
  const leafSide = new Int32Array(deepestStack)
  const rootSide = new Int32Array(maxRootFrames)
  const known = createLineTable(2 ** 26)
  const bytes = new Uint8Array(leafSide.buffer)
  let depth = 0
  let kernelFrames = 0
  let isLost = false
  let cut = 0
  let empty = 0

  const push = (tiered: TieredFrame): void => {
    if (isLost) return
    if (depth < deepestStack) leafSide[depth] = tiered
    if (depth >= maxLeafFrames) rootSide[(depth - maxLeafFrames) % maxRootFrames] = tiered
    depth++
  }

  return {
    start() {
      depth = kernelFrames = 0
      isLost = false
    },
    push,
    pushKernel(tiered) {
      if (depth === kernelFrames) {
        push(tiered)
        kernelFrames++
      } else if (!isLost) loseCallers()
    },
    finish() {
      if (depth === 0) {
        empty++
        return -1
      }
      if (depth > deepestStack) cutMiddle()
      const length = Math.min(depth, deepestStack)
      const row = known.find(bytes, 0, length * 4)
      if (row !== undefined) return row
      const added = addStack(length)
      known.add(bytes, 0, length * 4, added)
      return added
    },
    get cut() {
      return cut
    },
    get empty() {
      return empty
    },
  }

  function loseCallers(): void {
    const unknown = packTieredFrame(builder.frame('[unknown]', 'unknown'), 'unknown')
    while (depth > 0 && depth <= maxLeafFrames && leafSide[depth - 1] === unknown) depth--
    push(unknown)
    isLost = true
  }

  function cutMiddle(): void {
    cut++
    leafSide[maxLeafFrames] = packTieredFrame(builder.frame(cutMarker, 'unknown'), 'unknown')
    const oldest = (depth - maxLeafFrames) % maxRootFrames
    leafSide.set(rootSide.subarray(oldest), maxLeafFrames + 1)
    leafSide.set(rootSide.subarray(0, oldest), maxLeafFrames + 1 + maxRootFrames - oldest)
  }

  function addStack(length: number): number {
    let row = -1
    for (let at = length - 1; at >= 0; at--) row = addTieredFrame(builder, row, leafSide[at]!)
    return row
  }
}
