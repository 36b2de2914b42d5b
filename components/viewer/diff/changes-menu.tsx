'use client'
import { useMemo } from 'react'
import { Button } from '../../ui/button.tsx'
import { Name } from '../../ui/name.tsx'
import { Popover } from '../../ui/popover.tsx'
import { formatCount } from '../../../lib/profile/format/units.ts'
import { formatScaled } from './format-delta.ts'
import { getShownName } from '../../../lib/profile/view/visible-text.ts'
import type { Diff } from './use-diff.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { changeComparison, wholeGraph } from '../view/view-changes.ts'
import { findAddedAndRemoved } from '../../../lib/profile/compare/added-and-removed.ts'
import { isSignificant, type SignificanceResults } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { getFrameTitle } from '../../../lib/profile/names/base-frames.ts'

/** Not new and gone: of few samples, none says little. The line above the graph says so where it is sure. */
const onOneSide = 'Only on one side'
/** Limit of the changes in the menu: more would not be read. */
const maxListedChanges = 100

/**
 * The outermost new nodes, and the outermost ones that are gone, with their weight; each leads to its box in the graph.
 * Those that noise may explain are apart.
 */
export function ChangesMenu({ viewer, diff }: { viewer: Viewer; diff: Diff }) {
  const { tested: significance, sides } = diff
  const { tree } = viewer.model
  const lists = useMemo(
    () => significance && listChanges({ tree, ...sides }, significance),
    [tree, sides, significance],
  )
  if (!lists) return null
  const { certain, unsure } = lists
  if ([...certain, ...unsure].every(({ nodes }) => nodes.length === 0))
    return <span className="text-muted">Nothing on one side only</span>
  const [added, removed] = [certain[0].count, certain[1].count]
  const isNoneCertain = added + removed === 0
  const scaled = (side: 'before' | 'after', weight: number) =>
    formatScaled(weight * (side === 'before' ? sides.scaleBefore : sides.scaleAfter), {
      scale: sides.scale,
      unit: diff.units[side],
    })
  return (
    <Popover
      title={`${onOneSide}: the outermost frames`}
      trigger={
        <Button size="small" className="tabular-nums">
          {isNoneCertain
            ? onOneSide
            : `${formatCount(added)} ${added === 1 ? 'frame' : 'frames'} only after · ${formatCount(removed)} only before`}
        </Button>
      }
      className="w-[min(40rem,calc(100vw-1rem))] p-0!"
    >
      <div className="max-h-[60vh] overflow-y-auto p-3">
        {(isNoneCertain ? unsure : [...certain, ...unsure]).map(({ title, side, nodes, count, weight }) => (
          <NodeList
            key={`${title} ${weight === null}`}
            title={
              weight === null
                ? `${title}; noise may explain it`
                : `${title}: ${scaled(side, weight)} of ${side}${withInside(count - nodes.length)}`
            }
            nodes={nodes}
            weightOf={(node) => scaled(side, sides[side].total[node]!)}
            viewer={viewer}
            onGo={(node) => showNode(viewer, node, side === 'after' ? 'before' : 'after')}
          />
        ))}
      </div>
    </Popover>
  )
}

/**
 * Lists new and gone nodes, then nodes that only one side has and noise may explain. Some of the first may be below the
 * latter, so these have no weight of their own.
 */
function listChanges(merged: Parameters<typeof findAddedAndRemoved>[0], significance: SignificanceResults) {
  const certain = findAddedAndRemoved(merged, significance)
  const all = findAddedAndRemoved(merged)
  const others = (nodes: Uint32Array) => nodes.filter((node) => !isSignificant(significance, node))
  const { added, addedCount, addedWeight, removed, removedCount, removedWeight } = certain
  return {
    certain: [
      { title: 'Only after', side: 'after', nodes: added, count: addedCount, weight: addedWeight },
      { title: 'Only before', side: 'before', nodes: removed, count: removedCount, weight: removedWeight },
    ],
    unsure: [
      { title: 'Only after', side: 'after', nodes: others(all.added), count: 0, weight: null },
      { title: 'Only before', side: 'before', nodes: others(all.removed), count: 0, weight: null },
    ],
  } as const
}

/** Says how many of the frames that the button counts and the graph marks are listed by their outermost one alone. */
function withInside(inside: number): string {
  return inside === 0 ? '' : `, with ${formatCount(inside)} more ${inside === 1 ? 'frame' : 'frames'} inside`
}

/** Shows a node in the graph, with widths in which it can be seen. `hidden`: the kind of width by which it has none. */
export function showNode(
  { model, viewing, navigation }: Viewer,
  node: number,
  hidden: 'before' | 'after' | null,
): void {
  const { view, change } = viewing
  if (view.comparison.width !== hidden) return navigation.open(node)
  // Alone a leaf would be one row of the tree and the tables.
  const { end, parent } = model.tree
  const zoom = navigation.pathOf(end[node] === node + 1 ? parent[node]! : node)
  const selected = navigation.pathOf(node)
  change({ ...wholeGraph, ...changeComparison(view, { width: 'union' }), tab: 'graph', selected, zoom }, 'push')
}

function NodeList({
  title,
  nodes,
  weightOf,
  viewer: { model, labelOf },
  onGo,
}: {
  title: string
  nodes: Uint32Array
  weightOf: (node: number) => string
  viewer: Viewer
  onGo: (node: number) => void
}) {
  const { tree, frames, strings } = model
  const nameOf = (node: number) => getShownName(getFrameTitle({ frames, strings }, tree.frame[node]!))
  return (
    <section className="mb-3 last:mb-0">
      <h3 className="mb-1 font-medium">{title}</h3>
      {nodes.length === 0 ? <p className="text-muted">Nothing.</p> : null}
      <ul>
        {Array.from(nodes.subarray(0, maxListedChanges), (node) => (
          <li key={node}>
            <button
              data-leads
              type="button"
              title={nameOf(node)}
              onClick={() => onGo(node)}
              className="flex h-7 w-full min-w-0 items-center gap-3 rounded-md px-1.5 text-left hover:bg-surface"
            >
              <span className="figures w-20 shrink-0 text-right">{weightOf(node)}</span>
              <Name text={labelOf(tree.frame[node]!)} mono className="shrink-[1]" />
              {tree.parent[node]! > 0 ? (
                <span className="flex min-w-0 shrink-[4] gap-1.5 text-xs text-muted">
                  in <Name text={labelOf(tree.frame[tree.parent[node]!]!)} mono />
                </span>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      {nodes.length > maxListedChanges ? (
        <p className="text-muted">and {formatCount(nodes.length - maxListedChanges)} smaller</p>
      ) : null}
    </section>
  )
}
