import type { MergeOptions, MergedTree } from './comparison.ts'
import { getScaleBases, type SecondsOfBoth } from './comparison-scales.ts'
import { rankFrames } from '../../tree/frame-order.ts'
import { mergeFrames } from './merge-frames.ts'
import type { Profile, StackTable } from '../../model/profile.ts'
import { completeTree, markSampled, readOrderedOutline, type TreeOutline } from '../../tree/tree-outline.ts'
import { mapStacks } from '../../model/stack-weights.ts'
import { rescaleMergedTree } from './rescale-merged-tree.ts'
import { sortIntoTree } from '../../tree/sort-into-tree.ts'
import { cacheMergedRows } from './merged-tree-rows.ts'
import { weighSide } from './merged-tree-weights.ts'

/**
 * Builds one tree over the stacks of both, which are filtered already: nodes of one side are there too, with no weight
 * on the other. comparison.ts has its shape, with an example.
 *
 * `seconds` is given where filters left only a range of time, which a profile does not have (getDurationSeconds).
 * Linear but for the order of names: each side is read in drawing order, then the two are merged like sorted lists.
 */
export function buildMergedTree(
  before: Profile,
  after: Profile,
  options: MergeOptions,
  seconds?: SecondsOfBoth,
): MergedTree {
  const { strings, frames, ofBefore, ofAfter } = mergeFrames(before, after)
  const ranks = rankFrames({ strings, frames })
  const first = buildOutline(before, ofBefore, ranks)
  const second = buildOutline(after, ofAfter, ranks)
  const merged = mergeOutlines(first, second, ranks)
  const rows = {
    before: mapStacks(first.nodeOfRow, merged.nodeOfFirst),
    after: mapStacks(second.nodeOfRow, merged.nodeOfSecond),
  }
  cacheMergedRows(merged.tree, before, after, rows)
  const named: MergedTree = {
    tree: merged.tree,
    strings,
    frames,
    before: weighSide(merged.tree, before.samples, rows.before),
    after: weighSide(merged.tree, after.samples, rows.after),
    scaleBefore: 1,
    scaleAfter: 1,
    scale: 'raw',
    bases: getScaleBases(before, after, seconds),
  }
  return rescaleMergedTree(named, options)
}

/** The outline of one side, in the merged frames and in their order. */
function buildOutline({ stacks, samples }: Profile, frameOf: Int32Array, ranks: Int32Array): TreeOutline {
  const frame = new Uint32Array(stacks.length)
  for (let row = 0; row < frame.length; row++) frame[row] = frameOf[stacks.frame[row]!]!
  const renamed: StackTable = { ...stacks, frame }
  const isSampled = markSampled(stacks, samples)
  return readOrderedOutline(renamed, isSampled, ranks) ?? sortIntoTree(renamed, isSampled, ranks)
}

/**
 * Merges two outlines in the same order of siblings in a single pass, as sorted lists are merged: of the next node of
 * each, the deeper one comes first, since it belongs to the subtree that is being written, and of two at one depth the
 * one whose frame comes first; equal ones are one. The tree has no weights yet. With it comes the node of each node of
 * an outline.
 *
 *     a  a;b  a;b;c  d      and     a  a;c  d  d;e      give     a  a;b  a;b;c  a;c  d  d;e
 */
function mergeOutlines(first: TreeOutline, second: TreeOutline, ranks: Int32Array) {
  const most = first.length + second.length - 1
  const columns = { frame: new Int32Array(most), parent: new Int32Array(most), depth: new Int32Array(most) }
  const nodeOfFirst = new Int32Array(first.length)
  const nodeOfSecond = new Int32Array(second.length)
  columns.frame[0] = -1
  columns.parent[0] = -1
  let length = 1
  let one = 1
  let two = 1
  while (one < first.length || two < second.length) {
    const order = compareNext(first, one, second, two, ranks)
    const from = order <= 0 ? first : second
    const node = order <= 0 ? one : two
    const parents = order <= 0 ? nodeOfFirst : nodeOfSecond
    columns.frame[length] = from.frame[node]!
    columns.parent[length] = parents[from.parent[node]!]!
    columns.depth[length] = from.depth[node]!
    if (order <= 0) nodeOfFirst[one++] = length
    if (order >= 0) nodeOfSecond[two++] = length
    length++
  }
  const fit = (column: Int32Array) => (length === most ? column : column.slice(0, length))
  const nodes = { length, frame: fit(columns.frame), parent: fit(columns.parent), depth: fit(columns.depth) }
  return { tree: completeTree(nodes, new Float64Array(length)), nodeOfFirst, nodeOfSecond }
}

/** Gives below 0 when the first outline's node comes next, above 0 when the second's, 0 when they are the same path. */
function compareNext(first: TreeOutline, one: number, second: TreeOutline, two: number, ranks: Int32Array): number {
  if (one === first.length) return 1
  if (two === second.length) return -1
  const deeper = second.depth[two]! - first.depth[one]!
  return deeper === 0 ? ranks[first.frame[one]!]! - ranks[second.frame[two]!]! : deeper
}
