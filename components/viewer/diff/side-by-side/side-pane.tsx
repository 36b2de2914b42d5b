'use client'
import { Minimap } from '../../../flame-graph/minimap/minimap.tsx'
import type { Twin } from '../../../flame-graph/scene/scene.ts'
import { formatShare } from '../../../format/units.ts'
import { formatWeight } from '../../../format/weight.ts'
import { Name } from '../../../ui/name.tsx'
import { describeNode } from '../../details/describe-frame.ts'
import { HoverFacts } from '../../details/hover-details.tsx'
import { wordsOfFilter } from '../../filters/filter-labels.ts'
import { removedShares } from '../../filters/removed-shares.ts'
import { PaneStage } from '../../shell/pane-stage.tsx'
import { ThreadPanel } from '../../threads/thread-panel.tsx'
import { AbsentNote, TwinLine, TwinTag } from './counterpart-tag.tsx'
import type { TwinShares } from './counterparts.ts'
import { otherSide, sideTitles } from './side.ts'
import { ownFilters } from './side-filters.ts'
import type { Pane } from './use-side-panes.ts'
import type { SideTime } from './use-time-link.ts'

/** Which side this is, how much of its recording is shown, and whose threads. */
function PaneHeader({ pane: { side, viewer, summary }, isActive }: { pane: Pane; isActive: boolean }) {
  const { drawn, unit, facts, filters, graph, scene, viewing } = viewer
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
      {facts && facts.threads.length > 1 ? <ThreadPanel viewer={viewer} /> : null}
    </header>
  )
}

/** One side: its header, and its profile. */
export function SidePane({
  pane,
  isActive,
  onActive,
  twin,
  twinText,
  sharesOf,
  onHover,
  time,
}: {
  pane: Pane
  /** Keys are for this one. */
  isActive: boolean
  onActive: () => void
  /** The box that stands for what the pointer is on in the other pane, and what to write at it. */
  twin: Twin | null
  twinText: string
  /** Of a node here and its twin. */
  sharesOf: (node: number) => TwinShares
  onHover: (node: number) => void
  time: SideTime
}) {
  const { side, viewer, zoom } = pane
  const { drawn, drawing, unit, title } = viewer
  const isRootBelow = viewer.viewing.view.orientation === 'flame'
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
      <PaneStage
        pane={pane}
        time={{ label: `${sideTitles[side]}: samples over time`, ...time }}
        prefix={side}
        labelOf={(what) => `${sideTitles[side]}: ${what} of ${title}, ${formatWeight(drawn.tree.total[0]!, unit)}`}
        cardOf={(node) => (
          <>
            <HoverFacts words={describeNode(drawn, node, drawing.zoomNode, drawing.range)} unit={unit} />
            <TwinLine side={otherSide[side]} shares={sharesOf(node)} />
          </>
        )}
        twin={twin}
        onHover={onHover}
      >
        <TwinTag graph={viewer.graph} twin={twin} text={twinText} isRootBelow={isRootBelow} />
        <AbsentNote place={zoom} drawn={drawn} isRootBelow={isRootBelow} />
      </PaneStage>
    </section>
  )
}
