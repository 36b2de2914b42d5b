import { createRandom } from './random.ts'
import { doubleRanks } from './rank-test.ts'

/** Runs before and after a change, each with all of its measures; NaN for one that it lacks. */
export interface MeasuredStratum {
  readonly before: readonly Float64Array[]
  readonly after: readonly Float64Array[]
}

/**
 * How many random permutations, resamples of the runs, a comparison takes in place of a bootstrap. More tell nothing
 * more: a chance of 3% is then off by 0.3 points.
 */
const draws = 4000

/**
 * Gives for each measure the chance that any of them all lies so unevenly, if the change does nothing: runs are dealt
 * to the two sides anew, within their stratum, with all their measures. Ten measures that say the same count as one.
 *
 * Source: Westfall and Young 1993, maxT in one step, of sums of ranks.
 */
export function testTogether(strata: readonly MeasuredStratum[], measures: number): Float64Array {
  const ranked = strata.map((stratum) => rankStratum(stratum, measures))
  const scale = Float64Array.from({ length: measures }, (_, measure) => {
    const variance = ranked.reduce((sum, one) => sum + one.variances[measure]!, 0)
    return variance > 0 ? 1 / Math.sqrt(variance) : 0
  })
  const scores = new Float64Array(measures)
  const score = () => {
    scores.fill(0)
    for (const { after, order, ranks } of ranked)
      for (let taken = 0; taken < after; taken++)
        for (let measure = 0; measure < measures; measure++) scores[measure]! += ranks[order[taken]!]![measure]!
    return scores.map((sum, measure) => Math.abs(sum) * scale[measure]!)
  }
  const seen = score()
  const atLeast = new Float64Array(measures).fill(1)
  const random = createRandom(1)
  for (let draw = 0; draw < draws; draw++) {
    for (const { after, order } of ranked) deal(order, after, random)
    const most = score().reduce((largest, one) => Math.max(largest, one), 0)
    // Sums of the same ranks in another order differ in their last digit.
    for (let measure = 0; measure < measures; measure++) if (most >= seen[measure]! - 1e-9) atLeast[measure]!++
  }
  return atLeast.map((count) => count / (draws + 1))
}

interface RankedStratum {
  /** How many runs are on the side after. */
  readonly after: number
  /** Indexes of runs: the first `after` of them are dealt to that side. */
  readonly order: Uint32Array
  /** The doubled rank of each run in each measure less the mean one; 0 for a measure that it lacks. */
  readonly ranks: readonly Float64Array[]
  /** The variance of the sum of the ranks of one side, by measure. */
  readonly variances: Float64Array
}

function rankStratum({ before, after }: MeasuredStratum, measures: number): RankedStratum {
  const runs = [...after, ...before]
  const ranks = runs.map(() => new Float64Array(measures))
  const variances = new Float64Array(measures)
  for (let measure = 0; measure < measures; measure++) {
    const having = [...runs.keys()].filter((run) => !Number.isNaN(runs[run]![measure]!))
    const doubled = doubleRanks(having.map((run) => runs[run]![measure]!))
    having.forEach((run, at) => (ranks[run]![measure] = doubled[at]! - having.length - 1))
    const squares = ranks.reduce((sum, rank) => sum + rank[measure]! ** 2, 0)
    if (runs.length > 1)
      variances[measure] = (before.length * after.length * squares) / (runs.length * (runs.length - 1))
  }
  return { after: after.length, order: Uint32Array.from(runs.keys()), ranks, variances }
}

/** Every choice of the first `count` is equally likely. */
function deal(order: Uint32Array, count: number, random: () => number): void {
  for (let at = 0; at < count; at++) {
    const other = at + Math.floor(random() * (order.length - at))
    ;[order[at], order[other]] = [order[other]!, order[at]!]
  }
}
