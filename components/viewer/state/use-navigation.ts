'use client'
import { useMemo, type RefObject } from 'react'
import { neighbourOf } from '../../../lib/profile/tree/sibling-nodes.ts'
import { nextMatch } from '../../../lib/profile/search/search-matches.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import type { FlameGraphHandle } from '../../flame-graph/flame-graph.tsx'
import { commonAncestor, rangeOfNode, type Range } from '../../flame-graph/geometry/node-ranges.ts'
import type { Held } from './ref.ts'
import { placeOfNode } from './tree-paths.ts'
import type { DrawnTree } from '../worker/tree-messages.ts'
import type { Drawing } from './use-resolved-view.ts'
import { wholeGraph } from './view-changes.ts'
import type { ChangeView, Step } from './view-store.ts'

/** The ways to move through a drawing: each changes the view, and with it the address. */
export interface Walk {
  readonly pathOf: (node: number) => string[]
  readonly select: (node: number) => void
  readonly zoomTo: (node: number) => void
  /** To the graph, from wherever, with this node selected and in sight. */
  readonly open: (node: number) => void
  /** A motion ended with this part of the graph in sight. */
  readonly show: (zoomNode: number, range: Range, row: number | null, step: Step) => void
  readonly stepToMatch: (step: 1 | -1) => void
  readonly stepUp: () => void
  readonly stepDown: () => void
  readonly stepAside: (direction: 'next' | 'previous') => void
}

export function useWalk(
  drawn: DrawnTree,
  drawing: Drawing,
  { orientation, sort }: Pick<ViewState, 'orientation' | 'sort'>,
  change: ChangeView,
  graph: RefObject<FlameGraphHandle | null>,
  /** Filled with a node that must be seen once the graph is there. */
  toReveal: Held<number>,
): Walk {
  return useMemo(() => {
    const { tree } = drawn
    const { zoomNode, selected, matches, shares } = drawing
    const pathOf = (node: number) => placeOfNode(drawn, sort, node)
    const here = selected >= 0 ? selected : zoomNode

    const select = (node: number) => {
      change({ selected: pathOf(node) }, 'replace')
      graph.current?.reveal(node)
    }
    const zoomTo = (node: number) => change({ ...wholeGraph, zoom: pathOf(node), selected: pathOf(node) }, 'push')
    const open = (node: number) => {
      const isUnderZoom = node >= zoomNode && node < tree.end[zoomNode]!
      const zoom = isUnderZoom ? {} : { ...wholeGraph, zoom: pathOf(commonAncestor(tree, zoomNode, node)) }
      toReveal.put(node)
      change({ ...zoom, tab: 'graph', selected: pathOf(node) }, 'push')
      graph.current?.reveal(node)
    }
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
      open,
      show(around, range, row, step) {
        const { from, to } = rangeOfNode(drawn, around)
        const share = (weight: number) => Math.min(1, Math.max(0, (weight - from) / (to - from)))
        const part = [share(range.from), share(range.to)] as const
        const isWhole = part[0] < 1e-6 && part[1] > 1 - 1e-6
        change({ zoom: pathOf(around), range: isWhole ? null : part, row }, step)
      },
      stepToMatch(step) {
        if (!matches || matches.any.length === 0) return
        const isInView = shares !== null && shares.all.nodes > 0
        const match = nextMatch(tree, matches.any, selected, step, isInView ? zoomNode : 0)
        if (isInView) select(match)
        else {
          const around = commonAncestor(tree, zoomNode, match)
          change({ ...wholeGraph, zoom: pathOf(around), selected: pathOf(match) }, 'push')
        }
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
  }, [drawn, drawing, orientation, sort, change, graph, toReveal])
}
