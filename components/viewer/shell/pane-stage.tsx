'use client'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { createLazyPart } from '../../lazy-part.tsx'
import type { Counterpart } from '../../flame-graph/scene/scene.ts'
import { FlameGraph } from '../../flame-graph/flame-graph.tsx'
import type { Mark } from '../../../lib/profile/model/profile.ts'
import { formatWeight } from '../../../lib/profile/format/weight.ts'
import { classNames } from '../../ui/class-names.ts'
import { useLate } from '../../ui/late.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { describeNode } from '../tree/describe-frame.ts'
import { FrameTreeItems, createItemId } from '../details/frame-tree-items.tsx'
import { HoverDetails } from '../details/hover-details.tsx'
import { setTimeFilter, getTimeFilter } from '../filters/filter-changes.ts'
import { ChartButton } from '../toolbar/chart-button.tsx'
import type { Viewer } from '../state/use-viewer.ts'
import type { TreeColumns } from '../tables/call-tree-text.tsx'
import { defaultFunctionTableState } from '../tables/function-rows.ts'
import type { TimeRange } from '../time/heat-map-geometry.ts'
import { lateTools } from './late-tools.ts'
import { ViewerNotices } from './viewer-notices.tsx'

// The first paint does not wait for views that it does not need.
const FunctionList = createLazyPart(async () => (await import('../tables/function-list.tsx')).FunctionList)
const ChartStrip = createLazyPart(async () => (await import('./chart-strip.tsx')).ChartStrip)
const CallTreeText = createLazyPart(async () => (await import('../tables/call-tree-text.tsx')).CallTreeText)
const CallersView = createLazyPart(async () => (await import('../sandwich/sandwich-view.tsx')).SandwichView)

/** Parts that a merged tree, or one of two panes, shows in its own way. */
interface GraphParts {
  /** Accessible name of the graph; `what` is its kind. */
  readonly labelOf?: (what: string) => string
  /** Tells two trees on one page apart. */
  readonly prefix?: string
  /** Content of the card at the pointer. */
  readonly cardOf?: (node: number) => ReactNode
  /** The counterpart of the box under the pointer in the other pane. */
  readonly counterpart?: Counterpart | null
  readonly onHover?: (node: number) => void
}

/** Props of a heat map that is one of two. */
interface TimeParts {
  readonly label: string
  readonly marksBeside: readonly Mark[]
  readonly draft: TimeRange | null
  readonly onDraft: (draft: TimeRange | null) => void
  readonly onTime: (range: TimeRange | null) => void
  readonly isRangeNamed: boolean
}

/** The tab that a pane shows. Callers and callees are of one profile; a link to them shows the graph of two. */
export function tabOf({ model, viewing }: Viewer) {
  const { tab } = viewing.view
  return model.sides && tab === 'callers' ? 'graph' : tab
}

/** One pane: its notices, its heat map, and its tree as graph, table, callers or text. */
export function PaneStage({
  viewer,
  header,
  time,
  table,
  treeColumns,
  children,
  ...graph
}: GraphParts & {
  viewer: Viewer
  /** In one row with the folded heat map, where there is room for both. */
  header?: ReactNode
  time?: TimeParts
  /** Instead of the functions of one profile. */
  table?: ReactNode
  /** Instead of the weights of one profile. */
  treeColumns?: TreeColumns
  /** Over the graph. */
  children?: ReactNode
}) {
  const tab = tabOf(viewer)
  const [tableState, setOrder] = useState(defaultFunctionTableState)
  return (
    <>
      <ViewerNotices viewer={viewer} />
      <div className="flex flex-wrap border-b border-line empty:hidden">
        {header}
        {viewer.basics.timeSpan ? <PaneTime viewer={viewer} {...time} /> : null}
      </div>
      {/* In a short window and on a phone the page scrolls: ten rows, and twice as many of callers and callees, are
          always there. In others callers and callees have fewer before it does. */}
      <div
        className={classNames(
          'relative flex shrink-0 grow flex-col overflow-hidden',
          'basis-50',
          tab === 'callers' && 'max-sm:basis-100 low:basis-100',
        )}
      >
        {tab === 'graph' ? (
          <>
            {viewer.model.chartSpan ? (
              <Suspense fallback={<div aria-busy="true" />}>
                <ChartStrip viewer={viewer} span={viewer.model.chartSpan} />
              </Suspense>
            ) : null}
            <PaneGraph viewer={viewer} {...graph} />
            {children}
          </>
        ) : (
          <Suspense fallback={<div aria-busy="true" />}>
            {tab === 'table'
              ? (table ?? <FunctionList viewer={viewer} tableState={tableState} onOrder={setOrder} />)
              : null}
            {tab === 'tree' ? <CallTreeText viewer={viewer} {...treeColumns} /> : null}
            {tab === 'callers' ? <CallersView viewer={viewer} /> : null}
          </Suspense>
        )}
        {viewer.isBuilding ? (
          <p
            role="status"
            className="floating absolute top-2 left-1/2 flex -translate-x-1/2 items-center gap-2 px-3 py-1.5"
          >
            <Spinner /> Building the tree …
          </p>
        ) : null}
      </div>
    </>
  )
}

function PaneGraph({ viewer, labelOf, prefix, cardOf, counterpart, onHover }: GraphParts & { viewer: Viewer }) {
  const { graph, model, viewing, resolved, navigation, unit, title, currentNode, setMenu, texts, nodeToReveal } = viewer
  const scene = useMemo(
    () => (counterpart === undefined ? viewer.scene : { ...viewer.scene, counterpart }),
    [viewer.scene, counterpart],
  )
  useEffect(() => {
    const node = nodeToReveal.get()
    // -1: none. Where the view did not change, no render followed, and now something else is selected.
    if (node >= 0 && node === resolved.selected) graph.current?.reveal(node)
    nodeToReveal.set(-1)
  })
  const what = model.chartSpan ? 'Flame chart' : viewing.view.orientation === 'flame' ? 'Flame graph' : 'Icicle'
  const ownCardOf = (node: number) => (
    <HoverDetails description={describeNode(model, node, resolved.zoomNode, resolved.range)} unit={unit} />
  )
  return (
    <FlameGraph
      ref={graph}
      scene={scene}
      label={labelOf?.(what) ?? `${what} of ${title}, ${formatWeight(model.tree.total[0]!, unit)}`}
      tree={<FrameTreeItems model={model} node={currentNode} prefix={prefix} labelOf={texts.spoken} />}
      activeId={createItemId(currentNode, prefix)}
      describe={(node) => (node < model.tree.length ? (cardOf ?? ownCardOf)(node) : null)}
      onClick={(node) => {
        if (node >= 0) navigation.zoomTo(node)
      }}
      onHover={onHover}
      onGesture={navigation.show}
      onMenu={(node, x, y) => setMenu({ node, x, y })}
    />
  )
}

function PaneTime({ viewer, onTime, ...parts }: { viewer: Viewer } & Partial<TimeParts>) {
  const { viewing, heatMap, basics, isCompared } = viewer
  const { view, change } = viewing
  const range = useMemo(() => getTimeFilter(view.filters), [view.filters])
  const chooseTime = useCallback(
    (chosen: TimeRange | null) => change({ filters: setTimeFilter(view.filters, chosen) }, 'push'),
    [view.filters, change],
  )
  const { sort } = view
  const tools = useLate(lateTools, true)
  const chartButton = useMemo(
    () => <ChartButton sort={sort} change={change} size="small" className="h-6!" />,
    [sort, change],
  )
  if (!tools) return null
  return (
    <tools.HeatMapPanel
      {...parts}
      controls={isCompared ? null : chartButton}
      facts={basics}
      heatMap={heatMap.value}
      cellMs={heatMap.cellMs}
      onCellMs={heatMap.setCellMs}
      range={range}
      onRange={onTime ?? chooseTime}
    />
  )
}
