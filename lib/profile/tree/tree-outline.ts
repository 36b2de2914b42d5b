import type { CallTree } from './tree-columns.ts'
import { doubled } from '../model/pair-table.ts'
import type { SampleTable, StackTable } from '../model/profile.ts'

/** The nodes of a tree, numbered in depth-first order, before anything is weighed. Node 0 is the root. */
export interface TreeOutline {
  readonly length: number
  /** Row of the frame table, -1 at node 0. */
  readonly frame: Int32Array
  /** -1 at node 0. */
  readonly parent: Int32Array
  /** 0 at node 0. */
  readonly depth: Int32Array
  /** The node of each row of the stack table; -1 for rows that are not in the tree. */
  readonly nodeOfRow: Int32Array
}

/** 1 for each row of the stack table that a sample of `leastWeight` ends at or passes through: no other gets a node. */
export function markSampled(stacks: StackTable, samples: SampleTable, leastWeight = Number.MIN_VALUE): Uint8Array {
  const isSampled = new Uint8Array(stacks.length)
  for (let sample = 0; sample < samples.length; sample++) {
    if (samples.stack[sample]! >= 0 && samples.weight[sample]! >= leastWeight) isSampled[samples.stack[sample]!] = 1
  }
  for (let row = stacks.length - 1; row >= 0; row--) {
    if (isSampled[row] === 1 && stacks.parent[row]! >= 0) isSampled[stacks.parent[row]!] = 1
  }
  return isSampled
}

/** Counts the ones among marks that are 0 or 1. */
export function countMarked(marks: Uint8Array): number {
  let count = 0
  for (let row = 0; row < marks.length; row++) count += marks[row]!
  return count
}

/** Whether each weight, and so each sum of some, is a whole number below 2^32. */
function areWholeNumbers({ length, weight }: SampleTable): boolean {
  let sum = 0
  for (let sample = 0; sample < length; sample++) {
    sum += weight[sample]!
    if (!Number.isInteger(weight[sample]!)) return false
  }
  return sum < 2 ** 32
}

/** The tree with this outline. A sample whose row has no node must weigh nothing. */
export function weighTree(outline: TreeOutline, samples: SampleTable): CallTree {
  const { length, nodeOfRow } = outline
  const self = areWholeNumbers(samples) ? new Uint32Array(length) : new Float64Array(length)
  addSelf(self, samples, nodeOfRow)
  return completeTree(outline, self)
}

/** Adds the weight of each sample to the node that it ends at: without a stack, to the root. */
export function addSelf(self: CallTree['self'], samples: SampleTable, nodeOfRow: Int32Array): void {
  for (let sample = 0; sample < samples.length; sample++) {
    const weight = samples.weight[sample]!
    if (weight === 0) continue
    const row = samples.stack[sample]!
    const node = row < 0 ? 0 : nodeOfRow[row]!
    self[node] = self[node]! + weight
  }
}

/**
 * The tree of these nodes, of which each weighs `self` by itself. It takes the columns over, and leaves them as they
 * are.
 */
export function completeTree(
  { length, frame, parent, depth }: Omit<TreeOutline, 'nodeOfRow'>,
  self: CallTree['self'],
): CallTree {
  // Backwards, each node is complete before its parent needs it.
  const total = self.slice()
  const end = new Int32Array(length)
  let maxDepth = 0
  for (let node = length - 1; node > 0; node--) {
    if (end[node] === 0) end[node] = node + 1
    const caller = parent[node]!
    // The last callee is the first to come by.
    if (end[caller] === 0) end[caller] = end[node]!
    total[caller] = total[caller]! + total[node]!
    if (depth[node]! > maxDepth) maxDepth = depth[node]!
  }
  end[0] = length
  return { length, frame, parent, end, depth, self, total, maxDepth }
}

/**
 * The outline of a stack table whose rows already stand in the order of a drawing (see drawing-order.ts), in one pass:
 * each row goes on from the path that ends at the row before it. null as soon as a row does not; then sortIntoTree
 * makes the outline. `isSampled`: of markSampled. `ranks`: of each frame its position in the order of siblings.
 *
 *     a   a;b   a;b;c   a;d        after a;b;c the path is a, b, c: a;d leaves it at a, and d comes after b
 */
export function readOrderedOutline(stacks: StackTable, isSampled: Uint8Array, ranks: Int32Array): TreeOutline | null {
  const capacity = countMarked(isSampled) + 1
  const frame = new Int32Array(capacity)
  const parent = new Int32Array(capacity)
  const depth = new Int32Array(capacity)
  const nodeOfRow = new Int32Array(stacks.length).fill(-1)
  frame[0] = -1
  parent[0] = -1
  // Node by depth, from all to the newest node. It is never deeper than there are nodes, and mostly much less.
  let path = new Int32Array(1024)
  let pathEnd = 1
  let length = 1
  for (let row = 0; row < stacks.length; row++) {
    if (isSampled[row] === 0) continue
    const caller = stacks.parent[row]! < 0 ? 0 : nodeOfRow[stacks.parent[row]!]!
    const level = depth[caller]! + 1
    // Beyond its end a path holds rows of an earlier one.
    if (level > pathEnd || path[level - 1] !== caller) return null
    if (level < pathEnd) {
      const sibling = path[level]!
      const ownFrame = stacks.frame[row]!
      if (frame[sibling] === ownFrame) {
        nodeOfRow[row] = sibling // the same path in another tier
        continue
      }
      if (ranks[frame[sibling]!]! > ranks[ownFrame]!) return null
    }
    if (level === path.length) path = doubled(path)
    path[level] = length
    pathEnd = level + 1
    frame[length] = stacks.frame[row]!
    parent[length] = caller
    depth[length] = level
    nodeOfRow[row] = length++
  }
  const fit = (column: Int32Array) => (length === capacity ? column : column.slice(0, length))
  return { length, frame: fit(frame), parent: fit(parent), depth: fit(depth), nodeOfRow }
}
