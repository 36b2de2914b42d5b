'use client'
import { Link2, Link2Off, Maximize2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { FilterMenu } from '../../shell/filter-menu.tsx'
import { ViewControls, ViewMenu } from '../../shell/view-controls.tsx'
import { wholeGraph } from '../../state/view-changes.ts'
import type { Viewing } from '../../state/view-store.ts'
import { changeCommonFilters, commonFilters } from './side-filters.ts'
import type { TimeLink } from './use-time-link.ts'
import type { Pane } from './use-side-panes.ts'

/** How both sides are drawn and filtered. */
export function SideControls({
  viewing: { view, change },
  active: { viewer },
  timeLink,
}: {
  viewing: Viewing
  active: Pane
  /** null where a side has no times. */
  timeLink: TimeLink | null
}) {
  const isAllShown = view.zoom.length === 0 && !view.range && view.row === null
  return (
    <div className="relative flex items-center gap-1.5 *:shrink-0 max-lg:-mx-3 max-lg:w-screen max-lg:overflow-x-auto max-lg:px-3 max-lg:py-0.5">
      <ViewControls view={view} change={change} />
      {timeLink ? (
        <Button
          aria-pressed={timeLink.isLinked}
          title={
            timeLink.isLinked ? 'A time range on one side is chosen on both' : 'Each side has a time range of its own'
          }
          onClick={timeLink.toggle}
          className="aria-pressed:border-edge aria-pressed:bg-sunken aria-pressed:font-medium"
        >
          {timeLink.isLinked ? <Link2 size={14} aria-hidden /> : <Link2Off size={14} aria-hidden />}
          <span className="max-2xl:sr-only">Linked times</span>
        </Button>
      ) : null}
      <FilterMenu
        client={viewer.client}
        filters={commonFilters(view)}
        act={viewer.act}
        onChange={(list) => change(changeCommonFilters(view, list), 'push')}
        onPackages={() => viewer.setPanel('packages')}
      />
      <ViewMenu view={view} change={change} isTimed={false} />
      <IconButton
        label="Show all (0)"
        look="secondary"
        disabled={isAllShown}
        onClick={() => change(wholeGraph, 'push')}
      >
        <Maximize2 size={14} aria-hidden />
      </IconButton>
    </div>
  )
}
