import type { SideWeights } from './comparison.ts'
import type { SampleTable } from '../../model/profile.ts'
import { sumOverSubtrees } from '../../model/stack-weights.ts'
import type { CallTree } from '../../tree/tree-columns.ts'
import { addSelf } from '../../tree/tree-outline.ts'

/** Self and total of one side by node of the merged tree; `nodeOfRow` leads there from rows of its stacks. */
export function weighSide(tree: CallTree, samples: SampleTable, nodeOfRow: Int32Array): SideWeights {
  const self = new Float64Array(tree.length)
  addSelf(self, samples, nodeOfRow)
  return { self, total: sumOverSubtrees(tree, self) }
}

/**
 * The column with each value rounded to a multiple of a power of two that leaves room for the sum of all, at most
 * `most`, in 53 bits: then sums are exact in any order, and a box ends where its last callee ends, in any scale.
 */
export function roundForExactSums(values: Float64Array, most: number): Float64Array {
  if (!(most > 0 && most < Infinity)) return values
  const step = 2 ** (Math.ceil(Math.log2(most)) - 51)
  return values.map((value) => Math.round(value / step) * step)
}
