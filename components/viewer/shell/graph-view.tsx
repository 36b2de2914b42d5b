'use client'
import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { tierSharesOf } from '../../../lib/profile/colour/node-tiers.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { formatShare } from '../../format/units.ts'
import { keepTime, keptTime } from '../filters/filter-changes.ts'
import { FilterList } from '../filters/filter-list.tsx'
import { FrameDetails } from '../details/frame-details.tsx'
import { describeNode, sayNode, stackOfNode } from '../details/describe-frame.ts'
import type { Held } from '../state/ref.ts'
import { notesAt } from '../notes/note-positions.ts'
import { NotesHere } from '../notes/frame-notes.tsx'
import { pictureOf, type PictureSource } from '../export/export-source.ts'
import { removedShares } from '../filters/removed-shares.ts'
import { editChip, keepOnly, removeChip, switchCase } from '../search/search-changes.ts'
import { SearchChips } from '../search/search-chips.tsx'
import { useBusyMark } from './use-busy-mark.ts'
import { useHeatMap } from '../time/use-heat-map.ts'
import type { ProfileTree } from '../state/use-profile-tree.ts'
import { useSandwich } from '../sandwich/use-sandwich.ts'
import { useViewer, type Viewer, type ViewerGiven } from '../state/use-viewer.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import { ViewerFooter } from './viewer-footer.tsx'
import { ViewerNotices } from './viewer-notices.tsx'
import { ViewerStage } from './viewer-stage.tsx'
import { ViewerToolbar } from './viewer-toolbar.tsx'

// The first picture does not wait for what it does not need. The heat map is wanted right after it, so its script comes along.
const heatMapPanel = import('../time/heat-map-panel.tsx')
const HeatMapPanel = lazy(async () => ({ default: memo((await heatMapPanel).HeatMapPanel) }))
const ViewerPanels = lazy(async () => ({ default: (await import('./viewer-panels.tsx')).ViewerPanels }))

/** The tools, the graph in one of its shapes, and what they show in words. */
export function GraphView({
  profile,
  picture,
  ...given
}: ViewerGiven & {
  profile: ProfileTree
  /** Filled with what gives the picture on the screen. */
  picture: Held<() => PictureSource | null>
}) {
  const [hovered, setHovered] = useState(-1)
  const viewer = useViewer(given)
  const { client, drawn, basics, viewing, search, drawing, colours, here, act } = viewer
  const { view, change } = viewing
  useViewerKeys(act)
  useEffect(() => {
    picture.put(() => pictureOf(viewer))
  })

  const heat = useHeatMap(client, basics, view.filters)
  const frame = drawn.tree.frame[here]!
  const about = view.about !== '' || frame < 0 ? view.about : drawn.strings[drawn.frames.name[frame]!]!
  const { sandwich, isWaiting } = useSandwich(client, drawn, view.tab === 'callers' ? about : null)
  const isLate = search.isSearching || drawing.isCounting || colours.isWaiting || heat.isWaiting || isWaiting
  const isBusy = profile.isBusy || isLate
  useBusyMark(isBusy)

  const timeRange = useMemo(() => keptTime(view.filters), [view.filters])
  const chooseTime = useCallback(
    (range: readonly [number, number] | null) => change({ filters: keepTime(view.filters, range) }, 'push'),
    [view.filters, change],
  )
  const words = useMemo(
    () => describeNode(drawn, here, drawing.zoomNode, drawing.range),
    [drawn, here, drawing.zoomNode, drawing.range],
  )
  return (
    <>
      <ViewerToolbar viewer={viewer} />
      <Refinements viewer={viewer} isBuilding={profile.isBuilding} />
      <ViewerNotices viewer={viewer} />
      {basics.timeSpan ? (
        <Suspense>
          <HeatMapPanel
            facts={basics}
            heatMap={heat.answer}
            cellMs={heat.cellMs}
            onCellMs={heat.setCellMs}
            range={timeRange}
            onRange={chooseTime}
          />
        </Suspense>
      ) : null}
      <div className="relative flex min-h-0 flex-1 flex-col">
        <ViewerStage viewer={viewer} about={about} sandwich={sandwich} onHover={setHovered} />
        {profile.isBuilding ? (
          <p
            role="status"
            className="floating absolute top-2 left-1/2 flex -translate-x-1/2 items-center gap-2 px-3 py-1.5"
          >
            <Spinner /> Building the tree …
          </p>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {drawing.selected >= 0 ? sayNode(words) : ''}
      </p>
      <Details viewer={viewer} words={words} />
      <ViewerFooter viewer={viewer} hovered={hovered} />
      <Suspense>
        <ViewerPanels viewer={viewer} />
      </Suspense>
    </>
  )
}

/** Chips and filters, on one line as long as they fit; not there without any. */
export function Refinements({ viewer, isBuilding }: { viewer: Viewer; isBuilding: boolean }) {
  const { viewing, drawn, drawing, search, filters, act, searchInput } = viewer
  const { view, change } = viewing
  const removed = useMemo(() => removedShares(drawn, filters.list), [drawn, filters.list])
  if (view.searches.length === 0 && filters.list.length === 0) return null
  return (
    <div className="relative flex items-center gap-1.5 border-b border-line bg-surface px-3 py-1 max-sm:overflow-x-auto max-sm:*:shrink-0 sm:flex-wrap">
      <SearchChips
        terms={view.searches}
        shares={drawing.shares}
        isAllShown={drawing.zoomNode === 0 && !drawing.range}
        problems={search.problems}
        onEdit={(at) => {
          change(editChip(view, at), 'push')
          searchInput.current?.focus()
        }}
        onRemove={(at) => change(removeChip(view, at), 'push')}
        onCase={(at) => change(switchCase(view, at), 'push')}
        onKeepOnly={(at) => {
          const { filters: list = filters.list, ...more } = keepOnly(view, at)
          filters.change(list, more)
        }}
      />
      {view.searches.length > 0 && filters.list.length > 0 ? (
        <span aria-hidden className="mx-1 h-5 w-px bg-line" />
      ) : null}
      {filters.list.length > 0 ? (
        <>
          <FilterList
            filters={filters.list}
            removed={isBuilding ? [] : removed.byFilter}
            onChange={filters.change}
            onUndo={() => act('undo')}
          />
          <p role="status" data-testid="removed" className="sr-only">
            {isBuilding || removed.all === 0 ? '' : `${formatShare(removed.all)} removed by filters`}
          </p>
        </>
      ) : null}
    </div>
  )
}

function Details({ viewer, words }: { viewer: Viewer; words: ReturnType<typeof describeNode> }) {
  const { drawn, here, unit, notes, notePlaces } = viewer
  const stack = useMemo(() => stackOfNode(drawn, here), [drawn, here])
  const tiers = drawn.tiers && here > 0 ? tierSharesOf(drawn.tiers, here) : []
  return (
    <FrameDetails
      words={words}
      stack={stack}
      unit={unit}
      tiers={tiers}
      notes={<NotesHere notes={notesAt(notes.notes, notePlaces, here)} onEdit={notes.canWrite ? notes.edit : null} />}
    />
  )
}
