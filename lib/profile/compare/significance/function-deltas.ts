import type { SideWeights, SignificanceResults } from '../merged-tree/comparison.ts'

/**
 * What each function costs on both sides wherever it stands, in columns: significant ones first, then by size of the scaled delta. A stack in
 * which a function calls itself counts once in its total.
 */
export interface FunctionDeltas extends SignificanceResults {
  readonly length: number
  /** Row of the merged frames. */
  readonly frame: Uint32Array
  /** Node of the merged tree at which it weighs most, both sides together: where its selection goes in the graph. */
  readonly widest: Int32Array
  /** By row of this table, unscaled. */
  readonly before: SideWeights
  readonly after: SideWeights
}

/** The table with these rows only, in this order. */
export function takeRows(deltas: FunctionDeltas, rows: Uint32Array): FunctionDeltas {
  const take = <Column extends Float64Array | Float32Array | Uint8Array | Uint32Array | Int32Array>(column: Column) => {
    const taken = column.slice(0, rows.length) as Column
    rows.forEach((from, row) => (taken[row] = column[from]!))
    return taken
  }
  const side = ({ self, total }: SideWeights): SideWeights => ({ self: take(self), total: take(total) })
  return {
    length: rows.length,
    frame: take(deltas.frame),
    widest: take(deltas.widest),
    before: side(deltas.before),
    after: side(deltas.after),
    outcome: take(deltas.outcome),
    q: take(deltas.q),
    low: take(deltas.low),
    high: take(deltas.high),
  }
}
