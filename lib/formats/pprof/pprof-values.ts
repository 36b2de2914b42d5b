/** Chooses the value of a pprof file that is read, with its event and unit here. */
import type { Unit } from '../../profile/model/profile.ts'
import { unitOfEvent } from '../perf/perf-script-periods.ts'
import type { PprofFile } from './pprof-file.ts'

export interface ChosenValue {
  /** Among the values of a sample. */
  readonly index: number
  readonly unit: Unit
  /** Factor of each value. */
  readonly scale: number
  /** `cpu`, `alloc_space`, `contentions` ... as the file calls it. */
  readonly event: string
}

const scales: Readonly<Record<string, readonly [Unit, number]>> = {
  nanoseconds: ['nanoseconds', 1],
  ns: ['nanoseconds', 1],
  microseconds: ['nanoseconds', 1e3],
  us: ['nanoseconds', 1e3],
  milliseconds: ['nanoseconds', 1e6],
  ms: ['nanoseconds', 1e6],
  seconds: ['nanoseconds', 1e9],
  s: ['nanoseconds', 1e9],
  bytes: ['bytes', 1],
  b: ['bytes', 1],
  kilobytes: ['bytes', 2 ** 10],
  kb: ['bytes', 2 ** 10],
  megabytes: ['bytes', 2 ** 20],
  mb: ['bytes', 2 ** 20],
  cycles: ['cycles', 1],
  events: ['events', 1],
}

/**
 * Chooses which of several values (sample types) of a pprof file is read: the default one where the file names one,
 * else the last, by pprof's own rule; where that is perf's event without samples, the last other event.
 */
export function chooseValue({ strings, sampleTypes, defaultSampleType }: PprofFile): ChosenValue {
  const nameOf = (index: number) => strings[sampleTypes[index]?.type ?? 0] ?? ''
  const perfEvents = sampleTypes.map((_, index) => perfEventOf(nameOf(index)))
  const named = defaultSampleType > 0 ? sampleTypes.findIndex(({ type }) => type === defaultSampleType) : -1
  const byRule = named >= 0 ? named : Math.max(0, sampleTypes.length - 1)
  // perf's event for changes of programs has no samples.
  const counted = perfEvents.findLastIndex((event) => event?.startsWith('dummy') === false)
  const index = perfEvents[byRule]?.startsWith('dummy') && counted >= 0 ? counted : byRule
  const unitOfFile = strings[sampleTypes[index]?.unit ?? 0] ?? ''
  const perfEvent = unitOfFile === 'count' ? perfEvents[index] : null
  if (perfEvent != null) return { index, unit: unitOfEvent(perfEvent), scale: 1, event: perfEvent }
  const [unit, scale] = findUnitScale(unitOfFile)
  return { index, unit, scale, event: nameOf(index) || 'samples' }
}

/**
 * `cycles` of `cycles_event`, in which perf_to_profile adds up the periods of perf's samples; null for any other name.
 *
 * Source: perf_data_converter.cc, GetOrCreateBuilder: `NAME_sample` and `NAME_event` for each event, both in `count`.
 */
const perfEventOf = (name: string): string | null => /^(.+)_event$/.exec(name)?.[1] ?? null

/** Knows pprof's and speedscope's names of units. Anything that is neither time nor memory is counted. */
export function findUnitScale(unit: string): readonly [Unit, number] {
  return Object.hasOwn(scales, unit.toLowerCase()) ? scales[unit.toLowerCase()]! : ['samples', 1]
}
