import type { StackTable } from '../model/profile.ts'
import { countMarked, type TreeOutline } from './tree-outline.ts'

/**
 * The outline of a stack table whose rows already stand in the order of a drawing (see drawing-order.ts), in one pass: each
 * row goes on from the path that ends at the row before it. null as soon as a row does not; then sort-into-tree.ts helps.
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
    if (path[level - 1] !== caller) return null
    if (level < pathEnd) {
      const sibling = path[level]!
      const ownFrame = stacks.frame[row]!
      if (frame[sibling] === ownFrame) {
        nodeOfRow[row] = sibling // the same place in another tier
        continue
      }
      if (ranks[frame[sibling]!]! > ranks[ownFrame]!) return null
    }
    if (level === path.length) path = ensureCapacity(path)
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

function ensureCapacity(path: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(path.length * 2)
  larger.set(path)
  return larger
}
