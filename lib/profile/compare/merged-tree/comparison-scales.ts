import type { ComparisonScale, ScaleBases, ScaleBasis, MergeOptions } from './comparison.ts'
import type { Filter } from '../../filters/filters.ts'
import { totalWeight } from '../../model/stack-weights.ts'
import type { Profile } from '../../model/profile.ts'
import { createMergedClock, getRecordingSpan, type RecordedClock, type Span } from '../../time/time-span.ts'

/** Seconds of a recording that count, before and after: less than all of it where only a range of time is looked at. */
export type SecondsOfBoth = readonly [before: number | null, after: number | null]

/** Gives the numbers by which weights can be divided, so that recordings of unequal length and load compare. */
export function getScaleBases(
  before: Profile,
  after: Profile,
  [secondsBefore, secondsAfter]: SecondsOfBoth = [getDurationSeconds(before), getDurationSeconds(after)],
): ScaleBases {
  return { before: getScaleBasis(before, secondsBefore), after: getScaleBasis(after, secondsAfter) }
}

function getScaleBasis(profile: Profile, seconds: number | null): ScaleBasis {
  const cpuSeconds = cpuSecondsOf(profile, seconds)
  const { frequencyHz, areThreadsRuns: isPerRequest } = profile.provenance
  return { unit: profile.unit, total: totalWeight(profile), seconds, cpuSeconds, frequencyHz, isPerRequest }
}

/**
 * Gives the seconds that were recorded within the filters of time; null where they are unknown. Of a merged profile
 * they are the sum of its recordings, as its header and provenance say: weights per second are those of one JVM, also
 * of replicas that were recorded at once.
 */
export function getDurationSeconds(recorded: Profile, filters: readonly Filter[] = []): number | null {
  const ranges = filters.filter((filter) => filter.type === 'time')
  const { provenance } = recorded
  const { durationMs, mergedFrom } = provenance
  const span = mergedFrom === null ? getRecordingSpan(recorded) : null
  if (ranges.length === 0 && span === null) return durationMs !== null && durationMs > 0 ? durationMs / 1000 : null
  const clock = mergedFrom === null ? span && createClock(span) : createMergedClock(provenance)
  if (clock === null) return null
  const from = Math.max(-Infinity, ...ranges.map(({ fromMs }) => fromMs))
  const to = Math.min(Infinity, ...ranges.map(({ toMs }) => toMs))
  const recordedMs = clock(to) - clock(from)
  return recordedMs > 0 ? recordedMs / 1000 : null
}

/** Creates the clock of a recording without gaps, which stands still before and after it. */
function createClock([first, last]: Span): RecordedClock {
  return (timeMs) => Math.min(Math.max(timeMs, first), last)
}

/** Gives the CPU time of the JVM, measured while it was recorded; null without a measurement. */
function cpuSecondsOf({ provenance }: Profile, seconds: number | null): number | null {
  const percent = provenance.overhead?.during?.cpuPercent
  return percent !== undefined && percent > 0 && seconds !== null ? (percent / 100) * seconds : null
}

/** Whether both are runs of an experiment: only the cost of a request, or shares of that, can be compared then. */
export function arePerRequest({ before, after }: ScaleBases): boolean {
  return before.isPerRequest && after.isPerRequest
}

/** Why a scale cannot be had, as one sentence for people; null when it can. */
export function explainMissingScale(
  bases: ScaleBases,
  { scale, requests }: Pick<MergeOptions, 'scale' | 'requests'>,
): string | null {
  const { before, after } = bases
  if (arePerRequest(bases))
    return scale === 'share' || scale === 'request' ? null : 'Runs are compared per request or by shares.'
  if (scale !== 'share' && before.unit !== after.unit)
    return `One counts ${before.unit} and the other ${after.unit}: only shares can be compared.`
  if (scale !== 'share' && scale !== 'raw' && areSampledUnlike(before, after))
    return `Samples were taken at ${before.frequencyHz} and at ${after.frequencyHz} Hz: only shares can be compared.`
  if (scale === 'second' && (before.seconds === null || after.seconds === null))
    return 'The duration of one of the two is unknown.'
  if (scale === 'cpu-second' && (before.cpuSeconds === null || after.cpuSeconds === null))
    return 'The CPU use of one of the two was not measured.'
  if (scale === 'request' && !(requests && requests[0] > 0 && requests[1] > 0))
    return 'Say how many requests each of the two served meanwhile.'
  return null
}

/** Gives the event that both profiles count; null where they count two. */
export function eventOfBoth(before: { readonly event: string }, after: { readonly event: string }): string | null {
  return before.event === after.event ? before.event : null
}

/** Whether the costs per second of two recordings of one event can be compared. */
export function haveComparableRates(bases: ScaleBases, event: string): boolean {
  // Live objects on the heap do not grow with the length of a recording.
  if (event === 'live-heap') return false
  return explainMissingScale(bases, { scale: 'second', requests: null }) === null
}

/** One load gives more samples at a higher frequency. */
function areSampledUnlike(before: ScaleBasis, after: ScaleBasis): boolean {
  const [one, other] = [before.frequencyHz, after.frequencyHz]
  return after.unit === 'samples' && one !== null && other !== null && one !== other
}

export interface AppliedScale {
  readonly scale: ComparisonScale
  readonly scaleBefore: number
  readonly scaleAfter: number
}

/** Gives the factors of weights; those of shares where the recordings lack the basis of the requested scale. */
export function chooseScale(bases: ScaleBases, options: Pick<MergeOptions, 'scale' | 'requests'>): AppliedScale {
  const scale = explainMissingScale(bases, options) === null ? options.scale : 'share'
  const [forBefore, forAfter] = arePerRequest(bases) ? [1, 1] : (options.requests ?? [0, 0])
  return {
    scale,
    scaleBefore: inverse(getDivisor(bases.before, scale, forBefore)),
    scaleAfter: inverse(getDivisor(bases.after, scale, forAfter)),
  }
}

function getDivisor({ total, seconds, cpuSeconds }: ScaleBasis, scale: ComparisonScale, requests: number): number {
  switch (scale) {
    case 'share':
      return total
    case 'raw':
      return 1
    case 'second':
      return seconds ?? 0
    case 'cpu-second':
      return cpuSeconds ?? 0
    case 'request':
      return requests
  }
}

/** An empty profile has nothing to scale: its shares are 0. */
function inverse(divisor: number): number {
  return divisor > 0 ? 1 / divisor : 0
}
