import type { Profile } from '../../model/profile.ts'
import { estimateDispersions } from './dispersion.ts'
import { replicate, sumSamples, sumSide } from './side-evidence.ts'
import { pruneForTesting, type TestItems } from './tested-items.ts'

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
  const { items, nodeOfRow } = sumSelfByFunction(profile)
  const side = sumSamples(items.tree, profile, nodeOfRow)
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

/** What ends in each function of one profile, as items to test: a tree of frames, all of them roots. */
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
