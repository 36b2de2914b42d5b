'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { functionTable, type FunctionTable } from '../../lib/profile/function-table.ts'
import { frameKinds, type Unit } from '../../lib/profile/profile.ts'
import { classNames } from '../ui/class-names.ts'
import { Name } from '../ui/name.tsx'
import { formatCount, formatShare } from '../units.ts'
import { shownName } from './frame-words.ts'
import { type DrawnTree } from './use-profile-tree.ts'
import { formatWeightShort } from '../weight.ts'

type Column = 'self' | 'total' | 'name'

const rowPx = 28
const columns = 'grid grid-cols-[7rem_7rem_1fr] sm:grid-cols-[9rem_9rem_1fr_5rem] items-center gap-x-3 px-3'

/**
 * Every function of the view with what it costs wherever it stands; recursion counts once. The search filters it, the
 * selection is the graph's.
 */
export function FunctionList({
  drawn,
  zoomNode,
  unit,
  frameMatches,
  selectedFrame,
  colourOf,
  onChoose,
  onOpen,
}: {
  drawn: DrawnTree
  zoomNode: number
  unit: Unit
  /** 1 for each frame to show; null for all. */
  frameMatches: Uint8Array | null
  selectedFrame: number
  colourOf: (frame: number) => string
  onChoose: (frame: number) => void
  /** To the graph, with this function marked. */
  onOpen: (name: string) => void
}) {
  const [column, setColumn] = useState<Column>('self')
  const { tree, frames, strings } = drawn
  const nameOf = useMemo(() => (frame: number) => strings[frames.name[frame]!]!, [frames, strings])
  const table = useMemo(() => functionTable(tree, frames.length, zoomNode), [tree, frames, zoomNode])
  const rows = useMemo(() => sortRows(table, column, frameMatches, nameOf), [table, column, frameMatches, nameOf])
  const whole = tree.total[zoomNode]!
  const scroller = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- its values are read only while rendering this component
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
  })
  const selectedRow = useMemo(
    () => rows.findIndex((row) => table.frame[row] === selectedFrame),
    [rows, table, selectedFrame],
  )
  useEffect(() => {
    if (selectedRow >= 0) virtualizer.scrollToIndex(selectedRow, { align: 'auto' })
  }, [selectedRow, virtualizer])
  const chooseRow = (row: number) => {
    const index = rows[Math.min(Math.max(row, 0), rows.length - 1)]
    if (index !== undefined) onChoose(table.frame[index]!)
  }

  return (
    <div
      ref={scroller}
      role="table"
      aria-label="Functions"
      aria-rowcount={rows.length + 1}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') chooseRow(selectedRow + 1)
        else if (event.key === 'ArrowUp') chooseRow(selectedRow - 1)
        else if (event.key === 'Enter' && selectedFrame >= 0) onOpen(nameOf(selectedFrame))
        else return
        event.preventDefault()
      }}
      className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
    >
      <div
        role="row"
        aria-rowindex={1}
        className={classNames(columns, 'sticky top-0 z-10 h-8 border-b border-line bg-surface text-xs text-muted')}
      >
        <Heading
          column="self"
          says={unit === 'samples' ? 'Self, samples' : 'Self'}
          isRight
          sorted={column}
          onSort={setColumn}
        />
        <Heading
          column="total"
          says={unit === 'samples' ? 'Total, samples' : 'Total'}
          isRight
          sorted={column}
          onSort={setColumn}
        />
        <Heading column="name" says={`${formatCount(rows.length)} functions`} sorted={column} onSort={setColumn} />
        <span role="columnheader" className="hidden sm:block">
          Kind
        </span>
      </div>
      {rows.length === 0 ? <p className="px-3 py-4 text-muted">No function matches the search.</p> : null}
      <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]!
          const frame = table.frame[row]!
          return (
            <div
              key={frame}
              role="row"
              aria-rowindex={index + 2}
              aria-current={frame === selectedFrame ? true : undefined}
              onClick={() => onChoose(frame)}
              onDoubleClick={() => onOpen(nameOf(frame))}
              className={classNames(
                columns,
                'absolute inset-x-0 top-0 h-7 border-b border-line/60 hover:bg-surface aria-[current]:bg-sunken',
              )}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Cost weight={table.self[row]!} whole={whole} unit={unit} />
              <Cost weight={table.total[row]!} whole={whole} unit={unit} />
              <span role="cell" className="flex min-w-0">
                <span
                  aria-hidden
                  className="mr-2 size-2.5 shrink-0 self-center rounded-[2px]"
                  style={{ background: colourOf(frame) }}
                />
                <Name text={shownName(nameOf(frame))} mono />
              </span>
              <span role="cell" className="hidden text-xs text-muted sm:block">
                {frameKinds[frames.kind[frame]!]}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Heading({
  column,
  says,
  isRight = false,
  sorted,
  onSort,
}: {
  column: Column
  says: string
  isRight?: boolean
  sorted: Column
  onSort: (column: Column) => void
}) {
  const isSorted = column === sorted
  return (
    <span
      role="columnheader"
      className={isRight ? 'text-right' : undefined}
      aria-sort={isSorted ? (column === 'name' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" onClick={() => onSort(column)} className="inline-flex items-center gap-1 hover:text-ink">
        {says}
        {isSorted ? <ArrowDown size={12} aria-hidden /> : null}
      </button>
    </span>
  )
}

function Cost({ weight, whole, unit }: { weight: number; whole: number; unit: Unit }) {
  const share = whole === 0 ? 0 : weight / whole
  return (
    <span role="cell" className="figures relative flex h-full items-center justify-end gap-2 whitespace-nowrap">
      <span
        aria-hidden
        className="absolute inset-y-1 left-0 rounded-[3px] bg-spark/20"
        style={{ width: `${share * 100}%` }}
      />
      <span className="relative">{formatWeightShort(weight, unit)}</span>
      <span className="relative w-14 pr-1 text-right text-muted">{formatShare(share)}</span>
    </span>
  )
}

/** Rows of the table that match, in the order of a column. The table itself comes sorted by self. */
function sortRows(
  table: FunctionTable,
  column: Column,
  frameMatches: Uint8Array | null,
  nameOf: (frame: number) => string,
): number[] {
  const rows: number[] = []
  for (let row = 0; row < table.length; row++)
    if (!frameMatches || frameMatches[table.frame[row]!] === 1) rows.push(row)
  if (column === 'total') rows.sort((a, b) => table.total[b]! - table.total[a]! || a - b)
  if (column === 'name') {
    // Code points, as in the graph: comparing by locale takes seconds for 200,000 names.
    const names = rows.map((row) => nameOf(table.frame[row]!))
    const places = rows
      .map((_, place) => place)
      .sort((a, b) => (names[a]! < names[b]! ? -1 : names[a]! > names[b]! ? 1 : 0))
    return places.map((place) => rows[place]!)
  }
  return rows
}
