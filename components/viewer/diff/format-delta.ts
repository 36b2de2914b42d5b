import {
  comparisonLevels,
  type ComparisonScale,
  costChanges,
  type DeltaKind,
  hiddenReasons,
  maxFalseDiscoveryRate,
  type MergedTree,
  type NodeResults,
  type SignificanceResults,
} from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { intervalLevel } from '../../../lib/contract/interval-level.ts'
import type { Unit } from '../../../lib/profile/model/profile.ts'
import type { DeltaRows } from './worker/comparison-messages.ts'
import { simpleName } from '../../../lib/profile/names/names.ts'
import { formatQValue, formatFactor, formatPoints, formatShare } from '../../../lib/profile/format/units.ts'
import { formatWeight } from '../../../lib/profile/format/weight.ts'

/** Takes the place of a change that two engines make, and says why. */
export const notComparable = '–'
export const ofEngines = 'not comparable between the engines'
const ofCallers = 'not comparable, a side lost callers'

/** How numbers of a comparison are written. */
export interface ScaledUnit {
  readonly scale: ComparisonScale
  readonly unit: Unit
}

/** The unit that numbers are per; said once where all numbers of a table have it. */
export const scaleSuffixes: Record<ComparisonScale, string> = {
  share: '',
  raw: '',
  second: ' per second',
  'cpu-second': ' per CPU-second',
  request: ' per request',
}

/** `12.4%`, `2,970 samples`, `83 ms per request`. */
export function formatScaled(value: number, { scale, unit }: ScaledUnit): string {
  if (scale === 'share') return formatShare(value)
  return `${formatWeight(scale === 'raw' ? value : roundWeight(value, unit), unit)}${scaleSuffixes[scale]}`
}

/** `+2.3 points`, `−1.2 ms per request`. */
export function formatDelta(delta: number, { scale, unit }: ScaledUnit): string {
  if (scale === 'share') return formatPoints(delta)
  if (delta === 0) return '±0'
  return (delta > 0 ? '+' : '−') + formatScaled(Math.abs(delta), { scale, unit })
}

/** Gives `×1.8`, `from 0` or `to 0`: whether it is new, few samples do not tell. */
export function formatRatio(before: number, after: number): string {
  if (before === after) return '×1'
  if (before === 0) return 'from 0'
  if (after === 0) return 'to 0'
  return formatFactor(after / before)
}

/** Whether an interval says how sure it is, `90%: +0.61 to +0.84 ms`: then its label does not. */
export function hasOwnLevel(interval: string): boolean {
  return /^\d+%/.test(interval)
}

/** `+1.2 to +3.4 points`. */
export function formatScaledInterval(low: number, high: number, scaled: ScaledUnit): string {
  return `${formatDelta(low, scaled)} to ${formatDelta(high, scaled)}`.replace(/ points? to /, ' to ')
}

/** Test results of rows, or of nodes, which may be significant as part of a package. */
type TestResults = SignificanceResults &
  Partial<Pick<NodeResults, 'wholeLevel'>> &
  Partial<Pick<DeltaRows, 'hiddenBefore' | 'hiddenAfter'>>

/** Whether it is significant, or why that is not known, in a few words. */
export function formatSignificance(
  { q, isHidden, cost, wholeLevel }: Pick<TestResults, 'q' | 'isHidden' | 'cost' | 'wholeLevel'>,
  index: number,
  isMore: boolean,
): string {
  const rate = q[index]!
  const costChange = costChanges[cost[index]!]!
  if (costChange === 'same') return `${isMore ? 'larger' : 'smaller'} share, same cost per second`
  if (costChange === 'opposite') return isMore ? 'larger share of a lower cost' : 'smaller share of a higher cost'
  const reason = hiddenReasons[isHidden[index]!]!
  if (reason === 'engines') return ofEngines
  if (reason === 'callers') return ofCallers
  if (reason === 'jit') return 'same code, different JIT state'
  if (Number.isNaN(rate)) return 'too few samples for a test'
  // 0 is no level, 1 the first; undefined for none.
  const level = comparisonLevels[(wholeLevel?.[index] ?? 0) - 1]
  const chance = rate < 0.5 ? ` (${formatQValue(rate)})` : ''
  if (level !== undefined) return `significant as part of its ${level}${chance}`
  return `${rate <= maxFalseDiscoveryRate ? '' : 'not '}significant${chance}`
}

/** Everything the page says about how one node (or row) changed. */
export interface DeltaDescription {
  readonly before: string
  readonly after: string
  readonly delta: string
  readonly ratio: string
  /** Empty until it was tested, and where it cannot be. */
  readonly interval: string
  readonly significance: string
  /** In the units in which the sides were recorded. */
  readonly weights: string
}

export function describeDelta(
  merged: Pick<MergedTree, 'before' | 'after' | 'scaleBefore' | 'scaleAfter' | 'scale'>,
  index: number,
  kind: DeltaKind,
  significance: TestResults | null,
  units: { readonly before: Unit; readonly after: Unit },
  /** Name of the item that explains the change; null for none. */
  cause: string | null = null,
): DeltaDescription {
  const ofBefore = merged.before[kind][index]!
  const ofAfter = merged.after[kind][index]!
  const before = roundNoise(ofBefore * merged.scaleBefore)
  const after = roundNoise(ofAfter * merged.scaleAfter)
  const scaled = { scale: merged.scale, unit: units.after }
  const isTested = significance !== null && !Number.isNaN(significance.low[index]!)
  const hiddenBefore = roundNoise((significance?.hiddenBefore?.[index] ?? 0) * merged.scaleBefore)
  const hiddenAfter = roundNoise((significance?.hiddenAfter?.[index] ?? 0) * merged.scaleAfter)
  const isHidden = hiddenBefore > before || hiddenAfter > after
  return {
    before: formatSide(before, hiddenBefore, { ...scaled, unit: units.before }),
    after: formatSide(after, hiddenAfter, scaled),
    delta: isHidden ? notComparable : formatDelta(after - before, scaled),
    ratio: isHidden ? notComparable : formatRatio(before, after),
    interval:
      isTested && !isHidden ? formatScaledInterval(significance.low[index]!, significance.high[index]!, scaled) : '',
    significance:
      significance === null
        ? ''
        : cause !== null
          ? `explained by ${simpleName(cause)}`
          : isHidden
            ? ofEngines
            : !isTested && before === after
              ? describeEqual(merged.scale, after)
              : formatSignificance(significance, index, after > before),
    weights: `${formatWeight(ofBefore, units.before)} before, ${formatWeight(ofAfter, units.after)} after`,
  }
}

/** `0.6%`, or where most of it is not shown on this side, since the other engine could not show it: `87.7% hidden`. */
function formatSide(shown: number, hidden: number, scaled: ScaledUnit): string {
  return hidden > shown ? `${formatScaled(shown + hidden, scaled)} hidden` : formatScaled(shown, scaled)
}

/** Says `same share` rather than `no difference`: the cost may still differ. */
function describeEqual(scale: ComparisonScale, share: number): string {
  if (scale !== 'share') return 'no difference'
  return share === 1 ? 'all of both sides' : 'same share'
}

/** Takes `per second` and the like off the numbers, where it is said once beside them. */
export function withoutScale(description: DeltaDescription, scale: ComparisonScale): DeltaDescription {
  const suffix = scaleSuffixes[scale]
  if (suffix === '') return description
  const { before, after, delta, interval } = description
  const [bareBefore, bareAfter, bareDelta, bareInterval] = [before, after, delta, interval].map((text) =>
    text.replaceAll(suffix, ''),
  ) as [string, string, string, string]
  return { ...description, before: bareBefore, after: bareAfter, delta: bareDelta, interval: bareInterval }
}

/** `0.9% → 18.7%`, `1.13 → 4.2 samples per second`: words that both have are said once. */
export function formatStep(before: string, after: string): string {
  const unitText = / [^\d]*$/.exec(after)?.[0] ?? ''
  return `${before.endsWith(unitText) ? before.slice(0, before.length - unitText.length) : before} → ${after}`
}

/** `49 * (1 / 49)` is less than 1 by a rounding error: the root must not show 99.9%. */
function roundNoise(value: number): number {
  return Number(value.toPrecision(12))
}

/** Samples per second are no whole numbers. */
function roundWeight(value: number, unit: Unit): number {
  return unit === 'samples' ? Number(value.toPrecision(3)) : Math.round(value)
}

/**
 * Formats a change on one line: "total 12% before, 14.3% after, +2.3 points (×1.2), significant (q = 0.03), 95%: +1.2
 * to +3.4 points".
 */
export function formatDeltaLabel(description: DeltaDescription, kind: DeltaKind): string {
  const { before, after, delta, ratio, interval, significance } = description
  return [
    `${kind} ${before} before`,
    `${after} after`,
    `${delta} (${ratio})`,
    significance,
    interval === '' || hasOwnLevel(interval) ? interval : `${intervalLevel}: ${interval}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}
