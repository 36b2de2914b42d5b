'use client'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { FlameGraphHandle } from '../../../flame-graph/flame-graph.tsx'
import type { Twin } from '../../../flame-graph/scene/scene.ts'
import { formatShare } from '../../../format/units.ts'
import { Name } from '../../../ui/name.tsx'
import { stackOfNode } from '../../details/describe-frame.ts'
import { shownName } from '../../details/frame-labels.ts'
import type { NamedTree } from '../../worker/tree-messages.ts'
import { formatPoints, type TwinShares } from './counterparts.ts'
import { type Side, sideTitles } from './side.ts'
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

/** Of a box: what it is on the other side, and the change. */
export function TwinLine({ side, shares: { here, there } }: { side: Side; shares: TwinShares }) {
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
