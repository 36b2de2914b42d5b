import type { SideWeights, MergeOptions, MergedTree } from './comparison.ts'
import { chooseScale, type AppliedScale } from './comparison-scales.ts'
import { rankFrames } from '../../tree/frame-order.ts'
import { orderSiblings } from '../../tree/order-siblings.ts'
import type { CallTree, Weights } from '../../tree/tree-columns.ts'
import { roundForExactSums, sumOverSubtrees } from './merged-tree-weights.ts'

/** The same union with boxes of another width, in another scale or order. Nodes keep their numbers unless siblings change places. */
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

/** The union with each node at its new place. */
function permuteNodes(merged: MergedTree, newNode: Int32Array | null): MergedTree {
  if (newNode === null) return merged
  const { tree, before, after } = merged
  const move = <Column extends Int32Array | Weights>(column: Column): Column => {
    const moved = column.slice() as Column
    for (let node = 0; node < newNode.length; node++) moved[newNode[node]!] = column[node]!
    return moved
  }
  const side = ({ self, total }: SideWeights): SideWeights => ({ self: move(self), total: move(total) })
  const parent = move(tree.parent)
  for (let node = 1; node < parent.length; node++) parent[node] = newNode[parent[node]!]!
  const end = new Int32Array(tree.length)
  for (let node = 0; node < end.length; node++) end[newNode[node]!] = newNode[node]! + tree.end[node]! - node
  return {
    ...merged,
    tree: {
      ...tree,
      frame: move(tree.frame),
      parent,
      end,
      depth: move(tree.depth),
      self: move(tree.self),
      total: move(tree.total),
    },
    before: side(before),
    after: side(after),
  }
}
