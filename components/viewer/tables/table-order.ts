import type { TableColumn } from '../../../lib/profile/function-table.ts'
import type { FrameKind } from '../../../lib/profile/profile.ts'

/** What the table of functions shows, and in which order. */
export interface TableOrder {
  readonly column: TableColumn
  readonly reversed: boolean
  /** Only names that hold this text; empty for all. */
  readonly text: string
  /** Only functions of this kind. */
  readonly kind: FrameKind | 'all'
  /** Only what the search finds, while there is one. */
  readonly onlyFound: boolean
}

export const defaultTableOrder: TableOrder = {
  column: 'self',
  reversed: false,
  text: '',
  kind: 'all',
  onlyFound: true,
}

/** After a click on a heading: sorted by it, or turned around when it was. */
export function sortedBy(order: TableOrder, column: TableColumn): TableOrder {
  return { ...order, column, reversed: column === order.column && !order.reversed }
}
