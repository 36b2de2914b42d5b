import type { MergedTree, MergeOptions, SideWeights } from './comparison.ts'
import { type AppliedScale, chooseScale } from './comparison-scales.ts'
import { rankFrames } from '../../tree/frame-order.ts'
import type { CallTree, Weights } from '../../tree/tree-columns.ts'
import { roundForExactSums, sumOverSubtrees } from './merged-tree-weights.ts'

/** The same tree with boxes of another width, in another scale or order. Nodes keep their numbers unless siblings change places. */
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

/** For each node its new place when siblings stand in this order; null when they do already. Equal ones stay as they were. */
function orderSiblings(
  { length, end }: Pick<CallTree, 'length' | 'end'>,
  compare: (a: number, b: number) => number,
): Int32Array | null {
  const newNode = new Int32Array(length)
  let isSorted = true
  const callees: number[] = []
  for (let node = 0; node < length; node++) {
    callees.length = 0
    let isInOrder = true
    for (let callee = node + 1; callee < end[node]!; callee = end[callee]!) {
      if (callees.length > 0 && compare(callees.at(-1)!, callee) > 0) isInOrder = false
      callees.push(callee)
    }
    if (!isInOrder) {
      callees.sort((a, b) => compare(a, b) || a - b)
      isSorted = false
    }
    // Callers come first, so that each node knows its place before its callees get theirs.
    let free = newNode[node]! + 1
    for (const callee of callees) {
      newNode[callee] = free
      free += end[callee]! - callee
    }
  }
  return isSorted ? null : newNode
}
