'use client'
import { Keyboard } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { Minimap } from '../../flame-graph/minimap/minimap.tsx'
import { formatShare } from '../../../lib/profile/format/units.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ColourLegend } from '../colours/colour-legend.tsx'
import { FrameDetails } from '../details/frame-details.tsx'
import { createExportSource, type ExportSource } from '../export/export-source.ts'
import { FilterList } from '../filters/filter-list.tsx'
import { computeRemovedShares } from '../filters/removed-shares.ts'
import { SearchChips } from '../search/search-chips.tsx'
import type { Store } from '../../ui/store.ts'
import type { ShellTools } from '../state/use-pane.ts'
import { leaveTimeOrder } from '../state/view-changes.ts'
import { tabOf } from './pane-stage.tsx'
import { useBusyMark } from './use-busy-mark.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import { ViewerToolbar } from './viewer-toolbar.tsx'

const ViewerPanels = lazy(async () => ({ default: (await import('./viewer-panels.tsx')).ViewerPanels }))

/**
 * What surrounds graphs, whatever they show: tools, searches and filters above, the selected frame and the legend below, menus and
 * dialogs over it. `children` are the panes. Where two profiles say something else than one, it is passed in.
 */
export function ViewerShell({
  panes,
  active = panes[0],
  viewing = active.viewer.viewing,
  filters = active.viewer.filters,
  sharesOf,
  controls,
  exportSource,
  exportLegend,
  notices,
  details,
  legend,
  legendControls,
  hovered = -1,
  children,
}: Partial<Omit<ShellTools, 'searchInput'>> & {
  panes: ShellTools['panes']
  /** Filled with what gives the picture on the screen. */
  exportSource: Store<() => ExportSource | null>
  exportLegend?: ExportSource['legend']
  notices?: ReactNode
  details?: ReactNode
  legend?: ReactNode
  /** What decides on the colours and widths that the legend explains. */
  legendControls?: ReactNode
  /** The node that the pointer is on, where there is one graph; -1 for none. */
  hovered?: number
  children: ReactNode
}) {
  const { viewer } = active
  const { view, change } = viewing
  // Of two, that of the profile whose page this is: the picture goes by its name.
  const shown = panes.at(-1)!.viewer
  const { searchInput } = panes[0].viewer
  const tools = { panes, active, searchInput, viewing, filters, sharesOf, controls }
  useEffect(() => {
    exportSource.set(() => {
      const source = createExportSource(shown)
      return source && exportLegend ? { ...source, legend: exportLegend } : source
    })
  })
  useEffect(() => {
    // By a link or by a menu: two profiles have no common order in time.
    if (viewer.isCompared && view.sort === 'time') change(leaveTimeOrder(view), 'replace')
  }, [viewer.isCompared, view, change])
  useViewerKeys((action) => {
    if (action === 'search') searchInput.current?.select()
    else viewer.runAction(action)
  })
  useBusyMark(panes.some(({ isBusy }) => isBusy))
  return (
    <>
      <ViewerToolbar {...tools} />
      <FilterBar {...tools} />
      {notices}
      {children}
      {details ?? <FrameDetails viewer={viewer} />}
      <footer className="flex shrink-0 items-center gap-x-3 max-lg:flex-wrap border-t border-line bg-surface px-3 py-1">
        <div className="relative flex min-w-0 flex-1">
          {legend ?? <ColourLegend viewer={viewer} />}
          <p
            data-testid="hovered-frame"
            className="pointer-events-none absolute inset-y-0 right-0 hidden max-w-[65%] truncate bg-surface pl-4 text-right text-xs leading-8 text-muted empty:hidden lg:block"
          >
            {hovered >= 0 && hovered < viewer.model.tree.length ? viewer.texts.line(hovered) : ''}
          </p>
        </div>
        {legendControls}
        {panes.length === 1 && tabOf(viewer) === 'graph' ? (
          <Minimap
            graph={viewer.graph}
            scene={viewer.scene}
            className={classNames(
              'h-8 w-44 shrink-0 rounded-[3px] border border-line max-sm:hidden',
              legendControls !== undefined && 'max-wide:hidden',
            )}
          />
        ) : null}
        <span className="contents max-sm:hidden">
          <IconButton label="Keys (?)" size="small-icon" onClick={() => viewer.setPanel('keys')} icon={Keyboard} />
        </span>
      </footer>
      <Suspense>
        {panes.map((pane, index) => (
          <ViewerPanels key={index} viewer={pane.viewer} />
        ))}
      </Suspense>
    </>
  )
}

/** Chips and filters, on one line as long as they fit; not there without any. */
function FilterBar(tools: ShellTools) {
  const { panes, active, viewing, filters } = tools
  const { model, runAction } = active.viewer
  const { view } = viewing
  const { list } = filters
  // Of two panes each has a share of its own.
  const isCounted = panes.length === 1 && !active.isBuilding
  const removed = useMemo(() => (isCounted ? computeRemovedShares(model, list) : null), [isCounted, model, list])
  if (view.searches.length === 0 && list.length === 0) return null
  return (
    <div className="relative flex shrink-0 items-center gap-1.5 border-b border-line bg-surface px-3 py-1 max-sm:overflow-x-auto max-sm:*:shrink-0 sm:flex-wrap">
      <SearchChips {...tools} />
      {view.searches.length > 0 && list.length > 0 ? <span aria-hidden className="mx-1 h-5 w-px bg-line" /> : null}
      {list.length > 0 ? (
        <>
          <FilterList
            filters={list}
            removed={removed?.byFilter ?? []}
            onChange={filters.change}
            onUndo={() => runAction('undo')}
          />
          <p role="status" data-testid="removed" className="sr-only">
            {removed && removed.all > 0 ? `${formatShare(removed.all)} removed by filters` : ''}
          </p>
        </>
      ) : null}
    </div>
  )
}
