'use client'
import { useEffect } from 'react'
import { FlameGraph } from '../../flame-graph/flame-graph.tsx'
import { DeltaFacts } from './delta-facts.tsx'
import { FrameTreeItems, itemId } from '../details/frame-tree-items.tsx'
import type { Diff } from './use-diff.ts'
import type { Viewer } from '../state/use-viewer.ts'

/** The graph of both. */
export function DiffGraph({ viewer, diff, onHover }: { viewer: Viewer; diff: Diff; onHover: (node: number) => void }) {
  const { graph, scene, drawn, viewing, drawing, walk, title, here, setMenu, toReveal } = viewer
  useEffect(() => {
    if (toReveal.get() >= 0) graph.current?.reveal(toReveal.get())
    toReveal.put(-1)
  })
  const what = viewing.view.orientation === 'flame' ? 'Flame graph' : 'Icicle'
  return (
    <FlameGraph
      ref={graph}
      scene={scene}
      label={`${what} of what changed in ${title}`}
      tree={
        <FrameTreeItems drawn={drawn} node={here} zoomNode={drawing.zoomNode} range={drawing.range} say={diff.lineOf} />
      }
      activeId={itemId(here)}
      describe={(node) => (node < drawn.tree.length ? <DeltaFacts drawn={drawn} node={node} diff={diff} /> : null)}
      onClick={(node) => {
        if (node >= 0) walk.zoomTo(node)
      }}
      onHover={onHover}
      onGesture={walk.show}
      onMenu={(node, x, y) => setMenu({ node, x, y })}
    />
  )
}
