import { computeScaledChange, type MergedTree } from '../merged-tree/comparison.ts'
import { PairTable } from '../../model/pair-table.ts'
import { groupIndexes } from '../../model/sorted-columns.ts'

/** Gives the weight that was lost by a change, counted in one direction: 0 for a change in the other one. */
export type Lost = (change: number) => number
export const loseDown: Lost = (change) => Math.max(0, -change)
export const loseUp: Lost = (change) => Math.max(0, change)

/** Calls by callee: those of frame f are rows starts[f] to starts[f + 1] - 1. */
interface LostCalls {
  readonly starts: Int32Array
  readonly caller: Int32Array
  /** How much was lost. */
  readonly weight: Float64Array
}

/** Who calls whom in a merged tree without the interpreter, and how much that changed, scaled. */
export interface CallChanges {
  /** Change of the self weight of each frame. Self weight of the interpreter counts for its caller. */
  readonly selfChange: Float64Array
  /**
   * Calls of which less passes through the callee where something else grew; or more where it shrank. The caller of a
   * thread's first frame is frames.length.
   */
  readonly lost: (isUp: boolean) => LostCalls
}

export function sumCalls(merged: MergedTree): CallChanges {
  const { tree, frames } = merged
  const interpreter = findInterpreter(merged)
  // Caller and callee, rows of the merged frames, or `root`.
  const root = frames.length
  const pairs = new PairTable(root + 1)
  const selfChange = new Float64Array(frames.length)
  const callOfNode = new Int32Array(tree.length).fill(-1)
  // The nearest frame at or above each node that is not the interpreter.
  const named = new Int32Array(tree.length).fill(root)
  for (let node = 1; node < tree.length; node++) {
    const caller = named[tree.parent[node]!]!
    const frame = tree.frame[node]!
    const isInterpreter = frame === interpreter
    named[node] = isInterpreter ? caller : frame
    if (named[node] !== root)
      selfChange[named[node]!] = selfChange[named[node]!]! + computeScaledChange(merged, merged, 'self', node)
    if (!isInterpreter) callOfNode[node] = pairs.add(caller, frame)
  }
  const change = new Float64Array(pairs.length)
  for (let node = 1; node < tree.length; node++) {
    const call = callOfNode[node]!
    if (call >= 0) change[call] = change[call]! + computeScaledChange(merged, merged, 'total', node)
  }
  const whenUp = listLost(pairs, change, loseDown, frames.length)
  const whenDown = listLost(pairs, change, loseUp, frames.length)
  return { selfChange, lost: (isUp) => (isUp ? whenUp : whenDown) }
}

function listLost({ first, second }: PairTable, change: Float64Array, lost: Lost, frames: number): LostCalls {
  const calleeOf = new Int32Array(change.length).fill(-1)
  for (let call = 0; call < change.length; call++) if (lost(change[call]!) > 0) calleeOf[call] = second[call]!
  const { members, starts } = groupIndexes(calleeOf, frames)
  const weight = new Float64Array(members.length)
  for (let row = 0; row < members.length; row++) weight[row] = lost(change[members[row]!]!)
  return { starts, caller: members.map((call) => first[call]!), weight }
}

/** Frame of the bytecode interpreter, -1 for none. */
export function findInterpreter({ frames, strings }: Pick<MergedTree, 'frames' | 'strings'>): number {
  return frames.name.findIndex((name) => strings[name] === 'Interpreter')
}
