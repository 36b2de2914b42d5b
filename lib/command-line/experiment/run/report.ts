/** Prints the results of the runs of an experiment. */
import { join } from 'node:path'
import { changeText, concludeEffects, formatChange, formatMeasure } from '../../../contract/describe-effects.ts'
import { computeVariableEffects, listVariables } from '../../../contract/experiment-effects.ts'
import type { ExperimentRun, VariableEffect } from '../../../contract/experiments.ts'
import { describeMeasuredPart, includesWarmUp, warmUpIncluded } from '../../../contract/measured-part.ts'
import type { Measure } from '../../../contract/measures.ts'
import { listShownMeasures, type RunsSummary, summariseRuns } from '../../../contract/summarise-runs.ts'
import type { RunRecord } from '../../../experiment/run/run-record.ts'
import { formatCount, formatDuration } from '../../../profile/format/units.ts'
import { escapeControls, formatTable } from '../../plain-text.ts'
import type { OpenSeries } from './series.ts'

/**
 * Headings of the columns of measures, with the unit of the median. Changes carry their own, so `formatEffectTable`
 * takes ` MS` off.
 */
const headings = {
  perSecond: 'PER SECOND',
  p50: 'P50 MS',
  p99: 'P99 MS',
  cpuMs: 'CPU MS',
  allocated: 'ALLOCATION',
} satisfies Partial<Record<Measure, string>>
type Column = keyof typeof headings
const allColumns = Object.keys(headings) as Column[]

/** Results that the tables show. */
export function listColumns(runs: readonly ExperimentRun[]): Column[] {
  const shown = listShownMeasures(runs)
  return allColumns.filter((column) => shown.includes(column))
}

export function listHeadings(columns: readonly Column[]): string[] {
  return columns.map((column) => headings[column])
}

export function formatMedians(columns: readonly Column[], spreads: RunsSummary['spreads']): string[] {
  return columns.map((column) => {
    const spread = spreads[column]
    if (spread === null) return '-'
    return column === 'perSecond' ? spread.median.toFixed(1) : formatMeasure(column, spread.median)
  })
}

/**
 * A table with a row for each configuration, one with a row for each two values of a variable, then the profiles and
 * marks of each run.
 */
export function formatReport({ path, series }: OpenSeries, records: readonly RunRecord[]): string {
  const names = listVariables(series.configurations)
  const shown = listColumns(records)
  const rows = series.configurations.map(({ number, values }) => {
    const { whole, runs, requests, errors, spreads } = summariseRuns(
      records.filter(({ configuration }) => configuration === number),
    )
    return [
      `${number}`,
      ...names.map((name) => values[name] ?? '-'),
      whole === runs ? `${runs}` : `${whole} of ${runs}`,
      ...formatMedians(shown, spreads),
      whole === 0 ? '-' : `${formatCount(errors)} of ${formatCount(requests)}`,
    ]
  })
  const table = formatTable([['#', ...names, 'RUNS', ...listHeadings(shown), 'FAILED'], ...rows])
  const byConfiguration = records.toSorted((a, b) => a.configuration - b.configuration || a.repetition - b.repetition)
  const runs = byConfiguration.map((record) => describeRun(record, path)).join('')
  const about = `${table}${describeMeasuredPart(records)}\n`
  return [about, ...formatEffects(series.configurations, records), runs].join('\n')
}

/** Describes what each variable changes; nothing without variables. */
function formatEffects(
  configurations: OpenSeries['series']['configurations'],
  records: readonly RunRecord[],
): string[] {
  const effects = computeVariableEffects({ configurations, runs: records })
  return effects.length === 0 ? [] : [formatEffectTable(effects, listColumns(records))]
}

/** A row for each effect. */
export function formatEffectTable(effects: readonly VariableEffect[], shown: readonly Column[]): string {
  const rows = effects.map(({ variable, from, to, pairs, measures }) => [
    ...[variable, `${from} to ${to}`, `${pairs.length}`],
    ...shown.map((measure) => {
      const change = measures[measure]?.change ?? null
      return change === null ? '-' : formatChange(measure, change)
    }),
    pairs.length === 0 ? 'No two configurations differ in this alone' : concludeEffects(measures),
  ])
  const titles = listHeadings(shown).map((heading) => heading.replace(' MS', ''))
  const table = formatTable([['VARIABLE', 'VALUES', 'PAIRS', ...titles, 'THE RUNS SHOW'], ...rows])
  return effects.some(({ pairs }) => pairs.length > 1) ? `${table}${changeText}\n` : table
}

/** Disturbances that a person should know of, though the run counts. */
function describeDisturbance({ disturbance }: RunRecord): string[] {
  const { throttledMs, throttledPeriods } = disturbance ?? {}
  if (!throttledMs) return []
  return [
    `  throttled: CPU limits held its threads back for ${formatDuration(throttledMs)} in ${throttledPeriods} periods`,
  ]
}

function describeRun(record: RunRecord, path: string): string {
  const { number, configuration, repetition, profiles, marks } = record
  // All events of a capture have one page.
  const events = Map.groupBy(profiles, ({ file, link }) => link ?? join(path, `run-${number}`, file))
  const where = [...events].map(([location, there]) => `${there.map(({ event }) => event).join(' and ')} ${location}`)
  const lines = [
    `configuration ${configuration}, repetition ${repetition}: ${where.join(', ') || 'no profile'}`,
    ...(includesWarmUp(record) ? [`  ${warmUpIncluded}`] : []),
    ...describeDisturbance(record),
    ...marks.map(({ mark, reason }) => `  ${mark}: ${escapeControls(reason)}`),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
