'use client'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Capture } from '../../lib/contract/capture.ts'
import type { Target } from '../../lib/contract/target.ts'
import { classNames } from '../ui/class-names.ts'
import { jvmColumns, jvmGrid, jvmRowHeights } from './jvm-columns.ts'
import { JvmRow } from './jvm-row.tsx'
import type { Sort, SortKey } from './select-targets.ts'

/** Fewer rows than this are simply all there: find in page works, and nothing is cheaper. */
const virtualFrom = 60

/** The JVMs as a table; of many, only the rows in sight exist. */
export function JvmTable({
  targets,
  captures,
  sort,
  onSort,
}: {
  targets: readonly Target[]
  /** Under way, by target. */
  captures: ReadonlyMap<string, Capture>
  sort: Sort
  onSort: (sort: Sort) => void
}) {
  const body = useRef<HTMLDivElement>(null)
  const [bodyTop, setBodyTop] = useState(0)
  useLayoutEffect(() => setBodyTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [targets.length])

  const rowHeight = useRowHeightPx()
  const isVirtual = targets.length >= virtualFrom
  const virtualizer = useWindowVirtualizer({
    count: targets.length,
    enabled: isVirtual,
    estimateSize: () => rowHeight,
    useFlushSync: false, // a frame of empty rows is better than a scroll that waits for React
    overscan: 12,
    scrollMargin: bodyTop,
    getItemKey: (index) => targets[index]?.id ?? index,
  })
  const visibleRows = isVirtual ? virtualizer.getVirtualItems() : []
  const first = visibleRows[0]?.index ?? 0
  // The virtualizer keeps the sizes it has asked for once.
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  // Before the browser has told how much it can show there are the first rows, which is what it will show.
  const shown = isVirtual ? targets.slice(first, visibleRows.length > 0 ? first + visibleRows.length : 40) : targets
  const before = visibleRows.length > 0 ? (visibleRows[0]?.start ?? 0) - bodyTop : 0

  return (
    <div role="table" aria-label="JVMs" aria-rowcount={targets.length + 1}>
      <div role="rowgroup" className="sticky top-11 z-20 max-xl:hidden">
        <div role="row" className={classNames('grid border-b border-line bg-canvas px-2', jvmGrid)} aria-rowindex={1}>
          {jvmColumns.map((column) => (
            <ColumnHeader key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
          <div role="columnheader">
            <span className="sr-only">Profile</span>
          </div>
        </div>
      </div>
      <div
        role="rowgroup"
        ref={body}
        className="border-t border-line xl:border-t-0"
        style={isVirtual ? { height: virtualizer.getTotalSize(), paddingTop: before } : undefined}
      >
        {shown.map((target, offset) => (
          <JvmRow key={target.id} target={target} capture={captures.get(target.id)} index={first + offset} />
        ))}
      </div>
    </div>
  )
}

function subscribeToResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

function useRowHeightPx(): number {
  return useSyncExternalStore(
    subscribeToResize,
    () => {
      const { quarterRems } = jvmRowHeights.find(({ media }) => matchMedia(media).matches) ?? { quarterRems: 10 }
      return (quarterRems / 4) * parseFloat(getComputedStyle(document.documentElement).fontSize)
    },
    () => 40,
  )
}

function ColumnHeader({
  column,
  sort,
  onSort,
}: {
  column: (typeof jvmColumns)[number]
  sort: Sort
  onSort: (sort: Sort) => void
}) {
  const isSorted = sort.key === column.key
  const Arrow = sort.descending ? ArrowDown : ArrowUp
  return (
    <div role="columnheader" aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        className="flex h-8 w-full items-center gap-1 rounded-md text-xs text-muted hover:text-ink"
        onClick={() => onSort(nextSort(sort, column.key, column.startsDescending ?? false))}
      >
        <span className={isSorted ? 'font-medium text-ink' : undefined}>{column.title}</span>
        {isSorted ? <Arrow size={12} aria-hidden /> : null}
      </button>
    </div>
  )
}

function nextSort(sort: Sort, key: SortKey, startsDescending: boolean): Sort {
  return sort.key === key ? { key, descending: !sort.descending } : { key, descending: startsDescending }
}
