'use client'
import { useDeferredValue, useMemo } from 'react'
import { getWidths } from '../../../lib/profile/layout/layout.ts'
import { matchSearches, type SearchMatches } from '../../../lib/profile/search/search-matches.ts'
import {
  computeSearchShares,
  type SearchShares,
  type VisibleWeights,
} from '../../../lib/profile/search/search-shares.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { getNodeRange } from '../../flame-graph/geometry/node-ranges.ts'
import { findNodeByViewPath } from '../tree/tree-paths.ts'
import type { TreeModel } from '../worker/tree-messages.ts'
import type { Search } from '../search/use-search.ts'

/** A view's paths and searches, found in one tree. */
export interface ResolvedView {
  readonly zoomNode: number
  /** Frames of the zoom path that this tree does not have. */
  readonly missing: number
  /** Part of the zoomed node that is shown; null for the whole. */
  readonly range: VisibleWeights | null
  /** -1 for none. */
  readonly selected: number
  /** null when nothing is searched. */
  readonly matches: SearchMatches | null
  /** Shares of this view; while `isCounting`, those of the view before. */
  readonly shares: SearchShares | null
  readonly isCounting: boolean
}

/**
 * The node, or the nearest of its callers that can be seen: of two profiles a frame may be gone by the widths that are
 * drawn.
 */
function findNodeWithWidth({ parent, total }: TreeModel['tree'], wanted: number): number {
  let node = wanted
  while (node > 0 && total[node] === 0) node = parent[node]!
  return node
}

export function useResolvedView(model: TreeModel, view: ViewState, { frameMasks, count }: Search): ResolvedView {
  const { tree } = model
  const zoom = useMemo(() => {
    const { node, missing } = findNodeByViewPath(model, view.sort, view.zoom)
    return { node: findNodeWithWidth(model.tree, node), missing }
  }, [model, view.sort, view.zoom])
  const selected = useMemo(() => {
    if (view.selected.length === 0) return -1
    const { node, missing } = findNodeByViewPath(model, view.sort, view.selected)
    return missing === 0 ? node : -1
  }, [model, view.sort, view.selected])
  const range = useMemo(() => {
    if (!view.range) return null
    const { from, to } = getNodeRange(model, zoom.node)
    const [left, right] = view.range
    return {
      starts: model.starts,
      widths: getWidths(model),
      from: from + left * (to - from),
      to: from + right * (to - from),
    }
  }, [model, zoom.node, view.range])
  const matches = useMemo(() => frameMasks && matchSearches(tree, frameMasks, count), [tree, frameMasks, count])
  const counted = useMemo(
    () =>
      frameMasks &&
      matches && {
        tree,
        frameMasks,
        count,
        zoomNode: zoom.node,
        range,
        matches,
      },
    [tree, frameMasks, count, zoom.node, range, matches],
  )
  // Words beside the graph, which need not wait for them.
  const before = useDeferredValue(counted)
  const isUsable = counted && before && before.tree === counted.tree && before.count === counted.count
  const latest = isUsable ? before : counted
  const shares = useMemo(
    () =>
      latest &&
      computeSearchShares(
        latest.tree,
        latest.frameMasks,
        latest.count,
        latest.zoomNode,
        latest.range ?? undefined,
        latest.matches,
      ),
    [latest],
  )
  const isCounting = latest !== counted
  return useMemo(
    () => ({
      zoomNode: zoom.node,
      missing: zoom.missing,
      range,
      selected,
      matches,
      shares,
      isCounting,
    }),
    [zoom, range, selected, matches, shares, isCounting],
  )
}
