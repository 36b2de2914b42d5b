import {
  type ComparisonScale,
  costChanges,
  type HiddenReason,
  hiddenReasons,
  maxFalseDiscoveryRate,
  type MergedTree,
} from '../merged-tree/comparison.ts'
import { pruneForTesting, type TestItems } from './items.ts'
import type { CostScale } from './cost-per-second.ts'
import type { HiddenWeight } from './hidden-weight.ts'
import { createNoiseModel, type IntervalAt } from './noise.ts'
import { type SideStatistics, type SideSamples, sumSide } from './side-samples.ts'
import { replicate } from './windows.ts'

// Of two equal sides each would have five, and chance alone often gives one all.
/** An item with at most so many samples, in both sides together, is not tested. */
const tooFewInBoth = 10
/** A difference with a larger chance is what noise usually does. */
const mostlyNoise = 0.5
const ofCompiler = hiddenReasons.indexOf('jit')

/** Results of testing each item by itself, in columns; NaN where it was not tested. */
export interface ItemTests {
  readonly p: Float64Array
  /** The scaled delta without weight that may have been hidden on one side. */
  readonly change: Float64Array
  /** Index into hiddenReasons: why frames that one side did not show explain the difference, where noise cannot. */
  readonly isHidden: Uint8Array
  /** The two that `p` is the larger of where a change of share was checked by its cost per second; NaN elsewhere. */
  readonly shareP: Float64Array
  readonly costP: Float64Array
  /** Index into costChanges for each item. */
  readonly cost: Uint8Array
  /** Gives the interval of the scaled delta at any width; undefined for an item that was not tested. */
  readonly intervals: (IntervalAt | undefined)[]
  /** How many were tested. */
  readonly count: number
  /** Samples of equal weight that would say as much as those of each side. */
  readonly samples: readonly [before: number, after: number]
  /** Samples at random that would be as sure. */
  readonly effective: readonly [before: number, after: number]
  /** Whether samples had times, so that windows of the recording showed how they cluster. */
  readonly isTimed: boolean
}

/**
 * Sums up, chooses the items that can be tested, replicates, and tests. A change of share is none if the cost changed
 * in the same direction by none of `costScales`.
 */
export function testItems(
  merged: Pick<MergedTree, 'scale' | 'scaleBefore' | 'scaleAfter'>,
  items: TestItems,
  before: SideSamples,
  after: SideSamples,
  {
    hiddenOf = () => 0,
    limitOf = () => 0,
    limitReason = 'engines',
    costScales,
    commonDispersion,
  }: {
    readonly hiddenOf?: HiddenWeight
    /** How much of a change may be that the sides show different frames, and why they do. */
    readonly limitOf?: HiddenWeight
    readonly limitReason?: HiddenReason
    readonly costScales: readonly CostScale[]
    /** How much samples cluster by these items and by others of the pair, for where they have no times. */
    readonly commonDispersion: (items: TestItems) => number
  },
): ItemTests {
  const sums = { before: sumSide(items, before), after: sumSide(items, after) }
  const tested = findTestable(sums.before, sums.after, merged.scale)
  const pruned = pruneForTesting(items, tested)
  const input = {
    tested,
    before: { ...sums.before, replicates: replicate(pruned, before, sums.before) },
    after: { ...sums.after, replicates: replicate(pruned, after, sums.after) },
    commonDispersion: () => commonDispersion(items),
  }
  const noise = createNoiseModel(merged, input)
  // Few comparisons need them, and each costs as much as the other.
  let costNoises: (typeof noise)[] | undefined
  const p = new Float64Array(items.length).fill(Number.NaN)
  const [shareP, costP] = [p.slice(), p.slice()]
  const intervals: ItemTests['intervals'] = []
  const change = new Float64Array(items.length)
  const isHidden = new Uint8Array(items.length)
  const ofLimit = hiddenReasons.indexOf(limitReason)
  // Two engines differ in what was compiled, too. Lost callers look as if a JIT compiler had moved their calls.
  const isOfLimit = (limited: number, ofJit: number, size: number) =>
    limitReason === 'engines' ? limited > 0 : limited > 0 && (limited >= size / 2 || limited >= ofJit)
  const cost = new Uint8Array(items.length)
  for (let index = 0; index < tested.length; index++) {
    const item = tested[index]!
    const seen = noise.measure(index)
    p[item] = seen.p
    change[item] = seen.delta
    intervals[item] = seen.intervalAt
    const size = Math.abs(seen.delta)
    const limited = limitOf(item, seen.delta > 0, size)
    if (seen.p > maxFalseDiscoveryRate) {
      // It is too large to be called none, and that explains all of it.
      if (limited > 0 && limited >= size && seen.p <= mostlyNoise) isHidden[item] = ofLimit
      continue
    }
    if (
      costScales.length > 0 &&
      costScales.every((scale) => isMostlyOfTotal(sums, item, { share: merged, cost: scale }))
    ) {
      costNoises ??= costScales.map((scale) => createNoiseModel(scale, input))
      const spent = costNoises.map((costNoise) => costNoise.measure(index))
      const sameWay = spent.filter(({ delta }) => delta * seen.delta > 0).map((cost) => cost.p)
      shareP[item] = seen.p
      costP[item] = Math.min(1, ...sameWay)
      p[item] = Math.max(seen.p, costP[item])
      if (p[item] > maxFalseDiscoveryRate) {
        cost[item] = costChanges.indexOf(spent[0]!.p > maxFalseDiscoveryRate ? 'same' : 'opposite')
        continue
      }
    }
    const ofJit = hiddenOf(item, seen.delta > 0, size)
    const hidden = Math.min(size, limited + ofJit)
    if (hidden === 0) continue
    const least = noise.measure(index, hidden)
    p[item] = Math.max(p[item], least.p)
    change[item] = Math.sign(seen.delta) * Math.max(0, size - hidden)
    if (least.p > maxFalseDiscoveryRate) isHidden[item] = isOfLimit(limited, ofJit, size) ? ofLimit : ofCompiler
    intervals[item] = (reach) => {
      const [[low, high], [lowOfLeast, highOfLeast]] = [seen.intervalAt(reach), least.intervalAt(reach)]
      return [Math.min(low, lowOfLeast), Math.max(high, highOfLeast)]
    }
  }
  const { effective, isTimed } = noise
  const samples = [sums.before.total, sums.after.total] as const
  return { p, shareP, costP, change, intervals, isHidden, cost, count: tested.length, samples, effective, isTimed }
}

type Scales = Pick<MergedTree, 'scaleBefore' | 'scaleAfter'>

/** Whether the total changed the share of an item more than its own cost did. */
function isMostlyOfTotal(
  { before, after }: Record<'before' | 'after', Pick<SideStatistics, 'weight' | 'grain'>>,
  item: number,
  scales: Readonly<Record<'share' | 'cost', Scales>>,
): boolean {
  const growth = ({ scaleBefore, scaleAfter }: Scales) =>
    Math.log(after.weight[item]! * after.grain * scaleAfter) -
    Math.log(before.weight[item]! * before.grain * scaleBefore)
  const [share, cost] = [growth(scales.share), growth(scales.cost)]
  return share * cost <= 0 || Math.abs(cost) < Math.abs(share) / 2
}

type SquaredSums = Pick<SideStatistics, 'total' | 'weight' | 'squares' | 'totalSquares'>

/** Gives items of which both sides together have enough samples. The share of one on every stack is always 1. */
function findTestable(before: SquaredSums, after: SquaredSums, scale: ComparisonScale): Uint32Array {
  const samplesOf = ({ weight, squares }: SquaredSums, item: number) =>
    computeEffectiveCount(weight[item]!, squares[item]!)
  if (!(before.total > 0 && after.total > 0)) return new Uint32Array()
  return Uint32Array.from(before.weight.keys()).filter((item) => {
    const isAll = before.weight[item] === before.total && after.weight[item] === after.total
    return !(isAll && scale === 'share') && samplesOf(before, item) + samplesOf(after, item) > tooFewInBoth
  })
}

/** Samples of equal weight that would be as sure. */
function computeEffectiveCount(weight: number, squares: number): number {
  return squares > 0 ? (weight * weight) / squares : 0
}
