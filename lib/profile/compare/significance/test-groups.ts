import type { DeltaKind, MergedTree, SideWeights } from '../merged-tree/comparison.ts'
import { hasInlinedFrames } from '../merged-tree/normalize-stacks.ts'
import { getMergedRows } from '../merged-tree/merged-tree-rows.ts'
import { frameKinds, type Profile } from '../../model/profile.ts'
import { findCauses } from './fold.ts'
import { createHiddenWeight, findInterpreter } from './hidden-weight.ts'
import { type FrameGroups, groupItems } from './levels.ts'
import { type ItemTests, testItems } from './test-items.ts'
import { weighItems } from './tested-items.ts'

/** Groups of frames (packages, classes, functions) with what noise allows to say of each by itself. */
export interface TestedGroups {
  readonly groups: FrameGroups
  readonly tests: ItemTests
  /** By group, unscaled. */
  readonly before: SideWeights
  readonly after: SideWeights
}

const java = frameKinds.indexOf('java')

export function testGroups(
  merged: MergedTree,
  before: Profile,
  after: Profile,
  groups: FrameGroups,
  delta: DeltaKind,
): TestedGroups {
  const { tree } = merged
  const length = groups.names.length
  const items = (kind: DeltaKind) => groupItems(tree, groups.groupOfFrame, length, kind)
  const [ofSelf, ofTotal] = [items('self'), items('total')]
  const rows = getMergedRows(merged, before, after)
  const tests = testItems(
    merged,
    delta === 'self' ? ofSelf : ofTotal,
    { profile: before, nodeOfRow: rows.before },
    { profile: after, nodeOfRow: rows.after },
    hidden(merged, before, after, groups, delta),
  )
  const side = ({ self }: SideWeights): SideWeights => ({
    self: weighItems(ofSelf, self),
    total: weighItems(ofTotal, self),
  })
  return { groups, tests, before: side(merged.before), after: side(merged.after) }
}

/** What may have been hidden of a group, where an engine does not show all frames. */
function hidden(
  merged: MergedTree,
  before: Profile,
  after: Profile,
  { groupOfFrame }: FrameGroups,
  delta: DeltaKind,
): ((group: number, isUp: boolean) => number) | undefined {
  if (hasInlinedFrames(before) && hasInlinedFrames(after)) return undefined
  const { frames } = merged
  const interpreter = findInterpreter(merged)
  const hiddenWeight = createHiddenWeight(merged, delta)
  return (group, isUp) => {
    // It says how code ran, and costs nothing by itself.
    if (interpreter >= 0 && groupOfFrame[interpreter] === group) return Infinity
    const isMember = Uint8Array.from(groupOfFrame, (own) => Number(own === group))
    const isJava = isMember.some((is, frame) => is === 1 && frames.kind[frame] === java)
    return isJava ? hiddenWeight(isMember, isUp) : 0
  }
}

/** By group the one whose change explains it: see findCauses. */
export function findGroupCauses(
  merged: MergedTree,
  { groups: { names, groupOfFrame }, tests, before, after }: TestedGroups,
  isSignificant: (group: number) => boolean,
): Int32Array {
  const { scaleBefore, scaleAfter } = merged
  return findCauses(merged, {
    itemOfNode: groupItems(merged.tree, groupOfFrame, names.length, 'total').itemOfNode!,
    before: before.total.map((weight) => weight * scaleBefore),
    after: after.total.map((weight) => weight * scaleAfter),
    selfChange: after.self.map((weight, group) => weight * scaleAfter - before.self[group]! * scaleBefore),
    change: tests.change,
    isSignificant: Uint8Array.from(names, (_, group) => Number(isSignificant(group))),
  })
}
