'use client'
import { lazy, Suspense, useEffect, useState } from 'react'
import { searchColour } from '../../../lib/profile/colour/colour.ts'
import { FlameGraph } from '../../flame-graph/flame-graph.tsx'
import { formatWeight } from '../../format/weight.ts'
import { FrameTreeItems, itemId } from '../details/frame-tree-items.tsx'
import { describeNode } from '../details/describe-frame.ts'
import { HoverFacts } from '../details/hover-details.tsx'
import { defaultTableOrder } from '../tables/function-rows.ts'
import type { BuiltSandwich } from '../worker/tree-messages.ts'
import type { Viewer } from '../state/use-viewer.ts'

// The graph does not wait for the others.
const FunctionList = lazy(async () => ({ default: (await import('../tables/function-list.tsx')).FunctionList }))
const CallTreeText = lazy(async () => ({ default: (await import('../tables/call-tree-text.tsx')).CallTreeText }))
const CallersView = lazy(async () => ({ default: (await import('../sandwich/sandwich-view.tsx')).CallersView }))

/** The profile as a graph, a table, the callers of one function, or text. */
export function ViewerStage({
  viewer,
  about,
  sandwich,
  onHover,
}: {
  viewer: Viewer
  /** Canonical name of the function that tab `callers` is about; empty for none. */
  about: string
  sandwich: BuiltSandwich | null
  onHover: (node: number) => void
}) {
  const [order, setOrder] = useState(defaultTableOrder)
  const { drawn, viewing, drawing, search, walk, unit, labelOf, colours, title, event, setMenu } = viewer
  const { view, change } = viewing
  const common = {
    drawn,
    unit,
    labelOf,
    frameMasks: search.frameMasks,
    onMenu: (node: number, x: number, y: number) => setMenu({ node, x, y }),
  }
  const listed = {
    ...common,
    zoomNode: drawing.zoomNode,
    colourOf: colours.colourOf,
    searchColours,
    selected: drawing.selected,
    onSelect: (node: number) => change({ selected: walk.pathOf(node) }, 'replace'),
    onOpen: walk.open,
  }
  switch (view.tab) {
    case 'graph':
      return <Graph viewer={viewer} onHover={onHover} />
    case 'table':
      return (
        <Suspense>
          <FunctionList {...listed} order={order} onOrder={setOrder} />
        </Suspense>
      )
    case 'tree':
      return (
        <Suspense>
          <CallTreeText {...listed} title={title} />
        </Suspense>
      )
    case 'callers':
      return (
        <Suspense>
          <CallersView
            {...common}
            coloursFor={colours.coloursFor}
            searchCount={search.count}
            name={about}
            sandwich={sandwich}
            event={event}
            onName={(name, node) => change({ about: name, selected: walk.pathOf(node) }, 'push')}
          />
        </Suspense>
      )
  }
}

const searchColours = Array.from({ length: 6 }, (_, search) => searchColour(search))

function Graph({ viewer, onHover }: { viewer: Viewer; onHover: (node: number) => void }) {
  const { graph, scene, drawn, viewing, drawing, walk, unit, title, here, setMenu, toReveal } = viewer
  const { zoomNode, range } = drawing
  useEffect(() => {
    if (toReveal.get() >= 0) graph.current?.reveal(toReveal.get())
    toReveal.put(-1)
  })
  const what = viewing.view.orientation === 'flame' ? 'Flame graph' : 'Icicle'
  return (
    <FlameGraph
      ref={graph}
      scene={scene}
      label={`${what} of ${title}, ${formatWeight(drawn.tree.total[0]!, unit)}`}
      tree={<FrameTreeItems drawn={drawn} node={here} zoomNode={zoomNode} range={range} />}
      activeId={itemId(here)}
      describe={(node) =>
        node < drawn.tree.length ? <HoverFacts words={describeNode(drawn, node, zoomNode, range)} unit={unit} /> : null
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
