import type { CallTree } from '../../../lib/profile/call-tree.ts'

/** The place in a subtree where this frame weighs most, -1 when it is nowhere in it: where a function's selection goes in the graph. */
export function widestNodeOf({ frame, total, end }: CallTree, wanted: number, from: number): number {
  let widest = -1
  for (let node = from; node < end[from]!; node++) {
    if (frame[node] === wanted && (widest < 0 || total[node]! > total[widest]!)) widest = node
  }
  return widest
}
