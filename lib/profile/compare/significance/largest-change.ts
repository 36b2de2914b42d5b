import type { MergedTree } from '../merged-tree/comparison.ts'

/** A function whose self share changed by so much of all samples took most of its callers along. */
const leastChange = 0.25

/**
 * Gives 1 for each node of the merged tree whose stacks pass through the function whose self share changed most; null
 * where none changed so much that nodes with the same callers can no longer be called unchanged.
 */
export function markLargestChange({ tree, frames, before, after, bases }: MergedTree): Uint8Array | null {
  const change = new Float64Array(frames.length)
  for (let node = 1; node < tree.length; node++) {
    const frame = tree.frame[node]!
    change[frame]! += after.self[node]! / bases.after.total - before.self[node]! / bases.before.total
  }
  const largest = change.reduce((best, one, frame) => (Math.abs(one) > Math.abs(change[best]!) ? frame : best), 0)
  if (!(Math.abs(change[largest] ?? 0) >= leastChange)) return null
  const passes = new Uint8Array(tree.length)
  for (let node = 1; node < tree.length; node++)
    passes[node] = tree.frame[node] === largest ? 1 : passes[tree.parent[node]!]!
  return passes
}
