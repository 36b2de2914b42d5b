'use client'
import { ChevronDown, ChevronUp, Maximize2 } from 'lucide-react'
import { searchColour } from '../../../lib/profile/colour.ts'
import { maxSearches } from '../../../lib/profile/search.ts'
import { pathOfNode } from '../../../lib/profile/path-keys.ts'
import { viewFromQuery, viewToQuery } from '../../../lib/profile/view-query.ts'
import { asProblem } from '../../api/as-problem.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { keepThreads, keptThreads } from '../filters/filter-changes.ts'
import { FilterMenu } from './filter-menu.tsx'
import { shownName } from '../details/frame-labels.ts'
import { NotesPanel } from '../notes/notes-panel.tsx'
import { ReadySearchesMenu } from '../search/search-presets-menu.tsx'
import { SearchBox, TypedShare } from '../search/search-box.tsx'
import { addChips, chipFromText } from '../search/search-changes.ts'
import { ThreadPanel } from '../threads/thread-panel.tsx'
import type { Viewer } from '../state/use-viewer.ts'
import { comparedTabs, ViewControls, ViewMenu } from './view-controls.tsx'
import { wholeGraph } from '../state/view-changes.ts'
import type { ShellTools } from '../state/use-pane.ts'

/** Search at the left, what is drawn and how at the right; on a phone the right part is one line to swipe. */
export function ViewerToolbar(tools: ShellTools) {
  const { panes, active, viewing, filters, controls } = tools
  const { view, change } = viewing
  const { viewer } = active
  const isAllShown = view.zoom.length === 0 && !view.range && view.row === null
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
      <ViewerSearch {...tools} />
      <div className="relative flex items-center gap-1.5 *:shrink-0 max-lg:-mx-3 max-lg:w-screen max-lg:overflow-x-auto max-lg:px-3 max-lg:py-0.5">
        <ViewControls view={view} change={change} tabs={viewer.drawn.sides ? comparedTabs : undefined} />
        {controls}
        {panes.length === 1 ? <ViewerThreads viewer={viewer} /> : null}
        <FilterMenu
          client={viewer.client}
          filters={filters.list}
          act={viewer.act}
          onChange={filters.change}
          onPackages={() => viewer.setPanel('packages')}
        />
        {panes.length === 1 ? <ViewerNotes viewer={viewer} /> : null}
        <ViewMenu view={view} change={change} isTimed={viewer.basics.timeSpan !== null && !viewer.isCompared} />
        <IconButton
          label="Show all (0)"
          look="secondary"
          disabled={isAllShown}
          onClick={() => change(wholeGraph, 'push')}
        >
          <Maximize2 size={14} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

/** The search box, what its text finds in all panes, and the way from one match of all searches to the next. */
function ViewerSearch({ panes, active, searchInput, viewing, sharesOf }: ShellTools) {
  const { view, change } = viewing
  const { search, drawing, walk, graph } = active.viewer
  const { typed } = search
  const problem = search.problems[typed]
  const counts = panes.flatMap(({ viewer }) => viewer.drawing.shares?.bySearch[typed]?.nodes ?? [])
  const share = drawing.shares?.bySearch[typed]
  const hasMatches = drawing.shares !== null && drawing.shares.all.nodes > 0
  return (
    <>
      <SearchBox
        ref={searchInput}
        text={view.search}
        onText={(text) => change({ search: text }, 'replace')}
        caseSensitive={view.caseSensitive}
        onCaseSensitive={(caseSensitive) => change({ caseSensitive }, 'replace')}
        colour={typed >= 0 ? searchColour(typed) : null}
        matches={counts.length === 0 ? null : counts.reduce((sum, count) => sum + count)}
        isSearching={panes.some(({ viewer }) => viewer.search.isSearching)}
        problem={problem ? asProblem(problem) : null}
        onStep={walk.stepToMatch}
        onChip={view.searches.length < maxSearches ? () => change(chipFromText(view), 'push') : null}
        onLeave={() => graph.current?.focus()}
      >
        <ReadySearchesMenu onChoose={(term) => change(addChips(view, [term]), 'push')} />
      </SearchBox>
      {drawing.shares ? (
        <div className="flex items-center gap-1">
          {typed >= 0 && sharesOf ? sharesOf(typed) : null}
          {share && !sharesOf ? (
            <TypedShare share={share} isAllShown={drawing.zoomNode === 0 && !drawing.range} />
          ) : null}
          <IconButton
            label="Previous match (N)"
            size="small-icon"
            disabled={!hasMatches}
            onClick={() => walk.stepToMatch(-1)}
          >
            <ChevronUp size={14} aria-hidden />
          </IconButton>
          <IconButton
            label="Next match (n)"
            size="small-icon"
            disabled={!hasMatches}
            onClick={() => walk.stepToMatch(1)}
          >
            <ChevronDown size={14} aria-hidden />
          </IconButton>
        </div>
      ) : null}
    </>
  )
}

/** Whose stacks are shown. */
export function ViewerThreads({ viewer: { facts, filters, panel, setPanel } }: { viewer: Viewer }) {
  if (!facts) return null
  return (
    <ThreadPanel
      facts={facts}
      chosen={keptThreads(filters.list)}
      onChoose={(threads) => filters.change(keepThreads(filters.list, threads))}
      open={panel === 'threads'}
      onOpenChange={(isOpen) => setPanel(isOpen ? 'threads' : null)}
    />
  )
}

function ViewerNotes({ viewer: { notes, notePlaces, walk, drawing, drawn, viewing } }: { viewer: Viewer }) {
  const { view, change } = viewing
  const { selected } = drawing
  const frame = selected > 0 ? drawn.tree.frame[selected]! : -1
  return (
    <NotesPanel
      state={notes}
      places={notePlaces}
      onGo={(_, node) => walk.open(node)}
      onOpenView={({ query, path }) =>
        change({ ...viewFromQuery(new URLSearchParams(query)), tab: 'graph', selected: path }, 'push')
      }
      place={
        frame < 0
          ? null
          : {
              path: pathOfNode(drawn, drawn.tree, selected),
              frame: shownName(drawn.strings[drawn.frames.name[frame]!]!),
              query: viewToQuery(view).toString(),
            }
      }
    />
  )
}
