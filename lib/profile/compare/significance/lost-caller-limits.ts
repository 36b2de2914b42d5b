import { computeScaledChange, type MergedTree } from '../merged-tree/comparison.ts'
import { areUnlikeLosses } from '../merged-tree/engine-sides.ts'
import { mapFrames } from '../merged-tree/map-frames.ts'
import { nameOfFrame, type Profile, type RecordedStacks } from '../../model/profile.ts'
import { isUnknownName, isUnnamed, isUnwindErrorFrame } from '../../names/unknown-names.ts'
import type { ChangeLimits } from './engine-limits.ts'
import { buildLostTree, createRecordedSums } from './recorded-trees.ts'

/**
 * Gives how much of each change of a total may be that one side lost callers and the other, of the same engine, did
 * not. Any method may be among the callers of a stack that does not show it:
 *
 *     before  run;work 10        after  run;work 6, work 4        `run` may have 10 on both sides
 *
 * What both sides lost alike is no difference. Self weight is known of all stacks, so as much of a change of the total
 * as is one of self weight is none of lost callers. A frame that says that callers were lost costs nothing by itself,
 * nor does `[unknown]`, in which a walk without frame pointers ends; one that has the name of its library alone may be
 * such an end, and costs by its own work. null where both lost nearly as many, or two engines recorded them.
 */
export function createLostCallerLimits(
  merged: MergedTree,
  before: Pick<Profile, 'recorded'>,
  after: Pick<Profile, 'recorded' | 'provenance'>,
): ChangeLimits | null {
  if (!before.recorded || !after.recorded) return null
  if (!areUnlikeLosses({ before: before.recorded.lostShare, after: after.recorded.lostShare })) return null
  const lostBefore = weighLost(merged, before.recorded, merged.scaleBefore)
  const lostAfter = weighLost(merged, after.recorded, merged.scaleAfter)
  return {
    reason: 'callers',
    stretchOf: () => 1,
    recorded: [],
    limitGroups(groups, shown, delta) {
      const isMark = new Uint8Array(groups.names.length)
      const isNameless = new Uint8Array(groups.names.length)
      const frames = { ...merged, provenance: after.provenance }
      groups.groupOfFrame.forEach((group, frame) => {
        if (group < 0) return
        const name = nameOfFrame(merged, frame)
        if (isUnknownName(name) || isUnwindErrorFrame(frames, frame)) isMark[group] = 1
        else if (isUnnamed(name)) isNameless[group] = 1
      })
      if (delta === 'self') return { hiddenOf: (group, _, most) => (isMark[group] === 1 ? most : 0) }
      const [ofBefore, ofAfter] = [lostBefore(groups), lostAfter(groups)]
      return {
        hiddenOf: (group, isUp, most) => {
          if (isMark[group] === 1) return most
          const sign = isUp ? 1 : -1
          const ofSelf = Math.max(0, sign * computeScaledChange(shown, merged, 'self', group))
          if (isNameless[group] === 1) return Math.max(0, most - ofSelf)
          return Math.max(0, Math.min(most - ofSelf, sign * (ofBefore[group]! - ofAfter[group]!)))
        },
      }
    },
  }
}

/** Gives for groups the scaled weight of stacks that lost callers and do not show the group. */
function weighLost(merged: MergedTree, recorded: RecordedStacks, scale: number) {
  const lost = buildLostTree(recorded)
  const frameOf = mapFrames(merged, recorded)
  return (groups: Parameters<typeof createRecordedSums>[0]): Float64Array =>
    createRecordedSums(groups, frameOf)(lost, 'total').map((shown) => (lost.total[0]! - shown) * scale)
}
