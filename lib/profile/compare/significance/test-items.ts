import { estimateCommonDispersion } from './dispersion.ts'
import {
  type ComparisonScale,
  maxFalseDiscoveryRate,
  type MergedTree,
  type TestOutcome,
  testOutcomes,
  type SignificanceResults,
} from '../merged-tree/comparison.ts'
import { pruneForTesting, type TestItems } from './tested-items.ts'
import { createNoiseModel } from './noise.ts'
import { replicate, type SideStatistics, type SideSamples, sumSide } from './side-evidence.ts'
import { student95, studentTail } from './student-t.ts'
import { sortByWeight } from '../../tree/weight-order.ts'

/** A count whose expectation is below this is too small for any test. */
const leastExpected = 5

/** What noise allows to say of each item. The order: sum up, choose what can be tested, replicate, test, adjust for many. */
export function testItems(
  merged: Pick<MergedTree, 'scale' | 'scaleBefore' | 'scaleAfter' | 'before' | 'after'>,
  items: TestItems,
  before: SideSamples,
  after: SideSamples,
  hiddenOf: (item: number, isUp: boolean) => number = () => 0,
): SignificanceResults {
  const sums = { before: sumSide(items, before), after: sumSide(items, after) }
  const tested = findTestable(sums.before, sums.after, merged.scale)
  const worth = pruneForTesting(items, tested)
  const noise = createNoiseModel(merged, {
    tested,
    before: { ...sums.before, replicates: replicate(worth, before, sums.before) },
    after: { ...sums.after, replicates: replicate(worth, after, sums.after) },
    commonDispersion: () => estimateCommonDispersion(sums.before, sums.after, tested),
  })
  const chances = new Float64Array(items.length).fill(Number.NaN)
  const low = new Float64Array(items.length).fill(Number.NaN)
  const high = new Float64Array(items.length).fill(Number.NaN)
  const chanceOf = studentTail(noise.freedom)
  const reach = student95(noise.freedom)
  for (let index = 0; index < tested.length; index++) {
    const item = tested[index]!
    const seen = noise.measure(index)
    chances[item] = chanceOf(seen.surprise)
    low[item] = seen.delta - reach * seen.deviation
    high[item] = seen.delta + reach * seen.deviation
    if (chances[item] > maxFalseDiscoveryRate) continue
    const hidden = hiddenOf(item, seen.delta > 0)
    if (hidden === 0) continue
    const least = noise.measure(index, hidden)
    chances[item] = chanceOf(least.surprise)
    low[item] = Math.min(low[item], least.delta - reach * least.deviation)
    high[item] = Math.max(high[item], least.delta + reach * least.deviation)
  }
  const q = adjustPValues(chances)
  const isThere = { before: findPresent(items, merged.before.total), after: findPresent(items, merged.after.total) }
  return { outcome: classifyOutcomes(isThere, q), q, low, high }
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

const codeByOutcome = Object.fromEntries(testOutcomes.map((outcome, code) => [outcome, code])) as Record<
  TestOutcome,
  number
>

function classifyOutcomes(isThere: Record<'before' | 'after', Uint8Array>, q: Float32Array): Uint8Array {
  const outcome = new Uint8Array(q.length)
  for (let item = 0; item < q.length; item++) {
    if (isThere.before[item]! < isThere.after[item]!) outcome[item] = codeByOutcome.new
    else if (isThere.before[item]! > isThere.after[item]!) outcome[item] = codeByOutcome.gone
    else if (q[item]! <= maxFalseDiscoveryRate) outcome[item] = codeByOutcome.changed
    else outcome[item] = Number.isNaN(q[item]!) ? codeByOutcome.few : codeByOutcome.same
  }
  return outcome
}

/** 1 for items that something passes through, whether or not anything ends there. */
function findPresent({ length, itemOfNode }: TestItems, total: Float64Array): Uint8Array {
  const isThere = new Uint8Array(length)
  for (let node = 0; node < total.length; node++) {
    const item = itemOfNode === null ? node : itemOfNode[node]!
    if (item >= 0 && total[node]! > 0) isThere[item] = 1
  }
  return isThere
}

/**
 * The share of false ones among all that are at least as unlikely: what a chance becomes when many are asked at once. NaN stays NaN, and
 * does not count as asked.
 *
 *     [0.01, 0.04, 0.03, NaN]   become   [0.03, 0.04, 0.04, NaN]
 *
 * Source: Benjamini and Hochberg 1995; holds where tests depend on each other positively, as a caller and its callee do.
 */
export function adjustPValues(chances: Float64Array): Float32Array {
  const all = Uint32Array.from(chances.keys())
  const asked = sortByWeight(
    all.filter((index) => !Number.isNaN(chances[index]!)),
    chances,
  )
  const adjusted = new Float32Array(chances.length).fill(Number.NaN)
  let least = 1
  asked.forEach((index, rank) => {
    least = Math.min(least, (chances[index]! * asked.length) / (asked.length - rank))
    adjusted[index] = least
  })
  return adjusted
}
