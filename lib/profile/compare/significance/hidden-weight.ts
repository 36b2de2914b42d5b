import type { DeltaKind, MergedTree } from '../merged-tree/comparison.ts'
import { frameKinds } from '../../model/profile.ts'
import { PairTable } from '../../model/pair-table.ts'
import { groupIndexes } from '../../model/sorted-columns.ts'

/** How much of a function's change may be only that one side did not show it, in scaled weight. */
export type HiddenWeight = (frame: number, isUp: boolean) => number

const java = frameKinds.indexOf('java')

/**
 * perf and bpftrace see machine code: a method that the interpreter runs is called `Interpreter`, and one that was inlined is not there at
 * all. Which of them are changes whenever the JVM compiles something, and then a method comes or goes without costing more or less:
 *
 *     before  run;Interpreter;work 9        after  run;loop;work 9        `loop` is not new: `work` costs what it did
 *
 * So what a Java method gained counts as hidden before, as far as the callees under which it gained lost as much elsewhere, or its
 * own callers, the interpreter or its callees lost what ended in them. A shift of calls from one method to another that does the same
 * cannot be told from that; it is seen by engines that show all frames.
 */
export function createHiddenWeight(merged: MergedTree, delta: DeltaKind): HiddenWeight {
  const calls = callChanges(merged)
  const { pairs, change, selfOfCallees: selfBelow, selfChange, interpreter } = calls
  const known = { up: new Map<number, number>(), down: new Map<number, number>() }
  return (frame, isUp) => {
    // It says how code ran, and costs nothing by itself.
    if (frame === interpreter) return Infinity
    if (merged.frames.kind[frame] !== java) return 0
    return delta === 'self' ? lostSelf(frame, isUp ? 1 : -1) : hiddenTotal(frame, isUp)
  }

  /** What ended in those that may have had it, and does no more. */
  function lostSelf(frame: number, sign: number): number {
    let lost = interpreter < 0 ? 0 : fall(selfChange[interpreter]!, sign)
    for (const edge of calls.byCallee(frame)) {
      const caller = pairs.first[edge]!
      if (caller >= 0 && caller !== interpreter) lost += fall(selfChange[caller]!, sign)
    }
    for (const edge of calls.byCaller(frame)) if (pairs.second[edge] !== frame) lost += fall(selfBelow[edge]!, sign)
    return lost
  }

  /** Callees first, by a list instead of calls in calls: a callee that was hidden itself was not there to be lost. */
  function hiddenTotal(wanted: number, isUp: boolean): number {
    const sign = isUp ? 1 : -1
    const done = isUp ? known.up : known.down
    const pending = [wanted]
    const entered = new Set<number>()
    while (pending.length > 0) {
      const frame = pending.at(-1)!
      if (done.has(frame)) {
        pending.pop()
      } else if (entered.has(frame)) {
        done.set(frame, sumOver(frame, sign, done))
        pending.pop()
      } else {
        entered.add(frame)
        for (const edge of calls.byCaller(frame)) {
          const callee = pairs.second[edge]!
          if (change[edge]! * sign > 0 && !entered.has(callee)) pending.push(callee)
        }
      }
    }
    return done.get(wanted)!
  }

  function sumOver(frame: number, sign: number, done: ReadonlyMap<number, number>): number {
    let hidden = Math.min(rise(selfChange[frame]!, sign), lostSelf(frame, sign))
    for (const edge of calls.byCaller(frame)) {
      const callee = pairs.second[edge]!
      const gained = rise(change[edge]!, sign)
      if (gained === 0 || callee === frame) continue
      const elsewhere = (sign > 0 ? calls.lost : calls.gained)[callee]!
      hidden += Math.min(gained, (done.get(callee) ?? 0) + elsewhere)
    }
    return hidden
  }
}

function rise(change: number, sign: number): number {
  return Math.max(0, change * sign)
}

function fall(change: number, sign: number): number {
  return Math.max(0, -change * sign)
}

/** Who calls whom in a merged tree and how much that changed, scaled, in columns by edge (caller, callee); a recursion counts once. */
interface CallChanges {
  /** Caller and callee, rows of the merged frames; caller -1 for what nobody calls. */
  readonly pairs: Pick<PairTable, 'first' | 'second'>
  /** By edge: of what passes through the callee there, and of what ends in it there. */
  readonly change: Float64Array
  readonly selfOfCallees: Float64Array
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

function callChanges({ tree, frames, strings, before, after, scaleBefore, scaleAfter }: MergedTree): CallChanges {
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
    selfOfCallees: selfBelow,
    selfChange,
    interpreter: frames.name.findIndex((name) => strings[name] === 'Interpreter'),
    byCaller: groupBy(pairs.first.subarray(0, pairs.length), frames.length),
    byCallee: groupBy(pairs.second.subarray(0, pairs.length), frames.length),
  }
}

function groupBy(groups: Int32Array, count: number): (group: number) => Int32Array {
  const { members, starts } = groupIndexes(groups, count)
  return (group) => members.subarray(starts[group], starts[group + 1])
}
