import { estimateCommonDispersion, estimateDispersions } from './dispersion.ts'
import { pruneForTesting, type TestItems } from './tested-items.ts'
import { mergeFrames } from '../merged-tree/merge-frames.ts'
import { replicate, type SideSamples, sumSide } from './side-evidence.ts'
import type { Profile } from '../../model/profile.ts'

/** How surely a recording tells the shares of its functions. */
export interface FunctionDispersion {
  /** Samples of equal weight that would be as sure. */
  readonly samples: number
  /** How many times larger than that of random sampling the variance of a share is, over all functions; 1 where nobody knows. */
  readonly dispersion: number
  readonly isKnown: boolean
}

/** Functions with fewer samples say nothing of how samples cluster. */
const minSamples = 10

export function estimateFunctionDispersion(profile: Profile): FunctionDispersion {
  const { items, side } = sumSelfByFunction(profile)
  const sums = sumSide(items, side)
  const samples = sums.totalSquares > 0 ? sums.total ** 2 / sums.totalSquares : 0
  const tested = Uint32Array.from(sums.weight.keys()).filter((item) => {
    const isAll = sums.weight[item] === sums.total
    return !isAll && sums.weight[item]! ** 2 >= minSamples * sums.squares[item]!
  })
  const spread = estimateDispersions(
    { ...sums, replicates: replicate(pruneForTesting(items, tested), side, sums) },
    tested,
    true,
  )
  return { samples, dispersion: spread?.pooled ?? 1, isKnown: spread !== null }
}

/** The same for two profiles, of which neither has times, by what they have in common. */
export function estimateUntimedDispersion(before: Profile, after: Profile): number {
  const { ofBefore, ofAfter, frames } = mergeFrames(before, after)
  const one = sumSide(...collectSelfByFunction(before, ofBefore, frames.length))
  const two = sumSide(...collectSelfByFunction(after, ofAfter, frames.length))
  const tested = Uint32Array.from(one.weight.keys()).filter((item) => {
    const weight = one.weight[item]! + two.weight[item]!
    return weight ** 2 >= minSamples * (one.squares[item]! + two.squares[item]!) && weight > 0
  })
  return estimateCommonDispersion(one, two, tested)
}

function collectSelfByFunction(profile: Profile, frameOf: Int32Array, length: number): [TestItems, SideSamples] {
  const { items, side } = sumSelfByFunction(profile, frameOf, length)
  return [items, side]
}

/**
 * What ends in each function of one profile, as items to test: a tree of frames, all of them roots. Items are rows of the profile's own frame
 * table, or of another of `length` rows, which `frameOf` leads to.
 */
function sumSelfByFunction(
  { frames, stacks, ...profile }: Profile,
  frameOf?: Int32Array,
  length = frames.length,
): { items: TestItems; side: SideSamples } {
  const nodes = length + 1
  const nodeOfRow = new Int32Array(stacks.length)
  for (let row = 0; row < nodeOfRow.length; row++) {
    const frame = stacks.frame[row]!
    nodeOfRow[row] = (frameOf ? frameOf[frame]! : frame) + 1
  }
  const itemOfNode = new Int32Array(nodes)
  for (let node = 0; node < nodes; node++) itemOfNode[node] = node - 1
  const parent = new Int32Array(nodes)
  parent[0] = -1
  return {
    items: { length, tree: { length: nodes, parent }, delta: 'self', itemOfNode },
    side: { profile: { ...profile, frames, stacks }, nodeOfRow },
  }
}
