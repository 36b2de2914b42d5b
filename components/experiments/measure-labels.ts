import type { ExperimentRun, RunMark } from '../../lib/contract/experiments.ts'
import type { Measure } from '../../lib/contract/summarise-runs.ts'
import { formatCount, formatMilliseconds, formatShare } from '../../lib/profile/format/units.ts'

export const measureLabels: Readonly<Record<Measure, { title: string; unit: string }>> = {
  perSecond: { title: 'Throughput', unit: 'requests/s' },
  p50: { title: 'p50', unit: 'ms' },
  p90: { title: 'p90', unit: 'ms' },
  p95: { title: 'p95', unit: 'ms' },
  p99: { title: 'p99', unit: 'ms' },
  p999: { title: 'p99.9', unit: 'ms' },
  failed: { title: 'Failed', unit: 'of requests' },
  cpuMs: { title: 'CPU', unit: 'ms/request' },
}

/** `120`, `8.50`, `0.4%`: the unit stands beside it. */
export function formatMeasure(measure: Measure, value: number): string {
  if (measure === 'failed') return formatShare(value)
  if (measure !== 'perSecond') return formatMilliseconds(value)
  return value >= 100 ? formatCount(value) : value.toFixed(1)
}

export const markLabels: Readonly<Record<RunMark, string>> = {
  'start-failed': 'Did not start',
  'not-ready': 'Was not ready in time',
  'container-died': 'A container ended',
  'not-steady': 'Throughput was not steady',
  'load-failed': 'The load failed',
  'load-ended-early': 'The load ended too early',
  'too-many-errors': 'Too many requests failed',
  'capture-failed': 'No whole profile',
}

/** `pricing=index, heap=256m`; empty without variables. */
export function formatValues(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}

/** The runs of one configuration. */
export function runsOf<Run extends ExperimentRun>(runs: readonly Run[], number: number): Run[] {
  return runs.filter(({ configuration }) => configuration === number)
}
