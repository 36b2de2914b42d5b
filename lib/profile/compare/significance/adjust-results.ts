import {
  costChanges,
  isSignificant,
  maxFalseDiscoveryRate,
  type NodeResults,
  type SignificanceResults,
} from '../merged-tree/comparison.ts'
import { findReach } from './exact-tests.ts'
import type { ItemTests } from './item-tests.ts'

/**
 * The chance with which each of a set of tests, of which `q` are the results, may be wrong, so that of those that are
 * called significant 5 in 100 are at most. The more was tested and the less of it is significant, the smaller.
 *
 * Source: Benjamini and Yekutieli 2005, the false coverage rate.
 */
export function findChanceOfEach(q: Float64Array): number {
  const tested = q.filter((chance) => !Number.isNaN(chance))
  const found = tested.filter((chance) => chance <= maxFalseDiscoveryRate).length
  return (maxFalseDiscoveryRate * Math.max(1, found)) / Math.max(1, tested.length)
}

type Results = Pick<SignificanceResults, 'q' | 'cost'> & Partial<Pick<NodeResults, 'wholeLevel'>>

/** Adds intervals to the results, adjusted as q is. `chance` is that of findChanceOfEach. */
export function adjustResults<Tested extends Results>(
  tests: Pick<ItemTests, 'intervals' | 'shareP' | 'costP'>,
  results: Tested,
  chance: number,
): Tested & Pick<SignificanceResults, 'low' | 'high'> {
  const costed = { ...results, cost: adjustCosts(tests, results, chance) }
  return { ...costed, ...adjustIntervals(tests, costed, findReach(chance)) }
}

const [asShare, same] = [costChanges.indexOf('as-share'), costChanges.indexOf('same')]

/** Where a share changed for sure, and so many tests leave its cost per second to chance, that cost is the same. */
function adjustCosts(
  { shareP, costP }: Pick<ItemTests, 'shareP' | 'costP'>,
  results: Results,
  chance: number,
): Uint8Array {
  return results.cost.map((code, item) => {
    const isOfShareAlone = shareP[item]! <= chance && costP[item]! > chance
    return code === asShare && isOfShareAlone && !isSignificant(results, item) ? same : code
  })
}

/**
 * An interval has zero in it exactly where its row is not significant. Another test than that of the interval, and what
 * engines hide, may have decided it: the interval is as wide then as that needs. It is left as wide as the chance says
 * where something else than the item's own share decided: the cost per second, or a package that is new or gone.
 */
function adjustIntervals(
  { intervals }: Pick<ItemTests, 'intervals'>,
  results: Results,
  reach: number,
): Pick<SignificanceResults, 'low' | 'high'> {
  const low = new Float64Array(results.q.length).fill(Number.NaN)
  const high = low.slice()
  intervals.forEach((intervalAt, item) => {
    if (!intervalAt) return
    const isOwn = results.cost[item] === asShare && !(results.wholeLevel && results.wholeLevel[item]! > 0)
    const isWanted = ([from, to]: readonly [number, number]) => from * to > 0 === isSignificant(results, item)
    const step = isSignificant(results, item) ? 1 / stretch : stretch
    let reached = reach
    let interval = intervalAt(reached)
    for (let steps = 0; isOwn && !isWanted(interval) && steps < mostSteps; steps++)
      interval = intervalAt((reached *= step))
    ;[low[item], high[item]] = interval
  })
  return { low, high }
}

/** An interval that contradicts the test is widened or narrowed by this factor a step. */
const stretch = 1.02
/** To a hundredth of the reach, or to a hundred times. */
const mostSteps = 250
