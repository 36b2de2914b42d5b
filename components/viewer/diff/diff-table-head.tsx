import { ArrowDown, ArrowUp } from 'lucide-react'
import type { DeltaKind } from '../../../lib/profile/comparison.ts'
import { classNames } from '../../ui/class-names.ts'
import type { DiffColumn, DiffOrder } from './diff-rows.ts'

const headings: readonly { column: DiffColumn; says: string; className?: string }[] = [
  { column: 'before', says: 'Before', className: 'text-right hidden @md:block' },
  { column: 'after', says: 'After', className: 'text-right hidden @md:block' },
  { column: 'delta', says: 'Change', className: 'text-right' },
  { column: 'ratio', says: 'Ratio', className: 'text-right hidden @md:block' },
  { column: 'name', says: 'Function' },
  { column: 'evidence', says: 'Noise', className: 'hidden @3xl:block' },
]

/** The headings of the table of two profiles: each sorts by its column, once more the other way around, then by evidence again. */
export function DiffTableHead({
  className,
  order,
  delta,
  onSort,
}: {
  className: string
  order: DiffOrder
  delta: DeltaKind
  onSort: (column: DiffColumn) => void
}) {
  return (
    <div role="row" aria-rowindex={1} className={`${className} text-xs text-muted`}>
      {headings.map(({ column, says, className: place }) => {
        const isSorted = column === order.column
        // Weights begin with the largest, names with the first.
        const isAscending = (column === 'name') !== order.reversed
        const Arrow = isAscending ? ArrowUp : ArrowDown
        return (
          <span
            key={column}
            role="columnheader"
            aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
            className={classNames(place)}
          >
            <button
              type="button"
              onClick={() => onSort(column)}
              className="inline-flex h-7 items-center gap-1 rounded-md hover:text-ink aria-[current]:text-ink"
              aria-current={isSorted ? true : undefined}
            >
              {says}
              {column === 'name' ? <span className="hidden @md:inline">({delta})</span> : null}
              {isSorted ? <Arrow size={12} aria-hidden /> : null}
            </button>
          </span>
        )
      })}
      <span role="columnheader" className="hidden @3xl:block">
        95 % interval
      </span>
    </div>
  )
}
