'use client'
import { useMemo, useRef } from 'react'
import type { FilterStep } from '../../../lib/profile/filters/filters.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import type { Viewing } from '../view/view-store.ts'

/** How many changes can be undone. */
const maxUndone = 50

export interface FilterControls {
  readonly list: readonly FilterStep[]
  /** Sets the filters, and `more` of the view, as one entry of the history. */
  readonly change: (list: readonly FilterStep[], more?: Partial<ViewState>) => void
  /**
   * Sets filters, zoom, scroll and selection as they were before the last change made here. Returns false when there is
   * none.
   */
  readonly undo: () => boolean
}

/** The filters of the view, with a memory for undo: Back would undo zooms too. */
export function useFilters({ view, change }: Viewing): FilterControls {
  const past = useRef<Partial<ViewState>[]>([])
  const { filters: list, invert, base, zoom, range, row, selected } = view
  return useMemo(
    () => ({
      list,
      change(next, more = {}) {
        past.current = [
          ...past.current.slice(1 - maxUndone),
          { filters: list, invert, base, zoom, range, row, selected },
        ]
        change({ ...more, filters: next }, 'push')
      },
      undo() {
        const before = past.current.pop()
        if (before) change(before, 'push')
        return before !== undefined
      },
    }),
    [list, invert, base, zoom, range, row, selected, change],
  )
}
