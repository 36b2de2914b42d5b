import type { CallTree, Weights } from '../tree/call-tree.ts'

/**
 * The left edge of each node, in units of weight: node i covers [starts[i], starts[i] + total[i]).
 * A node's own weight is the gap at its left and its children follow it, as flamegraph.pl draws them.
 *
 *     all      |main.............|
 *     main     |self|a......|b...|      starts  all 0, main 0, a 2, b 5   (main's self 2, a's total 3)
 *
 * Keeps: starts never sink from one node to the next, so that a place can be found by halving.
 */
export function layoutStarts({ length, parent, self, total }: CallTree): Weights {
  const starts = total instanceof Uint32Array ? new Uint32Array(length) : new Float64Array(length)
  // Where the next child of a node begins.
  const free = starts.slice()
  free[0] = self[0]!
  for (let node = 1; node < length; node++) {
    const caller = parent[node]!
    const start = free[caller]!
    starts[node] = start
    free[caller] = start + total[node]!
    free[node] = start + self[node]!
  }
  return starts
}
