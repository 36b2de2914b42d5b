import type { StackTable } from '../model/profile.ts'
import { countMarked, type TreeOutline } from './tree-outline.ts'

/**
 * The outline of any stack table. Rows are sorted by depth and, in each depth, by rank of their frame, so that callees meet
 * their caller in the order of siblings, and rows of one place (which differ in tier) meet each other.
 */
export function sortIntoTree(stacks: StackTable, isSampled: Uint8Array, ranks: Int32Array): TreeOutline {
  const places = mergeEqualNodes(stacks, sortByDepthAndRank(stacks, isSampled, ranks))
  const { length } = places
  // Callees stand behind their callers, so backwards each size is complete before the caller needs it ...
  const size = new Int32Array(length).fill(1)
  for (let place = length - 1; place > 0; place--) {
    const caller = places.caller[place]!
    size[caller] = size[caller]! + size[place]!
  }
  // ... and forwards each place knows where its next callee belongs: right behind the subtree of the one before.
  const nodeOfPlace = new Int32Array(length)
  const free = new Int32Array(length)
  free[0] = 1
  const frame = new Int32Array(length)
  const parent = new Int32Array(length)
  const depth = new Int32Array(length)
  frame[0] = -1
  parent[0] = -1
  for (let place = 1; place < length; place++) {
    const caller = places.caller[place]!
    const node = free[caller]!
    free[caller] = node + size[place]!
    free[place] = node + 1
    nodeOfPlace[place] = node
    frame[node] = places.frame[place]!
    parent[node] = nodeOfPlace[caller]!
    depth[node] = depth[parent[node]]! + 1
  }
  const nodeOfRow = places.placeOfRow
  for (let row = 0; row < nodeOfRow.length; row++) {
    const place = nodeOfRow[row]!
    if (place >= 0) nodeOfRow[row] = nodeOfPlace[place]!
  }
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
    const place = starts[keyOfRow[row]!]!
    sorted[place] = row
    starts[keyOfRow[row]!] = place + 1
  }
  return sorted
}

/** The distinct places (path of frames), callers first, callees of one caller in the order of their rows; place 0 is all. */
function mergeEqualNodes({ length, parent, frame }: StackTable, sorted: Int32Array) {
  const caller = new Int32Array(sorted.length + 1)
  const frameOf = new Int32Array(sorted.length + 1)
  const lastCallee = new Int32Array(sorted.length + 1)
  const placeOfRow = new Int32Array(length).fill(-1)
  caller[0] = -1
  let places = 1
  for (let index = 0; index < sorted.length; index++) {
    const row = sorted[index]!
    const above = parent[row]! < 0 ? 0 : placeOfRow[parent[row]!]!
    const last = lastCallee[above]!
    if (last > 0 && frameOf[last] === frame[row]) {
      placeOfRow[row] = last
      continue
    }
    caller[places] = above
    frameOf[places] = frame[row]!
    lastCallee[above] = places
    placeOfRow[row] = places++
  }
  return { length: places, caller, frame: frameOf, placeOfRow }
}
