'use client'
import { useEffect, useMemo } from 'react'
import { FlameGraph } from '../../../flame-graph/flame-graph.tsx'
import type { Twin } from '../../../flame-graph/scene/scene.ts'
import { FrameTreeItems, itemId } from '../../details/frame-tree-items.tsx'
import { describeNode } from '../../details/describe-frame.ts'
import { HoverFacts } from '../../details/hover-details.tsx'
import { formatWeight } from '../../../format/weight.ts'
import { formatPoints, type TwinShares } from './counterpart-shares.ts'
import { formatShare } from '../../../format/units.ts'
import { otherSide, sideTitles, type Side } from './side.ts'
import type { Pane } from './use-side-panes.ts'

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
