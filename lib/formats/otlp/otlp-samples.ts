/**
 * The samples of a message while its tables are not known yet, which mostly come last: their times and weights by what
 * they have in common, a stack, a list of attributes and the profile that they stand in. Of our own export every sample
 * stays one.
 */
import { doubled, PairTable } from '../../profile/model/pair-table.ts'
import { createSampleColumns } from '../../profile/model/sample-columns.ts'
import { createByteSets, createScratch } from '../reading/byte-sets.ts'
import { mostSamples } from '../reading/import.ts'
import { memberOf, type OtlpObject } from './otlp-message.ts'
import { listOf, nanosOf, numberOf } from './otlp-tables.ts'

/** Types of values that are read of a sample. No profiler has so many. */
const mostTypes = 64

// How a weight was read off the values of its sample: there was one, all are of one type, or it is the one at an index.
/** The weight is the one value of its sample. */
const ofOneValue = -1
const ofOneType = 0
const ofValue = (index: number) => 1 + index

/** Samples of one profile that have a stack and attributes in common. */
export interface OtlpGroup {
  /** Index of the profile in its message. */
  readonly part: number
  readonly stack: OtlpStack
  /** Indices into the table of attributes. */
  readonly attributes: readonly number[]
  /** How many samples the group has, one for each time. */
  readonly samples: number
}

/** Index into the table of stacks, or, before there was one, a range of the profile's list of locations. */
export type OtlpStack = { readonly index: number } | { readonly start: number; readonly length: number }

export interface OtlpMoment {
  readonly group: number
  /** Nanoseconds since `origin`; NaN where the sample has no time. */
  readonly atNanos: number
  readonly weight: number
}

export type OtlpSamples = ReturnType<typeof createOtlpSamples>

/** A message without its samples as they were. */
export interface OtlpMessage {
  /** The profiles in the order of the message, each with its resource and scope. */
  readonly parts: readonly {
    readonly resource: OtlpObject
    readonly scope: OtlpObject
    readonly profile: OtlpObject
  }[]
  /** Null before there was one: the tables are then in each profile. */
  readonly dictionary: OtlpObject | null
  readonly samples: OtlpSamples
}

export function createOtlpSamples() {
  const attributeLists = createByteSets()
  const attributeBytes = createScratch()
  const stacks = new PairTable()
  const stackAttributes = new PairTable()
  const groups = new PairTable()
  let counts = new Float64Array(16)
  let columns: ReturnType<typeof createSampleColumns> | null = null
  /** Weights that are negative or no number, by group and by how they were read. */
  const unusable = new Map<string, number>()
  let merged = 0
  let origin: bigint | null = null
  let earliest = Infinity

  return {
    /** `isOwn`: every sample stays one. */
    add(part: number, sample: OtlpObject, isOwn: boolean): void {
      columns ??= createSampleColumns(isOwn ? Infinity : mostSamples)
      const group = groups.add(part, stackAttributes.add(stackOf(sample), attributesOf(sample)))
      if (group === counts.length) counts = doubled(counts)
      const times = listOf(sample['timestampsUnixNano'])
      const values = listOf(memberOf(sample, 'values'))
      const moments = Math.max(1, times.length)
      counts[group] = counts[group]! + moments
      const sum = values.reduce<number>((all, value) => all + numberOf(value), 0)
      const isEach = values.length === moments
      for (let moment = 0; moment < moments; moment++) {
        const atNanos = times.length === 0 ? Number.NaN : sinceOrigin(nanosOf(times[moment]))
        const addWeight = (reading: number, weight: number) => {
          // The columns get the group as the stack and the reading as the line; no thread is known yet.
          const isUsable = weight >= 0 && weight < Infinity
          if (isUsable && (weight > 0 || isOwn)) columns!.add(group, 0, atNanos, weight, reading)
          if (!isUsable) unusable.set(`${group} ${reading}`, (unusable.get(`${group} ${reading}`) ?? 0) + 1)
        }
        // A sample without values counts 1 for each of its times; one value is for all of its times.
        if (values.length === 0) addWeight(ofOneValue, times.length === 0 ? 0 : 1)
        else if (values.length === 1) addWeight(ofOneValue, sum / moments)
        else addWeight(ofOneType, isEach ? numberOf(values[moment]) : sum / moments)
        if (values.length === 1 || !isRange(sample)) continue
        for (const [index, value] of values.slice(0, mostTypes).entries())
          addWeight(ofValue(index), numberOf(value) / moments)
      }
    },
    groups: (): OtlpGroup[] =>
      Array.from({ length: groups.length }, (_, group) => {
        const row = groups.second[group]!
        return {
          part: groups.first[group]!,
          stack: stackAt(stackAttributes.first[row]!),
          attributes: numbersOf(attributeLists.at(stackAttributes.second[row]!)),
          samples: counts[group]!,
        }
      }),
    /**
     * In the order of the file, once. `indexOf`: which value of its samples is meant, null where all are of one type.
     */
    *moments(indexOf: (group: number) => number | null): Generator<OtlpMoment> {
      if (columns === null) return
      const { length, stacks: groupsOf, times, weights, lines: readings } = columns.view()
      merged = columns.merged
      columns = null
      for (let row = 0; row < length; row++) {
        const group = groupsOf[row]!
        if (isMeant((readings[row] ?? 0) - 1, indexOf(group)))
          yield { group, atNanos: times[row]!, weight: weights[row]! }
      }
    },
    /** How many weights of a group cannot be used. */
    unusable: (group: number, index: number | null): number =>
      [ofOneValue, ofOneType, ...(index === null ? [] : [ofValue(index)])]
        .filter((reading) => isMeant(reading, index))
        .reduce((all, reading) => all + (unusable.get(`${group} ${reading}`) ?? 0), 0),
    /** How many samples became part of one of another time. */
    get merged(): number {
      return columns?.merged ?? merged
    },
    /** Nanoseconds since 1970 that all times count from; 0 where there are none. */
    get origin(): bigint {
      return origin ?? 0n
    },
    /** Time of the first sample, in nanoseconds since 1970; 0 where no sample has a time. */
    get startedAt(): bigint {
      return earliest === Infinity ? 0n : this.origin + BigInt(earliest)
    },
  }

  function stackOf(sample: OtlpObject): number {
    if (!isRange(sample)) return stacks.add(rowOf(sample['stackIndex']), -1)
    return stacks.add(rowOf(sample['locationsStartIndex']), Math.max(0, rowOf(sample['locationsLength'])))
  }

  function stackAt(row: number): OtlpStack {
    const [first, length] = [stacks.first[row]!, stacks.second[row]!]
    return length < 0 ? { index: first } : { start: Math.max(0, first), length }
  }

  function attributesOf(sample: OtlpObject): number {
    attributeBytes.clear()
    for (const index of listOf(sample['attributeIndices'])) attributeBytes.addNumber(rowOf(index))
    return attributeLists.add(attributeBytes)
  }

  /** Exact to the nanosecond within 104 days of the first. */
  function sinceOrigin(nanos: bigint): number {
    origin ??= nanos > 0n ? nanos : null
    const since = Number(nanos - (origin ?? 0n))
    if (nanos > 0n && since < earliest) earliest = since
    return since
  }
}

const isRange = (sample: OtlpObject) => sample['stackIndex'] === undefined

/** Where there are several types, a sample with one value has the value of the first. */
function isMeant(reading: number, index: number | null): boolean {
  if (index === null) return reading === ofOneValue || reading === ofOneType
  return reading === ofValue(index) || (reading === ofOneValue && index === 0)
}

/** Gives the index of a row; -1 for a value that is none. */
function rowOf(value: Parameters<typeof numberOf>[0]): number {
  const index = Math.trunc(numberOf(value))
  return index >= 0 && index < 2 ** 31 ? index : -1
}

function numbersOf(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return Array.from({ length: bytes.length / 4 }, (_, index) => view.getInt32(index * 4))
}
