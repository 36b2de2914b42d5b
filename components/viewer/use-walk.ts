'use client'
import { useMemo, type RefObject } from 'react'
import { neighbourOf } from '../../lib/profile/neighbours.ts'
import { pathOfNode } from '../../lib/profile/path-keys.ts'
import { nextMatch } from '../../lib/profile/search.ts'
import { type ViewState } from '../../lib/profile/view.ts'
import { type FlameGraphHandle } from '../flame-graph/flame-graph.tsx'
import { commonAncestor, rangeOfNode, type Range } from '../flame-graph/places.ts'
import { type Drawing } from './use-drawing.ts'
import { type DrawnTree } from './use-profile-tree.ts'
import { type ChangeView } from './view-store.ts'

/** The ways to move through a drawing: each changes the view, and with it the address. */
export interface Walk {
  readonly pathOf: (node: number) => string[]
  readonly select: (node: number) => void
  readonly zoomTo: (node: number) => void
  /** A gesture ended with this part of the graph in sight. */
  readonly showRange: (zoomNode: number, range: Range) => void
  readonly stepToMatch: (step: 1 | -1) => void
  readonly stepUp: () => void
  readonly stepDown: () => void
  readonly stepAside: (direction: 'next' | 'previous') => void
}

export function useWalk(
  drawn: DrawnTree,
  drawing: Drawing,
  orientation: ViewState['orientation'],
  change: ChangeView,
  graph: RefObject<FlameGraphHandle | null>,
): Walk {
  return useMemo(() => {
    const { tree } = drawn
    const { zoomNode, selected, matches, shares } = drawing
    const pathOf = (node: number) => pathOfNode(drawn, tree, node)
    const here = selected >= 0 ? selected : zoomNode

    const select = (node: number) => {
      change({ selected: pathOf(node) }, 'replace')
      graph.current?.reveal(node)
    }
    const zoomTo = (node: number) => change({ zoom: pathOf(node), selected: [], range: null }, 'push')
    const stepIn = () => {
      const callee = neighbourOf(tree, here, 'callee')
      if (callee >= 0) select(callee)
    }
    const stepOut = () => {
      const caller = neighbourOf(tree, here, 'caller')
      if (caller >= 0) select(caller)
    }
    return {
      pathOf,
      select,
      zoomTo,
      showRange(around, range) {
        const { from, to } = rangeOfNode(drawn, around)
        const share = (weight: number) => Math.min(1, Math.max(0, (weight - from) / (to - from)))
        const part = [share(range.from), share(range.to)] as const
        const isWhole = part[0] < 1e-6 && part[1] > 1 - 1e-6
        change({ zoom: pathOf(around), range: isWhole ? null : part }, 'push')
      },
      stepToMatch(step) {
        if (!matches || matches.length === 0) return
        const isInView = shares !== null && shares.nodes > 0
        const match = nextMatch(tree, matches, selected, step, isInView ? zoomNode : 0)
        if (isInView) select(match)
        else
          change({ zoom: pathOf(commonAncestor(tree, zoomNode, match)), range: null, selected: pathOf(match) }, 'push')
      },
      stepUp: orientation === 'flame' ? stepIn : stepOut,
      stepDown: orientation === 'flame' ? stepOut : stepIn,
      stepAside(direction) {
        // What stands beside a caller of the zoomed frame is not drawn, so there is nothing to step to.
        const sibling =
          here <= zoomNode && tree.end[here]! >= tree.end[zoomNode]! ? -1 : neighbourOf(tree, here, direction)
        if (sibling >= 0) select(sibling)
      },
    }
  }, [drawn, drawing, orientation, change, graph])
}
