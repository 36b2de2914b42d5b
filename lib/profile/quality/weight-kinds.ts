/** Kinds of weight by the event of a profile: a sentence that is true of time on a processor is not of bytes. */
import { formatDuration, formatShare } from '../format/units.ts'
import { formatWeight, formatWeightShort } from '../format/weight.ts'
import type { Profile, Unit } from '../model/profile.ts'

interface WeightKind {
  /** Names of the event, those of other profilers too, in lower case. */
  readonly events: RegExp
  /** Names all of the weight after `33.3% of`, in each unit that it can have. */
  readonly bases: Readonly<Partial<Record<Unit, string>>>
  /** `takes`, `take`: what code does with a part of it, of one subject and of several. */
  readonly verbs: readonly [string, string]
  /** The same without idle threads, for kinds that have samples of them. */
  readonly withoutIdle?: string
  /** In each unit whose amounts say how much that is: what is less is no finding. */
  readonly leastPerSecond?: Amounts
  /** The same for a kind that weighs a moment, not what happened meanwhile. */
  readonly least?: Amounts
}

type Amounts = Readonly<Partial<Record<Unit, number>>>

const secondMs = 1000
const secondNs = 1e9
/** 1% of the time of one thread: no cure of less can be noticed. */
const leastTime = { nanoseconds: secondNs / 100 } as const
const mebibyte = 2 ** 20

const takes = ['takes', 'take'] as const
const allocates = ['allocates', 'allocate'] as const
const waiting = { nanoseconds: 'the waiting', samples: 'the waits', events: 'the waits' } as const

/** The first whose events and units are those of a profile; the last has any. */
const kinds = {
  cpu: {
    events:
      /^(?:on-?)?cpu$|^[ic]timer$|^perf$|^samples?$|^(?:cpu|task)-clock\b|^(?:cpu_\w+\/)?(?:cpu-|ref-)?cycles\b|^sched:sched_stat_runtime$/,
    bases: { samples: 'all samples', nanoseconds: 'the CPU time', cycles: 'all cycles' },
    ...{ verbs: takes, withoutIdle: 'busy time', leastPerSecond: leastTime },
  },
  wall: {
    events: /^wall(?:[-_]?clock)?$/,
    bases: { samples: 'all samples', nanoseconds: 'the wall-clock time' },
    ...{ verbs: takes, withoutIdle: 'busy time', leastPerSecond: leastTime },
  },
  'off-cpu': {
    events: /^off-?cpu(?:-time)?$|^sched:sched_stat_(?:wait|sleep|iowait|blocked)$/,
    bases: waiting,
    ...{ verbs: takes, withoutIdle: 'the waiting without idle threads', leastPerSecond: leastTime },
  },
  io: {
    events: /^io$/,
    bases: { nanoseconds: 'the time in sockets and files', samples: 'all samples' },
    ...{ verbs: takes, withoutIdle: 'the time without idle threads', leastPerSecond: leastTime },
  },
  lock: {
    events: /^(?:locks?|lock_\w+|contentions?|delay|mutex)$/,
    ...{ bases: waiting, verbs: takes, leastPerSecond: leastTime },
  },
  alloc: {
    events: /^alloc(?:ations?|_\w+)?$|^object_sampler$/,
    bases: { bytes: 'the bytes', samples: 'the allocations', events: 'the allocations' },
    verbs: allocates,
    // A young generation of 100 MiB is then collected once in 100 s, in some milliseconds.
    leastPerSecond: { bytes: mebibyte },
  },
  'live-heap': {
    events: /^live(?:[-_]?heap)?$|^inuse_\w+$/,
    bases: { bytes: 'the live bytes', samples: 'the live objects', events: 'the live objects' },
    verbs: ['allocated', 'allocated'],
    // The smallest heap that a JVM chooses by itself is 8 MiB.
    least: { bytes: mebibyte },
  },
  'native-memory': {
    events: /^native[-_]?mem(?:ory)?$|^malloc$/,
    bases: { bytes: 'the bytes', samples: 'the allocations', events: 'the allocations' },
    verbs: allocates,
    // It may never be freed: 0.1 MiB a second are 8 GiB a day.
    leastPerSecond: { bytes: 0.1 * mebibyte },
  },
  exceptions: {
    events: /^exceptions?$/,
    bases: { samples: 'the exceptions', events: 'the exceptions' },
    verbs: ['throws', 'throw'],
    // One takes some 10 µs. As a sign of failures, fewer are found in a log.
    leastPerSecond: { samples: 1, events: 1 },
  },
  'page-faults': {
    events: /^(?:page-|(?:minor|major)-)faults\b|^faults$/,
    bases: { samples: 'the page faults', events: 'the page faults' },
    verbs: ['causes', 'cause'],
    // One takes up to 10 µs in a virtual machine: that is 1% of the time of one thread. Samples may be every nth.
    leastPerSecond: { events: 1000 },
  },
  /** Cache misses, context switches, and all whose name says nothing. */
  counts: {
    events: /^/,
    bases: {
      ...{ samples: 'all samples', events: 'all events', bytes: 'the bytes', cycles: 'all cycles' },
      nanoseconds: 'the time',
    },
    verbs: ['has', 'have'],
  },
} as const satisfies Readonly<Record<string, WeightKind>>

export type WeightKindId = keyof typeof kinds
export const weightKindIds = Object.keys(kinds) as readonly WeightKindId[]

/** Finds the kind of weight that a profile has. */
export function getWeightKind({ unit, provenance }: Pick<Profile, 'unit' | 'provenance'>): WeightKindId {
  const event = provenance.event.toLowerCase()
  return weightKindIds.find((id) => kinds[id].events.test(event) && unit in kinds[id].bases) ?? 'counts'
}

/** Whether samples of this kind are of threads over time, so that some can be idle. */
export function canBeIdle(kind: WeightKindId): boolean {
  return getKind(kind).withoutIdle !== undefined
}

/** Names all of the weight, after `33.3% of`; `withoutIdle`: all but that of idle threads. */
export function getWeightBase(kind: WeightKindId, unit: Unit, withoutIdle = false): string {
  const { bases, withoutIdle: rest } = getKind(kind)
  return (withoutIdle ? rest : undefined) ?? bases[unit] ?? kinds.counts.bases[unit]
}

/** Names a part of the samples by what they weigh: `5% of samples`, `Samples with 5% of the bytes`. */
export function formatSamplesShare(profile: Pick<Profile, 'unit' | 'provenance'>, share: number): string {
  const { unit } = profile
  if (unit === 'samples') return `${formatShare(share)} of samples`
  return `Samples with ${formatShare(share)} of ${getWeightBase(getWeightKind(profile), unit)}`
}

/** Gives the verb for a part of such weight: `takes`, `allocate`. */
export function getWeightVerb(kind: WeightKindId, isPlural: boolean): string {
  return getKind(kind).verbs[isPlural ? 1 : 0]
}

/** A weight in a profile, and all that says how much it is. */
type MeasuredWeight = Pick<Profile, 'unit' | 'provenance'> & { readonly weight: number }

/** Whether a weight is too little for a finding; never where the duration is unknown that would tell. */
export function isTrivialWeight({ weight, ...profile }: MeasuredWeight): boolean {
  const { leastPerSecond, least } = getKind(getWeightKind(profile))
  const seconds = getSeconds(profile)
  if (weight < (least?.[profile.unit] ?? 0)) return true
  return seconds !== null && weight < (leastPerSecond?.[profile.unit] ?? 0) * seconds
}

/**
 * Gives a weight in its unit, with a space before: ` (1.2 s in 10 s, 12% of one thread)`, ` (12 MiB/s)`, ` (40 per
 * second)`, ` (120 MiB)`; empty where no duration is known, or the unit says nothing of its own.
 */
export function formatAmount({ weight, ...profile }: MeasuredWeight): string {
  const { unit } = profile
  const { leastPerSecond, least } = getKind(getWeightKind(profile))
  if (least?.[unit] !== undefined) return ` (${formatWeight(weight, unit)})`
  const seconds = getSeconds(profile)
  if (seconds === null || leastPerSecond?.[unit] === undefined) return ''
  const rate = weight / seconds
  if (unit !== 'nanoseconds')
    return unit === 'bytes' ? ` (${formatWeight(rate, unit)}/s)` : ` (${formatRate(rate)} per second)`
  const threads = rate / secondNs
  const ofThreads =
    threads > 1 ? `${Number(threads.toPrecision(2))} threads on average` : `${formatShare(threads)} of one thread`
  return ` (${formatWeight(weight, unit)} in ${formatDuration(seconds * secondMs)}, ${ofThreads})`
}

function formatRate(rate: number): string {
  return formatWeightShort(rate < 10 ? Number(rate.toPrecision(2)) : Math.round(rate), 'events')
}

function getSeconds({ provenance: { durationMs } }: Pick<Profile, 'provenance'>): number | null {
  return durationMs === null || durationMs <= 0 ? null : durationMs / secondMs
}

function getKind(kind: WeightKindId): WeightKind {
  return kinds[kind]
}
