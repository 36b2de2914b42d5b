'use client'
import { type ReactNode, useEffect } from 'react'
import { surroundings } from '../../../lib/profile/first-paint/first-paint-placeholder.ts'
import { LateProblem } from '../../lazy-part.tsx'
import { useLate, useLateFailure } from '../../ui/late.ts'
import type { ValueStore } from '../../ui/store.ts'
import { createExportSource, type ExportLegend, type ExportSource } from '../export/export-source.ts'
import { runAction } from '../state/run-action.ts'
import { hasFilterBar, type ShellTools } from '../toolbar/shell-tools.ts'
import { leaveTimeOrder } from '../view/view-changes.ts'
import { lateTools } from './late-tools.ts'
import { tabOf } from './pane-stage.tsx'
import { useBusyMark } from './use-busy-mark.ts'
import { useEarlySearch } from './use-early-search.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import type { FooterParts } from './viewer-footer.tsx'

/**
 * The surroundings of graphs of any kind: tools, searches and filters above, the selected frame and the legend below,
 * menus and dialogs over it. `children` are the panes. One profile needs `panes` alone; the parts that differ for two
 * (the active pane, filters, shares, legend, details) come as properties.
 */
export function ViewerShell({
  panes,
  active = panes[0],
  viewing = active.viewing,
  filters = active.filters,
  sharesOf,
  controls,
  exportSource,
  exportLegend,
  exportLabels,
  notices,
  details,
  legend,
  legendSide,
  legendControls,
  children,
}: Partial<Omit<ShellTools, 'searchInput'>> &
  FooterParts & {
    panes: ShellTools['panes']
    /** Gets the function that gives the image of the visible graph. */
    exportSource?: ValueStore<() => ExportSource | null>
    exportLegend?: ExportLegend
    /** Texts above the panes in that image. */
    exportLabels?: readonly string[]
    notices?: ReactNode
    children: ReactNode
  }) {
  const { view, change } = viewing
  // Two panes have one search box, which belongs to the first.
  const { searchInput } = panes[0]
  const shellTools = { panes, active, searchInput, viewing, filters, sharesOf, controls }
  // Until the tools are here, empty boxes keep their space, and the page is marked busy for programs that take
  // screenshots.
  const tools = useLate(lateTools, true)
  const areToolsAwaited = useLateFailure(lateTools) === null && tools === null
  // After each render, so that an export has the current properties.
  useEffect(() => {
    exportSource?.set(() => createExportSource(panes, { labels: exportLabels, legend: exportLegend }))
  })
  useEffect(() => {
    // A link or a menu may ask for the order in time, which two profiles do not have in common.
    if (active.isCompared && view.sort === 'time') change(leaveTimeOrder(view), 'replace')
  }, [active.isCompared, view, change])
  const goToSearch = useEarlySearch(tools !== null, searchInput, (search) => change({ search }, 'replace'))
  useViewerKeys((action) => {
    if (action === 'search') goToSearch()
    else runAction(active, action)
  })
  useBusyMark(areToolsAwaited || panes.some(({ isBusy }) => isBusy))
  return (
    <>
      {tools ? (
        <tools.ViewerToolbar {...shellTools} />
      ) : (
        <>
          <LateProblem late={lateTools} />
          <div aria-hidden className={surroundings.toolbar} />
          {hasFilterBar(shellTools) ? <div aria-hidden className={surroundings.filters} /> : null}
        </>
      )}
      {notices}
      {children}
      {tools ? (
        <tools.ViewerFooter
          viewer={active}
          hasMinimap={panes.length === 1 && tabOf(active) === 'graph'}
          details={details}
          legend={legend}
          legendSide={legendSide}
          legendControls={legendControls}
        />
      ) : (
        <div aria-hidden className={surroundings.details} />
      )}
      {tools ? panes.map((pane, index) => <tools.ViewerPanels key={index} viewer={pane} />) : null}
    </>
  )
}
