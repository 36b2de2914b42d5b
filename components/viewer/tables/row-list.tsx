'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type AriaAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { classNames } from '../../ui/class-names.ts'

/** Rows of a table of the viewer that the page has above and below those that are shown. */
const tableOverscan = 12
/** How far to the right of a row's left edge its menu opens by key, in CSS pixels. */
const rowMenuPx = 24

/**
 * Brings the active row into sight whenever another one becomes active. A row that a link or another view chose stands
 * in the middle, however the list was scrolled before, and stays there while parts around the list appear; not any more
 * once the user scrolls. Where the next view chooses none, such a list begins at its top again.
 *
 * `bring` scrolls to a row and tells whether that was to the middle. -1 is no row.
 */
function useCentredRow(scroller: RefObject<HTMLElement | null>, active: number, bring: (row: number) => boolean) {
  /** It stands where a row was centred, and the user has not scrolled since. */
  const isCentred = useRef(false)
  const follow = useEffectEvent(() => {
    if (active >= 0) isCentred.current = bring(active)
    else if (isCentred.current) {
      bring(0)
      isCentred.current = false
    }
  })
  useEffect(() => follow(), [active])
  useEffect(() => {
    const list = scroller.current
    if (!list) return
    const observer = new ResizeObserver(() => {
      if (isCentred.current) follow()
    })
    observer.observe(list)
    // A scroll event does not tell whose scroll it was.
    const leave = () => (isCentred.current = false)
    const gestures = ['wheel', 'touchmove', 'pointerdown'] as const
    for (const gesture of gestures) list.addEventListener(gesture, leave, { passive: true })
    return () => {
      observer.disconnect()
      for (const gesture of gestures) list.removeEventListener(gesture, leave)
    }
  }, [scroller])
}

/** Attributes of a row for a screen reader, besides its text. */
export type RowAria = Pick<
  AriaAttributes,
  'aria-label' | 'aria-level' | 'aria-expanded' | 'aria-posinset' | 'aria-setsize' | 'aria-selected'
> & { readonly [data: `data-${string}`]: string | undefined }

const rowRoles = { grid: 'row', treegrid: 'row', tree: 'treeitem', listbox: 'option' } as const
/** Height of a row with one line. */
const lineRowPx = 28
const headPx = 32

/**
 * A list of any length that only makes the rows in sight. It has the focus, and names its active row: arrows, Home, End
 * and Page keys move it, `onKey` gets every other key. A right click, the context menu key or Shift+F10 ask for the
 * menu of a row.
 */
export function RowList({
  id,
  label,
  role,
  isMultiple,
  count,
  active,
  onActive,
  onKey,
  onClick,
  onDoubleClick,
  onMenu,
  ariaOf,
  rowKey,
  rowClass,
  rowPx = lineRowPx,
  className,
  head,
  children,
}: {
  /** Id of the list; its rows are `${id}-${row}`. */
  id: string
  label: string
  role: keyof typeof rowRoles
  isMultiple?: boolean
  count: number
  /** -1 for none. */
  active: number
  onActive: (row: number) => void
  /** True when the key was for the list. */
  onKey?: (event: KeyboardEvent) => boolean
  /** Without it, a click makes the row active. */
  onClick?: (row: number) => void
  onDoubleClick?: (row: number) => void
  onMenu?: (row: number, clientX: number, clientY: number) => void
  ariaOf: (row: number) => RowAria
  rowKey: (row: number) => number | string
  rowClass: string
  /** The height of each row. */
  rowPx?: number
  className?: string
  /** A row of column headers of a grid, 32 px high, which stays in sight. */
  head?: ReactNode
  children: (row: number) => ReactNode
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const marginPx = head ? headPx : 0
  // eslint-disable-next-line react-hooks/incompatible-library -- its values are read only while this is rendered
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: tableOverscan,
    scrollMargin: marginPx,
    scrollPaddingStart: marginPx,
  })
  // It keeps the heights that it has.
  useEffect(() => virtualizer.measure(), [virtualizer, rowPx])
  const items = virtualizer.getVirtualItems()
  /** The next change comes from a key or a click here. */
  const isOwnChange = useRef(false)
  useCentredRow(scroller, active, (row) => {
    const isOwn = isOwnChange.current
    isOwnChange.current = false
    virtualizer.scrollToIndex(row, { align: isOwn ? 'auto' : 'center' })
    return !isOwn
  })

  const askForMenu = () => {
    const row = document.getElementById(`${id}-${active}`)?.getBoundingClientRect()
    if (row) onMenu?.(active, row.left + rowMenuPx, row.bottom)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isOfControl = event.target !== event.currentTarget
    if (isOfControl || event.altKey || event.ctrlKey || event.metaKey) return
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 2)
    const next = getRowAfterKey(event.key, active, count, pageRows)
    isOwnChange.current = next !== active
    if (next !== null && !event.shiftKey) {
      if (count > 0) onActive(next)
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) askForMenu()
    else if (!onKey?.(event)) {
      isOwnChange.current = false
      return
    }
    event.preventDefault()
  }
  const isActiveMade = items.some(({ index }) => index === active)

  return (
    <div
      ref={scroller}
      id={id}
      role={role}
      aria-label={label}
      aria-multiselectable={isMultiple}
      aria-rowcount={head ? count + 1 : undefined}
      aria-activedescendant={isActiveMade ? `${id}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className={classNames('group/list overflow-x-hidden overflow-y-auto focus-visible:-outline-offset-2', className)}
    >
      {head ? <div className="sticky top-0 z-10 h-8 border-b border-line bg-surface">{head}</div> : null}
      <div role={head ? 'rowgroup' : 'none'} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <div
            key={rowKey(index)}
            id={`${id}-${index}`}
            role={rowRoles[role]}
            aria-selected={index === active}
            {...ariaOf(index)}
            aria-rowindex={head ? index + 2 : undefined}
            data-active={index === active ? true : undefined}
            onClick={() => {
              isOwnChange.current = index !== active
              ;(onClick ?? onActive)(index)
            }}
            onDoubleClick={() => onDoubleClick?.(index)}
            onContextMenu={(event) => {
              if (!onMenu) return
              event.preventDefault()
              isOwnChange.current = index !== active
              onMenu(index, event.clientX, event.clientY)
            }}
            className={classNames(
              'group/row absolute inset-x-0 top-0 cursor-default border-b border-line/60 hover:bg-surface data-active:bg-sunken',
              'group-focus-visible/list:data-active:outline-1 group-focus-visible/list:data-active:-outline-offset-1 group-focus-visible/list:data-active:outline-focus',
              rowClass,
            )}
            style={{ height: rowPx, transform: `translateY(${start - marginPx}px)` }}
          >
            {children(index)}
          </div>
        ))}
      </div>
    </div>
  )
}

/**
 * Gives the row to which a key leads in a list of `count` rows from `row` (-1 for none yet); null when it is no key of
 * lists.
 */
export function getRowAfterKey(key: string, row: number, count: number, pageRows: number): number | null {
  const steps = new Map([
    ['ArrowDown', row + 1],
    ['ArrowUp', row < 0 ? count - 1 : row - 1],
    ['PageDown', row + pageRows],
    ['PageUp', row - pageRows],
    ['Home', 0],
    ['End', count - 1],
  ])
  const next = steps.get(key)
  return next === undefined ? null : Math.max(Math.min(next, count - 1), 0)
}
