import type { ScaleBases } from '../profile/compare/merged-tree/comparison.ts'
import { arePerRequest, haveComparableRates } from '../profile/compare/merged-tree/comparison-scales.ts'
import { formatFactor, formatShare } from '../profile/format/units.ts'
import { formatWeight, formatWeightShort } from '../profile/format/weight.ts'
import { areUnlikeLosses, type LostCallers } from '../profile/compare/merged-tree/engine-sides.ts'
import type { Unit } from '../profile/model/profile.ts'
import { getEventLabel } from './engines.ts'

/**
 * How much more or less is spent per second: `CPU ×12.4 (9.4 to 116 samples/s)`; null where the two cannot be compared
 * so, or one is empty. `event`: the one that both count (`eventOfBoth`).
 */
export function describeTotals(bases: ScaleBases, event: string): string | null {
  if (!haveComparableRates(bases, event)) return null
  const [before, after] = [rateOf(bases.before), rateOf(bases.after)]
  if (!(before > 0 && after > 0)) return null
  return `${getEventLabel(event)} ${formatFactor(after / before)} (${formatRates(before, after, bases.after.unit)})`
}

/**
 * The answer where nothing is significant. Beside `totals` of unlike size it says that it is one on shares: those are
 * tested. `engines`: those of the two where they differ, as `describeEnginePair` gives them; `lostCallers`: as
 * `getLostCallers` gives them.
 */
export function describeNoDifference(
  totals: string | null,
  engines: string | null = null,
  lostCallers: LostCallers | null = null,
): string {
  if (engines !== null) return `${engines}: no significant difference in what both engines show`
  const none = totals === null ? 'No significant difference' : 'No significant difference in shares'
  if (lostCallers === null || !areUnlikeLosses(lostCallers)) return none
  return `${none}; ${formatLostCallers(lostCallers)}: totals cannot be compared`
}

/** `after lost the callers of 40% of its stacks`, and how many the other side lost, if any. */
export function formatLostCallers({ before, after }: LostCallers): string {
  const [[side, most], [other, least]] = (
    [
      ['before', before],
      ['after', after],
    ] as const
  ).toSorted(([, one], [, two]) => two - one) as [[string, number], [string, number]]
  const rest = least > 0 ? `, ${other} of ${formatShare(least)}` : ''
  return `${side} lost the callers of ${formatShare(most)} of its stacks${rest}`
}

/** Said of what differs between two engines. */
export const engineCaution = 'Two engines can differ so without a change of the program'

/**
 * Begins the answer where something is significant: `Significant: `, and of two engines `perf → JFR, perhaps by the
 * engine: `, since they can differ without a change of the program.
 */
export function introduceDifferences(engines: string | null): string {
  return engines === null ? 'Significant: ' : `${engines}, perhaps by the engine: `
}

/**
 * Says that no length tells a smaller share from a smaller cost; null where the lengths are known, or would say
 * nothing.
 */
export function explainShareAlone(bases: ScaleBases, event: string): string | null {
  // A live heap does not grow with the length, and costs of requests need none.
  if (event === 'live-heap' || arePerRequest(bases)) return null
  const unknown = [bases.before, bases.after].filter(({ seconds }) => seconds === null).length
  if (unknown === 0) return null
  return `${shareAlone}: ${unknown === 2 ? 'the lengths are' : 'one length is'} not known`
}

/** Begins the sentence of `explainShareAlone`. */
export const shareAlone = 'Compared by share alone'

const rateOf = ({ total, seconds }: ScaleBases['before']): number => (seconds ? total / seconds : 0)

function formatRates(before: number, after: number, unit: Unit): string {
  const [from, to] = [before, after].map((rate) => Number(rate.toPrecision(3))) as [number, number]
  const [first, last] = [formatWeightShort(from, unit), formatWeight(to, unit)]
  const rates = from === to ? last : `${first} to ${last}`
  return `${rates}${unit === 'nanoseconds' ? ' per second' : '/s'}`
}
