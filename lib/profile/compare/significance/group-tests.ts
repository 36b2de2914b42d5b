import { computeScaledChange, type DeltaKind, type MergedTree, type SideWeights } from '../merged-tree/comparison.ts'
import { kindIndexes } from '../../model/profile.ts'
import type { CostScale } from './cost-per-second.ts'
import { findCauses } from './causes.ts'
import { type CallChanges, findInterpreter } from './call-changes.ts'
import type { ChangeLimits, GroupLimits } from './engine-limits.ts'
import { createHiddenWeight, type HiddenWeight } from './hidden-weight.ts'
import type { GroupItems } from './groups.ts'
import type { SideSamples } from './side-samples.ts'
import { type ItemTests, testItems } from './item-tests.ts'
import { sumByItem, type TestItems } from './items.ts'

/** Groups of frames (packages, classes, functions) with the tests of each by itself. */
export interface TestedGroups {
  readonly groups: GroupItems
  readonly tests: ItemTests
  /** Unscaled weights of each group. */
  readonly before: SideWeights
  readonly after: SideWeights
  readonly limited: GroupLimits | null
}

/** Inputs that the tests of all groups share. */
export interface GroupEvidence {
  readonly before: SideSamples
  readonly after: SideSamples
  /** Shows the weight that one side may hide; null where both engines show all frames. */
  readonly calls: CallChanges | null
  /** Shows what the sides cannot both show; null where both lost as many callers, and one engine recorded them. */
  readonly limits: ChangeLimits | null
  readonly costScales: readonly CostScale[]
  /** How much samples cluster, for where they have no times. */
  readonly commonDispersion: (items: TestItems) => number
}

export function testGroups(
  merged: MergedTree,
  { before, after, calls, limits, costScales, commonDispersion }: GroupEvidence,
  groups: GroupItems,
  delta: DeltaKind,
): TestedGroups {
  const { items } = groups
  const hiddenOf = calls ? createHidden(merged, { calls, limits }, groups, delta) : () => 0
  const stretchOf = limits?.stretchOf ?? (() => 1)
  const side = ({ self, total }: SideWeights): SideWeights => ({
    self: sumByItem(items.self, self),
    total: sumByItem(items.total, total),
  })
  const shown = { before: side(merged.before), after: side(merged.after) }
  const limited = limits?.limitGroups(groups, shown, delta) ?? null
  const tests = testItems(merged, items[delta], before, after, {
    hiddenOf: (group, isUp, most) => Math.min(most, stretchOf(isUp) * hiddenOf(group, isUp, most)),
    ...{ limitOf: limited?.hiddenOf, limitReason: limits?.reason, costScales, commonDispersion },
  })
  return { groups, tests, ...shown, limited }
}

/** Weight of a group that may have been hidden. */
function createHidden(
  merged: MergedTree,
  { calls, limits }: { readonly calls: CallChanges; readonly limits: ChangeLimits | null },
  groups: GroupItems,
  delta: DeltaKind,
): HiddenWeight {
  const { groupOfFrame, names } = groups
  const interpreter = findInterpreter(merged)
  const hiddenWeight = createHiddenWeight(merged, calls, groups, delta, limits?.recorded)
  const isJava = new Uint8Array(names.length)
  groupOfFrame.forEach((group, frame) => {
    if (group >= 0 && merged.frames.kind[frame] === kindIndexes.java) isJava[group] = 1
  })
  return (group, isUp, most) => {
    // It says how code ran, and costs nothing by itself.
    if (interpreter >= 0 && groupOfFrame[interpreter] === group) return most
    return isJava[group] === 1 ? hiddenWeight(group, isUp, most) : 0
  }
}

/** Gives for each group the one whose change explains it: see findCauses. */
export function findGroupCauses(
  merged: MergedTree,
  { groups: { names, items }, tests, before, after }: TestedGroups,
  isSignificant: (group: number) => boolean,
): Int32Array {
  const { scaleBefore, scaleAfter } = merged
  return findCauses(merged, {
    itemOfNode: items.total.itemOfNode!,
    before: before.total.map((weight) => weight * scaleBefore),
    after: after.total.map((weight) => weight * scaleAfter),
    selfChange: after.self.map((_, group) => computeScaledChange({ before, after }, merged, 'self', group)),
    change: tests.change,
    isSignificant: Uint8Array.from(names, (_, group) => Number(isSignificant(group))),
    names,
  })
}
