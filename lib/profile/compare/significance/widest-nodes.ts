import type { MergedTree } from '../merged-tree/comparison.ts'

/** For each frame the node where it weighs most, on both sides together; 0 for one that no node has. */
export function findWidestNodes({ tree, frames, before, after, scaleBefore, scaleAfter }: MergedTree): Int32Array {
  const widest = new Int32Array(frames.length)
  const most = new Float64Array(frames.length).fill(-1)
  for (let node = 1; node < tree.length; node++) {
    const frame = tree.frame[node]!
    const weight = before.total[node]! * scaleBefore + after.total[node]! * scaleAfter
    if (weight <= most[frame]!) continue
    most[frame] = weight
    widest[frame] = node
  }
  return widest
}
