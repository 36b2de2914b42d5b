import { totalWeight } from '../filters/filters.ts'
import { stacksHolding } from '../filters/frame-masks.ts'
import { type IdleWeight, measureIdle } from '../filters/idle-stacks.ts'
import { classifyWait } from '../filters/waiting-frames.ts'
import { eventsOfClasses } from '../model/event-ids.ts'
import { compileTiers, type FrameKind, frameKinds, type Profile } from '../model/profile.ts'
import { selfByFrame, selfByStack } from '../model/stack-weights.ts'
import type { SearchTerm } from '../search/search.ts'
import { hasFewSamples } from './quality-findings.ts'

/** Something in a profile that a person who has read many would point at. */
export interface ProfileFinding {
  readonly id: string
  /** Share of all weight, 0 to 1. */
  readonly share: number
  /** `Garbage collection takes this much.` */
  readonly text: string
  readonly remedy: string
  /** Finds the frames that it is about. */
  readonly search: SearchTerm
}

interface Rule {
  readonly id: string
  readonly pattern: RegExp
  /** A smaller share is no finding. */
  readonly from: number
  readonly text: string
  readonly remedy: string
  /** It passes once the JVM has warmed up. */
  readonly isWarmUp?: true
}

// Patterns without nested repeats, so that any name is tested in a time that follows its length.
const rules: readonly Rule[] = [
  {
    id: 'gc',
    pattern:
      /^(?:G1|GC|Parallel|PS|Z|Shenandoah|Serial|Copy)\w*(?:GC|Collect|Evac|Scan|Mark|Scavenge|Compact|Relocat|Heap)\w*/,
    from: 0.1,
    text: 'Garbage collection takes much of this.',
    remedy:
      'Profile allocations: fewer short-lived objects help more than another collector. Then look at the heap size.',
  },
  {
    id: 'compilation',
    isWarmUp: true,
    pattern: /^(?:CompileBroker|C2Compiler|Compiler)::/,
    from: 0.15,
    text: 'The JIT compilers are busy: the program is still warming up.',
    remedy: 'Profile again after some minutes of load; if it stays so, look at the size of the code cache.',
  },
  {
    id: 'exceptions',
    pattern: /\bThrowable[.:]+(?:fillInStackTrace|getStackTrace)|java_lang_Throwable::/,
    from: 0.02,
    text: 'Exceptions cost: filling in their stack traces shows.',
    remedy: 'Find who throws in the callers of fillInStackTrace; exceptions are not for the expected case.',
  },
  {
    id: 'locks',
    pattern: /^ObjectMonitor::(?:enter|TrySpin|EnterI)|AbstractQueuedSynchronizer[.]acquire/,
    from: 0.03,
    text: 'Threads contend for locks.',
    remedy: 'Look at the callers; a lock profile tells how long they wait, which CPU samples cannot.',
  },
  {
    id: 'logging',
    pattern: /^(?:ch[.]qos[.]logback|org[.]apache[.]logging|org[.]slf4j|java[.]util[.]logging|org[.]apache[.]log4j)[.]/,
    from: 0.05,
    text: 'Logging takes a noticeable part.',
    remedy: 'Lower the level, log asynchronously, and do not build messages that are thrown away.',
  },
  {
    id: 'class-loading',
    isWarmUp: true,
    pattern: /\bClassLoader[.](?:loadClass|defineClass)|\bClass[.]forName|^SystemDictionary::/,
    from: 0.05,
    text: 'Classes are still being loaded.',
    remedy: 'Profile after the start; in steady state look for who calls Class.forName or makes class loaders.',
  },
  {
    id: 'patterns',
    pattern: /\bregex[.]Pattern[.]compile/,
    from: 0.02,
    text: 'Regular expressions are compiled again and again.',
    remedy: 'Keep the Pattern in a constant; String.split, replaceAll and matches compile theirs on each call.',
  },
  {
    id: 'formatting',
    pattern: /\bString[.]format|\bjava[.]util[.]Formatter[.]/,
    from: 0.03,
    text: 'String.format is slow and used on a hot path.',
    remedy: 'Concatenate, or use a StringBuilder.',
  },
  {
    id: 'page-faults',
    pattern: /^(?:asm_)?exc_page_fault|^handle_mm_fault|^clear_page/,
    from: 0.05,
    text: 'The kernel is busy giving memory to the process.',
    remedy: 'A heap that grows does this: try -Xms equal to -Xmx with -XX:+AlwaysPreTouch, or large pages.',
  },
]

/** Fewer samples are too few for any finding. */
const minFindingSamples = 100

/** With fewer samples a share could be as large by chance: then its lower limit counts. */
const manySamples = 1000

/** One-sided, 99%: of rules that are all just not met, hardly one is a finding. */
const chanceDeviations = 2.33

/** A method with this much of its own is the first thing to read. */
const hotMethodShare = 0.3

/** From this share of self weight in interpreted code, a finding says so. */
const interpretedShare = 0.1
const interpretedText = 'Interpreted code takes much of this: is the JIT still warming up?'

/**
 * Findings of a profile by rule: the hot method first, then the largest share. A sample counts once for a rule, however
 * often its stack matches. A profile of fewer than 100 samples has none; in one of fewer than 1,000 a share must be
 * larger than that of the rule beyond chance.
 */
export function collectFindings(profile: Profile, hot = findHotMethod(profile)): ProfileFinding[] {
  const found = profile.samples.length < minFindingSamples ? [] : applyRules(profile)
  return [...(hot === null ? [] : [describeHotMethod(hot)]), ...found.sort((a, b) => b.share - a.share)]
}

export interface HotMethod {
  readonly name: string
  /** Self weight of all weight, idle threads too, 0 to 1. */
  readonly share: number
}

/**
 * Finds the Java method with the largest self weight; null below 30% of the weight without idle threads, below 100
 * samples of that, and where leaves are classes. A method in which threads wait is none. `measured` is the weight of
 * the idle threads, if it is known already.
 */
export function findHotMethod(profile: Profile, measured?: IdleWeight): HotMethod | null {
  const { samples, provenance } = profile
  if (samples.length < minFindingSamples || eventsOfClasses.has(provenance.event)) return null
  const top = findTopFrame(profile, [isJava])
  if (top === null) return null
  const { hot, weight, all } = top
  if (hot.share >= hotMethodShare) return hot
  const idle = measured ?? measureIdle(profile)
  const isHot = weight >= hotMethodShare * (all - idle.weight) && samples.length - idle.samples >= minFindingSamples
  return isHot ? hot : null
}

/**
 * Finds the method of Java with the largest self weight, however little that is, else another function; a class where
 * leaves are classes. A function in which threads wait is none of these. null where none has any self weight, where the
 * next has as much, and where the viewer says that there are few samples.
 */
export function findTopMethod(profile: Profile): HotMethod | null {
  if (hasFewSamples(profile)) return null
  const hasClasses = eventsOfClasses.has(profile.provenance.event)
  const top = findTopFrame(profile, hasClasses ? [isAny] : [isJava, isAny])
  return top !== null && top.weight > top.nextWeight ? top.hot : null
}

type IsWanted = (kind: FrameKind) => boolean
const isJava: IsWanted = (kind) => kind === 'java'
const isAny: IsWanted = () => true

/** Gives the top frame of the first of `wanted` that finds one; null without any. */
function findTopFrame(profile: Profile, wanted: readonly IsWanted[]) {
  const { strings, frames } = profile
  const self = selfByFrame(profile)
  const nameOf = (row: number) => strings[frames.name[row]!]!
  const kindOf = (row: number) => frameKinds[frames.kind[row]!]!
  const works = (row: number) => ['other', 'kernel'].includes(classifyWait(nameOf(row), kindOf(row)))
  for (const isWanted of wanted) {
    const canBeTop = (one: number) => isWanted(kindOf(one)) && works(one)
    const row = findHeaviest(self, canBeTop)
    const weight = self[row] ?? 0
    if (weight <= 0) continue
    const all = totalWeight(profile)
    const nextWeight = self[findHeaviest(self, (one) => one !== row && canBeTop(one))] ?? 0
    return { hot: { name: nameOf(row), share: weight / all }, weight, nextWeight, all }
  }
  return null
}

function describeHotMethod({ name, share }: HotMethod): ProfileFinding {
  return {
    ...{ id: 'hot-method', share, text: `Hot method: ${name}` },
    remedy: 'Start here. Its callers tell whether it is slow or called too often.',
    search: { text: name, caseSensitive: true },
  }
}

function applyRules(profile: Profile): ProfileFinding[] {
  const weights = selfByStack(profile)
  const all = totalWeight(profile)
  if (all === 0) return []
  const found = rules.flatMap(({ id, pattern, from, text, remedy }): ProfileFinding[] => {
    const share = sumWeightMatching(profile, weights, pattern) / all
    if (!isMet(share, from, profile.samples.length)) return []
    return [{ id, share, text, remedy, search: { text: `/${pattern.source}/`, caseSensitive: true } }]
  })
  return [...found, ...findInterpreted(profile, weights, all)]
}

/** Whether a share of that many samples is at least `from`: Wilson's lower limit of the share, where they are few. */
function isMet(share: number, from: number, samples: number): boolean {
  if (samples >= manySamples) return share >= from
  const chance = chanceDeviations ** 2 / samples
  const spread = chanceDeviations * Math.sqrt((share * (1 - share)) / samples + chance / (4 * samples))
  return (share + chance / 2 - spread) / (1 + chance) >= from
}

/**
 * Measures the shares of work that a JVM does until it has warmed up, however small, by the texts of their findings.
 * null for samples that are too few to measure them.
 */
export function measureWarmUp(profile: Profile): ReadonlyMap<string, number> | null {
  const all = totalWeight(profile)
  if (profile.samples.length < minFindingSamples || all === 0) return null
  const weights = selfByStack(profile)
  return new Map([
    ...rules
      .filter(({ isWarmUp }) => isWarmUp)
      .map(({ text, pattern }) => [text, sumWeightMatching(profile, weights, pattern) / all] as const),
    [interpretedText, sum(sumInterpreted(profile, weights)) / all],
  ])
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

function findInterpreted(profile: Profile, weights: Float64Array, all: number): ProfileFinding[] {
  const self = sumInterpreted(profile, weights)
  const share = sum(self) / all
  if (!isMet(share, interpretedShare, profile.samples.length)) return []
  const name = profile.strings[profile.frames.name[findHeaviest(self)]!]!
  return [
    {
      ...{ id: 'interpreter', share, text: interpretedText },
      remedy: 'Profile after the warm-up; methods that stay interpreted are too large to compile, or rarely called.',
      search: { text: name, caseSensitive: true },
    },
  ]
}

/** Row of the largest value, -1 where there is none. */
function findHeaviest(values: Float64Array, isWanted: (row: number) => boolean = () => true): number {
  let heaviest = -1
  values.forEach((value, row) => {
    if ((heaviest < 0 || value > values[heaviest]!) && isWanted(row)) heaviest = row
  })
  return heaviest
}

/** Weight of the samples with such a frame anywhere in their stack. */
function sumWeightMatching(profile: Profile, weights: Float64Array, pattern: RegExp): number {
  const { strings, frames } = profile
  const holds = stacksHolding(
    profile,
    Uint8Array.from(frames.name, (name) => Number(pattern.test(strings[name]!))),
  )
  return weights.reduce((all, weight, stack) => all + weight * holds[stack]!, 0)
}

function sum(weights: Float64Array): number {
  return weights.reduce((all, weight) => all + weight, 0)
}
