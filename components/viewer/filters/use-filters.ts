'use client'
import { useMemo, useRef } from 'react'
import type { FilterStep } from '../../../lib/profile/filters/filters.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import type { Viewing } from '../view/view-store.ts'

/** Steps that can be undone. */
const maxUndone = 50

export interface Filters {
  readonly list: readonly FilterStep[]
  /** Another list, and whatever else of the view goes with it. */
  readonly change: (list: readonly FilterStep[], more?: Partial<ViewState>) => void
  /** The list before the last change here, and the place in the graph of then; false when there was none. */
  readonly undo: () => boolean
}

/** The filters of the view, with a memory for undo: Back would undo zooms too. */
export function useFilters({ view, change }: Viewing): Filters {
  const past = useRef<Partial<ViewState>[]>([])
  const { filters: list, invert, base, zoom, range, row, selected } = view
  return useMemo(
    () => ({
      list,
      change(next, more = {}) {
        past.current = [...past.current.slice(-maxUndone), { filters: list, invert, base, zoom, range, row, selected }]
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
