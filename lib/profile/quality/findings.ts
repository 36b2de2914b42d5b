import { stacksHolding } from '../filters/frame-masks.ts'
import { dropIdle, idleStacks, type IdleWeight, measureIdle } from '../filters/idle-stacks.ts'
import { classifyWait } from '../filters/waiting-frames.ts'
import { formatShare } from '../format/units.ts'
import { eventsOfClasses } from '../model/event-ids.ts'
import { kindOfFrame, nameOfFrame, compileTiers, type FrameKind, type Profile } from '../model/profile.ts'
import { findHeaviest, selfByFrame, selfByStack, totalWeight } from '../model/stack-weights.ts'
import { type FindingRule, findingRules, hotMethodRemedies } from './finding-rules.ts'
import { hasFewSamples } from './quality-findings.ts'
import type { ProfileFinding } from './rated-finding.ts'
import { describeLockWait, describeTopClass } from './top-class.ts'
import { formatPart, isFinding, measureWeightBase, type WeightBase } from './weight-base.ts'
import {
  canBeIdle,
  getWeightBase,
  getWeightKind,
  getWeightVerb,
  isTrivialWeight,
  type WeightKindId,
} from './weight-kinds.ts'

/** Fewer samples are too few for any finding. */
export const minFindingSamples = 100

/** A method with this much of its own is the first thing to read. */
const hotMethodShare = 0.3

/**
 * Findings of a profile by rule: the hot method, the wait or the class first, then the largest share. A sample counts
 * once for a rule, however often its stack matches. A profile of fewer than 100 samples has none; in one of fewer than
 * 1,000 a share must be larger than that of the rule beyond chance. What is a trivial amount for its event is none,
 * however large its share. `measured` and `hot` are given where they are known.
 */
export function collectFindings(
  profile: Profile,
  measured = measureIdle(profile),
  hot = findHotMethod(profile, measured),
): ProfileFinding[] {
  const base = measureWeightBase(profile, measured)
  const first = hot === null ? [] : [describeHotMethod(profile, hot, base)]
  if (base.samples < minFindingSamples || base.weight <= 0) return first
  const weights = selfByStack(profile)
  const byRule = applyRules(profile, weights, base)
  const ofClasses = [...describeLockWait(profile, weights, base), ...describeTopClass(profile, weights, base)]
  return [...first, ...ofClasses, ...byRule.sort((a, b) => b.share - a.share)]
}

export interface HotMethodShare {
  /** `33.3% self`, `75% of busy time`: short, for a heading. */
  readonly text: string
  /** `75% of busy time`. */
  readonly whole: string
  readonly isWithoutIdle: boolean
}

/** Gives the share of a hot method as text. */
export function describeHotMethodShare(profile: Profile, hot: HotMethod): HotMethodShare {
  const { text, ...share } = describeTopClassShare(profile, hot)
  return { ...share, text: share.isWithoutIdle ? text : `${text} self` }
}

/** Gives the share of the top of an event whose leaves are classes as text: a class has all of its weight itself. */
export function describeTopClassShare(profile: Profile, { share, base }: HotMethod): HotMethodShare {
  const text = formatShare(share)
  const whole = `${text} of ${base ?? getWeightBase(getWeightKind(profile), profile.unit)}`
  const isWithoutIdle = base !== undefined
  return { whole, text: isWithoutIdle ? whole : text, isWithoutIdle }
}

export interface HotMethod {
  readonly name: string
  /** Self weight of all weight, or of that of `base`, which has all of it: a hot method does not wait. 0 to 1. */
  readonly share: number
  /** `busy time`: what the share is of where idle threads are left out. */
  readonly base?: string
}

/**
 * Finds the Java method with the largest self weight; null below 30% of the weight without idle threads, below 100
 * samples of that, where it is trivial, and where leaves are classes. A method in which threads wait is none.
 * `measured` is the weight of the idle threads, if it is known already.
 */
export function findHotMethod(profile: Profile, measured = measureIdle(profile)): HotMethod | null {
  const { samples, provenance } = profile
  if (samples.length < minFindingSamples || eventsOfClasses.has(provenance.event)) return null
  const top = findTopFrame(profile, measured, [isJava])
  if (top === null) return null
  const { hot, weight, all } = top
  if (isTrivialWeight({ ...profile, weight })) return null
  if (weight >= hotMethodShare * all) return hot
  if (!canBeIdle(getWeightKind(profile))) return null
  const isHot =
    weight >= hotMethodShare * (all - measured.weight) && samples.length - measured.samples >= minFindingSamples
  return isHot ? hot : null
}

/**
 * Finds the method of Java with the largest self weight, however little that is, else another function; a class where
 * leaves are classes. A function in which threads wait is none of these. null where none has any self weight, where the
 * next has as much, and where the viewer says that there are few samples.
 */
export function findTopMethod(profile: Profile, measured = measureIdle(profile)): HotMethod | null {
  if (hasFewSamples(profile)) return null
  const hasClasses = eventsOfClasses.has(profile.provenance.event)
  const top = findTopFrame(profile, measured, hasClasses ? [isAny] : [isJava, isAny])
  return top !== null && top.weight > top.nextWeight ? top.hot : null
}

type IsWanted = (kind: FrameKind) => boolean
const isJava: IsWanted = (kind) => kind === 'java'
const isAny: IsWanted = () => true

/** Gives the top frame of the first of `wanted` that finds one; null without any. */
function findTopFrame(profile: Profile, measured: IdleWeight, wanted: readonly IsWanted[]) {
  const { isWithoutIdle, text, weight: ofBase } = measureWeightBase(profile, measured)
  // A function of the kernel can be the leaf of threads that idle, and of others.
  const self = selfByFrame(isWithoutIdle ? dropIdle(profile) : profile)
  const works = (row: number) =>
    ['other', 'kernel'].includes(classifyWait(nameOfFrame(profile, row), kindOfFrame(profile, row)))
  for (const isWanted of wanted) {
    const canBeTop = (one: number) => isWanted(kindOfFrame(profile, one)) && works(one)
    const row = findHeaviest(self, canBeTop)
    const weight = self[row] ?? 0 // row -1 is none
    if (weight <= 0) continue
    const all = totalWeight(profile)
    const nextWeight = self[findHeaviest(self, (one) => one !== row && canBeTop(one))] ?? 0
    const hot: HotMethod = {
      name: nameOfFrame(profile, row),
      share: weight / ofBase,
      ...(isWithoutIdle && { base: text }),
    }
    return { hot, weight, nextWeight, all }
  }
  return null
}

function describeHotMethod(profile: Profile, hot: HotMethod, base: WeightBase): ProfileFinding {
  const { share } = hot
  const verb = getWeightVerb(base.kind, false)
  return {
    ...{ id: 'hot-method', share, names: [hot.name] },
    text: `Hot method: ${hot.name} itself ${verb} ${formatPart(profile, base, share * base.weight)}.`,
    remedy: hotMethodRemedies[base.kind],
    search: { text: hot.name, caseSensitive: true },
  }
}

function applyRules(profile: Profile, weights: Float64Array, base: WeightBase): ProfileFinding[] {
  const atWork = withoutIdle(profile, weights, base.kind)
  return findingRules.flatMap((rule): ProfileFinding[] => {
    const { id, from, end = '.', remedies } = rule
    const remedy = remedies[base.kind]
    if (remedy === null) return []
    const { weight, search } = measureRule(profile, atWork, rule)
    if (!isFinding(profile, base, weight, from)) return []
    const text = `${describeWork(rule, base.kind)} ${formatPart(profile, base, weight)}${end}`
    return [
      {
        ...{ id, share: weight / base.weight, text, remedy, names: [] },
        search: { text: search(), caseSensitive: true },
      },
    ]
  })
}

/** `Garbage collection takes`. */
function describeWork({ subject, isPlural }: FindingRule, kind: WeightKindId): string {
  return `${subject} ${getWeightVerb(kind, isPlural === true)}`
}

/** A thread of the collector, of a compiler or of an appender that waits for work does none. */
function withoutIdle(profile: Profile, weights: Float64Array, kind: WeightKindId): Float64Array {
  if (!canBeIdle(kind)) return weights
  const isIdle = idleStacks(profile)
  return weights.map((weight, stack) => (isIdle[stack] === 1 ? 0 : weight))
}

function measureRule(profile: Profile, weights: Float64Array, { frames, without }: FindingRule) {
  if (frames !== 'interpreted')
    return { weight: sumWeightMatching(profile, weights, frames, without), search: () => `/${frames.source}/` }
  const self = sumInterpreted(profile, weights)
  return { weight: sum(self), search: () => nameOfFrame(profile, findHeaviest(self)) }
}

export interface WarmUpShare {
  readonly id: string
  /** `The JIT compilers take`. */
  readonly work: string
  /** `all samples`: what the share is of, idle threads too. */
  readonly base: string
  readonly share: number
}

/**
 * Measures the shares of work that a JVM does until it has warmed up, however small, as far as the event weighs such
 * work. null for samples that are too few to measure them.
 */
export function measureWarmUp(profile: Profile): readonly WarmUpShare[] | null {
  const all = totalWeight(profile)
  if (profile.samples.length < minFindingSamples || all === 0) return null
  const kind = getWeightKind(profile)
  const atWork = withoutIdle(profile, selfByStack(profile), kind)
  return findingRules
    .filter(({ isWarmUp, remedies }) => isWarmUp && remedies[kind] !== null)
    .map((rule) => ({
      ...{ id: rule.id, work: describeWork(rule, kind), base: getWeightBase(kind, profile.unit) },
      share: measureRule(profile, atWork, rule).weight / all,
    }))
}

/** Looks at the leaf alone: most threads start in the interpreter, and stay in it below everything compiled. */
function sumInterpreted({ strings, frames, stacks }: Profile, weights: Float64Array): Float64Array {
  const self = new Float64Array(frames.length)
  weights.forEach((weight, stack) => {
    const frame = stacks.frame[stack]!
    const isInterpreted =
      compileTiers[stacks.tier[stack]!] === 'interpreted' || strings[frames.name[frame]!] === 'Interpreter'
    if (isInterpreted) self[frame] = self[frame]! + weight
  })
  return self
}

/** Weight of the samples with such a frame anywhere in their stack, and none of `without`. */
function sumWeightMatching(profile: Profile, weights: Float64Array, pattern: RegExp, without?: RegExp): number {
  const { strings, frames } = profile
  const findStacks = (names: RegExp) =>
    stacksHolding(
      profile,
      Uint8Array.from(frames.name, (name) => Number(names.test(strings[name]!))),
    )
  const holds = findStacks(pattern)
  const isLeftOut = without && findStacks(without)
  return weights.reduce((all, weight, stack) => (isLeftOut?.[stack] === 1 ? all : all + weight * holds[stack]!), 0)
}

function sum(weights: Float64Array): number {
  return weights.reduce((all, weight) => all + weight, 0)
}
