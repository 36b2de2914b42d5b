import type { UnionOrder, UnionTree } from './comparison.ts'
import { basesOf, type SecondsOfBoth } from './comparison-scales.ts'
import { rankFrames } from '../../tree/frame-order.ts'
import { mergeFrames } from './merge-frames.ts'
import { mergeOutlines } from './merge-outlines.ts'
import type { Profile, StackTable } from '../../model/profile.ts'
import { readInOrder } from '../../tree/read-in-order.ts'
import { reweighUnion } from './rescale-merged-tree.ts'
import { sortIntoTree } from '../../tree/sort-into-tree.ts'
import { markSampled, type TreeOutline } from '../../tree/tree-outline.ts'
import { rememberRows } from './merged-tree-rows.ts'
import { weighSide } from './merged-tree-weights.ts'

/**
 * One tree over the stacks of both, which are filtered already: what only one of them has is there too, with no weight on the
 * other side. The shape of it, with an example: comparison.ts.
 *
 * `seconds` is given where filters left only a range of time, which a profile does not tell (secondsOf).
 * Linear but for the order of names: each side is read in drawing order, then the two are merged like sorted lists.
 */
export function buildUnionTree(before: Profile, after: Profile, order: UnionOrder, seconds?: SecondsOfBoth): UnionTree {
  const { strings, frames, ofBefore, ofAfter } = mergeFrames(before, after)
  const ranks = rankFrames({ strings, frames })
  const first = outlineOf(before, ofBefore, ranks)
  const second = outlineOf(after, ofAfter, ranks)
  const merged = mergeOutlines(first, second, ranks)
  const rows = { before: throughOutline(first, merged.nodeOfFirst), after: throughOutline(second, merged.nodeOfSecond) }
  rememberRows(merged.tree, before, after, rows)
  const named: UnionTree = {
    tree: merged.tree,
    strings,
    frames,
    before: weighSide(merged.tree, before.samples, rows.before),
    after: weighSide(merged.tree, after.samples, rows.after),
    scaleBefore: 1,
    scaleAfter: 1,
    scale: 'raw',
    bases: basesOf(before, after, seconds),
  }
  return reweighUnion(named, order)
}

/** The outline of one side, in the frames of the union and in their order. */
function outlineOf({ stacks, samples }: Profile, frameOf: Int32Array, ranks: Int32Array): TreeOutline {
  const frame = new Uint32Array(stacks.length)
  for (let row = 0; row < frame.length; row++) frame[row] = frameOf[stacks.frame[row]!]!
  const renamed: StackTable = { ...stacks, frame }
  const isSampled = markSampled(stacks, samples)
  return readInOrder(renamed, isSampled, ranks) ?? sortIntoTree(renamed, isSampled, ranks)
}

function throughOutline({ nodeOfRow }: TreeOutline, nodeOf: Int32Array): Int32Array {
  return nodeOfRow.map((place) => (place < 0 ? -1 : nodeOf[place]!))
}
