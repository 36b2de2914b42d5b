'use client'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Name } from '../../ui/name.tsx'
import { Popover } from '../../ui/popover.tsx'
import { formatCount } from '../../../lib/profile/format/units.ts'
import { formatScaled } from './format-delta.ts'
import { getShownName } from '../../../lib/profile/view/visible-text.ts'
import { getRowStatus } from './diff-rows.ts'
import type { FunctionDeltaRows } from './worker/comparison-messages.ts'
import type { Diff } from './use-diff.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { changeComparison, wholeGraph } from '../view/view-changes.ts'
import { isSignificant } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { getFrameTitle } from '../../../lib/profile/names/base-frames.ts'

/** More would not be read. */
const maxListed = 100

/** The tops of what is new, and of what is gone, with their weight; each leads to its place in the graph. */
export function ChangesMenu({ viewer, diff }: { viewer: Viewer; diff: Diff }) {
  const [isOpen, setOpen] = useState(false)
  const { changes, functions, sides } = diff
  const counts = useMemo(() => functions && countPresence(functions), [functions])
  if (!changes || !counts) return null
  if (changes.added.length + changes.removed.length === 0)
    return <span className="text-muted">Nothing new or gone</span>
  const scaled = (side: 'before' | 'after', weight: number) =>
    formatScaled(weight * (side === 'before' ? sides.scaleBefore : sides.scaleAfter), {
      scale: sides.scale,
      unit: diff.units[side],
    })
  const lists = [
    { title: 'New', side: 'after', other: 'before', nodes: changes.added, weight: changes.addedWeight },
    { title: 'Gone', side: 'before', other: 'after', nodes: changes.removed, weight: changes.removedWeight },
  ] as const
  return (
    <Popover
      title="New and gone: the outermost frames"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" className="figures">
          {counts.new + counts.gone === 0
            ? 'New and gone'
            : `${formatCount(counts.new)} new · ${formatCount(counts.gone)} gone`}
        </Button>
      }
      className="w-[min(40rem,calc(100vw-1rem))] p-0!"
    >
      <div className="max-h-[60vh] overflow-y-auto p-3">
        {lists.map(({ title, side, other, nodes, weight }) => (
          <NodeList
            key={side}
            title={`${title}: ${scaled(side, weight)} of ${side}`}
            nodes={nodes}
            weightOf={(node) => scaled(side, sides[side].total[node]!)}
            viewer={viewer}
            onGo={(node) => {
              setOpen(false)
              showNode(viewer, node, other)
            }}
          />
        ))}
      </div>
    </Popover>
  )
}

/** Functions of one side only, as far as noise does not explain that: most others are single samples. */
function countPresence(functions: FunctionDeltaRows): { readonly new: number; readonly gone: number } {
  const counts = { new: 0, gone: 0, changed: 0, same: 0 }
  for (let row = 0; row < functions.length; row++)
    if (isSignificant(functions, row)) counts[getRowStatus(functions, row)]++
  return counts
}

/** In the graph, with widths in which it can be seen: by `hidden` it has none. */
export function showNode({ viewing, navigation }: Viewer, node: number, hidden: 'before' | 'after' | null): void {
  const { view, change } = viewing
  if (view.comparison.width !== hidden) return navigation.open(node)
  const path = navigation.pathOf(node)
  change(
    { ...wholeGraph, ...changeComparison(view, { width: 'union' }), tab: 'graph', selected: path, zoom: path },
    'push',
  )
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
        {Array.from(nodes.subarray(0, maxListed), (node) => (
          <li key={node}>
            <button
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
      {nodes.length > maxListed ? (
        <p className="text-muted">and {formatCount(nodes.length - maxListed)} smaller ones</p>
      ) : null}
    </section>
  )
}
