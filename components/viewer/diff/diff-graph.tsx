'use client'
import { useEffect } from 'react'
import { FlameGraph } from '../../flame-graph/flame-graph.tsx'
import { FrameTreeItems, itemId } from '../details/frame-tree-items.tsx'
import type { Diff } from './use-diff.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { presenceOf } from '../../../lib/profile/compare/merged-tree/delta.ts'
import { frameKinds } from '../../../lib/profile/model/profile.ts'
import { Name } from '../../ui/name.tsx'
import { kindLabels } from '../details/describe-frame.ts'
import type { NamedTree } from '../worker/tree-messages.ts'
import { shownName } from '../../../lib/profile/view/visible-text.ts'

const presenceWords = { both: '', new: ' · new: not there before', gone: ' · gone: not there any more' }

/** What the card at the pointer says of a box of two profiles. */
function DeltaFacts({ drawn, node, diff }: { drawn: NamedTree; node: number; diff: Diff }) {
  const { tree, frames, strings } = drawn
  const frame = tree.frame[node]!
  const words = diff.wordsOf(node)
  return (
    <>
      <p className="line-clamp-4 font-mono text-xs">
        <Name text={frame < 0 ? 'all' : shownName(strings[frames.name[frame]!]!)} mono wrap />
      </p>
      <p className="mt-1 text-xs text-muted">
        {frame < 0 ? 'everything in both' : kindLabels[frameKinds[frames.kind[frame]!]!]}
        {presenceWords[presenceOf(diff.sides, node)]}
      </p>
      <p className="figures mt-1">
        {words.before}
        <span className="font-sans text-muted"> before, </span>
        {words.after}
        <span className="font-sans text-muted"> after ({diff.delta})</span>
      </p>
      <p className="figures">
        {words.delta} <span className="text-muted">{words.ratio}</span>
        {words.verdict === '' ? null : <span className="font-sans text-muted">, {words.verdict}</span>}
      </p>
      {words.interval === '' ? null : (
        <p className="figures text-muted">
          <span className="font-sans">95 %: </span>
          {words.interval}
        </p>
      )}
    </>
  )
}

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
