'use client'
import type { RefObject } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../shell/notice.tsx'
import { FilterList } from '../../filters/filter-list.tsx'
import type { Viewing } from '../../state/view-store.ts'
import { areFiltersApart, changeCommonFilters, commonFilters } from './side-filters.ts'
import type { BySide } from './side.ts'
import { SideChips } from './side-search.tsx'
import type { Pane } from './use-side-panes.ts'

/** Chips and the filters that both sides have, on one line as long as they fit; not there without any. */
export function SideRefinements(props: {
  viewing: Viewing
  panes: BySide<Pane>
  active: Pane
  input: RefObject<HTMLInputElement | null>
}) {
  const { viewing, active } = props
  const { view, change } = viewing
  const common = commonFilters(view)
  return (
    <>
      {view.searches.length > 0 || common.length > 0 ? (
        <div className="relative flex shrink-0 items-center gap-1.5 border-b border-line bg-surface px-3 py-1 max-sm:overflow-x-auto max-sm:*:shrink-0 sm:flex-wrap">
          <SideChips {...props} />
          {view.searches.length > 0 && common.length > 0 ? (
            <span aria-hidden className="mx-1 h-5 w-px bg-line" />
          ) : null}
          {common.length > 0 ? (
            <FilterList
              filters={common}
              removed={[]}
              onChange={(list) => change(changeCommonFilters(view, list), 'push')}
              onUndo={() => active.viewer.act('undo')}
            />
          ) : null}
        </div>
      ) : null}
      {areFiltersApart(view) ? (
        <Notice>
          The two sides have different filters: shown above are those of After.
          <Button size="small" className="ml-3" onClick={() => change(changeCommonFilters(view, common), 'push')}>
            Use them for both
          </Button>
        </Notice>
      ) : null}
    </>
  )
}
