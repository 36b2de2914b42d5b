import type { CallTree } from './call-tree.ts'
import { sortByWeight } from './weight-order.ts'

/**
 * The cost of each function in all its nodes, in columns, the largest self first.
 * A stack in which a function calls itself counts once in its total.
 *
 *     `a;b;a 2` and `a;b 1`:   frame [a, b]   self [2, 1]   total [3, 3]   widest [node of a, node of a;b]
 */
export interface FunctionTable {
  readonly length: number
  /** Row of profile.frames. */
  readonly frame: Uint32Array
  readonly self: Float64Array
  readonly total: Float64Array
  /** The node at which it weighs most, the first of equals: where a function's selection goes in the graph. */
  readonly widest: Int32Array
}

export type TableColumn = 'self' | 'total' | 'name'

/** All functions in the subtree of `from`; `frameCount` is profile.frames.length. */
export function buildFunctionTable(tree: CallTree, frameCount: number, from = 0): FunctionTable {
  const self = new Float64Array(frameCount)
  const total = new Float64Array(frameCount)
  const widest = new Int32Array(frameCount)
  const most = new Float64Array(frameCount).fill(-1)
  // First node that is not under an outer node of the same frame; 0 for a frame that was not met.
  const free = new Int32Array(frameCount)
  const end = tree.end[from]!
  let length = 0
  for (let node = Math.max(from, 1); node < end; node++) {
    const frame = tree.frame[node]!
    self[frame] = self[frame]! + tree.self[node]!
    // Under itself a function is in its own total already, and weighs no more.
    if (node < free[frame]!) continue
    if (free[frame] === 0) length++
    const weight = tree.total[node]!
    total[frame] = total[frame]! + weight
    free[frame] = tree.end[node]!
    if (weight > most[frame]!) {
      most[frame] = weight
      widest[frame] = node
    }
  }
  const met = new Uint32Array(length)
  for (let frame = 0, row = 0; frame < frameCount; frame++) if (free[frame]! > 0) met[row++] = frame
  const frames = sortByWeight(sortByWeight(met, total), self)
  const table = {
    length,
    frame: frames,
    self: new Float64Array(length),
    total: new Float64Array(length),
    widest: new Int32Array(length),
  }
  for (let row = 0; row < length; row++) {
    const frame = frames[row]!
    table.self[row] = self[frame]!
    table.total[row] = total[frame]!
    table.widest[row] = widest[frame]!
  }
  return table
}

/**
 * Rows of the table in the order of a column: the heaviest first, or names from the first on; `reversed` turns it
 * around. `nameRanks` gives the place of each frame's name (name-ranks.ts). Equal rows stay in the table's own order.
 */
export function orderRows(
  table: FunctionTable,
  rows: Uint32Array,
  column: TableColumn,
  reversed: boolean,
  nameRanks: ArrayLike<number> | null,
): Uint32Array {
  const ordered = orderBy(table, rows, column, nameRanks)
  return reversed ? ordered.toReversed() : ordered
}

function orderBy(
  { frame, self, total }: FunctionTable,
  rows: Uint32Array,
  column: TableColumn,
  nameRanks: ArrayLike<number> | null,
): Uint32Array {
  if (column === 'self') return sortByWeight(rows, self)
  if (column === 'total') return sortByWeight(rows, total)
  if (!nameRanks) return rows
  // The last name is the heaviest.
  const ranks = new Float64Array(frame.length)
  for (let row = 0; row < frame.length; row++) ranks[row] = nameRanks[frame[row]!]!
  return sortByWeight(rows.toReversed(), ranks).toReversed()
}
