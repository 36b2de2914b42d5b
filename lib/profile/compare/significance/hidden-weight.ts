import { callChanges } from './call-changes.ts'
import type { DeltaKind, UnionTree } from '../merged-tree/comparison.ts'
import { frameKinds } from '../../model/profile.ts'

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
export function hiddenWeights(union: UnionTree, delta: DeltaKind): HiddenWeight {
  const calls = callChanges(union)
  const { pairs, change, selfBelow, selfChange, interpreter } = calls
  const known = { up: new Map<number, number>(), down: new Map<number, number>() }
  return (frame, isUp) => {
    // It says how code ran, and costs nothing by itself.
    if (frame === interpreter) return Infinity
    if (union.frames.kind[frame] !== java) return 0
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
