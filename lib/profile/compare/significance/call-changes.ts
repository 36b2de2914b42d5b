import type { UnionTree } from '../merged-tree/comparison.ts'
import { groupBy } from '../../model/group-by.ts'
import { PairTable } from '../../model/pair-table.ts'

/** Who calls whom in a union and how much that changed, scaled, in columns by edge (caller, callee); a recursion counts once. */
export interface CallChanges {
  /** Caller and callee, rows of the union's frames; caller -1 for what nobody calls. */
  readonly pairs: Pick<PairTable, 'first' | 'second'>
  /** By edge: of what passes through the callee there, and of what ends in it there. */
  readonly change: Float64Array
  readonly selfBelow: Float64Array
  /** By frame: of what ends in it, wherever it stands. */
  readonly selfChange: Float64Array
  /** By frame: what it lost under callers that it lost anything under, and what it gained under others; none is below 0. */
  readonly lost: Float64Array
  readonly gained: Float64Array
  /** Frame of the bytecode interpreter, -1 for none. */
  readonly interpreter: number
  /** Edges of a caller, or of a callee. */
  readonly byCaller: (frame: number) => Int32Array
  readonly byCallee: (frame: number) => Int32Array
}

export function callChanges({ tree, frames, strings, before, after, scaleBefore, scaleAfter }: UnionTree): CallChanges {
  const pairs = new PairTable(frames.length)
  const selfChange = new Float64Array(frames.length)
  const edgeOfNode = new Int32Array(tree.length).fill(-1)
  const changeOf = (column: 'self' | 'total', node: number) =>
    after[column][node]! * scaleAfter - before[column][node]! * scaleBefore
  // First node that is not under an outer node of the same frame.
  const free = new Int32Array(frames.length)
  for (let node = 1; node < tree.length; node++) {
    const frame = tree.frame[node]!
    selfChange[frame] = selfChange[frame]! + changeOf('self', node)
    if (node < free[frame]!) continue
    free[frame] = tree.end[node]!
    edgeOfNode[node] = pairs.add(tree.frame[tree.parent[node]!]!, frame)
  }
  const change = new Float64Array(pairs.length)
  const selfBelow = new Float64Array(pairs.length)
  for (let node = 1; node < tree.length; node++) {
    const edge = edgeOfNode[node]!
    if (edge < 0) continue
    change[edge] = change[edge]! + changeOf('total', node)
    selfBelow[edge] = selfBelow[edge]! + changeOf('self', node)
  }
  const lost = new Float64Array(frames.length)
  const gained = new Float64Array(frames.length)
  for (let edge = 0; edge < pairs.length; edge++) {
    const callee = pairs.second[edge]!
    lost[callee] = lost[callee]! + Math.max(0, -change[edge]!)
    gained[callee] = gained[callee]! + Math.max(0, change[edge]!)
  }
  return {
    pairs,
    lost,
    gained,
    change,
    selfBelow,
    selfChange,
    interpreter: frames.name.findIndex((name) => strings[name] === 'Interpreter'),
    byCaller: groupBy(pairs.first.subarray(0, pairs.length), frames.length),
    byCallee: groupBy(pairs.second.subarray(0, pairs.length), frames.length),
  }
}
