import { ArrowDown, ArrowUp } from 'lucide-react'
import { frameKinds, type Unit } from '../../../lib/profile/model/profile.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { formatCount } from '../../format/units.ts'
import { kindLabels } from '../details/describe-frame.ts'
import type { TableOrder } from './function-rows.ts'
import type { TableColumn } from '../../../lib/profile/tree/function-table.ts'

/** What narrows the table of functions, and how many are left. */
export function FunctionListTools({
  order,
  onOrder,
  shown,
  all,
  isSearching,
}: {
  order: TableOrder
  onOrder: (order: TableOrder) => void
  shown: number
  all: number
  isSearching: boolean
}) {
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
      <Select
        aria-label="Kind of function"
        className="[&_select]:h-7"
        value={order.kind}
        onChange={(event) => {
          onOrder({ ...order, kind: frameKinds.find((kind) => kind === event.target.value) ?? 'all' })
        }}
      >
        <option value="all">All kinds</option>
        {frameKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindLabels[kind]}
          </option>
        ))}
      </Select>
      {isSearching ? (
        <Button
          size="small"
          aria-pressed={order.onlyFound}
          title="Only functions that a search finds"
          className="aria-pressed:border-edge aria-pressed:bg-sunken aria-pressed:font-medium"
          onClick={() => onOrder({ ...order, onlyFound: !order.onlyFound })}
        >
          Only found
        </Button>
      ) : null}
      <p role="status" className="ml-auto text-xs text-muted">
        {shown === all ? `${formatCount(all)} functions` : `${formatCount(shown)} of ${formatCount(all)} functions`}
        {shown === 0 && all > 0 ? ': none fits the filter or the search' : ''}
      </p>
    </div>
  )
}

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
