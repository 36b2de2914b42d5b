'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useId, useMemo, useRef } from 'react'
import { formatCount } from '../../../lib/profile/format/units.ts'
import { longestSearchText } from '../../../lib/profile/search/search.ts'
import { classNames } from '../../ui/class-names.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useWidth } from '../../ui/use-width.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { RowList, type RowAria } from './row-list.tsx'

/** Height of a row that has two lines, in CSS pixels. */
const twoLinesRowPx = 46

/** A column header; it sorts where it has a `column`. */
export interface Heading<Column extends string> {
  readonly label: string
  /** Beside it, where there is room. */
  readonly hint?: string | null
  readonly column?: Column
  readonly className?: string
}

/** Action of a row without a node when it is chosen, and by Enter or a double click. */
export interface RowActions {
  readonly select: (row: number) => void
  readonly open: (row: number) => void
}

/**
 * A table whose rows are nodes of the graph: a chosen row selects its node, Enter or a double click opens it in the
 * graph, and its menu is the frame's. Rows with `actions` of their own have no menu.
 */
export function NodeTable<Column extends string = never>({
  viewer,
  label,
  role = 'grid',
  count,
  active,
  nodeOf,
  actions,
  onKey,
  ariaOf,
  rowKey,
  columns,
  headings,
  sorted,
  onSort,
  tools,
  status,
  besidesNamePx,
  twoLinesBelowPx = 0,
  children,
}: {
  viewer: Viewer
  label: string
  role?: 'grid' | 'treegrid'
  count: number
  /** -1 for none. */
  active: number
  nodeOf: (row: number) => number
  actions?: RowActions | null
  /** True when the key was for the table. */
  onKey?: (key: string) => boolean
  ariaOf: (row: number) => RowAria
  rowKey: (row: number) => number
  /** Classes of each row, which lay its cells out. */
  columns: string
  headings: readonly Heading<Column>[]
  sorted?: { readonly column: Column; readonly reversed: boolean }
  onSort?: (column: Column) => void
  /** At the left of the line above. */
  tools: ReactNode
  /** At its right end: how many rows there are. */
  status: string
  /** Width of a row without the name, by the width of the table. */
  besidesNamePx: (widthPx: number) => number
  /** A table that is narrower than this has rows of two lines. */
  twoLinesBelowPx?: number
  /** The cells of a row, with this much room for its name. */
  children: (row: number, nameWidthPx: number, hasTwoLines: boolean) => ReactNode
}) {
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(container)
  const hasTwoLines = widthPx < twoLinesBelowPx
  const { viewing, navigation, setMenu } = viewer
  const { select, open } = actions ?? {
    select: (row: number) => viewing.change({ selected: navigation.pathOf(nodeOf(row)) }, 'replace'),
    open: (row: number) => navigation.open(nodeOf(row)),
  }
  return (
    <div ref={container} className="@container flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        {tools}
        <p role="status" className="ml-auto text-xs text-muted">
          {status}
        </p>
      </div>
      <RowList
        id={id}
        label={label}
        role={role}
        count={count}
        active={active}
        onActive={select}
        onKey={({ key }) => {
          if (key !== 'Enter' || active < 0) return onKey?.(key) ?? false
          open(active)
          return true
        }}
        onDoubleClick={open}
        onMenu={(row, x, y) => {
          select(row)
          if (!actions) setMenu({ node: nodeOf(row), x, y })
        }}
        ariaOf={ariaOf}
        rowKey={rowKey}
        rowClass={columns}
        rowPx={hasTwoLines ? twoLinesRowPx : undefined}
        className="min-h-0 flex-1"
        head={
          <div role="row" aria-rowindex={1} className={classNames(columns, 'h-full text-xs text-muted')}>
            {headings.map((heading) => (
              <ColumnHeader key={heading.label} heading={heading} sorted={sorted} onSort={onSort} />
            ))}
          </div>
        }
      >
        {(row) => children(row, widthPx - besidesNamePx(widthPx), hasTwoLines)}
      </RowList>
    </div>
  )
}

function ColumnHeader<Column extends string>({
  heading: { label, hint, column, className },
  sorted,
  onSort,
}: {
  heading: Heading<Column>
  sorted?: { readonly column: Column; readonly reversed: boolean }
  onSort?: (column: Column) => void
}) {
  if (column === undefined) {
    return (
      <span role="columnheader" className={className}>
        {label}
        {hint ? <span className="hidden @md:inline"> {hint}</span> : null}
      </span>
    )
  }
  const isSorted = column === sorted?.column
  // Weights begin with the largest, names with the first.
  const isAscending = (column === 'name') !== (sorted?.reversed ?? false)
  const Arrow = isAscending ? ArrowUp : ArrowDown
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
      className={className}
    >
      <button
        type="button"
        onClick={() => onSort?.(column)}
        className="inline-flex h-7 items-center gap-1 rounded-md hover:text-ink aria-[current]:text-ink"
        aria-current={isSorted ? true : undefined}
      >
        {label}
        {hint ? <span className="hidden @md:inline">{hint}</span> : null}
        {isSorted ? <Arrow size={12} aria-hidden /> : null}
      </button>
    </span>
  )
}

/** Narrows a table of functions to names that hold its text. */
export function NameFilter({ text, onText }: { text: string; onText: (text: string) => void }) {
  return (
    <TextField
      aria-label="Filter functions by name"
      placeholder="Filter by name"
      maxLength={longestSearchText}
      className="h-7 min-w-40 flex-1 @md:max-w-72"
      value={text}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onText('')
      }}
    />
  )
}

/** `120 functions`, `1 function`, `3 of 120 functions`. */
export function countFunctions(shown: number, all: number): string {
  const functions = all === 1 ? 'function' : 'functions'
  return shown === all
    ? `${formatCount(all)} ${functions}`
    : `${formatCount(shown)} of ${formatCount(all)} ${functions}`
}

/** The row of the function that the selected node is of; -1 for none. */
export function useRowOfSelected(
  { model, resolved: { selected } }: Viewer,
  rows: Uint32Array,
  frames: Int32Array | Uint32Array,
): number {
  const frame = selected > 0 ? model.tree.frame[selected]! : -1
  return useMemo(() => rows.findIndex((row) => frames[row] === frame), [rows, frames, frame])
}
