import { verdicts, type DeltaKind, type Verdict } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { isSignificant } from '../../../lib/profile/compare/significance/test-merged-tree.ts'
import { matchesLiteral } from '../../../lib/profile/search/search.ts'
import type { FunctionRows } from './worker/comparison-messages.ts'
import type { FrameNames, UnionSides } from '../worker/tree-messages.ts'

export const diffFilters = ['all', 'significant', 'changed', 'new', 'gone'] as const
export type DiffFilter = (typeof diffFilters)[number]
/** `evidence`: what is beyond noise first, then by size. */
export type DiffColumn = 'evidence' | 'before' | 'after' | 'delta' | 'ratio' | 'name'

/** What the table of two profiles shows, and in which order. */
export interface DiffOrder {
  readonly column: DiffColumn
  readonly reversed: boolean
  readonly filter: DiffFilter
  /** Only names that hold this text; empty for all. */
  readonly text: string
}

export const defaultDiffOrder: DiffOrder = { column: 'evidence', reversed: false, filter: 'all', text: '' }

export type RowStatus = 'same' | 'changed' | 'new' | 'gone'

/** New and gone are facts; changed is what is beyond noise. */
export function statusOfRow(rows: FunctionRows, row: number): RowStatus {
  const verdict: Verdict = verdicts[rows.verdict[row]!]!
  return verdict === 'few' ? 'same' : verdict
}

/** Rows to be shown, in their order. `found` narrows to frames that a search finds. */
export function orderDiffRows(
  rows: FunctionRows,
  { sides, frames, strings }: FrameNames & { readonly sides: UnionSides },
  { column, reversed, filter, text }: DiffOrder,
  kind: DeltaKind,
  found: Uint8Array | null,
): Uint32Array {
  const matches = text === '' ? null : matchesLiteral(strings, text, false)
  const nameOf = (row: number) => strings[frames.name[rows.frame[row]!]!]!
  const before = (row: number) => rows.before[kind][row]! * sides.scaleBefore
  const after = (row: number) => rows.after[kind][row]! * sides.scaleAfter
  const kept = Uint32Array.from({ length: rows.length }, (_, row) => row).filter((row) => {
    if (matches && matches[frames.name[rows.frame[row]!]!] === 0) return false
    if (found && found[rows.frame[row]!] === 0) return false
    if (filter === 'significant') return isSignificant(rows, row)
    return filter === 'all' || statusOfRow(rows, row) === filter
  })
  const by: Record<Exclude<DiffColumn, 'evidence'>, (a: number, b: number) => number> = {
    before: (a, b) => before(b) - before(a),
    after: (a, b) => after(b) - after(a),
    delta: (a, b) => after(b) - before(b) - (after(a) - before(a)),
    ratio: (a, b) => ratioOf(after(b), before(b)) - ratioOf(after(a), before(a)),
    name: (a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0),
  }
  const ordered = column === 'evidence' ? kept : kept.sort((a, b) => by[column](a, b) || a - b)
  return reversed ? ordered.toReversed() : ordered
}

/** From 0, gone, to 2, new, so that both ends have a place. */
function ratioOf(after: number, before: number): number {
  return after + before === 0 ? 1 : (2 * after) / (after + before)
}

/** After a click on a heading: sorted by it, then turned around, then by evidence again. */
export function sortedDiffBy(order: DiffOrder, column: DiffColumn): DiffOrder {
  if (order.column !== column) return { ...order, column, reversed: false }
  return order.reversed ? { ...order, column: 'evidence', reversed: false } : { ...order, reversed: true }
}
