import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'

/** Rows that exist before the height of the page is known. */
const firstRows = 40

/**
 * Gives the visible rows of a list that scrolls with its page. Fewer than `virtualFrom` all exist: find in page works,
 * and nothing is cheaper. `heightOf` gives the height of a row in px, exact, or a first guess where `measure` is the
 * `ref` of each row.
 */
export function useWindowRows<Row>(
  rows: readonly Row[],
  {
    keyOf,
    heightOf,
    virtualFrom,
    overscan,
  }: {
    readonly keyOf: (row: Row) => string
    readonly heightOf: (row: Row) => number
    /** Number of rows. */
    readonly virtualFrom: number
    /** Number of rows that exist above and below the visible ones. */
    readonly overscan: number
  },
) {
  const body = useRef<HTMLDivElement>(null)
  const [bodyTop, setBodyTop] = useState(0)
  useLayoutEffect(() => setBodyTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [rows.length])
  const isVirtual = rows.length >= virtualFrom
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    estimateSize: (index) => heightOf(rows[index]!),
    useFlushSync: false, // a frame of empty rows is better than a scroll that waits for React
    overscan,
    scrollMargin: bodyTop,
    getItemKey: (index) => (rows[index] === undefined ? index : keyOf(rows[index])),
  })
  const visible = isVirtual ? virtualizer.getVirtualItems() : []
  const first = visible[0]?.index ?? 0
  // Until the height of the page is known there are the first rows, which is what it will show.
  const shown = isVirtual ? rows.slice(first, visible.length > 0 ? first + visible.length : firstRows) : rows
  const paddingTop = visible[0] ? visible[0].start - bodyTop : 0
  return {
    /** For the element around the rows. */
    bodyProps: { ref: body, style: isVirtual ? { height: virtualizer.getTotalSize(), paddingTop } : undefined },
    shown,
    /** The index of `shown[0]` in `rows`. */
    first,
    measure: isVirtual ? virtualizer.measureElement : undefined,
    /** The virtualizer keeps the heights that it has asked for: call it when `heightOf` gives others. */
    forgetHeights: virtualizer.measure,
  }
}
