'use client'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * Brings the active row into sight whenever another one is. A row that a link or another view chose stands in the middle, however the
 * list was scrolled before, and stays there while what is around the list takes its room; not any more once somebody scrolls.
 *
 * `bring` scrolls to a row and tells whether that was to the middle. -1 is no row.
 */
export function useCentredRow(
  scroller: RefObject<HTMLElement | null>,
  active: number,
  bring: (row: number) => boolean,
) {
  /** Where the list stood when its row was centred, in px; null when it was not. */
  const centredAt = useRef<number | null>(null)
  const follow = useEffectEvent(() => {
    if (active < 0 || !scroller.current) return
    centredAt.current = bring(active) ? scroller.current.scrollTop : null
  })
  useEffect(() => follow(), [active])
  useEffect(() => {
    const list = scroller.current
    if (!list) return
    const observer = new ResizeObserver(() => {
      if (list.scrollTop === centredAt.current) follow()
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [scroller])
}
