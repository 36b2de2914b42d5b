'use client'
import { profileName } from '../../../../lib/contract/profile-title.ts'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { FlameGraphHandle } from '../../../flame-graph/flame-graph.tsx'
import { Minimap } from '../../../flame-graph/minimap/minimap.tsx'
import type { Counterpart } from '../../../flame-graph/scene/scene.ts'
import type { Mark } from '../../../../lib/profile/model/profile.ts'
import { formatPoints, formatShare } from '../../../../lib/profile/format/units.ts'
import { formatTimeRange } from '../../../../lib/profile/format/time-offset.ts'
import { formatWeight } from '../../../../lib/profile/format/weight.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Name } from '../../../ui/name.tsx'
import { describeNode, listStackNames } from '../../tree/describe-frame.ts'
import { getShownName } from '../../../../lib/profile/view/visible-text.ts'
import type { NamedTree } from '../../worker/tree-messages.ts'
import { HoverDetails } from '../../details/hover-details.tsx'
import { computeRemovedShares } from '../../filters/removed-shares.ts'
import { getTimeFilter } from '../../filters/filter-changes.ts'
import { PaneStage } from '../../shell/pane-stage.tsx'
import { ThreadPanel } from '../../threads/thread-panel.tsx'
import type { CounterpartShares } from './counterparts.ts'
import { omitWeight } from '../side-names.ts'
import { otherSide, type Side } from '../side.ts'
import type { SidePath } from './side-paths.ts'
import type { Pane } from './use-side-panes.ts'
import type { SideTime } from './use-time-link.ts'

/** CSS pixels between the tag of a counterpart and the corner of its graph, where its box is off screen. */
const tagCornerPx = 8

/** Header of a pane: side, profile, the part of it, the weight that is shown, minimap, threads. */
function PaneHeader({
  pane,
  name: wholeName,
  part,
  isActive,
  isRangeNamed,
}: {
  pane: Pane
  name: string
  part: string
  isActive: boolean
  /** Whether the name is the time range: then all of it is shown, and the heat map has the rest of the row. */
  isRangeNamed: boolean
}) {
  const { side, sideTitles, summary, model, unit, facts, filters, graph, scene, viewing } = pane
  const total = model.tree.total[0]!
  const removed = computeRemovedShares(model, filters.list).all
  const weight = formatWeight(total, unit)
  const name = omitWeight(wholeName, weight)
  return (
    <header
      className={classNames(
        'flex min-h-[31px] min-w-0 items-center gap-2 bg-surface px-3',
        isRangeNamed ? 'grow basis-auto' : 'flex-1 basis-84',
      )}
    >
      <h2
        className={`shrink-0 rounded-md border px-1.5 text-xs leading-5 ${isActive ? 'border-edge bg-sunken font-semibold text-ink' : 'border-line text-muted'}`}
      >
        {sideTitles[side]}
      </h2>
      {name === '' || name === sideTitles[side] ? null : (
        <Name
          text={name}
          whole={profileName(summary)}
          className={
            isRangeNamed ? 'min-w-24 shrink-0 tabular-nums' : name.length > 10 ? 'min-w-12 shrink-[2]' : 'min-w-fit'
          }
        />
      )}
      {part === '' ? null : <Name text={part} className="shrink-[3] text-muted max-lg:hidden" />}
      {/* The removed share wraps out of sight where it does not fit: the weight stays whole, with its unit. */}
      <p
        data-testid={`total-${side}`}
        title={weight}
        className="figures h-5 min-w-min shrink-[9] overflow-clip leading-5 text-muted"
      >
        <span className="whitespace-nowrap">{weight}</span>
        {removed > 0 ? (
          <>
            {' '}
            <span className="font-sans whitespace-nowrap">({formatShare(removed)} removed)</span>
          </>
        ) : null}
      </p>
      <span className="flex-1" />
      {viewing.view.tab === 'graph' ? (
        <Minimap graph={graph} scene={scene} className="h-7 w-28 shrink-0 rounded-[3px] max-2xl:hidden" />
      ) : null}
      {facts && facts.threads.length > 1 ? <ThreadPanel viewer={pane} size="small" /> : null}
    </header>
  )
}

/** One pane of a side-by-side comparison: its header, and its flame graph or other view. */
export function SidePane({
  pane,
  name,
  part,
  isActive,
  onActive,
  counterpart,
  counterpartText,
  sharesOf,
  onHover,
  time,
  marksBeside,
}: {
  pane: Pane
  /** Facts that tell the profile from the other one. */
  name: string
  /** Time and threads that it shows; empty where the name says them. */
  part: string
  /** Whether key presses go to this pane. */
  isActive: boolean
  onActive: () => void
  /** The box here that is the counterpart of the one hovered in the other pane, null for none; the text of its tag. */
  counterpart: Counterpart | null
  counterpartText: string
  /** The shares of a node in this pane and of its counterpart in the other, each of all of its own profile. */
  sharesOf: (node: number) => CounterpartShares
  onHover: (node: number) => void
  time: SideTime
  /** Marks of the recording in the other pane. */
  marksBeside: readonly Mark[]
}) {
  const { side, sideTitles, zoom, model, resolved, unit, title, viewing, graph } = pane
  const isRootBelow = viewing.view.orientation === 'flame'
  const { drafted, ...timeParts } = time
  const range = getTimeFilter(viewing.view.filters)
  // Names of two parts of one recording may hold threads too, and are then said beside the range.
  const isRangeNamed = part === '' && range !== null && name === formatTimeRange(range)
  return (
    // In a narrow window both panes fit below the header and the search, so that both roots are in sight.
    <section
      aria-label={sideTitles[side]}
      data-side={side}
      data-active={isActive}
      onPointerDownCapture={onActive}
      onFocusCapture={onActive}
      className="flex min-w-0 flex-col max-lg:min-h-[max((100dvh-9.25rem)/2,15rem)] max-lg:border-b max-lg:border-line lg:first:border-r lg:first:border-line"
    >
      <PaneStage
        viewer={pane}
        header={
          <PaneHeader
            pane={pane}
            {...{ part, isActive, isRangeNamed }}
            name={isRangeNamed && drafted ? formatTimeRange(drafted) : name}
          />
        }
        time={{ label: `${sideTitles[side]}: samples over time`, marksBeside, isRangeNamed, ...timeParts }}
        prefix={side}
        labelOf={(what) => `${sideTitles[side]}: ${what} of ${title}, ${formatWeight(model.tree.total[0]!, unit)}`}
        cardOf={(node) => (
          <>
            <HoverDetails description={describeNode(model, node, resolved.zoomNode, resolved.range)} unit={unit} />
            <CounterpartLine side={otherSide[side]} sideTitle={sideTitles[otherSide[side]]} shares={sharesOf(node)} />
          </>
        )}
        counterpart={counterpart}
        onHover={onHover}
      >
        <CounterpartTag graph={graph} counterpart={counterpart} text={counterpartText} isRootBelow={isRootBelow} />
        <AbsentNote sidePath={zoom} model={model} isRootBelow={isRootBelow} />
      </PaneStage>
    </section>
  )
}

/** The tag on the highlighted counterpart: its share, or "absent". In a corner while the box is off screen. */
function CounterpartTag({
  graph,
  counterpart,
  text,
  isRootBelow,
}: {
  graph: RefObject<FlameGraphHandle | null>
  counterpart: Counterpart | null
  text: string
  /** The tag of a box off screen goes to the edge away from the root, where few boxes are. */
  isRootBelow: boolean
}) {
  const tag = useRef<HTMLParagraphElement>(null)
  const node = counterpart?.node ?? -1
  useLayoutEffect(() => {
    const element = tag.current
    const area = element?.parentElement?.getBoundingClientRect()
    if (!element || !area || node < 0) return
    const point = graph.current?.positionOf(node)
    const corner = {
      x: area.left + tagCornerPx,
      y: isRootBelow ? area.top + tagCornerPx : area.bottom - element.offsetHeight - tagCornerPx,
    }
    const { x, y } = point ? { x: point.x + 2, y: point.y + 2 } : corner
    const left = Math.min(x - area.left, area.width - element.offsetWidth - 4)
    const top = Math.min(y - area.top, area.height - element.offsetHeight - 2)
    element.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(2, top)}px)`
    element.dataset.outOfSight = String(!point)
  }, [graph, node, text, isRootBelow])
  return (
    <p
      ref={tag}
      aria-hidden
      data-testid="twin-tag"
      data-shown={counterpart !== null}
      data-absent={counterpart?.isAbsent ?? false}
      className="figures floating pointer-events-none absolute top-0 left-0 z-20 px-1.5 py-0.5 text-xs whitespace-nowrap data-[absent=true]:border-dashed data-[absent=true]:border-ink data-[shown=false]:invisible"
    >
      {text}
    </p>
  )
}

/** A line of the hover card: the counterpart's share, on `side`, and the change in points from before to after. */
function CounterpartLine({
  side,
  sideTitle,
  shares: { own: here, other: there, otherWhole },
}: {
  side: Side
  sideTitle: string
  shares: CounterpartShares
}) {
  const change = formatPoints(side === 'before' ? here - (there ?? 0) : (there ?? 0) - here)
  return (
    <p className="figures mt-1 border-t border-line pt-1">
      <span className="font-sans text-muted">{sideTitle}: </span>
      {there === null ? (
        <span className="font-sans">absent</span>
      ) : (
        <>
          {formatShare(there)}
          <span className="font-sans text-muted"> of {otherWhole}</span>
        </>
      )}
      <span className="font-sans text-muted">, </span>
      {change}
    </p>
  )
}

/** The note of a pane that lacks part of the zoomed path: the first missing frame, and how far the path is shown. */
function AbsentNote({
  sidePath: { node, missing, absent },
  model,
  isRootBelow,
}: {
  sidePath: SidePath
  model: NamedTree
  isRootBelow: boolean
}) {
  if (missing === 0 || absent.length === 0) return null
  const shown = listStackNames(model, node).at(-1)
  return (
    <div
      role="status"
      data-testid="absent"
      className={`floating absolute right-2 left-2 z-10 mx-auto max-w-md border-dashed! border-edge! px-2.5 py-1.5 text-sm ${isRootBelow ? 'top-2' : 'bottom-2'}`}
    >
      <p>
        <span className="font-medium">Absent here: </span>
        <Name text={getShownName(absent[0]!)} mono wrap />
        {missing > 1 ? <span className="text-muted"> and {missing - 1} below it</span> : null}
      </p>
      <p className="text-muted">
        {shown === undefined ? (
          'No part of its path exists here, so everything is shown.'
        ) : (
          <>
            Shown is the longest part of its path, to <Name text={getShownName(shown)} mono wrap />
          </>
        )}
      </p>
    </div>
  )
}
