/** What else went on while a run was under load: readings of counters to shares and to a time line. */
import type { Disturbance, RunTimeline } from '../../contract/experiments.ts'
import type { LoadResults } from '../load/load-results.ts'

/** Counters at one time; each only grows. */
export interface HostReading {
  /** Unix ms. */
  readonly at: number
  /** ms of all CPUs of the host. */
  readonly busyMs: number
  /** CPU time that the application's containers, the load and Hearth's command took of it. */
  readonly ownMs: number
  /**
   * ms by which CPU limits held back the profiled service's threads, and in how many periods; null where nothing counts
   * it.
   */
  readonly throttledMs: number | null
  readonly throttledPeriods: number | null
  /** ms in which garbage collections stopped the service's threads; null where its JVM's counters cannot be read. */
  readonly gcMs: number | null
}

/** Sums up a part of a run; null where it was not read, or for no time. `cpus`: those of the host. */
export function summariseDisturbance(
  readings: readonly HostReading[],
  cpus: number,
  from: number | null,
  to: number | null,
): Disturbance | null {
  if (from === null || to === null || to <= from || readings.length < 2) return null
  const grown = (counter: (reading: HostReading) => number | null) => growthOf(readings, counter, from, to)
  return {
    otherShare: shareOf(grown, cpus, to - from),
    throttledMs: grown(({ throttledMs }) => throttledMs),
    throttledPeriods: roundIfKnown(grown(({ throttledPeriods }) => throttledPeriods)),
  }
}

type Grown = (counter: (reading: HostReading) => number | null) => number | null

/** The counters are read one after the other, so what is the rest of two may come out below zero. */
function shareOf(grown: Grown, cpus: number, ms: number): number {
  const rest = (grown(({ busyMs }) => busyMs) ?? 0) - (grown(({ ownMs }) => ownMs) ?? 0)
  return Math.min(1, Math.max(0, rest / (ms * cpus)))
}

const roundIfKnown = (value: number | null) => (value === null ? null : Math.round(value))

function growthOf(
  readings: readonly HostReading[],
  counter: (reading: HostReading) => number | null,
  from: number,
  to: number,
): number | null {
  const [start, end] = [interpolate(readings, counter, from), interpolate(readings, counter, to)]
  return start === null || end === null ? null : Math.max(0, end - start)
}

/** Between two readings a counter grows evenly; before the first and after the last it stands. */
function interpolate(
  readings: readonly HostReading[],
  counter: (reading: HostReading) => number | null,
  at: number,
): number | null {
  const next = readings.findIndex((reading) => reading.at >= at)
  const [after, before] = [readings[next === -1 ? readings.length - 1 : next]!, readings[Math.max(0, next - 1)]!]
  const [high, low] = [counter(after), counter(before)]
  if (high === null || low === null) return null
  if (next <= 0 || after.at === before.at) return high
  return low + ((high - low) * (at - before.at)) / (after.at - before.at)
}

/** Steps of the time line of a run: a page shows no more side by side, and a report of hundreds of runs stays small. */
const mostIntervals = 60

/** `results`: of this host's clock; null where they are not, or have no times. null where the load did not run. */
export function createTimeline(
  readings: readonly HostReading[],
  cpus: number,
  { loadAt, loadEndedAt }: { readonly loadAt: number | null; readonly loadEndedAt: number | null },
  results: Pick<LoadResults, 'intervalSeconds' | 'total'> | null,
): RunTimeline | null {
  if (loadAt === null || loadEndedAt === null || loadEndedAt <= loadAt) return null
  const intervalMs = Math.max(1, results?.intervalSeconds ?? 1) * 1000
  const startAt = Math.floor(loadAt / intervalMs) * intervalMs
  const stepMs = Math.ceil((loadEndedAt - startAt) / mostIntervals / intervalMs) * intervalMs
  const steps = Array.from({ length: Math.ceil((loadEndedAt - startAt) / stepMs) }, (_, at) => at)
  const byStep = Map.groupBy(results?.total.intervals ?? [], ({ startMs }) => Math.floor((startMs - startAt) / stepMs))
  const hasCurve = (results?.total.intervals.length ?? 0) > 0
  return {
    ...{ startAt, stepMs },
    steps: steps.map((step) => {
      const [from, to] = [startAt + step * stepMs, Math.min(loadEndedAt, startAt + (step + 1) * stepMs)]
      const ended = byStep.get(step) ?? []
      const { otherShare = null, throttledMs = null } = summariseDisturbance(readings, cpus, from, to) ?? {}
      const gcMs = readings.length < 2 ? null : growthOf(readings, (reading) => reading.gcMs, from, to)
      const requests = ended.reduce((sum, one) => sum + one.requests, 0)
      const slowest = ended.flatMap(({ latency: { p99 } }) => p99 ?? [])
      return {
        perSecond: hasCurve ? round(requests / (stepMs / 1000)) : null,
        p99: slowest.length === 0 ? null : round(Math.max(...slowest)),
        otherShare: otherShare === null ? null : round(otherShare),
        throttledMs: roundIfKnown(throttledMs),
        gcMs: gcMs === null ? null : round(gcMs),
      }
    }),
  }
}

const round = (value: number) => Number(value.toPrecision(3))
