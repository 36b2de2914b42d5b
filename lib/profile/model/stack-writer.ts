import { PairTable } from './pair-table.ts'
import type { StackTable } from './profile.ts'

/** A stack table under construction: the same parent, frame and tier always give the same row. */
export interface StackWriter {
  readonly length: number
  /** Row of the stack; `parent` is a row already added, or -1; `tier` is an index into compileTiers. */
  add(parent: number, frame: number, tier: number): number
  frameOf(stack: number): number
  parentOf(stack: number): number
  /** Gives the first `length` rows; without it all. */
  finish(length?: number): StackTable
}

// The second half of a pair holds the frame and, in its low bits, the tier.
const tierBits = 3
const tierMask = 2 ** tierBits - 1

export function createStackWriter(rows = 1024): StackWriter {
  const pairs = new PairTable(rows)
  return {
    get length() {
      return pairs.length
    },
    add: (parent, frame, tier) => pairs.add(parent, (frame << tierBits) | tier),
    frameOf: (stack) => pairs.second[stack]! >>> tierBits,
    parentOf: (stack) => pairs.first[stack]!,
    finish(length = pairs.length) {
      const frame = new Uint32Array(length)
      const tier = new Uint8Array(length)
      for (let stack = 0; stack < length; stack++) {
        frame[stack] = pairs.second[stack]! >>> tierBits
        tier[stack] = pairs.second[stack]! & tierMask
      }
      return { length, parent: pairs.first.slice(0, length), frame, tier }
    },
  }
}
