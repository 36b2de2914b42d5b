'use client'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { findNeighbour } from '../../../lib/profile/tree/sibling-nodes.ts'
import type { Unit } from '../../../lib/profile/model/profile.ts'
import { matchSearches } from '../../../lib/profile/search/search-matches.ts'
import { FlameGraph, type FlameGraphHandle } from '../../flame-graph/flame-graph.tsx'
import type { Range } from '../../flame-graph/geometry/node-ranges.ts'
import { FrameTreeItems, createItemId } from '../details/frame-tree-items.tsx'
import { describeNode, type FrameDescription, formatFrameLabel, nameWhole } from '../tree/describe-frame.ts'
import type { Viewer } from '../state/use-viewer.ts'
import type { FlameLayout } from '../../../lib/profile/tree/call-tree.ts'
import { Name } from '../../ui/name.tsx'
import { cutText } from '../../../lib/profile/names/cut-text.ts'
import { visibleText } from '../../../lib/profile/view/visible-text.ts'
import { formatShare } from '../../../lib/profile/format/units.ts'
import { formatWeight } from '../../../lib/profile/format/weight.ts'
import { keyPanShare, keyZoomFactor } from '../../flame-graph/motion/navigation.ts'

/** Characters of the function's name in the card of a hovered caller or callee. */
const mostCardNameChars = 80

/** The function itself is the root. */
const functionNode = 0

export type SandwichSide = 'callers' | 'callees'

/**
 * Who calls a function (it stands below) or whom it calls (it stands above), as a graph of its own that can be zoomed
 * and walked.
 */
export function SandwichHalf({
  side,
  laidOut,
  viewer,
  name,
  colourOf,
  hadFocus,
  onHasFocus,
  onFrame,
  onMenu,
}: {
  side: SandwichSide
  /** The function is its root. */
  laidOut: FlameLayout
  viewer: Viewer
  /** Name of the function, for people. */
  name: string
  colourOf: (node: number) => string
  /** The half in this place had the focus when it went: this one takes it over. */
  hadFocus: () => boolean
  onHasFocus: (hasFocus: boolean) => void
  /** A box was chosen. */
  onFrame: (frame: number) => void
  onMenu: (frame: number, clientX: number, clientY: number) => void
}) {
  const { model: whole, unit, labelOf, event, halves } = viewer
  const { frameMasks, count: searchCount } = viewer.search
  const { tree, starts } = laidOut
  const graph = useRef<FlameGraphHandle>(null)
  const [selected, setSelected] = useState(functionNode)
  const [position, setPosition] = useState<{ zoomNode: number; range: Range | null; row: number | null }>(wholeView)
  useEffect(() => {
    if (hadFocus() && document.activeElement === document.body) graph.current?.focus()
  }, [hadFocus])
  const searches = useMemo(
    () => (frameMasks ? matchSearches(tree, frameMasks, searchCount).bySearch : []),
    [tree, frameMasks, searchCount],
  )
  const orientation = side === 'callers' ? ('flame' as const) : ('icicle' as const)
  const scene = useMemo(
    () => ({
      ...{ tree, starts, orientation, ...position, selected, searches, labelOf, colourOf, event },
      tiers: null,
      pins: [],
    }),
    [tree, starts, orientation, position, selected, searches, labelOf, colourOf, event],
  )
  const { frames, strings } = whole
  const model = useMemo(() => ({ frames, strings, tree }), [frames, strings, tree])
  // The tree of this half has the stacks of the function alone.
  const describe = (node: number) => ({ ...describeNode(model, node, functionNode), whole: visibleText(name) })
  const description = describe(selected)

  const label = `${side === 'callers' ? 'Callers' : 'Callees'} of ${name}`
  // After each render, so that an export has the current properties.
  useEffect(() => {
    const titleOf = (node: number) => formatFrameLabel(describe(node))
    halves.set({ ...halves.get(), [side]: { graph: graph.current, label, titleOf } })
    return () => halves.set({ ...halves.get(), [side]: undefined })
  })

  const select = (node: number) => {
    if (node < functionNode) return // findNeighbour gives -1 at an edge
    setSelected(node)
    graph.current?.reveal(node)
  }
  const onKeyDown = (pressed: KeyboardEvent) => {
    if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return
    const [outward, inward] = side === 'callers' ? ['ArrowUp', 'ArrowDown'] : ['ArrowDown', 'ArrowUp']
    const acts = new Map<string, () => void>([
      [outward, () => select(findNeighbour(tree, selected, 'callee'))],
      [inward, () => select(findNeighbour(tree, selected, 'caller'))],
      [
        'ArrowLeft',
        () =>
          pressed.shiftKey ? graph.current?.panBy(-keyPanShare) : select(findNeighbour(tree, selected, 'previous')),
      ],
      [
        'ArrowRight',
        () => (pressed.shiftKey ? graph.current?.panBy(keyPanShare) : select(findNeighbour(tree, selected, 'next'))),
      ],
      ['Enter', () => onFrame(tree.frame[selected]!)],
      ['+', () => graph.current?.zoomBy(keyZoomFactor)],
      ['-', () => graph.current?.zoomBy(1 / keyZoomFactor)],
      ['0', () => setPosition(wholeView)],
    ])
    const isMenu = pressed.key === 'ContextMenu' || (pressed.key === 'F10' && pressed.shiftKey)
    const act = isMenu ? () => openMenuOf(pressed.currentTarget) : acts.get(pressed.key)
    if (!act) return
    pressed.preventDefault()
    act()
  }
  const openMenuOf = (element: Element) => {
    const box = element.getBoundingClientRect()
    const at = graph.current?.positionOf(selected)
    onMenu(tree.frame[selected]!, at?.x ?? box.left + box.width / 2, at?.y ?? box.top + box.height / 2)
  }

  return (
    <div
      className="flex min-h-0 flex-1 flex-col"
      data-testid={`sandwich-${side}`}
      onKeyDown={onKeyDown}
      onFocus={() => onHasFocus(true)}
      onBlur={({ relatedTarget }) => {
        // Null when the half goes away.
        if (relatedTarget) onHasFocus(false)
      }}
    >
      <FlameGraph
        ref={graph}
        scene={scene}
        label={label}
        tree={
          <FrameTreeItems
            model={model}
            node={selected}
            prefix={side}
            labelOf={(node) => formatFrameLabel(describe(node))}
          />
        }
        activeId={createItemId(selected, side)}
        describe={(node) => <SandwichDetails description={describe(node)} unit={unit} whole={whole} name={name} />}
        onClick={(node) => {
          if (node > functionNode) onFrame(tree.frame[node]!)
        }}
        onGesture={(zoomNode, range, row) => setPosition({ zoomNode, range, row })}
        onMenu={(node, clientX, clientY) => {
          if (node >= 0) onMenu(tree.frame[node]!, clientX, clientY)
        }}
      />
      <p role="status" className="sr-only">
        {selected > functionNode ? formatFrameLabel(description) : ''}
      </p>
    </div>
  )
}

const wholeView = { zoomNode: 0, range: null, row: null }

/** Content of the card at the pointer for a caller or callee: how much of the function comes by it or goes to it. */
function SandwichDetails({
  description,
  unit,
  whole,
  name,
}: {
  description: FrameDescription
  unit: Unit
  whole: Viewer['model']
  /** The function's. */
  name: string
}) {
  return (
    <>
      <p className="line-clamp-4 font-mono text-xs">
        <Name text={description.name} mono wrap />
      </p>
      <p className="figures mt-1">{formatWeight(description.total, unit)}</p>
      <p className="figures">
        {formatShare(description.ofView)}
        <span className="font-sans text-muted"> of {visibleText(cutText(name, mostCardNameChars))}, </span>
        {formatShare(whole.tree.total[0]! > 0 ? description.total / whole.tree.total[0]! : 0)}
        <span className="font-sans text-muted"> of {nameWhole(whole)}</span>
      </p>
    </>
  )
}
