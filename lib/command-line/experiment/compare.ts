/** `hearth experiment compare`: two series of one experiment, as of last week and of today. */
import { basename } from 'node:path'
import { compareSeries, type ComparableSeries, type SeriesComparison } from '../../contract/compare-series.ts'
import { listVariables } from '../../contract/experiment-effects.ts'
import type { RunsSummary } from '../../contract/summarise-runs.ts'
import { Problem } from '../../errors.ts'
import { listSettings } from '../../experiment/file/list-settings.ts'
import { readExperiment } from '../../experiment/file/read-experiment.ts'
import { escapeControls, formatTable } from '../plain-text.ts'
import type { CommandStreams } from '../streams.ts'
import { decideConditions, type EffectCondition } from './fail-if.ts'
import { formatEffectTable, formatMedians, listColumns, listHeadings } from './run/report.ts'
import { readSeries } from './run/series.ts'

interface CompareFlags {
  readonly json?: boolean | undefined
  readonly conditions: readonly EffectCondition[]
}

/** Gives the exit code: 3 where a condition came true, 1 where one could not be decided. Throws: Problem. */
export function printComparison(
  paths: readonly string[],
  { json, conditions }: CompareFlags,
  { stdout, stderr }: Pick<CommandStreams, 'stdout' | 'stderr'>,
): number {
  const [first, second] = paths
  if (first === undefined || second === undefined || paths.length > 2)
    throw new Problem('invalid-request', { what: 'compare takes two series, the earlier one first' })
  const [before, after] = [readSeries(first), readSeries(second)]
  if (before.path === after.path) throw new Problem('invalid-request', { what: `${second} is the same series` })
  const comparison = compareSeries(comparableOf(before), comparableOf(after))
  if (comparison.shared.length === 0)
    throw new Problem('invalid-request', {
      what: `no configuration of ${before.path} has the values of one of ${after.path}`,
    })
  const columns = listColumns([...before.records, ...after.records])
  const decided = decideConditions(conditions, [comparison.effect])
  if (json === true) {
    stdout.write(`${JSON.stringify(comparison, null, 2)}\n`)
    stderr.write(decided.text)
  } else stdout.write([formatComparison(comparison, columns), decided.text].filter(Boolean).join('\n'))
  return decided.exitCode
}

function comparableOf({ path, series, records }: ReturnType<typeof readSeries>): ComparableSeries {
  const { text } = readExperiment(`${path}/series.json, experiment.yaml`, series.experiment)
  const { startedAt, configurations } = series
  const { repetitions } = text
  return { label: basename(path), startedAt, configurations, repetitions, settings: listSettings(text), runs: records }
}

function formatComparison(
  { shared, effect, notes }: SeriesComparison,
  columns: ReturnType<typeof listColumns>,
): string {
  const names = listVariables(shared.map(({ values }, at) => ({ number: at + 1, values })))
  const rows = shared.flatMap(({ values, before, after }) => [
    rowOf(effect.from, values, before),
    rowOf(effect.to, values, after),
  ])
  const text = [
    formatTable([['SERIES', ...names, 'RUNS', ...listHeadings(columns)], ...rows]),
    `\n${formatEffectTable([effect], columns)}\n`,
    ...notes.map((note) => `${escapeControls(note)}\n`),
  ]
  return text.join('')

  function rowOf(series: string, values: Readonly<Record<string, string>>, { whole, runs, spreads }: RunsSummary) {
    return [
      ...[series, ...names.map((name) => values[name] ?? '-'), whole === runs ? `${runs}` : `${whole} of ${runs}`],
      ...formatMedians(columns, spreads),
    ]
  }
}
