import type { Profile } from '../../model/profile.ts'
import { minLostCallersShare } from '../../quality/rated-finding.ts'

type RecordedSide = Pick<Profile, 'provenance' | 'recorded'>

/** Whether two engines recorded the aligned sides of a comparison. */
export function areTwoEngines(before: RecordedSide, after: RecordedSide): boolean {
  return before.recorded !== undefined && before.provenance.engine !== after.provenance.engine
}

/** Shares (0 to 1) of the weight of each side whose stacks lost their callers. */
export interface LostCallers {
  readonly before: number
  readonly after: number
}

/** Whether one side lost so many more that pages say it, and totals are compared less strictly. */
export function areUnlikeLosses({ before, after }: LostCallers): boolean {
  return Math.abs(before - after) >= minLostCallersShare
}

/** Gives them where one engine recorded both sides and one lost more: then totals differ by that alone; else null. */
export function getLostCallers(before: RecordedSide, after: RecordedSide): LostCallers | null {
  if (!before.recorded || !after.recorded || areTwoEngines(before, after)) return null
  return { before: before.recorded.lostShare, after: after.recorded.lostShare }
}
