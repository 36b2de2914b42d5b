import type { DeltaKind, MergedTree } from '../merged-tree/comparison.ts'
import { frameKinds } from '../../model/profile.ts'
import { PairTable } from '../../model/pair-table.ts'

/** How much of a change of these frames may be only that one side did not show them, in scaled weight. */
export type HiddenWeight = (isMember: Uint8Array, isUp: boolean) => number

const java = frameKinds.indexOf('java')

/**
 * perf and bpftrace see machine code: a method that the interpreter runs is called `Interpreter`, and one that was inlined is not there at
 * all. Which of them are changes whenever the JVM compiles something, and then a method comes or goes without costing more or less:
 *
 *     before  run;Interpreter;work 9        after  run;loop;work 9        `loop` is not new: before, `run;work` had its 9
 *
 * Without a method, its callers seem to call its callees, or to spend what it spent. So of what a method gained, so much may have been hidden
 * as such pairs of a caller above it and a callee below it (with `Interpreter` left out between them), and its callers by themselves, lost at
 * the same time. A real shift of calls from one method to another cannot be told from that; it is seen by engines that show all frames.
 */
export function createHiddenWeight(merged: MergedTree, delta: DeltaKind): HiddenWeight {
  const { tree, frames } = merged
  const calls = sumCalls(merged)
  return (isMember, isUp) => {
    const lostBy = (change: number) => Math.max(0, isUp ? -change : change)
    const { isAbove, isBelow } = findRelatives(merged, isMember)
    let hidden = 0
    for (let frame = 0; frame < frames.length; frame++) {
      if (isAbove[frame] === 1 && isMember[frame] === 0) hidden += lostBy(calls.selfChange[frame]!)
    }
    if (delta === 'total') {
      for (let call = 0; call < calls.pairs.length; call++) {
        const [caller, callee] = [calls.pairs.first[call]!, calls.pairs.second[call]!]
        if (caller < 0 || isAbove[caller] === 0 || isBelow[callee] === 0) continue
        if (isMember[caller] === 0 && isMember[callee] === 0) hidden += lostBy(calls.change[call]!)
      }
      return hidden
    }
    // What it inlined ends in it on one side, and in its callee on the other.
    const below = new Float64Array(frames.length)
    let until = 0
    for (let node = 1; node < tree.length; node++) {
      const frame = tree.frame[node]!
      if (node >= until) {
        if (isMember[frame] === 1) until = tree.end[node]!
      } else if (isMember[frame] === 0 && frames.kind[frame] === java)
        below[frame] = below[frame]! + changeOf(merged, 'self', node)
    }
    return below.reduce((sum, change) => sum + lostBy(change), hidden)
  }
}

function changeOf(
  { before, after, scaleBefore, scaleAfter }: MergedTree,
  column: 'self' | 'total',
  node: number,
): number {
  return after[column][node]! * scaleAfter - before[column][node]! * scaleBefore
}

/** Frames that stand above a member somewhere, and below one. */
function findRelatives({ tree, frames }: MergedTree, isMember: Uint8Array) {
  const isAbove = new Uint8Array(frames.length)
  const isBelow = new Uint8Array(frames.length)
  const holds = new Uint8Array(tree.length)
  for (let node = tree.length - 1; node > 0; node--) {
    const parent = tree.parent[node]!
    const frame = tree.frame[node]!
    if (holds[node] === 1) isAbove[frame] = 1
    if (holds[node] === 1 || isMember[frame] === 1) holds[parent] = 1
  }
  let until = 0
  for (let node = 1; node < tree.length; node++) {
    const frame = tree.frame[node]!
    if (node < until) isBelow[frame] = 1
    else if (isMember[frame] === 1) until = tree.end[node]!
  }
  return { isAbove, isBelow }
}

/** Who calls whom in a merged tree without the interpreter, and how much that changed, scaled. */
interface CallChanges {
  /** Caller and callee, rows of the merged frames; caller -1 for what nobody calls. */
  readonly pairs: PairTable
  /** By pair: of what passes through the callee there. */
  readonly change: Float64Array
  /** By frame: of what ends in it. What ends in the interpreter is its caller's. */
  readonly selfChange: Float64Array
}

function sumCalls(merged: MergedTree): CallChanges {
  const { tree, frames } = merged
  const interpreter = findInterpreter(merged)
  const pairs = new PairTable(frames.length)
  const selfChange = new Float64Array(frames.length)
  const callOfNode = new Int32Array(tree.length).fill(-1)
  // The nearest frame at or above each node that is not the interpreter.
  const named = new Int32Array(tree.length).fill(-1)
  for (let node = 1; node < tree.length; node++) {
    const caller = named[tree.parent[node]!]!
    const frame = tree.frame[node]!
    const isInterpreter = frame === interpreter
    named[node] = isInterpreter ? caller : frame
    if (named[node]! >= 0) selfChange[named[node]!] = selfChange[named[node]!]! + changeOf(merged, 'self', node)
    if (!isInterpreter) callOfNode[node] = pairs.add(caller, frame)
  }
  const change = new Float64Array(pairs.length)
  for (let node = 1; node < tree.length; node++) {
    const call = callOfNode[node]!
    if (call >= 0) change[call] = change[call]! + changeOf(merged, 'total', node)
  }
  return { pairs, change, selfChange }
}

/** Frame of the bytecode interpreter, -1 for none. */
export function findInterpreter({ frames, strings }: Pick<MergedTree, 'frames' | 'strings'>): number {
  return frames.name.findIndex((name) => strings[name] === 'Interpreter')
}
