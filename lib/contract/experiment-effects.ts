/** Compares the values of a variable, by runs of configurations that differ in nothing else. */
import { maxFalseDiscoveryRate } from '../profile/compare/merged-tree/comparison.ts'
import { adjustPValues } from '../profile/statistics/adjust-p-values.ts'
import { testTogether } from '../profile/statistics/joint-test.ts'
import { mean, quantile } from '../profile/statistics/averages.ts'
import { estimateModelled, type ModelledDifference, testModerated } from '../profile/statistics/moderated-test.ts'
import {
  type AdjustedChance,
  estimateShift,
  extendInterval,
  type RankTest,
  type Shift,
  type Stratum,
  testRanks,
} from '../profile/statistics/rank-test.ts'
import type { ExperimentRun, MeasureEffect, MeasureEffects, ReportedExperiment, VariableEffect } from './experiments.ts'
import { type Measure, measures } from './measures.ts'
import { listMeasured, measureRun, selectWhole } from './summarise-runs.ts'

type Pair = VariableEffect['pairs'][number]
type Configurations = Readonly<ReportedExperiment['configurations']>

/** Compares the first value of each variable with each other value. */
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

/** Lists what `computeVariableEffects` compares, before anything has run. */
export function listVariableChanges(configurations: Configurations): VariableChange[] {
  return listVariables(configurations).flatMap((variable) => {
    const [from, ...others] = [...new Set(configurations.flatMap((one) => valueOf(one, variable) ?? []))]
    return others.map((to) => ({ variable, from: from!, to, pairs: matchPairs(configurations, variable, from!, to) }))
  })
}

/** Whether runs can show a change of a measure at all when each has ended without a mark. */
export function canShowChange(
  { pairs }: Pick<VariableChange, 'pairs'>,
  repetitions: number,
  measure: Measure,
): boolean {
  const least = computeLeastP(pairs.length, repetitions)
  const isModelled = countFreedom(pairs.map(() => ({ before: repetitions, after: repetitions }))) >= leastFreedom
  return least <= (isModelled ? mostLeastP : maxFalseDiscoveryRate) || (isModelled && measure !== 'failed')
}

/** The smallest p that ranks of so many runs on either side of each pair can have. */
function computeLeastP(pairs: number, repetitions: number): number {
  const before = Array.from({ length: repetitions }, (_, at) => at)
  const after = before.map((at) => at + repetitions)
  return testRanks(Array.from({ length: pairs }, () => ({ before, after }))).leastP
}

/** Ranks decide where they can tell as much as those of five runs on either side of a pair. */
const mostLeastP = computeLeastP(1, 5)
// With fewer, runs that cost one of two amounts by chance look like a change in more than 1 of 20 experiments.
/** The least degrees of freedom with which the model decides: runs, less one for each side of a pair. */
const leastFreedom = 4

function countFreedom(strata: readonly { readonly before: number; readonly after: number }[]): number {
  return strata.reduce((sum, { before, after }) => sum + before + after - 2, 0)
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

/** Runs of one configuration that count for the effects of an experiment: experiment.yaml allows no more. */
const mostRuns = 100
/** Runs of all configurations that count, shared equally: a page and the API compute so many within a second. */
const mostRunsOfAll = 2000

/** A measure of a row, as it is tested. */
interface Measured extends RankTest {
  readonly measure: Measure
  readonly strata: readonly Stratum[]
  /** null where ranks decide. */
  readonly modelled: ModelledDifference | null
}

/** Data that a row of the table is tested by. */
interface Tested {
  readonly measured: readonly (Measured | null)[]
  /**
   * The p-value of each measure, adjusted for the others of the row; null for one that is not tested, and in place of
   * the list where none is.
   */
  readonly chances: readonly (number | null)[] | null
}

interface SidesOfPair {
  readonly before: readonly ExperimentRun[]
  readonly after: readonly ExperimentRun[]
}

/** A table of tests: the more there are, the more of them are uneven by chance. */
function measureAll(changes: readonly (readonly Pair[])[], runs: readonly ExperimentRun[]): MeasureEffects[] {
  const runsOf = Map.groupBy(selectWhole(runs), ({ configuration }) => configuration)
  const most = Math.min(mostRuns, Math.ceil(mostRunsOfAll / Math.max(1, runsOf.size)))
  const rows = changes.map((pairs): Tested => {
    const sidesOf = (number: number) => (runsOf.get(number) ?? []).slice(0, most)
    const sides = pairs.map(([from, to]) => ({ before: sidesOf(from), after: sidesOf(to) }))
    const strata = measures.map((measure) => selectMeasured(measure, sides))
    const measured = measures.map((measure, at) => rankMeasure(measure, strata[at]!))
    const leastP = Math.min(...measured.map((one) => one?.leastP ?? 1))
    const byModel = leastP > mostLeastP ? testByModel(measured) : null
    return byModel ?? testByRanks(measured, sides)
  })
  // Rows first, by their surest measure; then measures, the stricter the fewer rows there are. Source: Benjamini and
  // Bogomolov 2014.
  const surest = rows.map(({ chances }) =>
    chances === null ? Number.NaN : Math.min(...chances.filter((chance) => chance !== null)),
  )
  const ofRows = adjustPValues(Float64Array.from(surest))
  const tested = surest.filter((chance) => !Number.isNaN(chance)).length
  const selected = Math.max(1, ofRows.filter((q) => q <= maxFalseDiscoveryRate).length)
  return rows.map(({ measured, chances }, row) => {
    const qOf = (at: number) => {
      const chance = chances?.[at] ?? null
      if (chance === null) return null
      return Math.max(ofRows[row]!, measured[at]!.p, Math.min(1, (chance * tested) / selected))
    }
    return Object.fromEntries(
      measures.map((measure, at) => [measure, measured[at] ? describeEffect(measured[at], qOf(at)) : null]),
    ) as MeasureEffects
  })
}

/** All measures of a run stay together. */
function testByRanks(measured: Tested['measured'], sides: readonly SidesOfPair[]): Tested {
  // A test that no order of its runs could decide is none. Source: Tarone 1990.
  const isTested = measured.map((one) => one !== null && one.leastP <= maxFalseDiscoveryRate)
  if (!isTested.includes(true)) return { measured, chances: null }
  const side = (some: readonly ExperimentRun[]) =>
    some.map((run) => Float64Array.from(measures, (measure) => measureRun(run, measure) ?? Number.NaN))
  const chances = testTogether(
    sides.map(({ before, after }) => ({ before: side(before), after: side(after) })),
    measures.length,
  )
  return { measured, chances: isTested.map((is, at) => (is ? chances[at]! : null)) }
}

/** Each measure by itself: they vary too unlike each other to have anything in common. null where it can test none. */
function testByModel(measured: Tested['measured']): Tested | null {
  const modelled = measured.map((one) => one && modelMeasure(one))
  const tested = modelled.filter((one) => one !== null).length
  if (tested === 0) return null
  return {
    measured: measured.map((one, at) => {
      const difference = modelled[at]!
      return one === null || difference === null ? one : { ...one, p: difference.p, modelled: difference }
    }),
    // Source: Bonferroni, which holds however they hang together.
    chances: modelled.map((one) => (one === null ? null : Math.min(1, one.p * tested))),
  }
}

/** null for too few runs, and for values that may be 0, which have no logarithm. */
function modelMeasure({ measure, strata }: Measured): ModelledDifference | null {
  const freedom = countFreedom(strata.map(({ before, after }) => ({ before: before.length, after: after.length })))
  const values = strata.flatMap(({ before, after }) => [...before, ...after])
  if (measure === 'failed' || freedom < leastFreedom || values.some((value) => value <= 0)) return null
  // Offset 0, since all values are above it. Never null: with `leastFreedom` some side has several runs.
  return testModerated([strata], 0, estimateRounding(values))![0]!
}

/** Variance of logarithms: where runs are equal to the last digit, that much was rounded away. */
function estimateRounding(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const steps = sorted.slice(1).map((value, at) => value - sorted[at]!)
  const step = Math.min(...steps.filter((one) => one > 0))
  if (!steps.includes(0) || step === Infinity) return undefined
  // Rounding spreads a value evenly over one step, whose variance is step² / 12.
  return (step / mean(values)) ** 2 / 12
}

/** Pairs of which runs on both sides measured it. */
function selectMeasured(measure: Measure, sides: readonly SidesOfPair[]): Stratum[] {
  return sides
    .map(({ before, after }) => ({ before: listMeasured(before, measure), after: listMeasured(after, measure) }))
    .filter(({ before, after }) => before.length > 0 && after.length > 0)
}

function rankMeasure(measure: Measure, strata: readonly Stratum[]): Measured | null {
  return strata.length === 0 ? null : { measure, strata, modelled: null, ...testRanks(strata) }
}

function describeEffect({ measure, strata, modelled, ...ranks }: Measured, q: number | null): MeasureEffect {
  return {
    ...ranks,
    ...{ runs: strata.reduce((sum, { before, after }) => sum + before.length + after.length, 0), pairs: strata.length },
    test: modelled ? 'model' : 'ranks',
    ...estimateChange(measure, strata, modelled, { p: ranks.p, q: q ?? ranks.p }),
    ...{ q, isSignificant: q !== null && q <= maxFalseDiscoveryRate },
  }
}

/** The interval is of the test that decided, and adjusted as q is: the two never contradict each other. */
function estimateChange(
  measure: Measure,
  strata: readonly Stratum[],
  modelled: ModelledDifference | null,
  tested: AdjustedChance,
): Pick<MeasureEffect, 'change' | 'interval'> {
  const isRatio = measure !== 'failed'
  if (isRatio && strata.some(({ before, after }) => [...before, ...after].some((value) => value <= 0)))
    return { change: null, interval: null }
  const shiftOf = (before: number, after: number) => (isRatio ? after / before - 1 : after - before)
  const { median, interval } = modelled ? readLogarithms(modelled, tested) : estimateShift(strata, shiftOf, tested)!
  const [only, ...others] = strata
  // Tables show the medians of one pair beside its change. Several pairs have no two medians.
  const change = only && others.length === 0 ? shiftOf(quantile(only.before, 0.5), quantile(only.after, 0.5)) : median
  return { change, interval: extendInterval(interval, change) }
}

function readLogarithms(modelled: ModelledDifference, tested: AdjustedChance): Shift {
  const interval = estimateModelled(modelled, tested)
  return {
    median: Math.expm1(modelled.change),
    interval: interval && { ...interval, low: Math.expm1(interval.low), high: Math.expm1(interval.high) },
  }
}
