/** `hearth experiment compare`: two series of one experiment, as of last week and of today. */
import { basename } from 'node:path'
import { formatValues } from '../../contract/describe-effects.ts'
import { comparePairs, keyOfValues, listVariables } from '../../contract/experiment-effects.ts'
import type { ExperimentRun, VariableEffect } from '../../contract/experiments.ts'
import { describeMeasuredPart } from '../../contract/measured-part.ts'
import { summariseRuns } from '../../contract/summarise-runs.ts'
import { Problem } from '../../errors.ts'
import { readExperiment } from '../../experiment/file/read-experiment.ts'
import { formatMilliseconds } from '../../profile/format/units.ts'
import { escapeControls, formatTable } from '../plain-text.ts'
import type { CommandStreams } from '../streams.ts'
import { decideConditions, type EffectCondition } from './fail-if.ts'
import { formatEffectTable } from './run/report.ts'
import { readSeries, type Series } from './run/series.ts'

type ReadSeries = ReturnType<typeof readSeries>

/** Gives the exit code: 3 where a condition came true, 1 where one could not be decided. Throws: Problem. */
export function compareSeries(
  paths: readonly string[],
  conditions: readonly EffectCondition[],
  { stdout }: CommandStreams,
): number {
  const [first, second] = paths
  if (first === undefined || second === undefined || paths.length > 2)
    throw new Problem('invalid-request', { what: 'compare takes two series, the earlier one first' })
  const [before, after] = [readSeries(first), readSeries(second)]
  if (before.path === after.path) throw new Problem('invalid-request', { what: `${second} is the same series` })
  const { text, effect } = describeComparison(before, after)
  const decided = decideConditions(conditions, [effect])
  stdout.write([text, decided.text].filter(Boolean).join('\n'))
  return decided.exitCode
}

type Configuration = Series['configurations'][number]

function describeComparison(before: ReadSeries, after: ReadSeries): { text: string; effect: VariableEffect } {
  const counterparts = new Map(after.series.configurations.map((one) => [keyOf(one), one]))
  const shared = before.series.configurations.flatMap((one) => {
    const counterpart = counterparts.get(keyOf(one))
    return counterpart === undefined ? [] : [{ ...one, counterpart: counterpart.number }]
  })
  if (shared.length === 0)
    throw new Problem('invalid-request', {
      what: `no configuration of ${before.path} has the values of one of ${after.path}`,
    })
  const names = listVariables(shared)
  // Configurations of both in one list of runs: those of the second are numbered on.
  const offset = Math.max(...before.series.configurations.map(({ number }) => number))
  const moved = after.records.map((run) => ({ ...run, configuration: run.configuration + offset }))
  const runs: ExperimentRun[] = [...before.records, ...moved]
  const pairs = shared.map(({ number, counterpart }): [number, number] => [number, counterpart + offset])
  const [from, to] = [basename(before.path), basename(after.path)]
  const effect = { variable: 'series', from, to, pairs, measures: comparePairs(pairs, runs) }
  const rows = shared.flatMap(({ number, counterpart, values }) => [
    rowOf(from, values, before.records, number),
    rowOf(to, values, after.records, counterpart),
  ])
  const paired = new Set(pairs.flat())
  const notes = [
    describeMeasuredPart(runs.filter(({ configuration }) => paired.has(configuration))),
    'Each series ran at its own time: other changes on the host in between are part of the change.',
    ...(before.series.startedAt > after.series.startedAt ? [`${from} is the later of the two.`] : []),
    ...[before, after].flatMap(describeMissingRuns),
    ...describeLonely(before, after),
    ...describeLonely(after, before),
    ...listDifferences(before, after),
  ]
  const text = [
    formatTable([['SERIES', ...names, 'RUNS', 'PER SECOND', 'P50 MS', 'P99 MS', 'CPU MS'], ...rows]),
    `\n${formatEffectTable([effect])}\n`,
    ...notes.map((note) => `${escapeControls(note)}\n`),
  ]
  return { text: text.join(''), effect }

  function rowOf(series: string, values: Configuration['values'], records: readonly ExperimentRun[], number: number) {
    const own = records.filter(({ configuration }) => configuration === number)
    const { whole, runs: all, spreads } = summariseRuns(own)
    return [
      ...[series, ...names.map((name) => values[name] ?? '-'), whole === all ? `${all}` : `${whole} of ${all}`],
      spreads.perSecond?.median.toFixed(1) ?? '-',
      ...[spreads.p50, spreads.p99, spreads.cpuMs].map((one) => (one === null ? '-' : formatMilliseconds(one.median))),
    ]
  }
}

const keyOf = ({ values }: Configuration): string => keyOfValues(values)

/** A series that goes on, or was interrupted. */
function describeMissingRuns({ path, series, records }: ReadSeries): string[] {
  const planned = series.configurations.length * textOf(series, path).repetitions
  return records.length === planned ? [] : [`${basename(path)}: ${records.length} of ${planned} runs have ended.`]
}

function describeLonely({ path, series }: ReadSeries, other: ReadSeries): string[] {
  const known = new Set(other.series.configurations.map(keyOf))
  const lonely = series.configurations.filter((one) => !known.has(keyOf(one)))
  return lonely.map(
    ({ number, values }) => `Only in ${basename(path)}: configuration ${number} (${formatValues(values)}).`,
  )
}

/** What experiment.yaml says otherwise, key by key; how it is written is no difference. */
function listDifferences(before: ReadSeries, after: ReadSeries): string[] {
  const [one, other] = [before, after].map(({ series, path }) => flatten(textOf(series, path))) as [Flat, Flat]
  const keys = [...new Set([...one.keys(), ...other.keys()])]
  return keys
    .filter((key) => one.get(key) !== other.get(key))
    .map(
      (key) => `experiment.yaml differs: ${key} ${one.get(key) ?? 'not given'}, then ${other.get(key) ?? 'not given'}.`,
    )
}

function textOf({ experiment }: Series, path: string) {
  return readExperiment(`${path}/series.json, experiment.yaml`, experiment).text
}

type Flat = ReadonlyMap<string, string>

/** JSON of what is no map, by its keys: `load.seconds`. */
function flatten(value: unknown, key = ''): Flat {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Map([[key, JSON.stringify(value)]])
  return new Map(
    Object.entries(value).flatMap(([name, one]) =>
      one === undefined ? [] : [...flatten(one, key === '' ? name : `${key}.${name}`)],
    ),
  )
}
