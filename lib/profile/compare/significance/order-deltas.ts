import { type FunctionDeltas, takeRows } from './function-deltas.ts'
import type { DeltaKind, UnionTree } from '../merged-tree/comparison.ts'
import { isSignificant } from './is-significant.ts'

/** The table with significant rows first, then by size of the change; of changes that noise cannot tell apart, the culprit's first. */
export function culpritsFirst(deltas: FunctionDeltas, union: UnionTree, delta: DeltaKind): FunctionDeltas {
  return takeRows(deltas, orderOf(deltas, union, delta))
}

function orderOf(deltas: FunctionDeltas, union: UnionTree, delta: DeltaKind): Uint32Array {
  const sizes = (kind: DeltaKind) =>
    deltas.after[kind].map((weight, row) =>
      Math.abs(weight * union.scaleAfter - deltas.before[kind][row]! * union.scaleBefore),
    )
  const size = sizes(delta)
  const rank = (row: number) => (isSignificant(deltas, row) ? 0 : 1)
  const order = Uint32Array.from(deltas.frame.keys()).sort((a, b) => rank(a) - rank(b) || size[b]! - size[a]! || a - b)
  return delta === 'self' ? order : sortAlike(order, deltas, size, sizes('self'))
}

/**
 * What made a function slow made all its callers slow. Where noise cannot tell the change of one from the largest, the function that
 * changed most by itself stands first.
 */
function sortAlike(order: Uint32Array, deltas: FunctionDeltas, size: Float64Array, own: Float64Array): Uint32Array {
  const significant = order.findIndex((row) => !isSignificant(deltas, row))
  const end = significant < 0 ? order.length : significant
  let from = 0
  while (from < end) {
    const least = Math.min(Math.abs(deltas.low[order[from]!]!), Math.abs(deltas.high[order[from]!]!))
    let to = from + 1
    while (to < end && size[order[to]!]! >= least) to++
    order.subarray(from, to).sort((a, b) => own[b]! - own[a]! || size[b]! - size[a]! || a - b)
    from = to
  }
  return order
}
