/** What the runs of a configuration say together, and how far its repetitions lie apart. */
import type { ExperimentRun } from './experiments.ts'

/** What is measured of a run; null where it is not known. */
const measurements = {
  perSecond: ({ load }) => load?.perSecond ?? null,
  p50: ({ load }) => load?.latency.p50 ?? null,
  p90: ({ load }) => load?.latency.p90 ?? null,
  p95: ({ load }) => load?.latency.p95 ?? null,
  p99: ({ load }) => load?.latency.p99 ?? null,
  p999: ({ load }) => load?.latency.p999 ?? null,
  /** Share of the requests. */
  failed: ({ load }) => (load === null || load.requests === 0 ? null : load.errors / load.requests),
  /** ms of CPU time for each request. */
  cpuMs: ({ load, cpuSeconds }) =>
    load === null || load.requests === 0 || cpuSeconds === null ? null : (cpuSeconds * 1000) / load.requests,
} satisfies Record<string, (run: ExperimentRun) => number | null>
export type Measure = keyof typeof measurements
export const measures = Object.keys(measurements) as Measure[]

/** A measure over several runs. */
export interface Spread {
  readonly runs: number
  readonly median: number
  readonly low: number
  readonly high: number
}

export interface RunsSummary {
  /** Runs without a mark: all below is of them alone. */
  readonly whole: number
  readonly runs: number
  readonly requests: number
  readonly errors: number
  /** null where no run has it. */
  readonly spreads: Readonly<Record<Measure, Spread | null>>
}

export function summariseRuns(runs: readonly ExperimentRun[]): RunsSummary {
  const whole = runs.filter(({ marks }) => marks.length === 0)
  const sum = (key: 'requests' | 'errors') => whole.reduce((total, { load }) => total + (load?.[key] ?? 0), 0)
  const spreads = measures.map((measure) => [measure, spreadOf(whole.map(measurements[measure]))] as const)
  return {
    ...{ whole: whole.length, runs: runs.length, requests: sum('requests'), errors: sum('errors') },
    spreads: Object.fromEntries(spreads) as RunsSummary['spreads'],
  }
}

function spreadOf(values: readonly (number | null)[]): Spread | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b)
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (low === undefined || high === undefined) return null
  const middle = sorted.length / 2
  const median = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2
  return { runs: sorted.length, median, low, high }
}

/**
 * How often the range of so many runs holds the true median, whatever the distribution: the median lies outside where all runs are on one side
 * of it.
 *
 * Source: the order-statistic interval of the median, e.g. Conover, Practical Nonparametric Statistics.
 */
export function computeRangeConfidence(runs: number): number {
  return 1 - 2 ** (1 - runs)
}

/**
 * In what share of pairs without any difference all runs of one lie beyond all runs of the other: 2 of the orders that the runs can have.
 * null where the ranges meet, so that the runs show no difference at all.
 */
export function computeChanceOfSeparation(one: Spread, other: Spread): number | null {
  if (one.low <= other.high && other.low <= one.high) return null
  let orders = 1
  for (let step = 1; step <= one.runs; step++) orders = (orders * (other.runs + step)) / step
  return 2 / orders
}

/** Of the runs without a mark that have a profile the one whose throughput is in the middle; null without one. */
export function findTypicalRun<Run extends ExperimentRun & { readonly profiles: readonly unknown[] }>(
  runs: readonly Run[],
): Run | null {
  const profiled = runs.filter(({ marks, profiles }) => marks.length === 0 && profiles.length > 0)
  const sorted = profiled.sort((a, b) => (a.load?.perSecond ?? 0) - (b.load?.perSecond ?? 0))
  return sorted[(sorted.length - 1) >> 1] ?? null
}
