import { useMemo } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { isSignificant } from '../../../lib/profile/compare/significance/test-merged-tree.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { formatCount } from '../../format/units.ts'
import type { FunctionRows } from './worker/comparison-messages.ts'
import { type DiffColumn, type DiffFilter, diffFilters, type DiffOrder, statusOfRow } from './diff-rows.ts'
import type { DeltaKind } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { classNames } from '../../ui/class-names.ts'

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

const filterTitles: Record<DiffFilter, string> = {
  all: 'All',
  significant: 'Beyond noise',
  changed: 'Changed',
  new: 'New',
  gone: 'Gone',
}

/** What narrows the table of two profiles, and how many are left. */
export function DiffTableTools({
  order,
  onOrder,
  functions,
  shown,
}: {
  order: DiffOrder
  onOrder: (order: DiffOrder) => void
  functions: FunctionRows
  shown: number
}) {
  const counts = useMemo(() => countRows(functions), [functions])
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
      <TextField
        aria-label="Filter functions by name"
        placeholder="Filter by name"
        maxLength={300}
        className="h-7 min-w-40 flex-1 @md:max-w-72"
        value={order.text}
        onChange={(event) => onOrder({ ...order, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onOrder({ ...order, text: '' })
        }}
      />
      <div className="relative max-w-full overflow-x-auto *:whitespace-nowrap">
        <Segmented
          label="Which functions"
          value={order.filter}
          choices={diffFilters.map((filter) => ({
            value: filter,
            text: (
              <>
                {filterTitles[filter]} <span className="figures text-faint">{formatCount(counts[filter])}</span>
              </>
            ),
          }))}
          onChange={(filter) => onOrder({ ...order, filter })}
        />
      </div>
      <p role="status" className="ml-auto text-xs text-muted">
        {shown === functions.length
          ? `${formatCount(shown)} functions`
          : `${formatCount(shown)} of ${formatCount(functions.length)} functions`}
      </p>
    </div>
  )
}

function countRows(functions: FunctionRows): Record<DiffFilter, number> {
  const counts = { all: functions.length, significant: 0, changed: 0, new: 0, gone: 0, same: 0 }
  for (let row = 0; row < functions.length; row++) {
    counts[statusOfRow(functions, row)]++
    if (isSignificant(functions, row)) counts.significant++
  }
  return counts
}
