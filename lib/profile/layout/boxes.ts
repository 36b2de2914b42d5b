/**
 * The boxes of the part of a tree that is on the screen, for a painter, in columns.
 *
 *     row 0  |all (zoomed away: ancestor)..................|
 *     row 1  |a.......................||b......||##########|      three boxes, the last one merged from 900 nodes
 *
 * Shape: columns with room to spare: only the first `length` rows count.
 * Units: x0 and x1 are CSS pixels from the left of the viewport, cut off at its edges.
 */
export interface Boxes {
  readonly length: number
  /** The node of the box; of a merged box the first of its nodes. */
  readonly node: Int32Array
  /** Depth in the tree. Whether that counts from below or above is up to the painter. */
  readonly row: Int32Array
  readonly x0: Float64Array
  readonly x1: Float64Array
  /** Sum of boxFlags. */
  readonly flags: Uint8Array
  /** Which searches found it: bit i is search i. Not 0 exactly where the matched flag is set. */
  readonly searches: Uint8Array
}

export const boxFlags = {
  /** A run of neighbours too narrow to be drawn one by one, or one such node. */
  merged: 1,
  /** The node matches the search; in a merged box, a node of the run or below it does. */
  matched: 2,
  /** Stands above the zoomed node and is stretched over the whole width. */
  ancestor: 4,
} as const

// Capacity for as many as the last time: in a tween each frame has about as many as the last.
let initialCapacity = 1024

export type BoxCollector = ReturnType<typeof createBoxCollector>

export function createBoxCollector() {
  let columns = columnsFor(initialCapacity)
  let length = 0
  return {
    /** `searches` decides the matched flag, which `flags` therefore must not hold. */
    add(node: number, row: number, x0: number, x1: number, flags: number, searches: number): void {
      if (length === columns.node.length) columns = columnsFor(length * 2, columns)
      columns.node[length] = node
      columns.row[length] = row
      columns.x0[length] = x0
      columns.x1[length] = x1
      columns.flags[length] = searches === 0 ? flags : flags | boxFlags.matched
      columns.searches[length] = searches
      length++
    },
    all(): Boxes {
      initialCapacity = columns.node.length
      return { length, ...columns }
    },
  }
}

function columnsFor(capacity: number, old?: Omit<Boxes, 'length'>) {
  const columns = {
    node: new Int32Array(capacity),
    row: new Int32Array(capacity),
    x0: new Float64Array(capacity),
    x1: new Float64Array(capacity),
    flags: new Uint8Array(capacity),
    searches: new Uint8Array(capacity),
  }
  if (old) for (const name of Object.keys(columns) as (keyof typeof columns)[]) columns[name].set(old[name])
  return columns
}
