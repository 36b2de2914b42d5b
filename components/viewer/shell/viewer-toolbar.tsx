'use client'
import { Maximize2 } from 'lucide-react'
import { searchColour } from '../../../lib/profile/colour/colour.ts'
import { maxSearches } from '../../../lib/profile/search/search.ts'
import { pathOfNode } from '../../../lib/profile/tree/path-keys.ts'
import { viewFromQuery, viewToQuery } from '../../../lib/profile/view/view-query.ts'
import { asProblem } from '../../api/as-problem.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { keepThreads, keptThreads } from '../filters/filter-changes.ts'
import { FilterMenu } from './filter-menu.tsx'
import { shownName } from '../../../lib/profile/view/visible-text.ts'
import { NotesPanel } from '../notes/notes-panel.tsx'
import { ReadySearchesMenu } from '../search/search-presets-menu.tsx'
import { SearchBox, SearchSummary } from '../search/search-box.tsx'
import { addChips, chipFromText } from '../search/search-changes.ts'
import { ThreadPanel } from '../threads/thread-panel.tsx'
import type { Viewer } from '../state/use-viewer.ts'
import { comparedTabs, ViewControls, ViewMenu } from './view-controls.tsx'
import { wholeGraph } from '../state/view-changes.ts'

/** Search at the left, what is drawn and how at the right; on a phone the right part is one line to swipe. */
export function ViewerToolbar({ viewer }: { viewer: Viewer }) {
  const { viewing, search, drawing, walk, searchInput, graph, facts, act, filters, client } = viewer
  const { view, change } = viewing
  const { typed } = search
  const problem = typed >= 0 ? search.problems[typed] : null
  const typedShare = typed >= 0 ? (drawing.shares?.bySearch[typed] ?? null) : null
  const isAllShown = drawing.zoomNode === 0 && !drawing.range && drawing.missing === 0 && view.row === null
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
      <SearchBox
        ref={searchInput}
        text={view.search}
        onText={(text) => change({ search: text }, 'replace')}
        caseSensitive={view.caseSensitive}
        onCaseSensitive={(caseSensitive) => change({ caseSensitive }, 'replace')}
        colour={typed >= 0 ? searchColour(typed) : null}
        matches={typedShare?.nodes ?? null}
        isSearching={search.isSearching}
        problem={problem ? asProblem(problem) : null}
        onStep={walk.stepToMatch}
        onChip={view.searches.length < maxSearches ? () => change(chipFromText(view), 'push') : null}
        onLeave={() => graph.current?.focus()}
      >
        <ReadySearchesMenu onChoose={(term) => change(addChips(view, [term]), 'push')} />
      </SearchBox>
      {drawing.shares ? (
        <SearchSummary
          typed={typedShare}
          isAllShown={drawing.zoomNode === 0 && !drawing.range}
          all={drawing.shares.all}
          onStep={walk.stepToMatch}
        />
      ) : null}
      <div className="relative flex items-center gap-1.5 *:shrink-0 max-lg:-mx-3 max-lg:w-screen max-lg:overflow-x-auto max-lg:px-3 max-lg:py-0.5">
        <ViewControls view={view} change={change} tabs={viewer.drawn.sides ? comparedTabs : undefined} />
        {facts ? (
          <ThreadPanel
            facts={facts}
            chosen={keptThreads(filters.list)}
            onChoose={(threads) => filters.change(keepThreads(filters.list, threads))}
            open={viewer.panel === 'threads'}
            onOpenChange={(isOpen) => viewer.setPanel(isOpen ? 'threads' : null)}
          />
        ) : null}
        <FilterMenu
          client={client}
          filters={filters.list}
          act={act}
          onChange={filters.change}
          onPackages={() => viewer.setPanel('packages')}
        />
        <ViewerNotes viewer={viewer} />
        <ViewMenu view={view} change={change} isTimed={viewer.basics.timeSpan !== null && !viewer.drawn.sides} />
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
