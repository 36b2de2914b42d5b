import { estimateCommonDispersion } from './dispersion.ts'
import { type ComparisonScale, maxFalseDiscoveryRate, type MergedTree } from '../merged-tree/comparison.ts'
import { pruneForTesting, type TestItems } from './tested-items.ts'
import type { HiddenWeight } from './hidden-weight.ts'
import { createNoiseModel } from './noise.ts'
import { replicate, type SideStatistics, type SideSamples, sumSide } from './side-evidence.ts'

/** A count whose expectation is below this is too small for any test. */
const leastExpected = 5

/** What noise allows to say of each item by itself, in columns; NaN where it was not tested. */
export interface ItemTests {
  readonly p: Float64Array
  /** The scaled delta without what may have been hidden on one side. */
  readonly change: Float64Array
  /** 1 where noise cannot explain the difference, but frames can that one side did not show. */
  readonly isHidden: Uint8Array
  /** Of the scaled delta, at 95%. */
  readonly low: Float64Array
  readonly high: Float64Array
  /** How many were tested. */
  readonly count: number
  /** Samples of equal weight that would say as much as those of each side. */
  readonly samples: readonly [before: number, after: number]
  /** Samples at random that would be as sure. */
  readonly effective: readonly [before: number, after: number]
  /** Whether samples had times, so that windows of the recording showed how they cluster. */
  readonly isTimed: boolean
}

/** The order: sum up, choose what can be tested, replicate, test. */
export function testItems(
  merged: Pick<MergedTree, 'scale' | 'scaleBefore' | 'scaleAfter'>,
  items: TestItems,
  before: SideSamples,
  after: SideSamples,
  hiddenOf: HiddenWeight = () => 0,
): ItemTests {
  const sums = { before: sumSide(items, before), after: sumSide(items, after) }
  const tested = findTestable(sums.before, sums.after, merged.scale)
  const pruned = pruneForTesting(items, tested)
  const noise = createNoiseModel(merged, {
    tested,
    before: { ...sums.before, replicates: replicate(pruned, before, sums.before) },
    after: { ...sums.after, replicates: replicate(pruned, after, sums.after) },
    commonDispersion: () => estimateCommonDispersion(sums.before, sums.after, tested),
  })
  const p = new Float64Array(items.length).fill(Number.NaN)
  const low = p.slice()
  const high = p.slice()
  const change = new Float64Array(items.length)
  const isHidden = new Uint8Array(items.length)
  for (let index = 0; index < tested.length; index++) {
    const item = tested[index]!
    const seen = noise.measure(index)
    p[item] = seen.p
    change[item] = seen.delta
    low[item] = seen.low
    high[item] = seen.high
    if (seen.p > maxFalseDiscoveryRate) continue
    const hidden = hiddenOf(item, seen.delta > 0, Math.abs(seen.delta))
    if (hidden === 0) continue
    const least = noise.measure(index, hidden)
    p[item] = least.p
    change[item] = Math.sign(seen.delta) * Math.max(0, Math.abs(seen.delta) - hidden)
    isHidden[item] = Number(least.p > maxFalseDiscoveryRate)
    low[item] = Math.min(low[item], least.low)
    high[item] = Math.max(high[item], least.high)
  }
  const { effective, isTimed } = noise
  const samples = [sums.before.total, sums.after.total] as const
  return { p, change, low, high, isHidden, count: tested.length, samples, effective, isTimed }
}

type Sums = Pick<SideStatistics, 'total' | 'weight' | 'squares' | 'totalSquares'>

/** Items of which both sides would have some samples, if the two were the same. The share of what is on every stack is 1, whatever happens. */
function findTestable(before: Sums, after: Sums, scale: ComparisonScale): Uint32Array {
  const expectedOf = computeExpectations(before, after)
  return Uint32Array.from(before.weight.keys()).filter((item) => {
    const isAll = before.weight[item] === before.total && after.weight[item] === after.total
    return !(isAll && scale === 'share') && expectedOf(item) >= leastExpected
  })
}

/** Samples of an item in the shorter one of the two, if it had the same share in both. */
function computeExpectations(before: Sums, after: Sums): (item: number) => number {
  const one = computeEffectiveCount(before.total, before.totalSquares)
  const two = computeEffectiveCount(after.total, after.totalSquares)
  const shorter = one + two > 0 ? Math.min(one, two) / (one + two) : 0
  return (item) =>
    shorter *
    (computeEffectiveCount(before.weight[item]!, before.squares[item]!) +
      computeEffectiveCount(after.weight[item]!, after.squares[item]!))
}

/** Samples of equal weight that would be as sure. */
function computeEffectiveCount(weight: number, squares: number): number {
  return squares > 0 ? (weight * weight) / squares : 0
}
