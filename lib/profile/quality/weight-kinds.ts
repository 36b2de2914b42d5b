/** Kinds of weight by the event of a profile: a sentence that is true of time on a processor is not of bytes. */
import { formatShare } from '../format/units.ts'
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
}

const takes = ['takes', 'take'] as const
const allocates = ['allocates', 'allocate'] as const
const waiting = { nanoseconds: 'the waiting', samples: 'the waits', events: 'the waits' } as const

/** The first whose events and units are those of a profile; the last has any. */
const kinds = {
  cpu: {
    events:
      /^(?:on-?)?cpu$|^[ic]timer$|^perf$|^samples?$|^(?:cpu|task)-clock\b|^(?:cpu_\w+\/)?(?:cpu-|ref-)?cycles\b|^sched:sched_stat_runtime$/,
    bases: { samples: 'all samples', nanoseconds: 'the CPU time', cycles: 'all cycles' },
    ...{ verbs: takes, withoutIdle: 'busy time' },
  },
  wall: {
    events: /^wall(?:[-_]?clock)?$/,
    bases: { samples: 'all samples', nanoseconds: 'the wall-clock time' },
    ...{ verbs: takes, withoutIdle: 'busy time' },
  },
  'off-cpu': {
    events: /^off-?cpu(?:-time)?$|^sched:sched_stat_(?:wait|sleep|iowait|blocked)$/,
    bases: waiting,
    ...{ verbs: takes, withoutIdle: 'the waiting without idle threads' },
  },
  io: {
    events: /^io$/,
    bases: { nanoseconds: 'the time in sockets and files', samples: 'all samples' },
    ...{ verbs: takes, withoutIdle: 'the time without idle threads' },
  },
  lock: { events: /^(?:locks?|lock_\w+|contentions?|delay|mutex)$/, bases: waiting, verbs: takes },
  alloc: {
    events: /^alloc(?:ations?|_\w+)?$|^object_sampler$/,
    bases: { bytes: 'the bytes', samples: 'the allocations', events: 'the allocations' },
    verbs: allocates,
  },
  'live-heap': {
    events: /^live(?:[-_]?heap)?$|^inuse_\w+$/,
    bases: { bytes: 'the live bytes', samples: 'the live objects', events: 'the live objects' },
    verbs: ['allocated', 'allocated'],
  },
  'native-memory': {
    events: /^native[-_]?mem(?:ory)?$|^malloc$/,
    bases: { bytes: 'the bytes', samples: 'the allocations', events: 'the allocations' },
    verbs: allocates,
  },
  exceptions: {
    events: /^exceptions?$/,
    bases: { samples: 'the exceptions', events: 'the exceptions' },
    verbs: ['throws', 'throw'],
  },
  'page-faults': {
    events: /^(?:page-|(?:minor|major)-)faults\b|^faults$/,
    bases: { samples: 'the page faults', events: 'the page faults' },
    verbs: ['causes', 'cause'],
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

function getKind(kind: WeightKindId): WeightKind {
  return kinds[kind]
}
