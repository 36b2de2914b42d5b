import {
  computeScaledChange,
  type DeltaKind,
  isSignificant,
  maxFalseDiscoveryRate,
  type MergedTree,
  type SideWeights,
  type SignificanceResults,
  type TestOutcome,
  testOutcomes,
} from '../merged-tree/comparison.ts'
import type { ItemTests } from './item-tests.ts'

/** Costs of groups of frames on both sides, wherever they stand, in columns. */
export interface DeltaTable extends SignificanceResults {
  readonly length: number
  /** Unscaled weights of each row of this table. A stack that passes through a group twice counts once in its total. */
  readonly before: SideWeights
  readonly after: SideWeights
  /** The row whose change explains that of this one; -1 for a row that explains itself, or that noise explains. */
  readonly cause: Int32Array
  /** Weight of each row that one engine recorded and the other cannot show, unscaled; absent for one engine. */
  readonly hiddenBefore?: Float64Array
  readonly hiddenAfter?: Float64Array
}

/** Functions: causes, then those they explain, then those that noise may explain; each by size of the scaled delta. */
export interface FunctionDeltas extends DeltaTable {
  /** Row of the merged frames. */
  readonly frame: Uint32Array
  /** Node of the merged tree at which it weighs most, both sides together: where its selection goes in the graph. */
  readonly widest: Int32Array
}

/** Packages or classes in the same order. */
export interface GroupDeltas extends DeltaTable {
  readonly names: readonly string[]
}

const codeByOutcome = Object.fromEntries(testOutcomes.map((outcome, code) => [outcome, code])) as Record<
  TestOutcome,
  number
>

/**
 * Gives results of items by their adjusted chances and the weight on either side, without the intervals, which
 * adjustResults adds.
 */
export function toResults(
  { isHidden, cost }: Pick<ItemTests, 'isHidden' | 'cost'>,
  q: Float64Array,
  before: ArrayLike<number>,
  after: ArrayLike<number>,
): Omit<SignificanceResults, 'low' | 'high'> {
  const outcome = Uint8Array.from(q, (rate, item) => {
    if (before[item] === 0 && after[item]! > 0) return codeByOutcome.new
    if (before[item]! > 0 && after[item] === 0) return codeByOutcome.gone
    if (rate <= maxFalseDiscoveryRate) return codeByOutcome.changed
    return Number.isNaN(rate) ? codeByOutcome.few : codeByOutcome.same
  })
  return { outcome, q: Float32Array.from(q), isHidden, cost }
}

/** The table with these rows only, in this order. */
export function takeRows<Table extends DeltaTable>(table: Table, rows: Uint32Array): Table {
  const rowOf = new Int32Array(table.length).fill(-1)
  rows.forEach((from, row) => (rowOf[from] = row))
  const take = <Column extends Float64Array | Float32Array | Uint8Array | Uint32Array | Int32Array>(column: Column) => {
    const taken = column.slice(0, rows.length) as Column
    rows.forEach((from, row) => (taken[row] = column[from]!))
    return taken
  }
  const side = ({ self, total }: SideWeights): SideWeights => ({ self: take(self), total: take(total) })
  const columns: Partial<Record<keyof FunctionDeltas | keyof GroupDeltas, unknown>> = {
    length: rows.length,
    before: side(table.before),
    after: side(table.after),
    cause: take(table.cause).map((cause) => (cause < 0 ? -1 : rowOf[cause]!)),
  }
  for (const [name, column] of Object.entries(table)) {
    if (name in columns) continue
    Object.assign(columns, {
      [name]: Array.isArray(column) ? Array.from(rows, (row) => column[row] as unknown) : take(column as Float64Array),
    })
  }
  return columns as Table
}

/** Orders rows: causes, then rows that they explain, then rows that noise may explain. */
export function orderDeltaRows<Table extends DeltaTable>(
  table: Table,
  merged: Pick<MergedTree, 'scaleBefore' | 'scaleAfter'>,
  delta: DeltaKind,
): Table {
  const size = table.after[delta].map((_, row) => Math.abs(computeScaledChange(table, merged, delta, row)))
  const rank = (row: number) => (!isSignificant(table, row) ? 2 : table.cause[row]! >= 0 ? 1 : 0)
  const order = Uint32Array.from({ length: table.length }, (_, row) => row)
  return takeRows(
    table,
    order.sort((a, b) => rank(a) - rank(b) || size[b]! - size[a]! || a - b),
  )
}

/** Gives for each frame its node with the most weight, on both sides together; 0 for one that no node has. */
export function findWidestNodes({ tree, frames, before, after, scaleBefore, scaleAfter }: MergedTree): Int32Array {
  const widest = new Int32Array(frames.length)
  const most = new Float64Array(frames.length).fill(-1)
  for (let node = 1; node < tree.length; node++) {
    const frame = tree.frame[node]!
    const weight = before.total[node]! * scaleBefore + after.total[node]! * scaleAfter
    if (weight <= most[frame]!) continue
    most[frame] = weight
    widest[frame] = node
  }
  return widest
}
