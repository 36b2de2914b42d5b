/** Two series of runs of one experiment, as of last week and of today: the series is the variable. */
import { formatValues } from './describe-effects.ts'
import { comparePairs, keyOfValues } from './experiment-effects.ts'
import type { ExperimentRun, ReportedExperiment, VariableEffect } from './experiments.ts'
import { describeMeasuredPart } from './measured-part.ts'
import { type RunsSummary, summariseRuns } from './summarise-runs.ts'

/** `label`: its name for people. `settings`: of experiment.yaml; null where they are not known. */
export interface ComparableSeries extends Pick<
  ReportedExperiment,
  'startedAt' | 'configurations' | 'repetitions' | 'settings'
> {
  readonly label: string
  readonly runs: readonly ExperimentRun[]
}

export interface SeriesComparison {
  /** Configurations that both have. */
  readonly shared: readonly {
    readonly values: Readonly<Record<string, string>>
    readonly before: RunsSummary
    readonly after: RunsSummary
  }[]
  /** Over all of them; its variable is `series`, its values are the labels. */
  readonly effect: VariableEffect
  /** Notes for the reader, in sentences. */
  readonly notes: readonly string[]
}

type ComparedConfiguration = ComparableSeries['configurations'][number]

export function compareSeries(before: ComparableSeries, after: ComparableSeries): SeriesComparison {
  const counterparts = new Map(after.configurations.map((one) => [keyOf(one), one]))
  const shared = before.configurations.flatMap((one) => {
    const counterpart = counterparts.get(keyOf(one))
    return counterpart === undefined ? [] : [{ ...one, counterpart: counterpart.number }]
  })
  // Configurations of both in one list of runs: those of the second are numbered on.
  const offset = Math.max(0, ...before.configurations.map(({ number }) => number))
  const moved = after.runs.map((run) => ({ ...run, configuration: run.configuration + offset }))
  const runs: ExperimentRun[] = [...before.runs, ...moved]
  const pairs = shared.map(({ number, counterpart }): [number, number] => [number, counterpart + offset])
  const summaryOf = (of: number) => summariseRuns(runs.filter(({ configuration }) => configuration === of))
  const paired = new Set(pairs.flat())
  const [from, to] = [before.label, after.label]
  return {
    shared: shared.map(({ values }, at) => {
      const [number, counterpart] = pairs[at]!
      return { values, before: summaryOf(number), after: summaryOf(counterpart) }
    }),
    effect: { variable: 'series', from, to, pairs, measures: comparePairs(pairs, runs) },
    notes: [
      describeMeasuredPart(runs.filter(({ configuration }) => paired.has(configuration))),
      'Each series ran at its own time: other changes on the host in between are part of the change.',
      ...(before.startedAt > after.startedAt ? [`${from} is the later of the two.`] : []),
      ...[before, after].flatMap(describeMissingRuns),
      ...describeLonely(before, after),
      ...describeLonely(after, before),
      ...describeSettings(before, after),
    ],
  }
}

const keyOf = ({ values }: ComparedConfiguration): string => keyOfValues(values)

/** A series that goes on, or was interrupted. */
function describeMissingRuns({ label, configurations, repetitions, runs }: ComparableSeries): string[] {
  const planned = configurations.length * repetitions
  return runs.length === planned ? [] : [`${label}: ${runs.length} of ${planned} runs have ended.`]
}

function describeLonely({ label, configurations }: ComparableSeries, other: ComparableSeries): string[] {
  const otherKeys = new Set(other.configurations.map(keyOf))
  const lonely = configurations.filter((one) => !otherKeys.has(keyOf(one)))
  return lonely.map(({ number, values }) => `Only in ${label}: configuration ${number} (${formatValues(values)}).`)
}

/** Lists the keys of experiment.yaml that differ; how a value is written is no difference. */
function describeSettings(before: ComparableSeries, after: ComparableSeries): string[] {
  const unknown = [before, after].filter(({ settings }) => settings === null)
  if (before.settings === null || after.settings === null)
    return unknown.map(({ label }) => `What experiment.yaml said for ${label} is not known: an earlier Hearth ran it.`)
  const [one, other] = [new Map(Object.entries(before.settings)), new Map(Object.entries(after.settings))]
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((key) => one.get(key) !== other.get(key))
    .map(
      (key) => `experiment.yaml differs: ${key} ${one.get(key) ?? 'not given'}, then ${other.get(key) ?? 'not given'}.`,
    )
}
