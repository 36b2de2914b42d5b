import type { Profile } from '../model/profile.ts'
import type { Span } from './time-span.ts'

/**
 * From when to when the stack of each sample ran, as far as anybody can tell: ms since the recording began, in columns
 * by sample.
 */
export interface SampleSpans {
  /** NaN for a sample without a time. */
  readonly from: Float64Array
  readonly to: Float64Array
}

/**
 * A sample says that its stack ran at one moment. It is taken to have run on until the thread's next sample, but not
 * for longer than the sample covers: a thread that is not sampled for a while did not run, and nothing is drawn there.
 *
 *     every 10 ms, at 0, 10, 21, 80 ms      0 to 10, 10 to 21, 21 to 31, 80 to 90
 *
 * Samples of one moment, as of an engine that counts stacks for a while, follow each other in that time in the order of
 * the profile. Time off the CPU is known when it ends, so it stands before its moment.
 *
 * `order` are rows of samples, a thread after the other, by time in each; the rest have no span. Spans of a thread do
 * not overlap, stay within `bounds` and are in the order of `order`.
 */
export function findSampleSpans(profile: Profile, order: Uint32Array, [first, last]: Span): SampleSpans {
  const { samples } = profile
  const from = new Float64Array(samples.length).fill(NaN)
  const to = from.slice()
  const clamp = (ms: number) => Math.min(last, Math.max(first, ms))
  const isBefore = endsAtItsTime(profile)
  for (const rows of byThread(profile, order)) {
    const lengthOf = createLengths(profile, rows)
    const groups = byMoment(profile, rows)
    for (const [number, group] of groups.entries()) {
      const time = samples.time[group[0]!]!
      const other = groups[number + (isBefore ? -1 : 1)]
      const otherTime = other ? samples.time[other[0]!]! : isBefore ? first : last
      const lengths = group.map(lengthOf)
      const wanted = lengths.reduce((sum, length) => sum + length, 0)
      const spare = Math.abs(otherTime - time)
      // A clock that is a little late leaves no gap.
      const isNext = other !== undefined && spare <= wanted * lateness
      const availableMs = isNext ? spare : Math.min(wanted, spare)
      let at = isBefore ? time - availableMs : time
      for (const [index, sample] of group.entries()) {
        from[sample] = clamp(at)
        at += wanted > 0 ? (lengths[index]! / wanted) * availableMs : 0
        to[sample] = clamp(at)
      }
    }
  }
  return { from, to }
}

/** A gap up to so many times the length of its samples is filled by them, as of a clock that is late. */
const lateness = 1.5

function endsAtItsTime({ unit, provenance }: Profile): boolean {
  return unit === 'nanoseconds' && /off-?cpu/i.test(provenance.event)
}

/**
 * Gives the ms that a sample of a thread covers: its weight where that is time, else as many periods of the engine as
 * it counts.
 */
function createLengths({ samples, unit, provenance }: Profile, rows: Uint32Array): (sample: number) => number {
  if (unit === 'nanoseconds') return (sample) => samples.weight[sample]! / 1e6
  const { frequencyHz, event } = provenance
  const asked = frequencyHz !== null && frequencyHz > 0 ? 1000 / frequencyHz : null
  // Engines of wall-clock time take threads in turn: each is sampled less often than was asked for.
  const isInTurn = /wall/i.test(event)
  const seen = asked === null || isInTurn ? medianGap(samples.time, rows) : 0
  const periodMs = Math.max(asked ?? 0, seen) || 1 // where nothing tells
  return unit === 'samples' ? (sample) => samples.weight[sample]! * periodMs : () => periodMs
}

/** 0 where no two samples are apart. */
function medianGap(time: Float64Array, rows: Uint32Array): number {
  const gaps = new Float64Array(Math.max(0, rows.length - 1))
  for (let index = 1; index < rows.length; index++) gaps[index - 1] = time[rows[index]!]! - time[rows[index - 1]!]!
  const apart = gaps.filter((gap) => gap > 0).sort()
  return apart[Math.floor(apart.length / 2)] ?? 0
}

/** The rows of each thread that have a time. */
function byThread({ samples }: Profile, order: Uint32Array): Uint32Array[] {
  const threads: Uint32Array[] = []
  for (let start = 0; start < order.length;) {
    const thread = samples.thread[order[start]!]!
    let end = start
    while (end < order.length && samples.thread[order[end]!] === thread) end++
    const rows = order.subarray(start, end).filter((sample) => Number.isFinite(samples.time[sample]!))
    if (rows.length > 0) threads.push(rows)
    start = end
  }
  return threads
}

function byMoment({ samples }: Profile, rows: Uint32Array): number[][] {
  const groups: number[][] = []
  let time = NaN
  for (const sample of rows) {
    if (samples.time[sample] === time) groups.at(-1)!.push(sample)
    else groups.push([sample])
    time = samples.time[sample]!
  }
  return groups
}
