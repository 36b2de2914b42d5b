/** All of the weight that shares of findings are of, and which shares are more than chance. */
import { totalWeight } from '../model/stack-weights.ts'
import type { IdleWeight } from '../filters/idle-stacks.ts'
import { formatShare } from '../format/units.ts'
import type { Profile } from '../model/profile.ts'
import { leastIdleShare } from './rated-finding.ts'
import {
  canBeIdle,
  formatAmount,
  getWeightBase,
  getWeightKind,
  isTrivialWeight,
  type WeightKindId,
} from './weight-kinds.ts'

/** With fewer samples a share could be as large by chance: then its lower limit counts. */
const manySamples = 1000

/** One-sided, 99%: of rules that are all just not met, hardly one is a finding. */
const chanceDeviations = 2.33

/** All of the weight that shares of a profile are of. */
export interface WeightBase {
  readonly kind: WeightKindId
  /** `all samples`, `the bytes`, `busy time`. */
  readonly text: string
  readonly weight: number
  readonly samples: number
  readonly isWithoutIdle: boolean
}

/** Measures it: all, or where many threads idle, the rest. */
export function measureWeightBase(profile: Profile, idle: IdleWeight): WeightBase {
  const all = totalWeight(profile)
  const kind = getWeightKind(profile)
  const isWithoutIdle = canBeIdle(kind) && all > 0 && idle.weight / all >= leastIdleShare
  return {
    ...{ kind, isWithoutIdle, text: getWeightBase(kind, profile.unit, isWithoutIdle) },
    weight: isWithoutIdle ? all - idle.weight : all,
    samples: isWithoutIdle ? profile.samples.length - idle.samples : profile.samples.length,
  }
}

/** Whether a part of that weight is a finding: at least the share `from`, beyond chance, and not trivial. */
export function isFinding(profile: Profile, base: WeightBase, weight: number, from: number): boolean {
  return isMet(weight / base.weight, from, base.samples) && !isTrivialWeight({ ...profile, weight })
}

/** Names a part by its share and its amount: `96.4% of the waiting (1.2 s in 10 s, 12% of one thread)`. */
export function formatPart(profile: Profile, base: WeightBase, weight: number): string {
  return `${formatShare(weight / base.weight)} of ${base.text}${formatAmount({ ...profile, weight })}`
}

/** Whether a share of that many samples is at least `from`: Wilson's lower limit of the share, where they are few. */
function isMet(share: number, from: number, samples: number): boolean {
  if (samples >= manySamples) return share >= from
  const chance = chanceDeviations ** 2 / samples
  const spread = chanceDeviations * Math.sqrt((share * (1 - share)) / samples + chance / (4 * samples))
  return (share + chance / 2 - spread) / (1 + chance) >= from
}
