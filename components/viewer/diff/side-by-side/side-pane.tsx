'use client'
import { lazy, memo, Suspense, useMemo } from 'react'
import type { Twin } from '../../../flame-graph/scene/scene.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { keepThreads, keptThreads, keptTime } from '../../filters/filter-changes.ts'
import type { TimeRange } from '../../time/heat-map-geometry.ts'
import { useSandwich } from '../../sandwich/use-sandwich.ts'
import { ViewerNotices } from '../../shell/viewer-notices.tsx'
import { ViewerStage } from '../../shell/viewer-stage.tsx'
import { AbsentNote, PaneGraph, TwinTag } from './pane-graph.tsx'
import { sideTitles } from './side.ts'
import type { TwinShares } from './counterparts.ts'
import type { Pane } from './use-side-panes.ts'
import { Minimap } from '../../../flame-graph/minimap/minimap.tsx'
import { Name } from '../../../ui/name.tsx'
import { formatShare } from '../../../format/units.ts'
import { wordsOfFilter } from '../../filters/filter-labels.ts'
import { removedShares } from '../../filters/removed-shares.ts'
import { ThreadPanel } from '../../threads/thread-panel.tsx'
import { formatWeight } from '../../../format/weight.ts'
import { ownFilters } from './side-filters.ts'

/** Which side this is, how much of its recording is shown, and whose threads. */
function PaneHeader({ pane: { side, viewer, summary }, isActive }: { pane: Pane; isActive: boolean }) {
  const { drawn, unit, facts, filters, graph, scene, viewing, panel, setPanel } = viewer
  const own = ownFilters(filters.list).map((filter) => {
    const { does, to } = wordsOfFilter(filter)
    return `${does} ${to}`
  })
  const removed = removedShares(drawn, filters.list).all
  return (
    <header className="flex min-h-9 min-w-0 items-center gap-2 border-b border-line bg-surface px-3 py-1">
      <h2
        className={`shrink-0 rounded-md border px-1.5 text-xs leading-5 ${isActive ? 'border-edge bg-sunken font-semibold text-ink' : 'border-line text-muted'}`}
      >
        {sideTitles[side]}
      </h2>
      <Name text={summary.name} className="shrink-[2]" />
      {own.length > 0 ? <Name text={own.join(', ')} className="shrink-[3] text-muted max-lg:hidden" /> : null}
      <p data-testid={`total-${side}`} className="figures shrink-0 text-muted">
        {formatWeight(drawn.tree.total[0]!, unit)}
        {removed > 0 ? <span className="font-sans"> ({formatShare(removed)} removed)</span> : null}
      </p>
      <span className="flex-1" />
      {viewing.view.tab === 'graph' ? (
        <Minimap graph={graph} scene={scene} className="h-7 w-28 shrink-0 rounded-[3px] max-xl:hidden" />
      ) : null}
      {facts && facts.threads.length > 1 ? (
        <ThreadPanel
          facts={facts}
          chosen={keptThreads(filters.list)}
          onChoose={(threads) => filters.change(keepThreads(filters.list, threads))}
          open={panel === 'threads'}
          onOpenChange={(isOpen) => setPanel(isOpen ? 'threads' : null)}
        />
      ) : null}
    </header>
  )
}

const heatMapPanel = import('../../time/heat-map-panel.tsx')
const HeatMapPanel = lazy(async () => ({ default: memo((await heatMapPanel).HeatMapPanel) }))

export interface SidePaneProps {
  readonly pane: Pane
  /** Canonical name of the function that tab `callers` is about on both sides; empty for none. */
  readonly about: string
  /** Keys are for this one. */
  readonly isActive: boolean
  readonly onActive: () => void
  /** The box that stands for what the pointer is on in the other pane, and what to write at it. */
  readonly twin: Twin | null
  readonly twinText: string
  readonly sharesOf: (node: number) => TwinShares
  readonly onHover: (node: number) => void
  /** A time range that is being chosen on the other heat map, and would be chosen here too. */
  readonly draft: TimeRange | null
  readonly onDraft: (draft: TimeRange | null) => void
  readonly onTime: (range: TimeRange | null) => void
}

/** One side: its header, its heat map, and its profile as graph, table, callers or text. */
export function SidePane({
  pane,
  about,
  isActive,
  onActive,
  twin,
  twinText,
  sharesOf,
  onHover,
  ...time
}: SidePaneProps) {
  const { side, viewer, zoom } = pane
  const { viewing, drawn } = viewer
  const { tab, orientation } = viewing.view
  const isRootBelow = orientation === 'flame'
  return (
    <section
      aria-label={sideTitles[side]}
      data-side={side}
      data-active={isActive}
      onPointerDownCapture={onActive}
      onFocusCapture={onActive}
      className="flex min-h-0 min-w-0 flex-col max-lg:h-[max(46dvh,19rem)] max-lg:border-b max-lg:border-line lg:first:border-r lg:first:border-line"
    >
      <PaneHeader pane={pane} isActive={isActive} />
      <PaneTime pane={pane} {...time} />
      <ViewerNotices viewer={viewer} />
      <div className="relative flex min-h-0 flex-1 flex-col overflow-hidden">
        {tab === 'graph' ? (
          <>
            <PaneGraph pane={pane} twin={twin} sharesOf={sharesOf} onHover={onHover} />
            <TwinTag graph={viewer.graph} twin={twin} text={twinText} isRootBelow={isRootBelow} />
            <AbsentNote place={zoom} drawn={drawn} isRootBelow={isRootBelow} />
          </>
        ) : (
          <OtherTab pane={pane} about={about} />
        )}
        {pane.isBuilding ? (
          <p
            role="status"
            className="floating absolute top-2 left-1/2 flex -translate-x-1/2 items-center gap-2 px-3 py-1.5"
          >
            <Spinner /> Building the tree …
          </p>
        ) : null}
      </div>
    </section>
  )
}

function PaneTime({
  pane: { side, viewer, heat },
  draft,
  onDraft,
  onTime,
}: Pick<SidePaneProps, 'pane' | 'draft' | 'onDraft' | 'onTime'>) {
  const { filters } = viewer.viewing.view
  const range = useMemo(() => keptTime(filters), [filters])
  if (!viewer.basics.timeSpan) return null
  return (
    <Suspense>
      <HeatMapPanel
        label={`${sideTitles[side]}: samples over time`}
        facts={viewer.basics}
        heatMap={heat.answer}
        cellMs={heat.cellMs}
        onCellMs={heat.setCellMs}
        range={range}
        onRange={onTime}
        draft={draft}
        onDraft={onDraft}
      />
    </Suspense>
  )
}

function OtherTab({ pane: { viewer }, about }: Pick<SidePaneProps, 'pane' | 'about'>) {
  const { client, drawn, viewing } = viewer
  const { sandwich } = useSandwich(client, drawn, viewing.view.tab === 'callers' ? about : null)
  return <ViewerStage viewer={viewer} about={about} sandwich={sandwich} onHover={ignore} />
}

const ignore = () => undefined
