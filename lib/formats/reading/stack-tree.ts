/**
 * Rows of our stack table for the nodes of a tree that a file holds, in any order of its nodes. Only rows that a sample
 * points at are made: files hold stacks of markers and functions that were never met, too.
 */
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { type TieredFrame, addTieredFrame, deepestStack } from './stack-collector.ts'

interface NodeTable {
  readonly length: number
  /** -1 at a root; anything that is no node counts as one. */
  readonly parentOf: (node: number) => number
  /** Null for a node that is no function. */
  readonly frameOf: (node: number) => TieredFrame | null
}

const notCreated = -2

export type StackRows = ReturnType<typeof createStackRows>

/** Keeps: nodes whose callers lead in a circle, cut open where it closes. */
export function createStackRows({ length, parentOf, frameOf }: NodeTable, builder: ProfileBuilder) {
  const rows = new Int32Array(length).fill(notCreated)
  const depths = new Uint32Array(length)
  const isOnPath = new Uint8Array(length)
  let cut = 0
  return {
    /** Row of the stack table for this node, -1 for a root that is no function. */
    rowOf(node: number): number {
      const path: number[] = []
      let at = node
      while (at >= 0 && at < length && rows[at] === notCreated && isOnPath[at] === 0) {
        isOnPath[at] = 1
        path.push(at)
        at = parentOf(at)
      }
      const isMade = at >= 0 && at < length && rows[at] !== notCreated
      let row = isMade ? rows[at]! : -1
      let depth = isMade ? depths[at]! : 0
      for (let next = path.pop(); next !== undefined; next = path.pop()) {
        const tiered = depth < deepestStack ? frameOf(next) : null
        if (tiered !== null) {
          row = addTieredFrame(builder, row, tiered)
          depth++
        } else if (depth >= deepestStack) cut++
        rows[next] = row
        depths[next] = depth
      }
      return row
    },
    /** How many nodes were deeper than is kept; they count for the deepest that is. */
    get cut() {
      return cut
    },
  }
}
