/** `--fail-if` of experiments: which effect of a variable makes a pipeline fail. */
import { concludeEffects, formatChange, formatInterval, measureLabels } from '../../contract/describe-effects.ts'
import { canShowChange, listVariableChanges, type VariableChange } from '../../contract/experiment-effects.ts'
import type { MeasureEffect, ReportedExperiment, VariableEffect } from '../../contract/experiments.ts'
import { type Measure, measures } from '../../contract/measures.ts'
import { Problem } from '../../errors.ts'
import { maxFalseDiscoveryRate } from '../../profile/compare/merged-tree/comparison.ts'
import { formatQValue, formatShare } from '../../profile/format/units.ts'
import { thresholdExitCode } from '../dashboard/fail-if.ts'
import { escapeControls } from '../plain-text.ts'

/** A condition: `+10% cpu jdk=25`. */
export interface EffectCondition {
  /** The condition as it was given. */
  readonly text: string
  readonly measure: Measure
  /** How much it must have changed at least, 0.1 for 10%; for `failed` 0.01 is one percentage point. */
  readonly by: number
  /** Whether the measure must have fallen, not risen. */
  readonly isFall: boolean
  /** A variable, or a variable and one of its values, `jdk=25`; null for any. */
  readonly of: string | null
}

const nameOf = (measure: Measure) => measureLabels[measure].title.toLowerCase()
const measureNames = new Map(measures.map((measure) => [nameOf(measure), measure]))

export const effectConditionUsage = `  --fail-if='+10% cpu'  exit code 3 when a variable raises the CPU time of a request by at least 10%, and the
                    runs show it (q <= ${maxFalseDiscoveryRate}). '-5% throughput': lowers it. '+10% p99 jdk': the variable
                    jdk alone; '+10% p99 jdk=25': this value alone. Measures: ${[...measureNames.keys()].join(', ')};
                    for failed, 1% is one percentage point. May be given several times. A condition that the plan has too few
                    runs for is refused; one that is undecided at the end gives exit code 1.
`

/** Gives the condition. Throws: Problem `invalid-request`. */
export function readEffectCondition(text: string): EffectCondition {
  const [, sign, percent, name, of = null] = /^([+-])(\d+(?:\.\d+)?)\s*%\s+(\S+)(?:\s+(\S.*))?$/.exec(text.trim()) ?? []
  if (percent === undefined) throw invalid(text, `it is not of the form '+10% cpu' or '-5% throughput jdk=25'`)
  const measure = measureNames.get(name!.toLowerCase())
  if (measure === undefined)
    throw invalid(text, `there is no measure ${name!}, but ${[...measureNames.keys()].join(', ')}`)
  const isFall = sign === '-'
  if (isFall && Number(percent) > 100) throw invalid(text, 'nothing falls by more than 100%')
  return { text, measure, by: Number(percent) / 100, isFall, of }
}

interface ConditionScope extends Pick<ReportedExperiment, 'configurations' | 'repetitions'> {
  /** Events that each run is profiled for. */
  readonly events: readonly string[]
}

/** Before anything runs. Throws: Problem `invalid-request` for a condition that can never come true. */
export function assertConditionsCanDecide(
  conditions: readonly EffectCondition[],
  { configurations, repetitions, events }: ConditionScope,
): void {
  const changes = listVariableChanges(configurations)
  for (const condition of conditions) {
    if (condition.measure === 'allocated' && !events.includes('alloc'))
      throw invalid(condition.text, 'no run is profiled for allocations: add alloc to capture.events')
    for (const change of selectChanges(changes, condition)) {
      if (change.pairs.length === 0)
        throw invalid(condition.text, `no two configurations differ in ${describeChange(change)} alone: name another`)
      if (!canShowChange(change, repetitions, condition.measure))
        throw invalid(
          condition.text,
          `${repetitions} repetitions are too few to show what ${describeChange(change)} changes: raise repetitions`,
        )
    }
  }
}

/** The changes that a condition is about. Throws: Problem `invalid-request` where it names none. */
function selectChanges<Change extends VariableChange>(
  changes: readonly Change[],
  { text, of }: EffectCondition,
): Change[] {
  const selected = changes.filter(({ variable, to }) => of === null || of === variable || of === `${variable}=${to}`)
  if (selected.length > 0) return selected
  if (changes.length === 0) throw invalid(text, 'there is no variable with two values')
  const first = changes.find(({ variable, from }) => of === `${variable}=${from}`)
  if (first !== undefined) throw invalid(text, `${of} is the first value, which the others are compared with`)
  const names = changes.map(({ variable, to }) => `${variable}=${to}`)
  throw invalid(text, `there is no ${of}, but ${names.join(', ')}`)
}

export interface DecidedConditions {
  /** A line for each that says what the runs show of it. */
  readonly text: string
  /** `thresholdExitCode` when a condition came true; else 1 when one could not be decided; else 0. */
  readonly exitCode: number
}

/** Which conditions the runs make true. Throws: as `assertConditionsCanDecide`. */
export function decideConditions(
  conditions: readonly EffectCondition[],
  effects: readonly VariableEffect[],
): DecidedConditions {
  const decided = conditions.map((condition) => decide(condition, selectChanges(effects, condition)))
  const codes = decided.map(({ exitCode }) => exitCode)
  return { text: decided.map(({ text }) => text).join(''), exitCode: Math.max(0, ...codes) }
}

function decide(condition: EffectCondition, effects: readonly VariableEffect[]): DecidedConditions {
  const { measure } = condition
  const all = effects.map((change) => ({ change, effect: change.measures[measure] ?? null }))
  const crossed = all.filter(({ effect }) => effect !== null && crosses(effect, condition))
  const undecided = all.filter(({ effect }) => !isDecided(effect))
  const lines = (word: string, some: typeof all) =>
    some.map(
      ({ change, effect }) =>
        `${word} ${escapeControls(condition.text)}: ${escapeControls(describeChange(change))}: ${describeEffect(measure, effect, change)}\n`,
    )
  const text = [...lines('FAILED', crossed), ...lines('NOT DECIDED', undecided)]
  if (crossed.length > 0) return { text: text.join(''), exitCode: thresholdExitCode }
  if (undecided.length > 0) return { text: text.join(''), exitCode: 1 }
  return { text: lines('passed', all).join(''), exitCode: 0 }
}

/** Too few runs decide nothing; a measure that changes from or to 0 has no percentage to be compared. */
function isDecided(effect: MeasureEffect | null): boolean {
  return effect !== null && effect.q !== null && !(effect.isSignificant && effect.change === null)
}

function crosses({ change, isSignificant }: MeasureEffect, { by, isFall }: EffectCondition): boolean {
  const towards = isFall ? -(change ?? 0) : (change ?? 0)
  // 10% is at least 10%, also where rounding makes it 0.09999999.
  return isSignificant && towards > 0 && towards >= by - 1e-12
}

function describeChange({ variable, from, to }: VariableChange): string {
  return `${variable} ${from} to ${to}`
}

function describeEffect(measure: Measure, effect: MeasureEffect | null, { measures: all }: VariableEffect): string {
  const { title } = measureLabels[measure]
  if (effect === null) {
    const isMeasured = measures.some((one) => all[one])
    return isMeasured ? `no runs of both values measured ${title}` : concludeEffects(all)
  }
  const { change, q, leastP, isSignificant } = effect
  const interval = formatInterval(measure, effect)
  const size = change === null ? `${title} changes from or to 0` : `${title} ${formatChange(measure, change)}`
  const range = interval === null ? [] : [`interval ${interval}`]
  const chance =
    q === null
      ? `too few runs: p is at least ${formatShare(leastP)}`
      : `${isSignificant ? 'significant' : 'not significant'} (${formatQValue(q)})`
  return [size, ...range, chance].join(', ')
}

function invalid(text: string, why: string): Problem {
  return new Problem('invalid-request', { what: `--fail-if: ${text}: ${why}` })
}
