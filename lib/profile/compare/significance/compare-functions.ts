import {
  type DeltaKind,
  type SideWeights,
  type MergeOptions,
  type MergedTree,
  testOutcomes,
} from '../merged-tree/comparison.ts'
import { hasInlinedFrames } from '../merged-tree/normalize-stacks.ts'
import { createHiddenWeight } from './hidden-weight.ts'
import { type FunctionDeltas, takeRows } from './function-deltas.ts'
import { buildFunctionTable } from '../../tree/function-table.ts'
import { testItems } from './test-items.ts'
import { isSignificant } from './is-significant.ts'
import { type TestItems, weighItems } from './tested-items.ts'
import { type FrameKind, frameKinds, type Profile } from '../../model/profile.ts'
import type { CallTree } from '../../tree/tree-columns.ts'
import { buildMergedTree } from '../merged-tree/merged-tree.ts'
import { getMergedRows } from '../merged-tree/merged-tree-rows.ts'

export { type FunctionDeltas } from './function-deltas.ts'

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

/** One function on both sides, scaled: shares of all, 0 to 1, unless another scale was asked for. */
export interface FunctionDelta {
  readonly name: string
  readonly kind: FrameKind
  /** `same` also where there are too few samples to ask: then `q` is null. */
  readonly status: 'same' | 'changed' | 'new' | 'gone'
  readonly selfBefore: number
  readonly selfAfter: number
  readonly totalBefore: number
  readonly totalAfter: number
  /** Of the tested delta, at 95 %; both ends the delta itself where it was not tested. */
  readonly interval: [number, number]
  readonly q: number | null
  readonly isSignificant: boolean
}

export type CompareOptions = Partial<Pick<MergeOptions, 'scale' | 'requests'>> & { readonly delta?: DeltaKind }

/** All functions of two profiles, significant differences first, then the largest. */
export function compareFunctions(
  before: Profile,
  after: Profile,
  { scale = 'share', requests = null, delta = 'total' }: CompareOptions = {},
): FunctionDelta[] {
  const merged = buildMergedTree(before, after, { width: 'after', sort: 'name', scale, requests })
  const deltas = getFunctionDeltas(merged, before, after, delta)
  return Array.from(deltas.frame, (frame, row) => {
    const scaled = (kind: DeltaKind) =>
      [deltas.before[kind][row]! * merged.scaleBefore, deltas.after[kind][row]! * merged.scaleAfter] as const
    const [selfBefore, selfAfter] = scaled('self')
    const [totalBefore, totalAfter] = scaled('total')
    const q = deltas.q[row]!
    const outcome = testOutcomes[deltas.outcome[row]!]!
    const own = delta === 'self' ? selfAfter - selfBefore : totalAfter - totalBefore
    return {
      name: merged.strings[merged.frames.name[frame]!]!,
      kind: frameKinds[merged.frames.kind[frame]!]!,
      status: outcome === 'few' ? 'same' : outcome,
      selfBefore,
      selfAfter,
      totalBefore,
      totalAfter,
      interval: Number.isNaN(q) ? [own, own] : [deltas.low[row]!, deltas.high[row]!],
      q: Number.isNaN(q) ? null : q,
      isSignificant: isSignificant(deltas, row),
    }
  })
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
