/** What the runs of an experiment gave, for a terminal. */
import { join } from 'node:path'
import { describeMeasuredPart, includesWarmUp, warmUpIncluded } from '../../../contract/measured-part.ts'
import { summariseRuns } from '../../../contract/summarise-runs.ts'
import type { RunRecord } from '../../../experiment/run/run-record.ts'
import { formatCount, formatMilliseconds } from '../../../profile/format/units.ts'
import { escapeControls, formatTable } from '../../plain-text.ts'
import type { OpenSeries } from './series.ts'

/** A row for each configuration, then the profiles and marks of each run. */
export function formatReport({ path, series }: OpenSeries, records: readonly RunRecord[]): string {
  const names = [...new Set(series.configurations.flatMap(({ values }) => Object.keys(values)))]
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
  return `${table}${describeMeasuredPart(records)}\n\n${byConfiguration.map((record) => describeRun(record, path)).join('')}`
}

function describeRun(record: RunRecord, path: string): string {
  const { number, configuration, repetition, profiles, marks } = record
  const where = profiles.map(({ event, file, link }) => `${event} ${link ?? join(path, `run-${number}`, file)}`)
  const lines = [
    `${configuration}, repetition ${repetition}: ${where.join(', ') || 'no profile'}`,
    ...(includesWarmUp(record) ? [`  ${warmUpIncluded}`] : []),
    ...marks.map(({ mark, reason }) => `  ${mark}: ${escapeControls(reason)}`),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
