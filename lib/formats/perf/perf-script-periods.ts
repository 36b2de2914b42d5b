/**
 * Weights of the samples of a text of `perf script`. perf prints for each how much of its event it counts for, its
 * period: where all are the same, a sample counts as one; where they differ (cycles while the kernel looks for the
 * frequency that was asked for, nanoseconds of a wait), its weight is its period.
 */
import { doubled } from '../../profile/model/pair-table.ts'
import type { Unit } from '../../profile/model/profile.ts'

interface PeriodWeights {
  readonly unit: Unit
  /** The weight of each row of the samples; null where each sample counts as one. */
  readonly weights: Float64Array | null
  /** How many samples have no period, where the periods of the others differ: each counts as one then. */
  readonly missing: number
}

export function createPeriodSums() {
  let sums = new Float64Array(1024)
  let first = Number.NaN
  let differ = false
  let missing = 0

  return {
    /** `row` of the sample in its profile, which several samples may share; `period` NaN where the line has none. */
    add(row: number, period: number): void {
      while (row >= sums.length) sums = doubled(sums)
      if (Number.isNaN(period)) return void missing++
      const weight = period || 1 // 0 counts as one, as in stackcollapse-perf.pl
      if (Number.isNaN(first)) first = weight
      else if (weight !== first) differ = true
      sums[row] = sums[row]! + weight
    },
    /** `event`: of all the samples. */
    finish(event: string): PeriodWeights {
      if (differ && missing === 0) return { unit: unitOfEvent(event), weights: sums, missing: 0 }
      return { unit: 'samples', weights: null, missing: differ ? missing : 0 }
    },
  }
}

// Source: include/trace/events/sched.h, TP_perf_assign(__perf_count(...)): these tracepoints count by nanoseconds.
const timeEvents = /^(?:(?:cpu|task)-clock|off-?cpu(?:-time)?|sched:sched_stat_(?:wait|sleep|iowait|blocked|runtime))$/
const unitPatterns: readonly (readonly [RegExp, Unit])[] = [
  [timeEvents, 'nanoseconds'],
  [/(?:^|[-_.:])(?:ns|nsecs?|nanoseconds)$/i, 'nanoseconds'],
  [/(?:^|[-_.:])bytes(?:$|[-_.:])/i, 'bytes'],
  [/(?:^|[-_.])cycles(?:$|[-_.])|^cpu_clk_unhalted\b/i, 'cycles'],
]

/** Gives the unit of an event's period: `cycles` of `cycles:ppp` and `cpu_core/cycles/`, `events` of `cache-misses`. */
export function unitOfEvent(event: string): Unit {
  const name = event
    .replace(/:[ukhGHIpPSDWeb]+$/, '')
    .replace(/^[^/:]+\/(?:event=)?([^/,]*)(?:[/,].*)?$/, '$1')
    .toLowerCase()
  return unitPatterns.find(([pattern]) => pattern.test(name))?.[1] ?? 'events'
}
