'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { CSSProperties } from 'react'
import { type LibrarySort, librarySorts } from '../../lib/contract/constants.ts'
import type { LibraryQuery } from '../../lib/contract/library.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { useReportProfile } from '../live/use-live.tsx'
import { type CaptureRow, leadOf } from './capture-rows.ts'
import { useProfileDialogs } from './profile-dialogs.tsx'
import { ProfileListRow } from './profile-row.tsx'
import type { RowAction } from './row-menu.tsx'
import { RowCheckbox } from '../ui/checkbox.tsx'
import { classNames } from '../ui/class-names.ts'
import { Select } from '../ui/select.tsx'
import type { RowSelection } from './use-selection.ts'
import { changeMany } from './bulk-change.ts'

const shape = 'grid gap-x-4 gap-y-1 px-2 lg:items-center'
const plain =
  'grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1.8fr)_minmax(0,1.5fr)_minmax(8rem,1.2fr)_5rem_6.5rem_5rem_6.5rem_2rem] xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_var(--events-width)_5rem_6.5rem_5rem_6.5rem_2rem]'
const withChoice =
  'grid-cols-[1.25rem_minmax(0,1fr)_auto] lg:grid-cols-[1.25rem_minmax(0,1.8fr)_minmax(0,1.5fr)_minmax(8rem,1.2fr)_5rem_6.5rem_5rem_6.5rem_2rem] xl:grid-cols-[1.25rem_minmax(0,1.5fr)_minmax(0,1fr)_var(--events-width)_5rem_6.5rem_5rem_6.5rem_2rem]'

/** The columns of a list of profiles: its title and each of its rows have the same. */
function rowGrid(hasChoice: boolean): string {
  return `${shape} ${hasChoice ? withChoice : plain}`
}

const columns: readonly Column[] = [
  { title: 'Name', sort: 'name', startsWith: 'asc' },
  { title: 'Service and image', sort: 'service', startsWith: 'asc' },
  { title: 'Event and engine' },
  { title: 'Duration', sort: 'duration', isNumber: true },
  { title: 'Weight', sort: 'weight', isNumber: true },
  { title: 'Size', sort: 'size', isNumber: true },
  { title: 'Captured', sort: 'time' },
]
/** Nothing is sorted by when something was deleted. */
const leftInTrash: Column = { title: 'Time left' }

interface Column {
  readonly title: string
  readonly sort?: LibrarySort
  readonly startsWith?: LibraryQuery['order']
  /** At the right, so that digits stand below each other. */
  readonly isNumber?: boolean
}
type Order = Pick<LibraryQuery, 'sort' | 'order'>

/**
 * Profiles, a row for each capture, with what can be done to one; with what can be done to many where rows can be
 * chosen.
 */
export function ProfileList({
  rows,
  search = '',
  selection = null,
  order = null,
  onSort,
  onChange,
}: {
  rows: readonly CaptureRow[]
  /** The words that they were found by: a row says where it has those that it does not show. */
  search?: string
  selection?: RowSelection | null
  /** Order of the rows, where a user may choose it. */
  order?: Order | null
  onSort?: (order: Order) => void
  /** What the server has just confirmed, for a list of one's own; all live lists hear of it in any case. */
  onChange?: (changed: readonly ProfileSummary[]) => void
}) {
  const openDialog = useProfileDialogs()
  const report = useReportProfile()
  const confirm = (changed: readonly ProfileSummary[]) => {
    onChange?.(changed)
    changed.forEach(report)
  }
  const act = (row: CaptureRow, action: RowAction) => {
    if (action === 'edit' || action === 'label')
      openDialog({
        kind: 'details',
        profiles: [leadOf(row), ...row.events.filter((profile) => profile !== leadOf(row))],
        focusOn: action === 'edit' ? 'name' : 'labels',
        onSaved: (saved) => confirm([saved]),
      })
    else if (action === 'share') openDialog({ kind: 'share', profile: leadOf(row) })
    else if (action === 'choose') selection?.toggle(row, true, false)
    else void changeMany(row.events, { action }, confirm)
  }
  const grid = rowGrid(selection !== null)
  const isTrash = rows.some((row) => leadOf(row).deletedAt !== null)
  // From 1280 px on the chips of four events stand on one line.
  const eventsWidth = rows.some(({ events }) => events.length > 1) ? '17rem' : '13rem'
  const areAll = selection !== null && rows.length > 0 && rows.every(selection.has)
  return (
    <>
      <div
        role="table"
        aria-label="Profiles"
        aria-rowcount={rows.length + 1}
        style={{ '--events-width': eventsWidth } as CSSProperties}
      >
        <div role="rowgroup" className="max-lg:hidden">
          <div role="row" className={`${grid} h-8 border-b border-line text-xs text-muted`}>
            {selection ? (
              <span role="columnheader" className="flex items-center">
                <RowCheckbox
                  label="Select all shown"
                  checked={areAll}
                  onChange={(event) => selection.toggleAll(event.target.checked)}
                />
              </span>
            ) : null}
            {columns.map((column) => (
              <ColumnHead
                key={column.title}
                column={isTrash && column.sort === 'time' ? leftInTrash : column}
                order={order}
                onSort={onSort}
              />
            ))}
            <span role="columnheader">
              <span className="sr-only">More</span>
            </span>
          </div>
        </div>
        <div role="rowgroup" className="max-lg:border-t max-lg:border-line">
          {rows.map((row) => (
            <ProfileListRow
              key={row.key}
              row={row}
              search={search}
              grid={grid}
              selection={selection}
              onAct={(action) => act(row, action)}
            />
          ))}
        </div>
      </div>
    </>
  )
}

/** The same choice where rows have no columns. */
export function SortChoice({ order, onSort }: { order: Order; onSort: (order: Order) => void }) {
  const columnOf = (sort: LibrarySort) => columns.find((column) => column.sort === sort)!
  return (
    <Select
      aria-label="Sort by"
      className="lg:hidden"
      value={order.sort}
      choices={librarySorts}
      textOf={(sort) => `Sort: ${columnOf(sort).title}`}
      onChange={(sort) => onSort({ sort, order: columnOf(sort).startsWith ?? 'desc' })}
    />
  )
}

/** A title that sorts by its column, and the other way round when it does so already. */
function ColumnHead({
  column: { title, sort, startsWith = 'desc', isNumber = false },
  order,
  onSort,
}: {
  column: Column
  order: Order | null
  onSort: ((order: Order) => void) | undefined
}) {
  const className = isNumber ? 'flex justify-end' : undefined
  if (sort === undefined || order === null)
    return (
      <span role="columnheader" className={className}>
        {title}
      </span>
    )
  const isSorted = order.sort === sort
  const isAscending = order.order === 'asc'
  const Arrow = isAscending ? ArrowUp : ArrowDown
  const next = isSorted ? (isAscending ? 'desc' : 'asc') : startsWith
  return (
    <span
      role="columnheader"
      className={className}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        className="flex h-8 max-w-full items-center gap-1 rounded-md hover:text-ink"
        onClick={() => onSort?.({ sort, order: next })}
      >
        <span className={classNames('truncate', isSorted && 'font-medium text-ink')}>{title}</span>
        {isSorted ? <Arrow size={12} aria-hidden className="shrink-0" /> : null}
      </button>
    </span>
  )
}
