import { ArrowDown, ArrowUp } from 'lucide-react'
import type { TableColumn } from '../../../lib/profile/function-table.ts'
import type { Unit } from '../../../lib/profile/profile.ts'
import type { TableOrder } from './table-order.ts'

/** The headings of the table of functions: each sorts by its column, and once more the other way around. */
export function FunctionListHead({
  className,
  order,
  unit,
  onSort,
}: {
  className: string
  order: TableOrder
  unit: Unit
  onSort: (column: TableColumn) => void
}) {
  const heading = (column: TableColumn, says: string, isRight: boolean) => {
    const isSorted = column === order.column
    // Weights begin with the largest, names with the first.
    const isAscending = (column === 'name') !== order.reversed
    const Arrow = isAscending ? ArrowUp : ArrowDown
    return (
      <span
        role="columnheader"
        aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
        className={isRight ? 'text-right' : undefined}
      >
        <button
          type="button"
          onClick={() => onSort(column)}
          className="inline-flex h-7 items-center gap-1 rounded-md hover:text-ink aria-[current]:text-ink"
          aria-current={isSorted ? true : undefined}
        >
          {says}
          {column === 'name' && unit === 'samples' ? (
            <span className="hidden @md:inline">(weights in samples)</span>
          ) : null}
          {isSorted ? <Arrow size={12} aria-hidden /> : null}
        </button>
      </span>
    )
  }
  return (
    <div role="row" aria-rowindex={1} className={`${className} text-xs text-muted`}>
      {heading('self', 'Self', true)}
      {heading('total', 'Total', true)}
      {heading('name', 'Function', false)}
      <span role="columnheader" className="hidden @md:block">
        Kind
      </span>
    </div>
  )
}
