import type { StackTable } from '../model/profile.ts'
import { countMarked, type TreeOutline } from './tree-outline.ts'

/**
 * The outline of any stack table. Rows are sorted by depth and, in each depth, by rank of their frame, so that callees
 * meet their caller in the order of siblings, and rows of one path (which differ in tier) meet each other.
 */
export function sortIntoTree(stacks: StackTable, isSampled: Uint8Array, ranks: Int32Array): TreeOutline {
  const paths = mergeEqualNodes(stacks, sortByDepthAndRank(stacks, isSampled, ranks))
  const { length } = paths
  // Callees stand behind their callers, so backwards each size is complete before the caller needs it ...
  const size = new Int32Array(length).fill(1)
  for (let path = length - 1; path > 0; path--) {
    const caller = paths.caller[path]!
    size[caller] = size[caller]! + size[path]!
  }
  // ... and forwards each path knows where its next callee belongs: right behind the subtree of the one before.
  const nodeOfPath = new Int32Array(length)
  const free = new Int32Array(length)
  free[0] = 1
  const frame = new Int32Array(length)
  const parent = new Int32Array(length)
  const depth = new Int32Array(length)
  frame[0] = -1
  parent[0] = -1
  for (let path = 1; path < length; path++) {
    const caller = paths.caller[path]!
    const node = free[caller]!
    free[caller] = node + size[path]!
    free[path] = node + 1
    nodeOfPath[path] = node
    frame[node] = paths.frame[path]!
    parent[node] = nodeOfPath[caller]!
    depth[node] = depth[parent[node]]! + 1
  }
  const nodeOfRow = paths.pathOfRow.map((path) => (path < 0 ? -1 : nodeOfPath[path]!))
  return { length, frame, parent, depth, nodeOfRow }
}

/** Rows that are marked. Two counting sorts: there are few ranks and few depths, and many rows. */
function sortByDepthAndRank(
  { length, parent, frame }: StackTable,
  isMarked: Uint8Array,
  ranks: Int32Array,
): Int32Array {
  const depth = new Int32Array(length)
  const rank = new Int32Array(length)
  let depths = 0
  const rows = new Int32Array(countMarked(isMarked))
  let count = 0
  for (let row = 0; row < length; row++) {
    if (isMarked[row] === 0) continue
    rows[count++] = row
    rank[row] = ranks[frame[row]!]!
    const level = parent[row]! < 0 ? 0 : depth[parent[row]!]! + 1
    depth[row] = level
    if (level >= depths) depths = level + 1
  }
  return countingSort(countingSort(rows, rank, ranks.length), depth, depths)
}

/** Rows by key, those of one key in the order they had. Keys are below `keys`. */
function countingSort(rows: Int32Array, keyOfRow: Int32Array, keys: number): Int32Array {
  const starts = new Int32Array(keys + 1)
  for (let index = 0; index < rows.length; index++) {
    const next = keyOfRow[rows[index]!]! + 1
    starts[next] = starts[next]! + 1
  }
  for (let key = 1; key < keys; key++) starts[key] = starts[key]! + starts[key - 1]!
  const sorted = new Int32Array(rows.length)
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!
    const path = starts[keyOfRow[row]!]!
    sorted[path] = row
    starts[keyOfRow[row]!] = path + 1
  }
  return sorted
}

/** The distinct paths of frames, callers first, callees of one caller in the order of their rows; path 0 is all. */
function mergeEqualNodes({ length, parent, frame }: StackTable, sorted: Int32Array) {
  const caller = new Int32Array(sorted.length + 1)
  const frameOf = new Int32Array(sorted.length + 1)
  const lastCallee = new Int32Array(sorted.length + 1)
  const pathOfRow = new Int32Array(length).fill(-1)
  caller[0] = -1
  let paths = 1
  for (let index = 0; index < sorted.length; index++) {
    const row = sorted[index]!
    const above = parent[row]! < 0 ? 0 : pathOfRow[parent[row]!]!
    const last = lastCallee[above]!
    if (last > 0 && frameOf[last] === frame[row]) {
      pathOfRow[row] = last
      continue
    }
    caller[paths] = above
    frameOf[paths] = frame[row]!
    lastCallee[above] = paths
    pathOfRow[row] = paths++
  }
  return { length: paths, caller, frame: frameOf, pathOfRow }
}
