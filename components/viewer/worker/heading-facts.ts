import { totalWeight } from '../../../lib/profile/model/stack-weights.ts'
import { type IdleWeight, measureIdle } from '../../../lib/profile/filters/idle-stacks.ts'
import type { Profile } from '../../../lib/profile/model/profile.ts'
import { eventsOfClasses } from '../../../lib/profile/model/event-ids.ts'
import {
  describeHotMethodShare,
  describeTopClassShare,
  findHotMethod,
  findTopMethod,
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
): Pick<ProfileFacts, 'hotMethod' | 'topClass' | 'idleShare'> {
  const total = totalWeight(profile)
  const topClass = eventsOfClasses.has(profile.provenance.event) ? findTopMethod(profile, idle) : null
  return {
    hotMethod: hotMethod && { ...hotMethod, ofWeight: describeHotMethodShare(profile, hotMethod) },
    topClass: topClass && { ...topClass, ofWeight: describeTopClassShare(profile, topClass) },
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
