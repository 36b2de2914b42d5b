'use client'
import { Maximize2 } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { SearchBox, SearchSteps } from '../search/search-box.tsx'
import type { ShellTools } from '../state/use-pane.ts'
import { wholeGraph } from '../state/view-changes.ts'
import { ThreadPanel } from '../threads/thread-panel.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { comparedTabs, ViewControls, ViewMenu } from './view-controls.tsx'

/** Search at the left, what is drawn and how at the right; on a phone the right part is one line to swipe. */
export function ViewerToolbar(tools: ShellTools) {
  const { panes, active, viewing, filters, controls } = tools
  const { view, change } = viewing
  const { viewer } = active
  const isAllShown = view.zoom.length === 0 && !view.range && view.row === null
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
      <SearchBox {...tools} />
      <SearchSteps {...tools} />
      <div className="relative flex items-center gap-1.5 *:shrink-0 max-lg:-mx-3 max-lg:w-screen max-lg:overflow-x-auto max-lg:px-3 max-lg:py-0.5">
        <ViewControls view={view} change={change} tabs={viewer.model.sides ? comparedTabs : undefined} />
        {controls}
        {panes.length === 1 ? <ThreadPanel viewer={viewer} /> : null}
        <FilterMenu viewer={viewer} filters={filters} />
        {panes.length === 1 ? <NotesPanel viewer={viewer} /> : null}
        <ViewMenu view={view} change={change} isTimed={viewer.basics.timeSpan !== null && !viewer.isCompared} />
        <IconButton
          label="Show all (0)"
          variant="secondary"
          disabled={isAllShown}
          onClick={() => change(wholeGraph, 'push')}
        >
          <Maximize2 size={14} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
