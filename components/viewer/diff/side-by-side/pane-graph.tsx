'use client'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { FlameGraph, type FlameGraphHandle } from '../../../flame-graph/flame-graph.tsx'
import type { Twin } from '../../../flame-graph/scene/scene.ts'
import { FrameTreeItems, itemId } from '../../details/frame-tree-items.tsx'
import { describeNode, stackOfNode } from '../../details/describe-frame.ts'
import { HoverFacts } from '../../details/hover-details.tsx'
import { formatWeight } from '../../../format/weight.ts'
import { formatPoints, type TwinShares } from './counterparts.ts'
import { formatShare } from '../../../format/units.ts'
import { otherSide, type Side, sideTitles } from './side.ts'
import type { Pane } from './use-side-panes.ts'
import type { NamedTree } from '../../worker/tree-messages.ts'
import { shownName } from '../../../../lib/profile/view/visible-text.ts'
import { Name } from '../../../ui/name.tsx'
import type { SidePlace } from './side-paths.ts'

/** A word at the box that lights up: its share, or that it is absent. In the corner when the box is out of sight. */
export function TwinTag({
  graph,
  twin,
  text,
  isRootBelow,
}: {
  graph: RefObject<FlameGraphHandle | null>
  twin: Twin | null
  text: string
  /** Where the boxes are, and so where the corner is that is mostly empty. */
  isRootBelow: boolean
}) {
  const tag = useRef<HTMLParagraphElement>(null)
  const node = twin?.node ?? -1
  useLayoutEffect(() => {
    const shown = tag.current
    const area = shown?.parentElement?.getBoundingClientRect()
    if (!shown || !area || node < 0) return
    const place = graph.current?.placeOf(node)
    const corner = { x: area.left + 8, y: isRootBelow ? area.top + 8 : area.bottom - shown.offsetHeight - 8 }
    const { x, y } = place ? { x: place.x + 2, y: place.y + 2 } : corner
    const left = Math.min(x - area.left, area.width - shown.offsetWidth - 4)
    const top = Math.min(y - area.top, area.height - shown.offsetHeight - 2)
    shown.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(2, top)}px)`
    shown.dataset.outOfSight = String(!place)
  }, [graph, node, text, isRootBelow])
  return (
    <p
      ref={tag}
      aria-hidden
      data-testid="twin-tag"
      data-shown={twin !== null}
      data-absent={twin?.isAbsent ?? false}
      className="figures floating pointer-events-none absolute top-0 left-0 z-20 px-1.5 py-0.5 text-xs whitespace-nowrap data-[absent=true]:border-dashed data-[absent=true]:border-ink data-[shown=false]:invisible"
    >
      {text}
    </p>
  )
}

/** One side's flame graph. Its twin box lights up while the pointer is on the other side. */
export function PaneGraph({
  pane,
  twin,
  sharesOf,
  onHover,
}: {
  pane: Pane
  twin: Twin | null
  /** Of a node here and its twin. */
  sharesOf: (node: number) => TwinShares
  onHover: (node: number) => void
}) {
  const { side, viewer } = pane
  const { graph, drawn, viewing, drawing, walk, unit, title, here, setMenu, toReveal } = viewer
  const { zoomNode, range } = drawing
  const scene = useMemo(() => ({ ...viewer.scene, twin }), [viewer.scene, twin])
  useEffect(() => {
    if (toReveal.get() >= 0) graph.current?.reveal(toReveal.get())
    toReveal.put(-1)
  })
  const what = viewing.view.orientation === 'flame' ? 'Flame graph' : 'Icicle'
  return (
    <FlameGraph
      ref={graph}
      scene={scene}
      label={`${sideTitles[side]}: ${what} of ${title}, ${formatWeight(drawn.tree.total[0]!, unit)}`}
      tree={<FrameTreeItems drawn={drawn} node={here} zoomNode={zoomNode} range={range} prefix={side} />}
      activeId={itemId(here, side)}
      describe={(node) =>
        node < drawn.tree.length ? (
          <>
            <HoverFacts words={describeNode(drawn, node, zoomNode, range)} unit={unit} />
            <TwinLine side={otherSide[side]} shares={sharesOf(node)} />
          </>
        ) : null
      }
      onClick={(node) => {
        if (node >= 0) walk.zoomTo(node)
      }}
      onHover={onHover}
      onGesture={walk.show}
      onMenu={(node, x, y) => setMenu({ node, x, y })}
    />
  )
}

function TwinLine({ side, shares: { here, there } }: { side: Side; shares: TwinShares }) {
  const change = side === 'before' ? formatPoints(there ?? 0, here) : formatPoints(here, there ?? 0)
  return (
    <p className="figures mt-1 border-t border-line pt-1">
      <span className="font-sans text-muted">{sideTitles[side]}: </span>
      {there === null ? (
        <span className="font-sans">absent</span>
      ) : (
        <>
          {formatShare(there)}
          <span className="font-sans text-muted"> of all</span>
        </>
      )}
      <span className="font-sans text-muted">, </span>
      {change}
    </p>
  )
}

/** Over a graph that cannot show where the other one is zoomed to: what is missing, and what is shown instead. */
export function AbsentNote({
  place: { node, missing, absent },
  drawn,
  isRootBelow,
}: {
  place: SidePlace
  drawn: NamedTree
  isRootBelow: boolean
}) {
  if (missing === 0 || absent.length === 0) return null
  const shown = stackOfNode(drawn, node).at(-1)
  return (
    <div
      role="status"
      data-testid="absent"
      className={`floating absolute right-2 left-2 z-10 mx-auto max-w-md border-dashed! border-edge! px-2.5 py-1.5 text-sm ${isRootBelow ? 'top-2' : 'bottom-2'}`}
    >
      <p>
        <span className="font-medium">Absent here: </span>
        <Name text={shownName(absent[0]!)} mono wrap />
        {missing > 1 ? <span className="text-muted"> and {missing - 1} below it</span> : null}
      </p>
      <p className="text-muted">
        {shown === undefined ? (
          'Not even the start of its path is here: this is all.'
        ) : (
          <>
            Shown is the longest part of its path, to <Name text={shownName(shown)} mono wrap />
          </>
        )}
      </p>
    </div>
  )
}
