'use client'
import { useEffect } from 'react'
import { leaveTimeOrder } from '../state/view-changes.ts'
import type { Viewing } from '../state/view-store.ts'

/** Brings the view of two profiles, by a link or by a menu, into an order that both can have. */
export function useComparableOrder({ view, change }: Viewing): void {
  useEffect(() => {
    if (view.sort === 'time') change(leaveTimeOrder(view), 'replace')
  }, [view, change])
}
