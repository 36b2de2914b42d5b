/**
 * Takes the frames of one stack from its leaf to its root, as tools print them, and gives its row in the stack table of
 * the profile: a stack met before costs one look-up, whatever its depth.
 */
import { compileTiers, tierIndexes, type CompileTier } from '../../profile/model/profile.ts'
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { createLineTable } from './line-table.ts'

/** A frame and how it ran, in one number: frame * 8 + index into compileTiers. */
export type TieredFrame = number

const tierBits = 3

export function packTieredFrame(frame: number, tier: CompileTier): TieredFrame {
  return (frame << tierBits) | tierIndexes[tier]
}

export const unpackFrame = (tiered: TieredFrame): number => tiered >> tierBits
/** Index into compileTiers. */
const unpackTier = (tiered: TieredFrame): number => tiered & (2 ** tierBits - 1)

/** Row of the stack `parent` with one more frame. */
export function addTieredFrame(builder: ProfileBuilder, parent: number, tiered: TieredFrame): number {
  return builder.stack(parent, unpackFrame(tiered), compileTiers[unpackTier(tiered)])
}

export interface StackCollector {
  /** Begins a stack. */
  start(): void
  /** Adds a frame, the leaf first. */
  push(tiered: TieredFrame): void
  /**
   * Adds a frame of the kernel. The kernel runs on behalf of a program, so its frames are the leaf and those next to
   * it. One that calls a frame of the program is an error of the unwinder, which read no return address: it, and its
   * callers, become one frame `[unknown]`.
   */
  pushKernel(tiered: TieredFrame): void
  /** Ends the stack. Row of the stack table, -1 when nothing was pushed. */
  finish(): number
  /** How many stacks were deeper than `deepestStack`. */
  readonly cut: number
  /** How many stacks had no frame. */
  readonly empty: number
}

/** Name of the frame that replaces those cut from the middle of a stack. */
export const cutMarker = '[frames cut]'

/** In frames. Deeper than any stack a JVM was ever seen with; one hostile sample could hold millions. */
export const deepestStack = 65_536
const maxLeafFrames = deepestStack / 2
const maxRootFrames = deepestStack - maxLeafFrames - 1
/** Bytes of the stacks that are remembered with their rows. */
const maxKnownBytes = 2 ** 26

export function createStackCollector(builder: ProfileBuilder): StackCollector {
  // The whole stack, as long as it is not too deep. Else `cutMiddle` copies to its second half the last frames, which a
  // ring keeps.
  const frames = new Int32Array(deepestStack)
  const lastFrames = new Int32Array(maxRootFrames)
  const collectedStacks = createLineTable(maxKnownBytes)
  const bytes = new Uint8Array(frames.buffer)
  let depth = 0
  let kernelFrames = 0
  let hasLostCallers = false
  let cut = 0
  let empty = 0

  const push = (tiered: TieredFrame): void => {
    if (hasLostCallers) return
    if (depth < deepestStack) frames[depth] = tiered
    if (depth >= maxLeafFrames) lastFrames[(depth - maxLeafFrames) % maxRootFrames] = tiered
    depth++
  }

  return {
    start() {
      depth = kernelFrames = 0
      hasLostCallers = false
    },
    push,
    pushKernel(tiered) {
      if (depth === kernelFrames) {
        push(tiered)
        kernelFrames++
      } else if (!hasLostCallers) loseCallers()
    },
    finish() {
      if (depth === 0) {
        empty++
        return -1
      }
      if (depth > deepestStack) cutMiddle()
      const length = Math.min(depth, deepestStack)
      const row = collectedStacks.find(bytes, 0, length * 4)
      if (row !== undefined) return row
      const added = addStack(length)
      collectedStacks.add(bytes, 0, length * 4, added)
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
    while (depth > 0 && depth <= maxLeafFrames && frames[depth - 1] === unknown) depth--
    push(unknown)
    hasLostCallers = true
  }

  function cutMiddle(): void {
    cut++
    frames[maxLeafFrames] = packTieredFrame(builder.frame(cutMarker, 'unknown'), 'unknown')
    const oldest = (depth - maxLeafFrames) % maxRootFrames
    frames.set(lastFrames.subarray(oldest), maxLeafFrames + 1)
    frames.set(lastFrames.subarray(0, oldest), maxLeafFrames + 1 + maxRootFrames - oldest)
  }

  function addStack(length: number): number {
    let row = -1
    for (let at = length - 1; at >= 0; at--) row = addTieredFrame(builder, row, frames[at]!)
    return row
  }
}
