/** Finds the event and unit of a profile's values, and chooses the one that is read. */
import type { Unit } from '../../profile/model/profile.ts'
import type { EventId } from '../../profile/model/event-ids.ts'
import { findUnitScale } from '../pprof/pprof-values.ts'
import type { OtlpObject } from './otlp-message.ts'
import { listOf, numberOf, objectOf, type OtlpTables } from './otlp-tables.ts'

export interface SampleValues {
  readonly event: string
  readonly unit: Unit
  /** Factor of each value. */
  readonly scale: number
  /** Among the values of a sample that has one of each type; null when all of them are of this type. */
  readonly index: number | null
  readonly frequencyHz: number | null
  readonly hasOthers: boolean
}

/** Our names for events by the names that profilers give them; any other event keeps its name. */
const events: readonly (readonly [RegExp, EventId])[] = [
  [/^off[-_]?cpu$/, 'off-cpu'],
  // async-profiler names the timer that it sampled by.
  [/^(cpu|on[-_]?cpu|itimer|ctimer|perf|cpu[-_]clock|cycles)$/, 'cpu'],
  [/^(wall|wall[-_]?clock)$/, 'wall'],
  [
    /^(alloc|alloc_space|alloc_objects|allocations?|object_sampler|alloc_in_new_tlab\w*|alloc_outside_tlab\w*)$/,
    'alloc',
  ],
  [/^(lock|locks|contentions?|delay|lock_\w+)$/, 'lock'],
  [/^(live|live[-_]?heap|inuse_space|inuse_objects)$/, 'live-heap'],
  [/^(native[-_]?memory|nativemem|malloc)$/, 'native-memory'],
  [/^exceptions?$/, 'exceptions'],
]

/** The type `samples` does not name the event: that of the period does, and without one it is `cpu`. */
function canonicalEvent(type: string, periodType: string, unit: Unit): string {
  const name = type.toLowerCase()
  const mappedEvent = events.find(([pattern]) => pattern.test(name))?.[1]
  if (mappedEvent !== undefined) return mappedEvent
  // The first off-CPU profiles of the eBPF profiler.
  if (name === 'events' && unit === 'nanoseconds') return 'off-cpu'
  if (name !== 'samples' && name !== 'sample' && name !== '') return type
  return periodType === '' || /^samples?$/i.test(periodType) ? 'cpu' : canonicalEvent(periodType, '', unit)
}

const isNanoseconds = /^(nanoseconds|ns)$/

/** Where there are several types, takes the default one if the profile names it, else the last: the rule of pprof. */
export function readSampleValues(profile: OtlpObject, tables: OtlpTables): SampleValues {
  const single = profile['sampleType']
  // JSON has one name for one type and for several.
  const several = listOf(single)
  const types = several.length > 0 ? several : listOf(profile['sampleTypes'])
  const index = types.length === 0 ? 0 : defaultIndex(profile, types.map(objectOf), tables)
  const type = objectOf(types.length === 0 ? single : types[index])
  const [unit, scale] = findUnitScale(tables.text(type['unitStrindex']))
  const period = objectOf(profile['periodType'])
  const periodNs = numberOf(profile['period']) * (isNanoseconds.test(tables.text(period['unitStrindex'])) ? 1 : 0)
  return {
    event: canonicalEvent(tables.text(type['typeStrindex']), tables.text(period['typeStrindex']), unit),
    ...{ unit, scale },
    index: types.length > 1 ? index : null,
    // A period is a whole number of nanoseconds: 19 Hz must not become 19.0000003.
    frequencyHz: periodNs > 0 ? Math.round(1e12 / periodNs) / 1e3 : null,
    hasOthers: types.length > 1,
  }
}

function defaultIndex(profile: OtlpObject, types: readonly OtlpObject[], tables: OtlpTables): number {
  const { defaultSampleTypeIndex, defaultSampleTypeStrindex } = profile
  const last = types.length - 1
  if (defaultSampleTypeIndex !== undefined)
    return Math.min(Math.max(0, Math.trunc(numberOf(defaultSampleTypeIndex))), last)
  const name = tables.text(defaultSampleTypeStrindex)
  const named = name === '' ? -1 : types.findIndex((type) => tables.text(type['typeStrindex']) === name)
  return named < 0 ? last : named
}
