/** Measures of runs, and what a variable changes in them, as text for the page and the command line. */
import {
  formatBytes,
  formatCount,
  formatCountOf,
  formatMilliseconds,
  formatPoints,
  formatPointsShort,
  formatShare,
} from '../profile/format/units.ts'
import { maxFalseDiscoveryRate } from '../profile/compare/merged-tree/comparison.ts'
import { usualMostOtherWork } from './constants.ts'
import type { Experiment, ExperimentRun, MeasureEffect, MeasureEffects } from './experiments.ts'
import { type Measure, measures } from './measures.ts'
import { formatConfidence, intervalLevel } from './interval-level.ts'

export const measureLabels: Readonly<Record<Measure, { title: string; unit: string }>> = {
  perSecond: { title: 'Throughput', unit: 'requests/s' },
  p50: { title: 'p50', unit: 'ms' },
  p90: { title: 'p90', unit: 'ms' },
  p95: { title: 'p95', unit: 'ms' },
  p99: { title: 'p99', unit: 'ms' },
  p999: { title: 'p99.9', unit: 'ms' },
  failed: { title: 'Failed', unit: 'of requests' },
  cpuMs: { title: 'CPU', unit: 'ms/request' },
  allocated: { title: 'Allocation', unit: 'per request' },
}

/** `pricing=index, heap=256m`; empty without variables. */
export function formatValues(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => formatValue(name, value))
    .join(', ')
}

/** `pricing=index` */
export function formatValue(name: string, value: string): string {
  return `${name}=${value}`
}

/** `120`, `8.50`, `0.4%`, `12.4 KiB`: the unit, or the rest of it, stands beside it. */
export function formatMeasure(measure: Measure, value: number): string {
  if (measure === 'allocated') return formatBytes(value)
  if (measure === 'failed') return formatShare(value)
  if (measure !== 'perSecond') return formatMilliseconds(value)
  return value >= 100 ? formatCount(value) : value.toFixed(1)
}

/** `100 to 103`, `208 to 220 KiB`, `980 B to 1.1 KiB`; null where both read the same. */
export function formatRange(measure: Measure, low: number, high: number): string | null {
  const [from, to] = [formatMeasure(measure, low), formatMeasure(measure, high)]
  return from === to ? null : `${from} to ${to}`.replace(/ ([KMG]i)?B(?= to \S+ \1B$)/, '')
}

/** `−18.2%`; of failed requests `+0.4 points`. */
export function formatChange(measure: Measure, change: number): string {
  return measure === 'failed' ? formatPoints(change) : `${formatPointsShort(change)}%`
}

/** `−21 to −14.9%`, and before it how sure that is, where it is less than `intervalLevel`. null without one. */
export function formatInterval(measure: Measure, { interval }: Pick<MeasureEffect, 'interval'>): string | null {
  if (interval === null) return null
  const { low, high, confidence } = interval
  const ends = `${formatChange(measure, low)} to ${formatChange(measure, high)}`.replace(/(%| points?) to /, ' to ')
  return `${formatConfidence(confidence)}${ends}`
}

/** Explains the change of a measure, wherever one is shown. */
export const changeText =
  'A change is that of the medians; over several pairs of configurations, the median over all pairs of runs, or by the model the geometric mean.'

/** Explains the interval of a change, wherever one is shown. */
export const intervalText = `Its ${intervalLevel} interval is adjusted for all tests, as q is, so zero is outside of it exactly where the change is significant; with too few runs for ${intervalLevel} it says how sure it is: “75%: +16.5 to +249%”.`

/**
 * Explains how a change of a measure is distinguished from chance, wherever `concludeEffects` is shown. `mark`: how a
 * significant one looks there.
 */
export const explainEffectTests = (mark: string) =>
  `It is significant, ${mark}, where q ≤ ${maxFalseDiscoveryRate}, adjusted for all tests of the table. Tested is the order of the runs, whether those with one value lie above those with the other (rank test); with too few runs for that, “by the model”, whether a change is clearly larger than runs of one configuration differ among themselves (t-test). Anything else may be chance, or an effect that these runs are too few to show.`

/**
 * `Other programs took 64 to 86% of the host’s CPU time in 12 of 12 counted runs: ...`, of runs that count though the
 * host was busy; null without such runs.
 */
export function describeBusyHost(runs: Experiment['runs']): string | null {
  const counted = runs.filter(({ marks }) => marks.length === 0)
  const shares = counted
    .map(({ disturbance }) => disturbance?.otherShare ?? 0)
    .filter((share) => share * 100 > usualMostOtherWork)
  if (shares.length === 0) return null
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map((share) => Math.round(share * 100))
  const percents = least === most ? `${most}%` : `${least} to ${most}%`
  return `Other programs took ${percents} of the host’s CPU time in ${formatCount(shares.length)} of ${formatCountOf(counted.length, 'counted run')}: these runs can miss a change that quieter ones would show.`
}

/**
 * `All 12 runs were left out: other programs took 45 to 87% of the CPU time of the host, more than 25%`: by the
 * commonest mark, a share that differs from run to run as a range. `of` says which runs they are, ` of configuration
 * 1`. null where any run counts, and without runs.
 */
export function describeAllLeftOut(runs: readonly Pick<ExperimentRun, 'marks'>[], of: string): string | null {
  if (runs.length === 0 || runs.some(({ marks }) => marks.length === 0)) return null
  const byMark = Map.groupBy(
    runs.flatMap(({ marks }) => marks),
    ({ mark }) => mark,
  )
  const [commonest = []] = [...byMark.values()].sort((a, b) => b.length - a.length)
  const reasons = commonest.map(({ reason }) => reason)
  const which = runs.length === 1 ? `The only run${of} was` : `All ${formatCount(runs.length)} runs${of} were`
  return `${which} left out: ${joinReasons(reasons)}`
}

/** The share that each reason begins with as a range, where they differ in nothing else; else the first of them. */
function joinReasons([first = '', ...others]: readonly string[]): string {
  const share = /\d+(?:\.\d+)?(?=%)/
  const all = [first, ...others]
  const shares = all.map((reason) => Number(share.exec(reason)?.[0]))
  const [least, most] = [Math.min(...shares), Math.max(...shares)]
  if (others.every((reason) => reason === first)) return first
  if (!all.every((reason) => reason.replace(share, '') === first.replace(share, ''))) return `${first}, and others`
  return first.replace(share, least === most ? `${most}` : `${least} to ${most}`)
}

/** Gives the result of all measures: `Significant: Throughput −8%, CPU +60.5%`, `Nothing significant by the model`. */
export function concludeEffects(effects: MeasureEffects): string {
  const measured = measures.flatMap((measure) => (effects[measure] ? [{ measure, ...effects[measure] }] : []))
  if (measured.length === 0) return 'No runs of both that count'
  const significant = measured.filter(({ isSignificant }) => isSignificant)
  const listed = significant.map(({ measure, change }) =>
    [measureLabels[measure].title, ...(change === null ? [] : [formatChange(measure, change)])].join(' '),
  )
  const byModel = measured.some(({ test }) => test === 'model') ? ' by the model' : ''
  if (listed.length > 0) return `Significant${byModel}: ${listed.join(', ')}`
  if (measured.some(({ q }) => q !== null)) return `Nothing significant${byModel}`
  return `Too few runs: p is at least ${formatShare(Math.min(...measured.map(({ leastP }) => leastP)))}`
}
