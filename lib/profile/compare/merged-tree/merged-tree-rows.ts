import type { MergedTree } from './comparison.ts'
import { mergeFrames } from './merge-frames.ts'
import { PairTable } from '../../model/pair-table.ts'
import type { Profile, StackTable } from '../../model/profile.ts'
import type { CallTree } from '../../tree/tree-columns.ts'

/** For each row of a side's stack table its node in the merged tree, -1 for rows that have none. */
export interface MergedRows {
  readonly before: Int32Array
  readonly after: Int32Array
}

interface CachedRows extends MergedRows {
  readonly ofBefore: StackTable
  readonly ofAfter: StackTable
}

// Keys are the column that is only replaced when nodes get other numbers: a comparison is tested several times, and
// made new for each other width.
const rowCache = new WeakMap<Int32Array, CachedRows>()

/** What buildMergedTree finds out anyway. */
export function cacheMergedRows(
  { parent }: Pick<CallTree, 'parent'>,
  before: Pick<Profile, 'stacks'>,
  after: Pick<Profile, 'stacks'>,
  rows: MergedRows,
): void {
  rowCache.set(parent, { ...rows, ofBefore: before.stacks, ofAfter: after.stacks })
}

/** Finds the stacks of both sides in the tree merged from them, in any order of its siblings. */
export function getMergedRows({ tree }: Pick<MergedTree, 'tree'>, before: Profile, after: Profile): MergedRows {
  const last = rowCache.get(tree.parent)
  if (last?.ofBefore === before.stacks && last.ofAfter === after.stacks) return last
  // Node i is the row i - 1 of the pairs of (caller, frame): no pair is met twice.
  const nodesByPair = new PairTable(tree.length)
  for (let node = 1; node < tree.length; node++) nodesByPair.add(tree.parent[node]!, tree.frame[node]!)
  const { ofBefore, ofAfter } = mergeFrames(before, after)
  const rows = {
    before: findNodesOfRows(before.stacks, ofBefore, nodesByPair),
    after: findNodesOfRows(after.stacks, ofAfter, nodesByPair),
  }
  cacheMergedRows(tree, before, after, rows)
  return rows
}

function findNodesOfRows(
  { length, parent, frame }: StackTable,
  frameOf: Int32Array,
  nodesByPair: PairTable,
): Int32Array {
  const nodes = new Int32Array(length)
  for (let row = 0; row < length; row++) {
    // A pair that is not there is -1, and 0, one more, is the root, which no row is: -1 again.
    const caller = parent[row]! < 0 ? 0 : nodes[parent[row]!]!
    nodes[row] = caller < 0 ? -1 : nodesByPair.find(caller, frameOf[frame[row]!]!) + 1 || -1
  }
  return nodes
}
