import type { DeltaKind, MergedTree } from '../merged-tree/comparison.ts'
import type { CallTree } from '../../tree/tree-columns.ts'
import { kindIndexes } from '../../model/profile.ts'
import { groupIndexes } from '../../model/sorted-columns.ts'
import { type CallChanges, loseDown, type Lost, loseUp } from './call-changes.ts'
import type { FrameGroups } from './groups.ts'

/**
 * How much of a group's change, up or down, may be only that one side did not show its frames: in scaled weight, and at
 * most `most`, where it stops counting.
 */
export type HiddenWeight = (group: number, isUp: boolean, most: number) => number

/** Stacks in which frames of a merged tree stand. */
type FrameTree = Pick<CallTree, 'length' | 'parent' | 'end' | 'frame'>

/** Stacks of a side as its engine recorded them. */
export interface RecordedTree extends FrameTree {
  /** Self weight of a node as far as it counts for groups that went up, or down: see `changeOf` of CallChanges. */
  readonly changeOfSelf: (node: number, isUp: boolean) => number
}

const lostWhen = (isUp: boolean): Lost => (isUp ? loseDown : loseUp)

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
 * `recorded` has further stacks to look for callers and callees in: between two engines, frames that the other one
 * lacks are not in the merged tree, and yet they may be what the other shows in the place of a method.
 *
 * Only the nodes of a group, their callers and their subtrees are looked at: all groups together take a pass over the
 * paths.
 */
export function createHiddenWeight(
  merged: MergedTree,
  calls: CallChanges,
  { names, groupOfFrame }: FrameGroups,
  delta: DeltaKind,
  recorded: readonly RecordedTree[] = [],
): HiddenWeight {
  const { tree, frames } = merged
  const mergedTree = {
    ...indexMembers(tree, { names, groupOfFrame }),
    changeOfSelf: (node: number, isUp: boolean) => calls.changeOf('self', node, isUp),
  }
  const trees = [
    mergedTree,
    ...recorded.map((one) => ({ ...indexMembers(one, { names, groupOfFrame }), changeOfSelf: one.changeOfSelf })),
  ]
  // It has a row more, frames.length, for the caller of a thread's first frame.
  const above = createFrameSet(frames.length + 1)
  // It has two rows more: callees of `calls` that are no frame.
  const below = createFrameSet(frames.length + 2)
  let question = 0
  const changeBelow = new Float64Array(frames.length)

  const within = createSumsWithin(mergedTree, merged, calls)

  /** Sums the self weight that callers lost. `above` has all of them then, unless the sum is `most` already. */
  function sumCallers(group: number, isUp: boolean, most: number): number {
    const selfChange = calls.selfChange(isUp)
    const lost = lostWhen(isUp)
    let hidden = 0
    question++
    above.clear()
    above.add(frames.length)
    for (const { parent, frame: frameOf, lastSeen, membersOf } of trees) {
      for (const member of membersOf(group)) {
        for (let node = parent[member]!; node > 0 && lastSeen[node] !== question; node = parent[node]!) {
          lastSeen[node] = question
          const frame = frameOf[node]!
          if (frame < 0 || groupOfFrame[frame] === group || !above.add(frame)) continue
          hidden += Math.max(0, lost(selfChange[frame]!) - within.ofSelf(frame))
          if (hidden >= most) return most
        }
      }
    }
    return hidden
  }

  /** Sums the weight that was lost from a caller above to a callee below. */
  function sumCallsAround(group: number, isUp: boolean, most: number): number {
    const { starts, caller, call: callOf, weight } = calls.lost(isUp)
    let hidden = 0
    below.clear()
    const visit = (frame: number) => {
      if (below.has(frame)) return false
      for (const callee of calls.calleesOf(frame)) {
        if (!below.add(callee)) continue
        for (let call = starts[callee]!; call < starts[callee + 1]!; call++)
          if (above.has(caller[call]!)) hidden += Math.max(0, weight[call]! - within.ofCall(callOf[call]!))
      }
      return hidden >= most
    }
    for (const one of trees) visitBelow(one, { group, groupOfFrame }, visit)
    return hidden
  }

  /** Self weight of inlined callees: it is the group's on one side, and the callee's on the other. */
  function sumCallees(group: number, isUp: boolean): number {
    const lost = lostWhen(isUp)
    const lostOf = new Map<number, number>()
    for (const one of trees) {
      below.clear()
      visitBelow(one, { group, groupOfFrame }, (frame, node) => {
        if (below.add(frame)) changeBelow[frame] = 0
        changeBelow[frame] = changeBelow[frame]! + one.changeOfSelf(node, isUp)
        return false
      })
      for (const frame of below.list)
        if (frames.kind[frame] === kindIndexes.java)
          lostOf.set(frame, Math.max(lostOf.get(frame) ?? 0, lost(changeBelow[frame]!)))
    }
    return [...lostOf.values()].reduce((sum, weight) => sum + weight, 0)
  }

  return (group, isUp, most) => {
    within.fill(delta === 'total' ? group : null, isUp)
    const hidden = calls.ofOneSide(isUp) + sumCallers(group, isUp, most)
    if (hidden >= most) return most
    const around = delta === 'total' ? sumCallsAround(group, isUp, most - hidden) : sumCallees(group, isUp)
    return Math.min(most, hidden + around)
  }
}

/** Visits the nodes below the members of a group, but for its own; until `visit` says that it is enough. */
function visitBelow(
  one: IndexedTree,
  { group, groupOfFrame }: Pick<FrameGroups, 'groupOfFrame'> & { readonly group: number },
  visit: (frame: number, node: number) => boolean,
): void {
  for (const member of one.outermostOf(group)) {
    for (let node = member + 1; node < one.end[member]!; node++) {
      const frame = one.frame[node]!
      if (frame >= 0 && groupOfFrame[frame] !== group && visit(frame, node)) return
    }
  }
}

/**
 * Sums what passes through a group anyway, by caller and by call: of two engines, all that a side has counts, but for
 * this part, which is in the total of the group already.
 */
function createSumsWithin(indexed: IndexedTree, { tree, frames }: MergedTree, calls: CallChanges) {
  const ofSelf = createSums(frames.length + 1)
  const ofCall = createSums(calls.length)
  return {
    ofSelf: ofSelf.get,
    ofCall: ofCall.get,
    /** Sums for another group; for null all are 0. */
    fill(group: number | null, isUp: boolean): void {
      ofSelf.clear()
      ofCall.clear()
      if (group === null || !calls.areEngines) return
      const lost = lostWhen(isUp)
      const totalOf = (node: number) => lost(calls.changeOf('total', node, isUp))
      for (const member of indexed.outermostOf(group)) {
        for (let node = member + 1; node < tree.end[member]!; node++) {
          ofSelf.add(calls.named[node]!, lost(calls.changeOf('self', node, isUp)))
          ofCall.add(calls.callOfNode[node]!, totalOf(node))
        }
        for (let node = tree.parent[member]!; node > 0; node = tree.parent[node]!)
          ofCall.add(calls.callOfNode[node]!, totalOf(member))
      }
    },
  }
}

interface IndexedTree extends FrameTree {
  /** In which question each node was last seen above a member. */
  readonly lastSeen: Int32Array
  /** Gives the nodes of a group. */
  readonly membersOf: (group: number) => Int32Array
  /** Those of them that stand below no other. */
  readonly outermostOf: (group: number) => Iterable<number>
}

function indexMembers({ length, parent, end, frame }: FrameTree, { names, groupOfFrame }: FrameGroups): IndexedTree {
  const { members, starts } = groupIndexes(
    frame.map((row) => (row < 0 ? -1 : groupOfFrame[row]!)),
    names.length,
  )
  const membersOf = (group: number) => members.subarray(starts[group], starts[group + 1])
  return {
    ...{ length, parent, end, frame },
    lastSeen: new Int32Array(length),
    membersOf,
    *outermostOf(group) {
      let until = 0
      for (const member of membersOf(group)) {
        if (member < until) continue
        until = end[member]!
        yield member
      }
    },
  }
}

/** Sums by row that are filled again and again. Row -1 has none. */
function createSums(rows: number) {
  const sums = new Float64Array(rows)
  const filled: number[] = []
  return {
    get: (row: number) => sums[row]!,
    add(row: number, weight: number) {
      if (row < 0 || weight === 0) return
      if (sums[row] === 0) filled.push(row)
      sums[row] = sums[row]! + weight
    },
    clear() {
      for (const row of filled) sums[row] = 0
      filled.length = 0
    },
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
