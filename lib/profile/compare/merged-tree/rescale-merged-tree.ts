import type { MergedTree, MergeOptions, SideWeights } from './comparison.ts'
import { type AppliedScale, chooseScale } from './comparison-scales.ts'
import { rankFrames } from '../../tree/frame-order.ts'
import { moveNodes, orderSiblings, permuteTree } from '../../tree/sibling-order.ts'
import type { CallTree } from '../../tree/tree-columns.ts'
import { roundForExactSums } from './merged-tree-weights.ts'
import { sumOverSubtrees } from '../../model/stack-weights.ts'

/**
 * The same tree with boxes of another width, in another scale or order. Nodes keep their numbers unless siblings change
 * places.
 */
export function rescaleMergedTree(merged: MergedTree, { width, scale, requests, sort }: MergeOptions): MergedTree {
  const used = chooseScale(merged.bases, { scale, requests })
  const weighed: MergedTree = { ...merged, ...used, tree: { ...merged.tree, ...computeWidths(merged, used, width) } }
  const ranks = rankFrames(weighed)
  const { frame, total } = weighed.tree
  const byName = (a: number, b: number) => ranks[frame[a]!]! - ranks[frame[b]!]!
  return permuteNodes(
    weighed,
    orderSiblings(weighed.tree, sort === 'name' ? byName : (a, b) => total[b]! - total[a]! || byName(a, b)),
  )
}

function computeWidths(
  { tree, before, after }: MergedTree,
  used: AppliedScale,
  width: MergeOptions['width'],
): Pick<CallTree, 'self' | 'total'> {
  if (width === 'after') return after
  if (width === 'before') return before
  const sign = width === 'union' ? 1 : -1
  const self = after.self.map((weight, node) =>
    Math.abs(weight * used.scaleAfter + sign * before.self[node]! * used.scaleBefore),
  )
  const rounded = roundForExactSums(self, after.total[0]! * used.scaleAfter + before.total[0]! * used.scaleBefore)
  return { self: rounded, total: sumOverSubtrees(tree, rounded) }
}

/** The tree with each node at its new index. */
function permuteNodes(merged: MergedTree, newNode: Int32Array | null): MergedTree {
  if (newNode === null) return merged
  const { tree, before, after } = merged
  const side = ({ self, total }: SideWeights): SideWeights => ({
    self: moveNodes(self, newNode),
    total: moveNodes(total, newNode),
  })
  return {
    ...merged,
    tree: permuteTree(tree, newNode),
    before: side(before),
    after: side(after),
  }
}
