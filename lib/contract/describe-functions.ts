/** Describes changes of packages and functions, for the page and for reports. */
import { formatCount, formatCountOf, formatMilliseconds, formatQValue, formatShare } from '../profile/format/units.ts'
import { concludeEffects } from './describe-effects.ts'
import type { MeasureEffects } from './experiments.ts'
import type { FunctionChange, FunctionChanges, FunctionOmission, ShownCostChange } from './experiment-functions.ts'
import { nameCause } from '../profile/names/thread-work.ts'
import { maxFalseDiscoveryRate } from '../profile/compare/merged-tree/comparison.ts'
import { formatConfidence } from './interval-level.ts'

/** Changes of packages that a sentence about an experiment names. */
const mostNamedPackages = 3
/** Numbers of runs that are left out which a sentence lists. */
const mostListedRuns = 20

const omissionTexts: Readonly<Record<FunctionOmission, string>> = {
  'no-cpu-time': 'without CPU time of its requests',
  'no-profile': 'without a capture',
  deleted: 'whose CPU profile is not in the library: deleted, or never stored',
  unreadable: 'whose profile is damaged or empty',
  'too-many': 'beyond what is read at once',
  'other-engine': 'recorded by another engine than the runs it is compared with: its frames are others',
}

/** `−6.10 ms`, `+0.41 ms`. */
export function formatCostChange(change: number): string {
  return `${change < 0 ? '−' : '+'}${formatMilliseconds(Math.abs(change))} ms`
}

/** `−6.4 to −5.9 ms`, and before it how sure that is, where it is less than `intervalLevel`. */
export function formatCostInterval({ low, high, confidence }: NonNullable<ShownCostChange['interval']>): string {
  const ends = `${formatCostChange(low).replace(' ms', '')} to ${formatCostChange(high)}`
  return `${formatConfidence(confidence)}${ends}`
}

/** `0.78`, ms of one side; `0` where it is not there at all. */
export function formatCost(ms: number): string {
  return ms === 0 ? '0' : formatMilliseconds(ms)
}

/** Gives the name of a row, with `(self)` where only its self weight changed. */
export function formatChanged({ name, delta }: Pick<FunctionChange, 'name' | 'delta'>): string {
  return delta === 'self' ? `${name} (self)` : name
}

/**
 * ` (mostly in shop.pricing.PriceRules.find)` behind the name of a row, empty where no function has most of the change.
 */
export function formatMostlyIn({ mostlyIn }: Pick<FunctionChange, 'mostlyIn'>): string {
  return mostlyIn === null ? '' : ` (mostly in ${mostlyIn})`
}

/** How a change was distinguished from chance. */
export const testTexts: Readonly<Record<NonNullable<FunctionChanges['result']>['test'], string>> = {
  ranks: 'Tested by the order of all runs, from the cheapest to the dearest (rank test).',
  model:
    'Too few runs for their order to tell (rank test). Instead, a change counts where it is clearly larger than runs of one configuration differ among themselves (moderated t-test).',
}

/** `shop.pricing +6.10 ms (mostly in shop.pricing.PriceRules.find), shop.cache −1.00 ms and 4 more`; empty for none. */
function formatChanges({ changes, more }: Pick<NonNullable<FunctionChanges['result']>, 'changes' | 'more'>): string {
  const named = changes.slice(0, mostNamedPackages).map((change) => {
    const cost = formatCostChange(change[change.delta].change)
    const name = nameCause(change.name)
    return `${formatChanged({ ...change, name })} ${cost}${formatMostlyIn(change)}`
  })
  const others = changes.length - named.length + more
  return `${named.join(', ')}${others > 0 ? ` and ${formatCount(others)} more` : ''}`
}

/**
 * `Significant: p50 +101.1%. CPU per request: shop.pricing +0.78 ms`: the result of the measures, and the packages and
 * functions behind it, where any changed. A part can have changed where the whole varies too much from run to run to
 * say so; then the whole is named too.
 * `functions`: null where they are not known.
 */
export function concludeAll(effects: MeasureEffects, functions: FunctionChanges | null): string {
  const named = functions?.result ? formatChanges(functions.result) : ''
  const measured = concludeEffects(effects)
  if (named === '') return measured
  const isMeasured = Object.values(effects).some((effect) => effect?.isSignificant)
  const parts = isMeasured ? `${measured}. CPU per request: ${named}` : `Significant in CPU per request: ${named}`
  const { cpuMs } = effects
  if (!cpuMs || cpuMs.isSignificant || cpuMs.q === null) return parts
  return `${parts}. CPU as a whole: not significant (${formatQValue(cpuMs.q)})`
}

/** `shop.pricing +6.10 ms (mostly in shop.pricing.PriceRules.find), shop.cache −1.00 ms`, or why nothing is named. */
export function concludeFunctions({ result, leftOut }: FunctionChanges): string {
  if (result === null)
    return leftOut.some(({ reason }) => reason === 'other-engine')
      ? 'Not compared: recorded by different engines'
      : 'No CPU profiles of both that count'
  const { changes, more, tested, test, leastP, leastQ } = result
  if (changes.length > 0) return `Significant: ${formatChanges({ changes, more })}`
  const byRanks = test === 'ranks'
  if (byRanks && leastP > maxFalseDiscoveryRate) return `Too few runs: p is at least ${formatShare(leastP)}`
  const many = [formatCountOf(tested.package, 'package'), formatCountOf(tested.function, 'function')].join(' and ')
  const alone = byRanks && leastQ > maxFalseDiscoveryRate ? '; one that changed alone needs more runs to show' : ''
  return `Nothing significant among ${many}${alone}`
}

/** Runs that are missing by why: `Run 4 is left out, whose ...`; empty where none is. */
export function describeOmissions({ leftOut }: Pick<FunctionChanges, 'leftOut'>): string[] {
  return [...Map.groupBy(leftOut, ({ reason }) => reason)].map(([reason, runs]) => {
    const numbers = runs.map(({ run }) => run).sort((a, b) => a - b)
    const shown = numbers.slice(0, mostListedRuns).join(', ')
    const more = numbers.length > mostListedRuns ? ` and ${formatCount(numbers.length - mostListedRuns)} more` : ''
    return numbers.length === 1
      ? `Run ${shown} is left out, ${omissionTexts[reason]}.`
      : `Runs ${shown}${more} are left out, ${omissionTexts[reason]}.`
  })
}
