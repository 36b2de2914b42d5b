import { quantile } from '../../statistics/averages.ts'
import { pruneForTesting, type TestItems } from './items.ts'
import { type SideSamples, type SideStatistics, sumSamples, sumSide } from './side-samples.ts'
import { replicate, type Replicates, sumWindows } from './windows.ts'
import type { Profile } from '../../model/profile.ts'

/** Fewer items do not tell how samples cluster: then `defaultDispersion` is taken. */
export const minItems = 8
/** Dispersion where too few items tell it: samples of a JVM hardly ever cluster more than this. */
export const defaultDispersion = 2
/** Quantiles of the square of a normal variable: [probability, value]. */
const squareAt = [
  [0.5, 0.4549],
  [0.75, 1.3233],
  [0.9, 2.7055],
] as const

/** Items of which the shorter side has fewer samples than this, if nothing changed, do not tell how samples cluster. */
const leastExpected = 5

/**
 * Estimates how much samples cluster, where they have no times that would show it, by how far apart the two sides are
 * in items that did not change, as most of them did not. The effect of one large change on the shares of all others is
 * taken out first, as their common ratio.
 *
 * Source: genomic control, Devlin and Roeder 1999; the ratio as in DESeq, Anders and Huber 2010.
 */
export function estimateCommonDispersion(items: TestItems, ...sides: readonly [SideSamples, SideSamples]): number {
  const [before, after] = [sumSide(items, sides[0]), sumSide(items, sides[1])]
  const sizes = [before, after].map(({ total, totalSquares }) => (totalSquares > 0 ? total ** 2 / totalSquares : 0))
  const shorter = Math.min(...sizes) / (sizes[0]! + sizes[1]!)
  const counts = Array.from(before.weight.keys()).flatMap((item) => {
    const [one, two] = [before.weight[item]!, after.weight[item]!]
    const grain = (before.squares[item]! + after.squares[item]!) / (one + two)
    const isAll = one === before.total && two === after.total
    return !isAll && ((one + two) / grain) * shorter >= leastExpected ? [[one / grain, two / grain] as const] : []
  })
  if (counts.length < minItems) return defaultDispersion
  const ratios = counts.filter(([one, two]) => one > 0 && two > 0).map(([one, two]) => two / one)
  const ratio = quantile(ratios, 0.5)
  const share = Number.isNaN(ratio) ? after.total / (before.total + after.total) : ratio / (1 + ratio)
  const squares = counts.map(([one, two]) => (two - (one + two) * share) ** 2 / ((one + two) * share * (1 - share)))
  const seen = squareAt.map(([at, square]) => quantile(squares, at) / square).filter((ratio) => ratio > 0)
  return Math.max(1, ...seen)
}

/** How many times larger than for samples at random the variances of one recording are. */
export interface Dispersions {
  /** Over all tested items. */
  readonly pooled: number
  /** Gives that of a tested item: its own where it varies more than the others do. */
  ratioOf(index: number): number
  /** Gives that of a tested item, from its own windows alone. At least 1. */
  ownOf(index: number): number
}

/** Windows side by side that are also taken as one: events longer than a window show only there. */
const strides = [1, 2, 4] as const
/** A single item has too few samples for the variance between longer windows. */
const longestOwnStride = 2
/** Fewer windows may show by chance alone that samples cluster, or that they do not. */
const minWindowsTogether = 4

/**
 * Samples cluster: one slow request fills twenty in a row, a collection comes every three seconds. Windows of a
 * recording differ by all of that, so the variance between them is the real one. Where longer windows differ by more
 * than chance lets shorter ones differ, all estimates grow by as much. null where samples have no times.
 */
export function estimateDispersions(side: SideStatistics, tested: Uint32Array, isShare: boolean): Dispersions | null {
  const { replicates } = side
  if (replicates === null) return null
  const usable = strides.filter((stride) => Math.floor(replicates.count / stride) >= minWindowsTogether)
  const own = new Float64Array(tested.length)
  const ownOfAllStrides = new Float64Array(tested.length).fill(1)
  const sums = usable.map(() => 0)
  let surety = 0
  for (let index = 0; index < tested.length; index++) {
    const item = tested[index]!
    const base = isShare ? shareVariance(side, item) : side.squares[item]!
    if (!(base > 0)) continue
    // Ratios of rare items vary most.
    const weight = Math.sqrt(side.weight[item]!)
    surety += weight
    usable.forEach((stride, position) => {
      const ratio = computeVarianceBetweenWindows(replicates, index, isShare, stride) / base
      if (stride <= longestOwnStride) own[index] = Math.max(own[index]!, ratio)
      ownOfAllStrides[index] = Math.max(ownOfAllStrides[index]!, ratio)
      sums[position] = sums[position]! + weight * ratio
    })
  }
  const pooled = surety > 0 ? Math.max(1, Math.max(...sums) / surety) : 1
  return {
    pooled,
    ratioOf: (index) => Math.max(pooled, own[index]!),
    ownOf: (index) => ownOfAllStrides[index]!,
  }
}

/** Gives the variance of a weight, not of a share: it is times the total squared. */
function shareVariance({ weight, squares, total, totalSquares }: SideStatistics, item: number): number {
  const share = weight[item]! / total
  return squares[item]! * (1 - 2 * share) + share * share * totalSquares
}

/**
 * Variance of the item's whole weight, from how it differs between windows, of which several side by side are taken as
 * one. Windows left over at the end are neither expected nor seen, but count in the whole.
 */
function computeVarianceBetweenWindows(
  replicates: Replicates,
  index: number,
  isShare: boolean,
  together: number,
): number {
  const windows = Math.floor(replicates.count / together)
  const { weight, total } = sumWindows(replicates, index, 0, windows * together)
  if (weight === 0) return 0
  let sum = 0
  for (let window = 0; window < windows; window++) {
    const seen = sumWindows(replicates, index, window * together, (window + 1) * together)
    const expected = isShare ? (weight / total) * seen.total : weight / windows
    sum += (seen.weight - expected) ** 2
  }
  return (sum / (windows - 1)) * (replicates.count / together)
}

/** How sure the shares of the functions of a recording are. */
export interface FunctionDispersion {
  /** Samples of equal weight that would be as sure. */
  readonly samples: number
  /**
   * How many times larger than that of random sampling the variance of a share is, over all functions; 1 where it is
   * unknown.
   */
  readonly dispersion: number
  readonly isKnown: boolean
}

/** Functions with fewer samples say nothing of how samples cluster. */
const minFunctionSamples = 10

export function estimateFunctionDispersion(profile: Profile): FunctionDispersion {
  const { items, nodeOfRow } = sumSelfByFunction(profile)
  const side = sumSamples(items.tree, profile, nodeOfRow)
  const sums = sumSide(items, side)
  const samples = sums.totalSquares > 0 ? sums.total ** 2 / sums.totalSquares : 0
  const tested = Uint32Array.from(sums.weight.keys()).filter((item) => {
    const isAll = sums.weight[item] === sums.total
    return !isAll && sums.weight[item]! ** 2 >= minFunctionSamples * sums.squares[item]!
  })
  const spread = estimateDispersions(
    { ...sums, replicates: replicate(pruneForTesting(items, tested), side, sums) },
    tested,
    true,
  )
  return { samples, dispersion: spread?.pooled ?? 1, isKnown: spread !== null }
}

/** Gives the self weight of each function of one profile as items to test: a tree of frames, all of them roots. */
function sumSelfByFunction({ frames, stacks }: Profile): { items: TestItems; nodeOfRow: Int32Array } {
  const nodes = frames.length + 1
  const parent = new Int32Array(nodes)
  parent[0] = -1
  return {
    items: {
      length: frames.length,
      tree: { length: nodes, parent },
      delta: 'self',
      itemOfNode: Int32Array.from({ length: nodes }, (_, node) => node - 1),
    },
    nodeOfRow: Int32Array.from(stacks.frame.subarray(0, stacks.length), (frame) => frame + 1),
  }
}
