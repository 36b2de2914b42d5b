import { type CallTree } from './call-tree.ts'

/**
 * What each function costs wherever it stands, in columns, the largest self first.
 * A stack in which a function calls itself counts once in its total.
 *
 *     `a;b;a 2` and `a;b 1`:   frame [a, b]   self [2, 1]   total [3, 3]
 */
export interface FunctionTable {
  readonly length: number
  /** Row of profile.frames. */
  readonly frame: Uint32Array
  readonly self: Float64Array
  readonly total: Float64Array
}

/** All functions in the subtree of `from`; `frameCount` is profile.frames.length. */
export function functionTable(tree: CallTree, frameCount: number, from = 0): FunctionTable {
  const self = new Float64Array(frameCount)
  const total = new Float64Array(frameCount)
  // First node that is not under an outer node of the same frame.
  const free = new Int32Array(frameCount)
  const met: number[] = []
  for (let node = Math.max(from, 1); node < tree.end[from]!; node++) {
    const frame = tree.frame[node]!
    if (free[frame] === 0) met.push(frame)
    self[frame] = self[frame]! + tree.self[node]!
    if (node < free[frame]!) continue
    total[frame] = total[frame]! + tree.total[node]!
    free[frame] = tree.end[node]!
  }
  met.sort((a, b) => self[b]! - self[a]! || total[b]! - total[a]! || a - b)
  return {
    length: met.length,
    frame: Uint32Array.from(met),
    self: Float64Array.from(met, (frame) => self[frame]!),
    total: Float64Array.from(met, (frame) => total[frame]!),
  }
}
