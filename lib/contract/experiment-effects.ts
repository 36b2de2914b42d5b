/** What the values of a variable change: runs of configurations that differ in nothing else, set against each other. */
import { maxFalseDiscoveryRate } from '../profile/compare/merged-tree/comparison.ts'
import { adjustPValues } from '../profile/statistics/adjust-p-values.ts'
import { testTogether } from '../profile/statistics/joint-test.ts'
import { estimateShift, type Stratum, testRanks } from '../profile/statistics/rank-test.ts'
import type { ExperimentRun, MeasureEffect, MeasureEffects, ReportedExperiment, VariableEffect } from './experiments.ts'
import { type Measure, measures } from './measures.ts'
import { listMeasured, measureRun, selectWhole } from './summarise-runs.ts'

type Pair = VariableEffect['pairs'][number]
type Configurations = Readonly<ReportedExperiment['configurations']>

/** Of each variable its first value against each other. */
export function computeVariableEffects({
  configurations,
  runs,
}: {
  readonly configurations: Configurations
  readonly runs: readonly ExperimentRun[]
}): VariableEffect[] {
  const changes = listVariableChanges(configurations)
  const effects = measureAll(
    changes.map(({ pairs }) => pairs),
    runs,
  )
  return changes.map((change, at) => ({ ...change, measures: effects[at]! }))
}

export type VariableChange = Omit<VariableEffect, 'measures'>

/** What `computeVariableEffects` compares, before anything has run. */
export function listVariableChanges(configurations: Configurations): VariableChange[] {
  return listVariables(configurations).flatMap((variable) => {
    const [from, ...others] = [...new Set(configurations.flatMap((one) => valueOf(one, variable) ?? []))]
    return others.map((to) => ({ variable, from: from!, to, pairs: matchPairs(configurations, variable, from!, to) }))
  })
}

/** The smallest p that a measure can have when each run has ended without a mark. */
export function computeLeastP({ pairs }: Pick<VariableChange, 'pairs'>, repetitions: number): number {
  const before = Array.from({ length: repetitions }, (_, at) => at)
  return testRanks(pairs.map(() => ({ before, after: before.map((at) => at + repetitions) }))).leastP
}

/** The same for pairs of configurations, which may differ in several variables. */
export function comparePairs(pairs: readonly Pair[], runs: readonly ExperimentRun[]): MeasureEffects {
  return measureAll([pairs], runs)[0]!
}

/** In the order in which configurations name them. */
export function listVariables(configurations: Configurations): string[] {
  return [...new Set(configurations.flatMap(({ values }) => Object.keys(values)))]
}

/** A configuration need not have each variable, and a variable may have any name. */
function valueOf({ values }: Configurations[number], variable: string): string | undefined {
  return Object.hasOwn(values, variable) ? values[variable] : undefined
}

/** The same for the same values, in any order; without one variable. */
export function keyOfValues(values: Configurations[number]['values'], without?: string): string {
  return JSON.stringify(
    Object.entries(values)
      .filter(([name]) => name !== without)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Numbers of configurations that differ in this variable alone. */
export function matchPairs(configurations: Configurations, variable: string, from: string, to: string): Pair[] {
  const keyOf = ({ values }: Configurations[number]) => keyOfValues(values, variable)
  const having = (value: string) => configurations.filter((one) => valueOf(one, variable) === value)
  const counterparts = new Map(having(to).map((one) => [keyOf(one), one.number]))
  return having(from).flatMap((one): Pair[] => {
    const counterpart = counterparts.get(keyOf(one))
    return counterpart === undefined ? [] : [[one.number, counterpart]]
  })
}

/** Of a configuration: as many as experiment.yaml allows. Of all, what a page and the API compute within a second. */
const mostRuns = 100
const mostRunsOfAll = 2000

type Measured = Omit<MeasureEffect, 'q' | 'isSignificant'> | null

/** A table of tests: the more there are, the more of them are uneven by chance. */
function measureAll(changes: readonly (readonly Pair[])[], runs: readonly ExperimentRun[]): MeasureEffects[] {
  const runsOf = Map.groupBy(selectWhole(runs), ({ configuration }) => configuration)
  const most = Math.min(mostRuns, Math.ceil(mostRunsOfAll / Math.max(1, runsOf.size)))
  const rows = changes.map((pairs) => {
    const sidesOf = (number: number) => (runsOf.get(number) ?? []).slice(0, most)
    const strata = pairs.map(([from, to]) => ({ before: sidesOf(from), after: sidesOf(to) }))
    const measured = measures.map((measure) => measureEffect(measure, strata))
    // A test that no order of its runs could decide is none. Source: Tarone 1990.
    const isTested = measured.map((one) => one !== null && one.leastP <= maxFalseDiscoveryRate)
    if (!isTested.includes(true)) return { measured, isTested, chances: null }
    const side = (some: readonly ExperimentRun[]) =>
      some.map((run) => Float64Array.from(measures, (measure) => measureRun(run, measure) ?? Number.NaN))
    const chances = testTogether(
      strata.map(({ before, after }) => ({ before: side(before), after: side(after) })),
      measures.length,
    )
    return { measured, isTested, chances }
  })
  // Rows first, by their surest measure; then measures, the stricter the fewer rows there are. Source: Benjamini and Bogomolov 2014.
  const surest = rows.map(({ chances }) => (chances === null ? Number.NaN : Math.min(...chances)))
  const ofRows = adjustPValues(Float64Array.from(surest))
  const tested = surest.filter((chance) => !Number.isNaN(chance)).length
  const selected = Math.max(1, ofRows.filter((q) => q <= maxFalseDiscoveryRate).length)
  return rows.map(({ measured, isTested, chances }, row) => {
    const qOf = (at: number) => {
      if (!isTested[at]) return null
      return Math.max(ofRows[row]!, measured[at]!.p, Math.min(1, (chances![at]! * tested) / selected))
    }
    return Object.fromEntries(measures.map((measure, at) => [measure, addQ(measured[at]!, qOf(at))])) as MeasureEffects
  })
}

function addQ(measured: Measured, q: number | null): MeasureEffect | null {
  return measured && { ...measured, q, isSignificant: q !== null && q <= maxFalseDiscoveryRate }
}

function measureEffect(
  measure: Measure,
  runs: readonly { readonly before: readonly ExperimentRun[]; readonly after: readonly ExperimentRun[] }[],
): Measured {
  const paired = runs
    .map(({ before, after }): Stratum => ({
      before: listMeasured(before, measure),
      after: listMeasured(after, measure),
    }))
    .filter(({ before, after }) => before.length > 0 && after.length > 0)
  if (paired.length === 0) return null
  const values = paired.flatMap(({ before, after }) => [...before, ...after])
  const isRatio = measure !== 'failed'
  const shiftOf = (before: number, after: number) => (isRatio ? after / before - 1 : after - before)
  const isShifted = !isRatio || values.every((value) => value > 0)
  const shift = isShifted ? estimateShift(paired, shiftOf) : null
  const { low = 0, high = 0, confidence = 0 } = shift ?? {}
  return {
    ...{ runs: values.length, pairs: paired.length },
    change: shift?.median ?? null,
    interval: confidence > 0 ? { low, high, confidence } : null,
    ...testRanks(paired),
  }
}
