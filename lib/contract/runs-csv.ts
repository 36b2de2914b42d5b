/** The runs of an experiment as a table for programs. */
import { listVariables } from './experiment-effects.ts'
import type { Experiment } from './experiments.ts'
import { type Measure, measures } from './measures.ts'
import { measureRun } from './summarise-runs.ts'

type CsvCell = string | number | null

/** Title of each measure's column, with its unit. */
const csvTitles: Readonly<Record<Measure, string>> = {
  perSecond: 'requests_per_second',
  ...{ p50: 'p50_ms', p90: 'p90_ms', p95: 'p95_ms', p99: 'p99_ms', p999: 'p99_9_ms' },
  ...{ failed: 'failed_share', cpuMs: 'cpu_ms_per_request', allocated: 'allocated_bytes_per_request' },
}

/**
 * A line for each run that has ended, marked ones too, after one with the names of the columns; numbers as they are,
 * times as ISO 8601. An empty field is not known.
 *
 * Source: RFC 4180.
 */
export function writeRunsCsv({ configurations, runs }: Experiment): string {
  const variables = listVariables(configurations)
  const valuesOf = new Map(configurations.map(({ number, values }) => [number, values]))
  const titles = [
    ...['run', 'configuration', 'repetition', ...variables.map((name) => `variable ${name}`), 'started_at'],
    ...[...measures.map((measure) => csvTitles[measure]), 'requests', 'failed', 'seconds', 'cpu_seconds'],
    ...['excludes_warm_up', 'marks', 'profiles'],
  ]
  const rows = runs.map((run): CsvCell[] => {
    const { load, times, marks, profiles } = run
    const values = valuesOf.get(run.configuration) ?? {}
    return [
      ...[run.number, run.configuration, run.repetition],
      ...variables.map((name) => (Object.hasOwn(values, name) ? values[name]! : null)),
      times.startedAt === null ? null : new Date(times.startedAt).toISOString(),
      ...measures.map((measure) => measureRun(run, measure)),
      ...[load?.requests ?? null, load?.errors ?? null, load?.seconds ?? null, run.cpuSeconds],
      load === null ? null : String(load.excludesWarmUp),
      marks.map(({ mark }) => mark).join(' '),
      profiles.map(({ event, profileId }) => `${event}=${profileId}`).join(' '),
    ]
  })
  return [titles, ...rows].map((cells) => `${cells.map(writeField).join(',')}\r\n`).join('')
}

function writeField(value: CsvCell): string {
  const text = value === null ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
