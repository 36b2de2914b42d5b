/** What the runs of an experiment gave, for a terminal. */
import { join } from 'node:path'
import { concludeEffects, formatChange } from '../../../contract/describe-effects.ts'
import { computeVariableEffects, listVariables } from '../../../contract/experiment-effects.ts'
import type { VariableEffect } from '../../../contract/experiments.ts'
import { describeMeasuredPart, includesWarmUp, warmUpIncluded } from '../../../contract/measured-part.ts'
import { summariseRuns } from '../../../contract/summarise-runs.ts'
import type { RunRecord } from '../../../experiment/run/run-record.ts'
import { formatCount, formatDuration, formatMilliseconds } from '../../../profile/format/units.ts'
import { escapeControls, formatTable } from '../../plain-text.ts'
import type { OpenSeries } from './series.ts'

/** A row for each configuration and for each value of a variable, then the profiles and marks of each run. */
export function formatReport({ path, series }: OpenSeries, records: readonly RunRecord[]): string {
  const names = listVariables(series.configurations)
  const rows = series.configurations.map(({ number, values }) => {
    const { whole, runs, requests, errors, spreads } = summariseRuns(
      records.filter(({ configuration }) => configuration === number),
    )
    return [
      `${number}`,
      ...names.map((name) => values[name] ?? '-'),
      whole === runs ? `${runs}` : `${whole} of ${runs}`,
      spreads.perSecond?.median.toFixed(1) ?? '-',
      ...[spreads.p50, spreads.p99, spreads.cpuMs].map((spread) =>
        spread === null ? '-' : formatMilliseconds(spread.median),
      ),
      whole === 0 ? '-' : `${formatCount(errors)} of ${formatCount(requests)}`,
    ]
  })
  const table = formatTable([['#', ...names, 'RUNS', 'PER SECOND', 'P50 MS', 'P99 MS', 'CPU MS', 'FAILED'], ...rows])
  const byConfiguration = records.toSorted((a, b) => a.configuration - b.configuration || a.repetition - b.repetition)
  const runs = byConfiguration.map((record) => describeRun(record, path)).join('')
  const about = `${table}${describeMeasuredPart(records)}\n`
  return [about, ...formatEffects(series.configurations, records), runs].join('\n')
}

const effectMeasures = ['perSecond', 'p50', 'p99', 'cpuMs'] as const

/** What each variable changes; nothing without variables. */
function formatEffects(
  configurations: OpenSeries['series']['configurations'],
  records: readonly RunRecord[],
): string[] {
  const effects = computeVariableEffects({ configurations, runs: records })
  return effects.length === 0 ? [] : [formatEffectTable(effects)]
}

/** A row for each. */
export function formatEffectTable(effects: readonly VariableEffect[]): string {
  const rows = effects.map(({ variable, from, to, pairs, measures }) => [
    ...[variable, `${from} to ${to}`, `${pairs.length}`],
    ...effectMeasures.map((measure) => {
      const change = measures[measure]?.change ?? null
      return change === null ? '-' : formatChange(measure, change)
    }),
    pairs.length === 0 ? 'No two configurations differ in this alone' : concludeEffects(measures),
  ])
  return formatTable([['VARIABLE', 'VALUES', 'PAIRS', 'PER SECOND', 'P50', 'P99', 'CPU', 'THE RUNS SHOW'], ...rows])
}

/** What a person should know of a run that is not left out for it. */
function describeDisturbance({ disturbance }: RunRecord): string[] {
  const { throttledMs, throttledPeriods } = disturbance ?? {}
  if (!throttledMs) return []
  return [
    `  throttled: CPU limits held its threads back for ${formatDuration(throttledMs)} in ${throttledPeriods} periods`,
  ]
}

function describeRun(record: RunRecord, path: string): string {
  const { number, configuration, repetition, profiles, marks } = record
  const where = profiles.map(({ event, file, link }) => `${event} ${link ?? join(path, `run-${number}`, file)}`)
  const lines = [
    `${configuration}, repetition ${repetition}: ${where.join(', ') || 'no profile'}`,
    ...(includesWarmUp(record) ? [`  ${warmUpIncluded}`] : []),
    ...describeDisturbance(record),
    ...marks.map(({ mark, reason }) => `  ${mark}: ${escapeControls(reason)}`),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
