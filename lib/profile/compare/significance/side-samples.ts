import type { DeltaKind } from '../merged-tree/comparison.ts'
import { sumByItem, type TestItems } from './items.ts'
import { sumOverSubtrees } from '../../model/stack-weights.ts'
import type { CallTree } from '../../tree/tree-columns.ts'
import type { Profile } from '../../model/profile.ts'
import { nodeOfSample, type Replicates } from './windows.ts'

/** By how much a count may differ from a whole number, as a share of it, and still be one: clocks drift. */
const countTolerance = 0.02

/** The weights of each item on one side, and how much its samples can be trusted. */
export interface SideStatistics {
  /**
   * Weight of a mean sample of this side, in its own unit. All weights below are in it: sides may count different
   * things.
   */
  readonly grain: number
  /** Weight of all samples. */
  readonly total: number
  /** Weight of each item. */
  readonly weight: Float64Array
  /**
   * For each item, the sum of its samples' squared weights: one sample of weight 9 is less sure than nine of weight 1.
   */
  readonly squares: Float64Array
  readonly totalSquares: number
  readonly replicates: Replicates | null
}

/** The samples of one side in the merged tree. */
export interface SideSamples {
  readonly profile: Profile
  /** Node of the merged tree by row of the profile's stacks. */
  readonly nodeOfRow: Int32Array
  /** Weight of all samples. */
  readonly total: number
  readonly totalSquares: number
  /** Gives for each node the weight that ends there, or that passes through it; worked out once for all tests. */
  readonly ofNodes: (delta: DeltaKind) => NodeSums
}

interface NodeSums {
  readonly weight: Float64Array
  /** Sums of the samples' squared weights. */
  readonly squares: Float64Array
}

export function sumSamples(
  tree: Pick<CallTree, 'length' | 'parent'>,
  profile: Profile,
  nodeOfRow: Int32Array,
): SideSamples {
  const { samples } = profile
  const square = createSquare(profile)
  const self = { weight: new Float64Array(tree.length), squares: new Float64Array(tree.length) }
  let total = 0
  let totalSquares = 0
  for (let sample = 0; sample < samples.length; sample++) {
    const weight = samples.weight[sample]!
    if (!(weight > 0)) continue
    const node = nodeOfSample(samples.stack[sample]!, nodeOfRow)
    self.weight[node] = self.weight[node]! + weight
    self.squares[node] = self.squares[node]! + square(weight)
    total += weight
    totalSquares += square(weight)
  }
  let through: NodeSums | undefined
  const ofNodes = (delta: DeltaKind) =>
    delta === 'self'
      ? self
      : (through ??= {
          weight: sumOverSubtrees(tree, self.weight),
          squares: sumOverSubtrees(tree, self.squares),
        })
  return { profile, nodeOfRow, total, totalSquares, ofNodes }
}

/** Gives the samples of a side without those that end in some nodes. */
export function leaveOut(tree: Pick<CallTree, 'length' | 'parent'>, side: SideSamples, isOut: Uint8Array): SideSamples {
  const { weight, squares } = side.ofNodes('self')
  const rest = (sums: Float64Array) => sums.map((sum, node) => (isOut[node] === 1 ? 0 : sum))
  const self = { weight: rest(weight), squares: rest(squares) }
  const sum = (sums: Float64Array) => sums.reduce((all, one) => all + one, 0)
  const through = {
    weight: sumOverSubtrees(tree, self.weight),
    squares: sumOverSubtrees(tree, self.squares),
  }
  return {
    ...side,
    total: sum(self.weight),
    totalSquares: sum(self.squares),
    ofNodes: (delta) => (delta === 'self' ? self : through),
  }
}

/** Sums weights and squares; replicates come later, for items that are tested. */
export function sumSide(
  items: TestItems,
  { total, totalSquares, ofNodes }: SideSamples,
): Omit<SideStatistics, 'replicates'> {
  const grain = total > 0 ? totalSquares / total : 1
  const { weight, squares } = ofNodes(items.delta)
  return {
    grain,
    total: total / grain,
    weight: sumByItem(items, weight).map((sum) => sum / grain),
    squares: sumByItem(items, squares).map((sum) => sum / grain ** 2),
    totalSquares: totalSquares / grain ** 2,
  }
}

/**
 * A weight of 42 samples is 42 samples of weight 1; so is a weight of 42 ticks of the clock that samples by time. Any
 * other weight (bytes, time off the CPU) is one observation.
 */
function createSquare({ unit, samples, provenance }: Profile): (weight: number) => number {
  const { frequencyHz } = provenance
  const tick = unit === 'samples' ? 1 : unit === 'nanoseconds' && frequencyHz !== null ? 1e9 / frequencyHz : 0
  const isCounted = tick > 0 && samples.weight.every((weight) => isNearlyWhole(weight / tick))
  return isCounted ? (weight) => weight * tick : (weight) => weight * weight
}

function isNearlyWhole(count: number): boolean {
  return count === 0 || (count > 0.5 && Math.abs(count - Math.round(count)) < countTolerance * Math.max(1, count))
}
