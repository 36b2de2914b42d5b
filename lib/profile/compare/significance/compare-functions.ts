import {
  type DeltaKind,
  type SideWeights,
  type UnionOrder,
  type UnionTree,
  verdicts,
} from '../merged-tree/comparison.ts'
import { seesInlined } from '../merged-tree/normalize-stacks.ts'
import { hiddenWeights } from './hidden-weight.ts'
import { type FunctionDeltas, takeRows } from './function-deltas.ts'
import { functionTable } from '../../tree/function-table.ts'
import { judgeItems } from './test-items.ts'
import { isSignificant } from './is-significant.ts'
import { type JudgedItems, weighItems } from './tested-items.ts'
import { type FrameKind, frameKinds, type Profile } from '../../model/profile.ts'
import type { CallTree } from '../../tree/tree-columns.ts'
import { buildUnionTree } from '../merged-tree/merged-tree.ts'
import { rowsOfUnion } from '../merged-tree/merged-tree-rows.ts'

export { type FunctionDeltas } from './function-deltas.ts'

interface KnownDeltas {
  readonly before: Profile
  readonly after: Profile
  readonly byKind: Map<DeltaKind, FunctionDeltas>
}

// The table shows them, and judge-union.ts asks for them too.
const known = new WeakMap<UnionTree, KnownDeltas>()

/** `delta` says which of the two is judged and ordered by; both are in the table. */
export function functionDeltas(union: UnionTree, before: Profile, after: Profile, delta: DeltaKind): FunctionDeltas {
  const last = known.get(union)
  const isSame = last?.before === before && last.after === after
  const byKind = isSame ? last.byKind : new Map<DeltaKind, FunctionDeltas>()
  if (!isSame) known.set(union, { before, after, byKind })
  const deltas = byKind.get(delta) ?? compare(union, before, after, delta)
  byKind.set(delta, deltas)
  return deltas
}

function compare(union: UnionTree, before: Profile, after: Profile, delta: DeltaKind): FunctionDeltas {
  const table = functionTable(bothSides(union), union.frames.length)
  const rowOfFrame = new Int32Array(union.frames.length).fill(-1)
  table.frame.forEach((frame, row) => (rowOfFrame[frame] = row))
  const items = (kind: DeltaKind): JudgedItems => ({
    length: table.length,
    tree: union.tree,
    delta: kind,
    itemOfNode: kind === 'self' ? everyNode(union.tree, rowOfFrame) : outermostNodes(union.tree, rowOfFrame),
  })
  const [ofSelf, ofTotal] = [items('self'), items('total')]
  const rows = rowsOfUnion(union, before, after)
  const judged = judgeItems(
    union,
    delta === 'self' ? ofSelf : ofTotal,
    { profile: before, nodeOfRow: rows.before },
    { profile: after, nodeOfRow: rows.after },
    hiddenFrames(union, before, after, delta, table.frame),
  )
  const side = ({ self }: SideWeights): SideWeights => ({
    self: weighItems(ofSelf, self),
    total: weighItems(ofTotal, self),
  })
  const unordered: FunctionDeltas = {
    ...judged,
    length: table.length,
    frame: table.frame,
    widest: table.widest,
    before: side(union.before),
    after: side(union.after),
  }
  return culpritsFirst(unordered, union, delta)
}

function hiddenFrames(union: UnionTree, before: Profile, after: Profile, delta: DeltaKind, frames: Uint32Array) {
  if (seesInlined(before) && seesInlined(after)) return undefined
  const hidden = hiddenWeights(union, delta)
  return (row: number, isUp: boolean) => hidden(frames[row]!, isUp)
}

/** The union as a tree of what both weigh together: no function is left out. */
function bothSides({ tree, before, after, scaleBefore, scaleAfter }: UnionTree): CallTree {
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
  /** Of the judged delta, at 95 %; both ends the delta itself where it was not tested. */
  readonly interval: [number, number]
  readonly q: number | null
  readonly isSignificant: boolean
}

export type ComparedHow = Partial<Pick<UnionOrder, 'scale' | 'requests'>> & { readonly delta?: DeltaKind }

/** All functions of two profiles, significant differences first, then the largest. */
export function compareFunctions(
  before: Profile,
  after: Profile,
  { scale = 'share', requests = null, delta = 'total' }: ComparedHow = {},
): FunctionDelta[] {
  const union = buildUnionTree(before, after, { width: 'after', sort: 'name', scale, requests })
  const deltas = functionDeltas(union, before, after, delta)
  return Array.from(deltas.frame, (frame, row) => {
    const scaled = (kind: DeltaKind) =>
      [deltas.before[kind][row]! * union.scaleBefore, deltas.after[kind][row]! * union.scaleAfter] as const
    const [selfBefore, selfAfter] = scaled('self')
    const [totalBefore, totalAfter] = scaled('total')
    const q = deltas.q[row]!
    const verdict = verdicts[deltas.verdict[row]!]!
    const own = delta === 'self' ? selfAfter - selfBefore : totalAfter - totalBefore
    return {
      name: union.strings[union.frames.name[frame]!]!,
      kind: frameKinds[union.frames.kind[frame]!]!,
      status: verdict === 'few' ? 'same' : verdict,
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

/** The table with significant rows first, then by size of the change; of changes that noise cannot tell apart, the culprit's first. */
function culpritsFirst(deltas: FunctionDeltas, union: UnionTree, delta: DeltaKind): FunctionDeltas {
  return takeRows(deltas, orderOf(deltas, union, delta))
}

function orderOf(deltas: FunctionDeltas, union: UnionTree, delta: DeltaKind): Uint32Array {
  const sizes = (kind: DeltaKind) =>
    deltas.after[kind].map((weight, row) =>
      Math.abs(weight * union.scaleAfter - deltas.before[kind][row]! * union.scaleBefore),
    )
  const size = sizes(delta)
  const rank = (row: number) => (isSignificant(deltas, row) ? 0 : 1)
  const order = Uint32Array.from(deltas.frame.keys()).sort((a, b) => rank(a) - rank(b) || size[b]! - size[a]! || a - b)
  return delta === 'self' ? order : sortAlike(order, deltas, size, sizes('self'))
}

/**
 * What made a function slow made all its callers slow. Where noise cannot tell the change of one from the largest, the function that
 * changed most by itself stands first.
 */
function sortAlike(order: Uint32Array, deltas: FunctionDeltas, size: Float64Array, own: Float64Array): Uint32Array {
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
