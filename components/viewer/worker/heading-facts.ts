import { totalWeight } from '../../../lib/profile/model/stack-weights.ts'
import { type IdleWeight, measureIdle } from '../../../lib/profile/filters/idle-stacks.ts'
import type { Profile } from '../../../lib/profile/model/profile.ts'
import {
  describeHotMethodShare,
  findHotMethod,
  type HotMethod,
  minFindingSamples,
} from '../../../lib/profile/quality/findings.ts'
import { canBeIdle, getWeightKind } from '../../../lib/profile/quality/weight-kinds.ts'
import type { ProfileFacts, ShownFacts } from './tree-messages.ts'

/** Gives the facts that the heading says of a profile. */
export function describeHeading(
  profile: Profile,
  idle: IdleWeight,
  hotMethod: HotMethod | null,
): Pick<ProfileFacts, 'hotMethod' | 'idleShare'> {
  const total = totalWeight(profile)
  return {
    hotMethod: hotMethod && { ...hotMethod, ofWeight: describeHotMethodShare(profile, hotMethod) },
    idleShare: total > 0 && canBeIdle(getWeightKind(profile)) ? idle.weight / total : 0,
  }
}

/** Gives the same of what filters left of a profile. */
export function describeShown(shown: Profile): ShownFacts {
  const idle = measureIdle(shown)
  return {
    ...describeHeading(shown, idle, findHotMethod(shown, idle)),
    hasFewSamples: shown.samples.length < minFindingSamples,
  }
}
