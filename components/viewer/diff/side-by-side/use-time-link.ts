'use client'
import { useMemo, useState } from 'react'
import { getTimeFilter } from '../../filters/filter-changes.ts'
import type { TimeRange } from '../../time/heat-map-geometry.ts'
import type { Viewing } from '../../view/view-store.ts'
import { changeTimeRange, listSideFilters } from '../side-filters.ts'
import { eachSide, otherSide, sides, type BySide, type Side } from '../side.ts'

/** Whether a stretch of time, counted from the start of each recording, is chosen on both heat maps at once. */
export interface TimeLink {
  readonly isLinked: boolean
  readonly toggle: () => void
}

/** Props that one heat map needs. Ranges are in ms since the recording began; null is all of it. */
export interface SideTime {
  /** The range that is being chosen on the other heat map, if the two are linked; null for none. */
  readonly draft: TimeRange | null
  readonly onDraft: (draft: TimeRange | null) => void
  readonly onTime: (range: TimeRange | null) => void
  /** The range that this side is about to show, while one is being chosen here or on a linked side. */
  readonly drafted: TimeRange | null
}

/** Links the times of both sides: at first they are linked, but where the two show different times already. */
export function useTimeLink(
  { view, change }: Viewing,
  active: Side,
): { readonly link: TimeLink; readonly times: BySide<SideTime> } {
  const range = (side: Side) => getTimeFilter(listSideFilters(view, side))
  const [isLinked, setLinked] = useState(() => String(range('before')) === String(range('after')))
  const [drafted, setDrafted] = useState<{ readonly side: Side; readonly draft: TimeRange } | null>(null)
  const onDraft = useMemo(
    () =>
      eachSide((side) => (draft: TimeRange | null) => {
        setDrafted((before) => (draft ? { side, draft } : before?.side === side ? null : before))
      }),
    [],
  )
  const onTime = useMemo(
    () =>
      eachSide((side) => (chosen: TimeRange | null) => {
        change(changeTimeRange(view, isLinked ? sides : [side], chosen), 'push')
      }),
    [view, change, isLinked],
  )
  return {
    link: {
      isLinked,
      toggle() {
        setLinked(!isLinked)
        const chosen = range(active)
        const isApart = String(chosen) !== String(range(otherSide[active]))
        if (!isLinked && isApart) change(changeTimeRange(view, sides, chosen), 'push')
      },
    },
    times: eachSide((side) => ({
      draft: isLinked && drafted && drafted.side !== side ? drafted.draft : null,
      onDraft: onDraft[side],
      onTime: onTime[side],
      drafted: drafted && (isLinked || drafted.side === side) ? drafted.draft : null,
    })),
  }
}
