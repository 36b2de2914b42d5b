import {
  type DeltaKind,
  isSignificant,
  type MergedTree,
  type SideWeights,
  type SignificanceResults,
} from '../merged-tree/comparison.ts'
import { hasInlinedFrames } from '../merged-tree/normalize-stacks.ts'
import { createHiddenWeight } from './hidden-weight.ts'
import { buildFunctionTable } from '../../tree/function-table.ts'
import { testItems } from './test-items.ts'
import { type TestItems, weighItems } from './tested-items.ts'
import type { Profile } from '../../model/profile.ts'
import type { CallTree } from '../../tree/tree-columns.ts'
import { getMergedRows } from '../merged-tree/merged-tree-rows.ts'

/**
 * What each function costs on both sides wherever it stands, in columns: significant ones first, then by size of the scaled delta. A stack in
 * which a function calls itself counts once in its total.
 */
export interface FunctionDeltas extends SignificanceResults {
  readonly length: number
  /** Row of the merged frames. */
  readonly frame: Uint32Array
  /** Node of the merged tree at which it weighs most, both sides together: where its selection goes in the graph. */
  readonly widest: Int32Array
  /** By row of this table, unscaled. */
  readonly before: SideWeights
  readonly after: SideWeights
}

interface CachedDeltas {
  readonly before: Profile
  readonly after: Profile
  readonly byKind: Map<DeltaKind, FunctionDeltas>
}

// The table shows them, and testMergedTree asks for them too.
const deltaCache = new WeakMap<MergedTree, CachedDeltas>()

/** `delta` says which of the two is tested and ordered by; both are in the table. */
export function getFunctionDeltas(
  merged: MergedTree,
  before: Profile,
  after: Profile,
  delta: DeltaKind,
): FunctionDeltas {
  const last = deltaCache.get(merged)
  const isSame = last?.before === before && last.after === after
  const byKind = isSame ? last.byKind : new Map<DeltaKind, FunctionDeltas>()
  if (!isSame) deltaCache.set(merged, { before, after, byKind })
  const deltas = byKind.get(delta) ?? compareByFunction(merged, before, after, delta)
  byKind.set(delta, deltas)
  return deltas
}

function compareByFunction(merged: MergedTree, before: Profile, after: Profile, delta: DeltaKind): FunctionDeltas {
  const table = buildFunctionTable(sumSides(merged), merged.frames.length)
  const rowOfFrame = new Int32Array(merged.frames.length).fill(-1)
  table.frame.forEach((frame, row) => (rowOfFrame[frame] = row))
  const items = (kind: DeltaKind): TestItems => ({
    length: table.length,
    tree: merged.tree,
    delta: kind,
    itemOfNode: kind === 'self' ? everyNode(merged.tree, rowOfFrame) : outermostNodes(merged.tree, rowOfFrame),
  })
  const [ofSelf, ofTotal] = [items('self'), items('total')]
  const rows = getMergedRows(merged, before, after)
  const significance = testItems(
    merged,
    delta === 'self' ? ofSelf : ofTotal,
    { profile: before, nodeOfRow: rows.before },
    { profile: after, nodeOfRow: rows.after },
    hiddenFrames(merged, before, after, delta, table.frame),
  )
  const side = ({ self }: SideWeights): SideWeights => ({
    self: weighItems(ofSelf, self),
    total: weighItems(ofTotal, self),
  })
  const unordered: FunctionDeltas = {
    ...significance,
    length: table.length,
    frame: table.frame,
    widest: table.widest,
    before: side(merged.before),
    after: side(merged.after),
  }
  return orderDeltas(unordered, merged, delta)
}

function hiddenFrames(merged: MergedTree, before: Profile, after: Profile, delta: DeltaKind, frames: Uint32Array) {
  if (hasInlinedFrames(before) && hasInlinedFrames(after)) return undefined
  const hidden = createHiddenWeight(merged, delta)
  return (row: number, isUp: boolean) => hidden(frames[row]!, isUp)
}

/** The merged tree as one of what both weigh together: no function is left out. */
function sumSides({ tree, before, after, scaleBefore, scaleAfter }: MergedTree): CallTree {
  const add = (one: Float64Array, two: Float64Array) =>
    two.map((weight, node) => weight * scaleAfter + one[node]! * scaleBefore)
  return { ...tree, self: add(before.self, after.self), total: add(before.total, after.total) }
}

function everyNode({ length, frame }: CallTree, rowOfFrame: Int32Array): Int32Array {
  const items = new Int32Array(length).fill(-1)
  for (let node = 1; node < length; node++) items[node] = rowOfFrame[frame[node]!]!
  return items
}

/** A function under itself is in its own total already. */
function outermostNodes({ length, frame, end }: CallTree, rowOfFrame: Int32Array): Int32Array {
  const items = new Int32Array(length).fill(-1)
  const free = new Int32Array(rowOfFrame.length)
  for (let node = 1; node < length; node++) {
    const own = frame[node]!
    if (node < free[own]!) continue
    free[own] = end[node]!
    items[node] = rowOfFrame[own]!
  }
  return items
}

/** The table with these rows only, in this order. */
export function takeRows(deltas: FunctionDeltas, rows: Uint32Array): FunctionDeltas {
  const take = <Column extends Float64Array | Float32Array | Uint8Array | Uint32Array | Int32Array>(column: Column) => {
    const taken = column.slice(0, rows.length) as Column
    rows.forEach((from, row) => (taken[row] = column[from]!))
    return taken
  }
  const side = ({ self, total }: SideWeights): SideWeights => ({ self: take(self), total: take(total) })
  return {
    length: rows.length,
    frame: take(deltas.frame),
    widest: take(deltas.widest),
    before: side(deltas.before),
    after: side(deltas.after),
    outcome: take(deltas.outcome),
    q: take(deltas.q),
    low: take(deltas.low),
    high: take(deltas.high),
  }
}

/** The table with significant rows first, then by size of the change; of changes that noise cannot tell apart, the cause first. */
function orderDeltas(deltas: FunctionDeltas, merged: MergedTree, delta: DeltaKind): FunctionDeltas {
  return takeRows(deltas, computeOrder(deltas, merged, delta))
}

function computeOrder(deltas: FunctionDeltas, merged: MergedTree, delta: DeltaKind): Uint32Array {
  const sizes = (kind: DeltaKind) =>
    deltas.after[kind].map((weight, row) =>
      Math.abs(weight * merged.scaleAfter - deltas.before[kind][row]! * merged.scaleBefore),
    )
  const size = sizes(delta)
  const rank = (row: number) => (isSignificant(deltas, row) ? 0 : 1)
  const order = Uint32Array.from(deltas.frame.keys()).sort((a, b) => rank(a) - rank(b) || size[b]! - size[a]! || a - b)
  return delta === 'self' ? order : sortEqualDeltas(order, deltas, size, sizes('self'))
}

/**
 * What made a function slow made all its callers slow. Where noise cannot tell the change of one from the largest, the function that
 * changed most by itself stands first.
 */
function sortEqualDeltas(
  order: Uint32Array,
  deltas: FunctionDeltas,
  size: Float64Array,
  own: Float64Array,
): Uint32Array {
  const significant = order.findIndex((row) => !isSignificant(deltas, row))
  const end = significant < 0 ? order.length : significant
  let from = 0
  while (from < end) {
    const least = Math.min(Math.abs(deltas.low[order[from]!]!), Math.abs(deltas.high[order[from]!]!))
    let to = from + 1
    while (to < end && size[order[to]!]! >= least) to++
    order.subarray(from, to).sort((a, b) => own[b]! - own[a]! || size[b]! - size[a]! || a - b)
    from = to
  }
  return order
}
