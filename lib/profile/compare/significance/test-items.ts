import { commonDispersion } from './common-dispersion.ts'
import {
  type ComparisonScale,
  promisedFalseRate,
  type UnionTree,
  type Verdict,
  verdicts,
  type Verdicts,
} from '../merged-tree/comparison.ts'
import type { JudgedItems } from './tested-items.ts'
import { createNoise } from './noise.ts'
import { replicate, type SideEvidence, type SideSamples, sumUp } from './side-evidence.ts'
import { worthWeighing } from './prune-for-testing.ts'
import { student95, studentTail } from './student-t.ts'
import { sortByWeight } from '../../tree/weight-order.ts'

/** A count whose expectation is below this is too small for any test. */
const leastExpected = 5

/** What noise allows to say of each item. The order: sum up, choose what can be tested, replicate, test, adjust for many. */
export function judgeItems(
  union: Pick<UnionTree, 'scale' | 'scaleBefore' | 'scaleAfter' | 'before' | 'after'>,
  items: JudgedItems,
  before: SideSamples,
  after: SideSamples,
  hiddenOf: (item: number, isUp: boolean) => number = () => 0,
): Verdicts {
  const sums = { before: sumUp(items, before), after: sumUp(items, after) }
  const tested = testable(sums.before, sums.after, union.scale)
  const worth = worthWeighing(items, tested)
  const noise = createNoise(union, {
    tested,
    before: { ...sums.before, replicates: replicate(worth, before, sums.before) },
    after: { ...sums.after, replicates: replicate(worth, after, sums.after) },
    commonDispersion: () => commonDispersion(sums.before, sums.after, tested),
  })
  const chances = new Float64Array(items.length).fill(Number.NaN)
  const low = new Float64Array(items.length).fill(Number.NaN)
  const high = new Float64Array(items.length).fill(Number.NaN)
  const chanceOf = studentTail(noise.freedom)
  const reach = student95(noise.freedom)
  for (let index = 0; index < tested.length; index++) {
    const item = tested[index]!
    const seen = noise.of(index)
    chances[item] = chanceOf(seen.surprise)
    low[item] = seen.delta - reach * seen.deviation
    high[item] = seen.delta + reach * seen.deviation
    if (chances[item] > promisedFalseRate) continue
    const hidden = hiddenOf(item, seen.delta > 0)
    if (hidden === 0) continue
    const least = noise.of(index, hidden)
    chances[item] = chanceOf(least.surprise)
    low[item] = Math.min(low[item], least.delta - reach * least.deviation)
    high[item] = Math.max(high[item], least.delta + reach * least.deviation)
  }
  const q = adjustForMany(chances)
  const isThere = { before: presence(items, union.before.total), after: presence(items, union.after.total) }
  return { verdict: verdictsOf(isThere, q), q, low, high }
}

type Sums = Pick<SideEvidence, 'total' | 'weight' | 'squares' | 'totalSquares'>

/** Items of which both sides would have some samples, if the two were the same. The share of what is on every stack is 1, whatever happens. */
function testable(before: Sums, after: Sums, scale: ComparisonScale): Uint32Array {
  const expectedOf = expectations(before, after)
  return Uint32Array.from(before.weight.keys()).filter((item) => {
    const isAll = before.weight[item] === before.total && after.weight[item] === after.total
    return !(isAll && scale === 'share') && expectedOf(item) >= leastExpected
  })
}

/** Samples of an item in the shorter one of the two, if it had the same share in both. */
function expectations(before: Sums, after: Sums): (item: number) => number {
  const one = effective(before.total, before.totalSquares)
  const two = effective(after.total, after.totalSquares)
  const shorter = one + two > 0 ? Math.min(one, two) / (one + two) : 0
  return (item) =>
    shorter *
    (effective(before.weight[item]!, before.squares[item]!) + effective(after.weight[item]!, after.squares[item]!))
}

/** Samples of equal weight that would be as sure. */
function effective(weight: number, squares: number): number {
  return squares > 0 ? (weight * weight) / squares : 0
}

const codeOf = Object.fromEntries(verdicts.map((verdict, code) => [verdict, code])) as Record<Verdict, number>

function verdictsOf(isThere: Record<'before' | 'after', Uint8Array>, q: Float32Array): Uint8Array {
  const verdict = new Uint8Array(q.length)
  for (let item = 0; item < q.length; item++) {
    if (isThere.before[item]! < isThere.after[item]!) verdict[item] = codeOf.new
    else if (isThere.before[item]! > isThere.after[item]!) verdict[item] = codeOf.gone
    else if (q[item]! <= promisedFalseRate) verdict[item] = codeOf.changed
    else verdict[item] = Number.isNaN(q[item]!) ? codeOf.few : codeOf.same
  }
  return verdict
}

/** 1 for items that something passes through, whether or not anything ends there. */
function presence({ length, itemOfNode }: JudgedItems, total: Float64Array): Uint8Array {
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
export function adjustForMany(chances: Float64Array): Float32Array {
  const all = Uint32Array.from(chances.keys())
  const asked = sortByWeight(
    all.filter((index) => !Number.isNaN(chances[index]!)),
    chances,
  )
  const adjusted = new Float32Array(chances.length).fill(Number.NaN)
  let least = 1
  asked.forEach((index, place) => {
    least = Math.min(least, (chances[index]! * asked.length) / (asked.length - place))
    adjusted[index] = least
  })
  return adjusted
}
