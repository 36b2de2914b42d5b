import type { DeltaKind, MergedTree } from '../merged-tree/comparison.ts'
import { frameKinds } from '../../model/profile.ts'
import { groupIndexes } from '../../model/sorted-columns.ts'
import { type CallChanges, loseDown, type Lost, loseUp } from './call-changes.ts'
import type { FrameGroups } from './groups.ts'

/**
 * How much of a group's change, up or down, may be only that one side did not show its frames: in scaled weight, and at
 * most `most`, where it stops counting.
 */
export type HiddenWeight = (group: number, isUp: boolean, most: number) => number

const lostWhen = (isUp: boolean): Lost => (isUp ? loseDown : loseUp)
const java = frameKinds.indexOf('java')

/**
 * perf and bpftrace see machine code: a method that the interpreter runs is called `Interpreter`, and one that was
 * inlined is not there at all. Which of them are changes whenever the JVM compiles something, and then a method comes
 * or goes without costing more or less:
 *
 *     before  run;Interpreter;work 9        after  run;loop;work 9        `loop` is not new: before, `run;work` had its 9
 *
 * Without a method, its callers seem to call its callees, or to have its self weight. So the part of a method's gain
 * may have been hidden that such pairs of a caller above it and a callee below it (with `Interpreter` left out between
 * them), and its callers by themselves, lost at the same time. A real shift of calls from one method to another cannot
 * be distinguished from that; engines that show all frames see it.
 *
 * Only the nodes of a group, their callers and their subtrees are looked at: all groups together take a pass over the
 * paths.
 */
export function createHiddenWeight(
  merged: MergedTree,
  calls: CallChanges,
  { names, groupOfFrame }: FrameGroups,
  delta: DeltaKind,
): HiddenWeight {
  const { tree, frames } = merged
  const membersOf = groupIndexes(
    tree.frame.map((frame) => (frame < 0 ? -1 : groupOfFrame[frame]!)),
    names.length,
  )
  // It has a row more, frames.length, for the caller of a thread's first frame.
  const above = createFrameSet(frames.length + 1)
  const below = createFrameSet(frames.length)
  // In which question each node was last seen above a member.
  const lastSeen = new Int32Array(tree.length)
  let question = 0
  const changeBelow = new Float64Array(frames.length)

  /** Sums the self weight that callers lost. `above` has all of them then, unless the sum is `most` already. */
  function sumCallers(members: Int32Array, group: number, isUp: boolean, most: number): number {
    const selfChange = calls.selfChange(isUp)
    const lost = lostWhen(isUp)
    let hidden = 0
    question++
    above.clear()
    above.add(frames.length)
    for (const member of members) {
      for (let node = tree.parent[member]!; node > 0 && lastSeen[node] !== question; node = tree.parent[node]!) {
        lastSeen[node] = question
        const frame = tree.frame[node]!
        if (groupOfFrame[frame] === group || !above.add(frame)) continue
        hidden += lost(selfChange[frame]!)
        if (hidden >= most) return most
      }
    }
    return hidden
  }

  /** Each frame below the members once, but for their own; until `visit` says that it is enough. */
  function visitBelow(members: Int32Array, group: number, visit: (frame: number, node: number) => boolean): void {
    let until = 0
    for (const member of members) {
      if (member < until) continue
      until = tree.end[member]!
      for (let node = member + 1; node < until; node++) {
        const frame = tree.frame[node]!
        if (groupOfFrame[frame] !== group && visit(frame, node)) return
      }
    }
  }

  /** Sums the weight that was lost from a caller above to a callee below. */
  function sumCallsAround(members: Int32Array, group: number, isUp: boolean, most: number): number {
    const { starts, caller, weight } = calls.lost(isUp)
    let hidden = 0
    below.clear()
    visitBelow(members, group, (frame) => {
      if (!below.add(frame)) return false
      for (let call = starts[frame]!; call < starts[frame + 1]!; call++)
        if (above.has(caller[call]!)) hidden += weight[call]!
      return hidden >= most
    })
    return hidden
  }

  /** Self weight of inlined callees: it is the group's on one side, and the callee's on the other. */
  function sumCallees(members: Int32Array, group: number, isUp: boolean): number {
    below.clear()
    visitBelow(members, group, (frame, node) => {
      if (below.add(frame)) changeBelow[frame] = 0
      changeBelow[frame] = changeBelow[frame]! + calls.changeOf('self', node, isUp)
      return false
    })
    const lost = lostWhen(isUp)
    let hidden = 0
    for (const frame of below.list) if (frames.kind[frame] === java) hidden += lost(changeBelow[frame]!)
    return hidden
  }

  return (group, isUp, most) => {
    const members = membersOf.members.subarray(membersOf.starts[group], membersOf.starts[group + 1])
    const hidden = calls.ofOneSide(isUp) + sumCallers(members, group, isUp, most)
    if (hidden >= most) return most
    const around =
      delta === 'total' ? sumCallsAround(members, group, isUp, most - hidden) : sumCallees(members, group, isUp)
    return Math.min(most, hidden + around)
  }
}

interface FrameSet {
  readonly list: readonly number[]
  has(frame: number): boolean
  /** False for one that is in already. */
  add(frame: number): boolean
  clear(): void
}

/** A set of frames that is filled again and again. */
function createFrameSet(frames: number): FrameSet {
  const list: number[] = []
  const filledAt = new Int32Array(frames)
  let now = 1
  return {
    list,
    has: (frame) => filledAt[frame] === now,
    add(frame) {
      if (filledAt[frame] === now) return false
      filledAt[frame] = now
      list.push(frame)
      return true
    },
    clear() {
      now++
      list.length = 0
    },
  }
}
