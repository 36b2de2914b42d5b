'use client'
import { useMemo, type RefObject } from 'react'
import { findNeighbour } from '../../../lib/profile/tree/sibling-nodes.ts'
import { isInSubtree } from '../../../lib/profile/tree/tree-rows.ts'
import { findHeaviestMatch, findNextMatch } from '../../../lib/profile/search/search-matches.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import type { FlameGraphHandle } from '../../flame-graph/flame-graph.tsx'
import { findCommonAncestor, getNodeRange, type Range } from '../../flame-graph/geometry/node-ranges.ts'
import type { ValueStore } from '../../ui/store.ts'
import { getViewPath } from '../tree/tree-paths.ts'
import type { TreeModel } from '../worker/tree-messages.ts'
import type { ResolvedView } from './use-resolved-view.ts'
import { zoomInto } from './zoom-into.ts'
import { wholeGraph } from '../view/view-changes.ts'
import type { ChangeView, HistoryMode } from '../view/view-store.ts'

/** The ways to move through a drawing: each changes the view, and with it the address. */
export type TreeNavigation = ReturnType<typeof useTreeNavigation>

export function useTreeNavigation(
  model: TreeModel,
  resolved: ResolvedView,
  { orientation, sort }: Pick<ViewState, 'orientation' | 'sort'>,
  change: ChangeView,
  graph: RefObject<FlameGraphHandle | null>,
  /** Filled with a node that must be seen once the graph is there. */
  nodeToReveal: ValueStore<number>,
) {
  return useMemo(() => {
    const { tree } = model
    const { zoomNode, selected, matches, shares } = resolved
    const pathOf = (node: number) => getViewPath(model, sort, node)
    const currentNode = selected >= 0 ? selected : zoomNode

    const select = (node: number) => {
      change({ selected: pathOf(node) }, 'replace')
      graph.current?.reveal(node)
    }
    const zoomTo = (node: number) => change(zoomInto(model, sort, zoomNode, node), 'push')
    // To the graph, from wherever, with this node selected and in sight.
    const open = (node: number) => {
      const zoom = isInSubtree(tree, node, zoomNode)
        ? {}
        : { ...wholeGraph, zoom: pathOf(findCommonAncestor(tree, zoomNode, node)) }
      // For a graph that comes with the next render; one that is there reveals it at once, below.
      nodeToReveal.set(node)
      change({ ...zoom, tab: 'graph', selected: pathOf(node) }, 'push')
      graph.current?.reveal(node)
    }
    const stepIn = () => {
      const callee = findNeighbour(tree, currentNode, 'callee')
      if (callee >= 0) select(callee)
    }
    const stepOut = () => {
      const caller = findNeighbour(tree, currentNode, 'caller')
      if (caller >= 0) select(caller)
    }
    return {
      pathOf,
      select,
      zoomTo,
      open,
      /** A motion ended with this part of the graph in sight. */
      show: (around: number, range: Range, row: number | null, step: HistoryMode): void => {
        const { from, to } = getNodeRange(model, around)
        const share = (weight: number) => Math.min(1, Math.max(0, (weight - from) / (to - from)))
        const part = [share(range.from), share(range.to)] as const
        const isWhole = part[0] < 1e-6 && part[1] > 1 - 1e-6
        change({ zoom: pathOf(around), range: isWhole ? null : part, row }, step)
      },
      stepToMatch(step: 1 | -1): void {
        if (!matches || matches.any.length === 0) return
        const isInView = shares !== null && shares.all.nodes > 0
        const match = findNextMatch(tree, matches.any, selected, step, isInView ? zoomNode : 0)
        if (isInView) select(match)
        else {
          const around = findCommonAncestor(tree, zoomNode, match)
          change({ ...wholeGraph, zoom: pathOf(around), selected: pathOf(match) }, 'push')
        }
      },
      /** Shows the heaviest match of a search in the part that is shown. */
      revealHeaviestMatch(search: number): void {
        const found = matches?.bySearch[search]
        const match = found ? findHeaviestMatch(tree, found, zoomNode) : -1
        if (match >= 0) graph.current?.reveal(match)
      },
      stepUp: orientation === 'flame' ? stepIn : stepOut,
      stepDown: orientation === 'flame' ? stepOut : stepIn,
      stepAside(direction: 'next' | 'previous'): void {
        // Siblings of a caller of the zoomed frame are not drawn, so there is nothing to step to.
        if (isInSubtree(tree, zoomNode, currentNode)) return
        const sibling = findNeighbour(tree, currentNode, direction)
        if (sibling >= 0) select(sibling)
      },
    }
  }, [model, resolved, orientation, sort, change, graph, nodeToReveal])
}
