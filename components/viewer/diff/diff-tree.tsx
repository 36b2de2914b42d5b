'use client'
import { useMemo } from 'react'
import { searchColour } from '../../../lib/profile/colour/colour.ts'
import { CallTreeText } from '../tables/call-tree-text.tsx'
import type { Diff } from './use-diff.ts'
import type { Viewer } from '../state/use-viewer.ts'

const searchColours = Array.from({ length: 6 }, (_, search) => searchColour(search))

/** The call tree of both as text, with the weights of one side and what changed. */
export function DiffTree({ viewer, diff }: { viewer: Viewer; diff: Diff }) {
  const { drawn, viewing, drawing, search, walk, labelOf, title, scene, setMenu } = viewer
  const { view, change } = viewing
  const side = view.comparison.width === 'before' ? 'before' : 'after'
  const { self, total } = diff.sides[side]
  const weighed = useMemo(() => ({ ...drawn, tree: { ...drawn.tree, self, total } }), [drawn, self, total])
  return (
    <CallTreeText
      drawn={weighed}
      zoomNode={drawing.zoomNode}
      unit={diff.units[side]}
      labelOf={labelOf}
      colourOf={scene.colourOf}
      frameMasks={search.frameMasks}
      searchColours={searchColours}
      selected={drawing.selected}
      title={title}
      onSelect={(node) => change({ selected: walk.pathOf(node) }, 'replace')}
      onOpen={walk.open}
      onMenu={(node, x, y) => setMenu({ node, x, y })}
      changeOf={(node) => diff.wordsOf(node).delta}
    />
  )
}
