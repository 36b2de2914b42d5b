/** Sums up the runs of a configuration: their medians, and how far its repetitions lie apart. */
import type { ExperimentRun } from './experiments.ts'
import { type Measure, measures } from './measures.ts'

const measurements: Readonly<Record<Measure, (run: ExperimentRun) => number | null>> = {
  perSecond: ({ load }) => load?.perSecond ?? null,
  p50: ({ load }) => load?.latency.p50 ?? null,
  p90: ({ load }) => load?.latency.p90 ?? null,
  p95: ({ load }) => load?.latency.p95 ?? null,
  p99: ({ load }) => load?.latency.p99 ?? null,
  p999: ({ load }) => load?.latency.p999 ?? null,
  failed: ({ load }) => (load === null || load.requests === 0 ? null : load.errors / load.requests),
  cpuMs: ({ load, cpuSeconds }) =>
    load === null || load.requests === 0 || cpuSeconds === null ? null : (cpuSeconds * 1000) / load.requests,
  allocated({ load, allocation }) {
    // Where the requests of that time are not known, the rate of the whole load is taken.
    const perSecond = allocation?.requestsPerSecond ?? load?.perSecond ?? 0
    return load === null || allocation === null || perSecond === 0 ? null : allocation.bytesPerSecond / perSecond
  },
}

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

/** Gives a measure of a run, in the unit that measures.ts says; null where it is not known. */
export function measureRun(run: ExperimentRun, measure: Measure): number | null {
  return measurements[measure](run)
}

/** Measures that a table of these runs shows: without allocations where no run profiled them. */
export function listShownMeasures(runs: readonly ExperimentRun[]): Measure[] {
  return measures.filter((measure) => measure !== 'allocated' || listMeasured(runs, measure).length > 0)
}

/** Gives the values of the runs that have this measure. */
export function listMeasured(runs: readonly ExperimentRun[], measure: Measure): number[] {
  return runs.map(measurements[measure]).filter((value) => value !== null)
}

/** Runs without a mark. */
export function selectWhole<Run extends ExperimentRun>(runs: readonly Run[]): Run[] {
  return runs.filter(({ marks }) => marks.length === 0)
}

export function summariseRuns(runs: readonly ExperimentRun[]): RunsSummary {
  const whole = selectWhole(runs)
  const sum = (key: 'requests' | 'errors') => whole.reduce((total, { load }) => total + (load?.[key] ?? 0), 0)
  const spreads = measures.map((measure) => [measure, spreadOf(listMeasured(whole, measure))] as const)
  return {
    ...{ whole: whole.length, runs: runs.length, requests: sum('requests'), errors: sum('errors') },
    spreads: Object.fromEntries(spreads) as RunsSummary['spreads'],
  }
}

function spreadOf(values: readonly number[]): Spread | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (low === undefined || high === undefined) return null
  const middle = sorted.length / 2
  const median = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2
  return { runs: sorted.length, median, low, high }
}

/**
 * Gives how often (0 to 1) the range of so many runs holds the true median of any distribution: the median lies outside
 * where all runs are on one side of it.
 *
 * Source: the order-statistic interval of the median, e.g. Conover, Practical Nonparametric Statistics.
 */
export function computeRangeConfidence(runs: number): number {
  return 1 - 2 ** (1 - runs)
}

/** Gives the run whose throughput is in the middle, of those without a mark that have a profile; null without one. */
export function findTypicalRun<Run extends ExperimentRun & { readonly profiles: readonly unknown[] }>(
  runs: readonly Run[],
): Run | null {
  const profiled = selectWhole(runs).filter(({ profiles }) => profiles.length > 0)
  const sorted = profiled.sort((a, b) => (a.load?.perSecond ?? 0) - (b.load?.perSecond ?? 0))
  return sorted[(sorted.length - 1) >> 1] ?? null // of an even number the slower of the two
}
