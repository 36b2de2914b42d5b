'use client'
import { useMemo } from 'react'
import { filtersOfView, type ViewState } from '../../../lib/profile/view.ts'
import type { TreeOrder, UnionWishes } from '../worker/tree-messages.ts'

/** A zoom makes a new view, but must not make a new tree. */
export function useTreeOrder(view: ViewState, isDiff: boolean): TreeOrder {
  const { filters, invert, byThread, sort, comparison } = view
  const { width, scale, requests, baselineFilters } = comparison
  // By its text: colours are of the comparison too, and make no other tree.
  const wishes = isDiff
    ? JSON.stringify({
        width,
        scale,
        requests,
        baselineFilters: filtersOfView({ filters: baselineFilters ?? filters, invert, byThread }),
      } satisfies UnionWishes)
    : null
  return useMemo(
    () => ({
      filters: filtersOfView({ filters, invert, byThread }),
      sort,
      ...(wishes === null ? {} : { comparison: JSON.parse(wishes) as UnionWishes }),
    }),
    [filters, invert, byThread, sort, wishes],
  )
}
